"""The command `ckm` of the bundle."""

import sys

from ckmcore.cli import main

sys.exit(main())
