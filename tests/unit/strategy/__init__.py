"""Tests of the room strategy."""
