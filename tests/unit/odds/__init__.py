"""Tests of the room odds."""
