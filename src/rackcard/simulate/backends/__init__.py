"""Engines that run simulation programs."""
