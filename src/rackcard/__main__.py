"""``python -m rackcard``: the command line."""

from rackcard.cli import main

if __name__ == "__main__":
    main()
