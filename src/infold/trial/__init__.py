"""Comparing two sides on the same questions."""
