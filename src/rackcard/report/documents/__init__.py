"""The content of each printed document."""
