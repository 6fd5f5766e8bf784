"""The peers by name. Each is imported only when it is asked for."""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import Final, cast

from bench.peers.protocol import Peer

PEERS: Final = MappingProxyType(
    {
        "infold": "bench.peers.infold:InfoldPeer",
        "hybrid": "bench.peers.hybrid:Hybrid",
        "bm25": "bench.peers.bm25:BM25",
        "dense": "bench.peers.dense:Dense",
        "classic": "bench.peers.classic:ClassicClusters",
        "moving": "bench.peers.moving:MovingSummary",
        "flat": "bench.peers.flat:FlatSummary",
        "last": "bench.peers.last:LastTurns",
        "random": "bench.peers.random_turns:RandomTurns",
        "mem0": "bench.peers.mem0:Mem0",
        "ceiling": "bench.peers.ceiling:Ceiling",
    }
)
"""In the order in which tables show them."""


def make_peer(name: str) -> Peer:
    """Make a fresh peer.

    Raises:
        Missing: Its package is not installed.
        KeyError: Nobody has this name.
    """
    module, kind = PEERS[name].split(":")
    return cast(Peer, getattr(importlib.import_module(module), kind)())
