"""Tests of the room table."""
