"""Bit circuits: a wager as logic on many rolls at once."""
