"""Tools for long runs, reference pages, screenshots and frozen figures."""
