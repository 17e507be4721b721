"""Exact methods, each of which solves a wager on its own."""
