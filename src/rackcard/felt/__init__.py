"""A card as it is printed, on the felt and on paper: patterns that follow from the facts of its wagers."""
