"""Sic bo: three dice, and wagers on one roll of them."""
