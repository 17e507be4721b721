"""What the table promises, each with its control."""
