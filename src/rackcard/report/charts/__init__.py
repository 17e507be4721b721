"""Charts as SVG, of pages and of printed sheets; those of strategies and simulations are in their rooms."""
