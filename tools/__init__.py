"""Long runs, reference pages, screenshots and frozen figures."""
