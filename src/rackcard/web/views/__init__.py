"""What the pages show, as values."""
