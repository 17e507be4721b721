"""Routes of the pages."""
