"""Measures speed: ``python -m bench`` (or ``make bench``) prints the figures and writes docs/bench.md."""
