"""Which dialogues are asked about, and by whom."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.peers.registry import PEERS
from bench.retention import locomo
from bench.retention.generator import Recipe, generate
from bench.retention.values import UNANSWERABLE, Dialogue
from bench.retention.wordings import Set

FILLERS: Final = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Shares of filler, in turn."""
ENOUGH: Final = 420
"""Questions that have an answer, at each size at least."""
LONGEST: Final = {"mem0": 2_000}
"""Longest sessions of peers whose questions take seconds in longer ones."""
QUICK: Final = ("infold", "hybrid", "bm25", "flat", "last", "ceiling")
QUICK_SESSIONS: Final = 2
QUICK_BUDGET: Final = 1_000
QUICK_SIZE: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Where a dialogue comes from: a recipe, or a number in a file."""

    recipe: Recipe | None = None
    file: Path | None = None
    number: int = 0

    @property
    def size(self) -> int:
        """Messages of a generated session; 0 for one from a file."""
        return self.recipe.size if self.recipe else 0

    def load(self) -> Dialogue:
        """Make or read it."""
        if self.recipe is not None:
            return generate(self.recipe)
        assert self.file is not None
        return _file(self.file)[self.number]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One peer asked about one dialogue."""

    conversation: Conversation
    peer: str
    budgets: tuple[int, ...]


@lru_cache(maxsize=2)
def _file(path: Path) -> list[Dialogue]:
    return locomo.read(path)


def tasks_of(options: Options) -> list[Task]:
    """All that is to be measured, the longest dialogues first."""
    budgets = (QUICK_BUDGET,) if options.quick else options.budgets
    peers = _peers(options)
    return [
        Task(conversation=conversation, peer=peer, budgets=budgets)
        for conversation in _conversations(options)
        for peer in peers
        if conversation.size <= LONGEST.get(peer, conversation.size)
    ]


def _peers(options: Options) -> list[str]:
    if unknown := set(options.peers) - set(PEERS):
        raise SystemExit(f"no such peer: {', '.join(sorted(unknown))}; known: {', '.join(PEERS)}")
    chosen = options.peers or (QUICK if options.quick else tuple(PEERS))
    if "mem0" in chosen and importlib.util.find_spec("mem0") is None:
        print("mem0 is not installed and left out: pip install mem0ai", file=sys.stderr)
        chosen = tuple(name for name in chosen if name != "mem0")
    return [name for name in PEERS if name in chosen]


def _conversations(options: Options) -> list[Conversation]:
    found: list[Conversation] = []
    for size in sorted((QUICK_SIZE,) if options.quick else options.sizes, reverse=True):
        recipes = sessions(size, options.seed, options.wordings)
        if options.quick:
            recipes = recipes[1 : 1 + QUICK_SESSIONS]
        found += [Conversation(recipe=recipe) for recipe in recipes]
    if options.locomo is not None:
        count = len(_file(options.locomo))
        known = range(min(count, QUICK_SESSIONS) if options.quick else count)
        found += [Conversation(file=options.locomo, number=number) for number in known]
    return found


def sessions(size: int, seed: int, wordings: Set) -> list[Recipe]:
    """Recipes of one size with all shares of filler, until there are enough questions."""
    recipes: list[Recipe] = []
    answerable = 0
    while answerable < ENOUGH:
        filler = FILLERS[len(recipes) % len(FILLERS)]
        recipe = Recipe(size=size, seed=seed + len(recipes), filler=filler, wordings=wordings)
        recipes.append(recipe)
        answerable += sum(q.category != UNANSWERABLE for q in generate(recipe).questions)
    return recipes
