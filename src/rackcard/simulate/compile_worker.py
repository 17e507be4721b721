"""Compiles a kernel in a process of its own: ``python -m rackcard.simulate.compile_worker FILE``."""

import pickle
import sys
from pathlib import Path

from rackcard.simulate.kernels import compile_kernel


def main() -> None:
    path = Path(sys.argv[1])
    program = pickle.loads(path.read_bytes())
    path.unlink()
    compile_kernel(program)


if __name__ == "__main__":
    main()
