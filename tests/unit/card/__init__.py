"""Tests of the room card."""
