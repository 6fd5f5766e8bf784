"""Engines that the retention bench compares, one short file each.

A peer has three methods (`bench.peers.protocol.Peer`); `bench.peers.registry` finds it by name.
"""
