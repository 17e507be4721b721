"""Baccarat."""
