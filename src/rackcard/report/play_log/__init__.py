"""Logs of real play: read, settled by the table's own rules, compared with what was paid, and tested for chance."""
