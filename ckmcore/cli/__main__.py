"""`python -m ckmcore.cli`: the same as `ckm`."""

import sys

from ckmcore.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
