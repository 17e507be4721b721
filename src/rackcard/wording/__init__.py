"""Wording: facts turned into English."""
