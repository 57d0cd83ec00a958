"""`python -m ckmdesk` opens the window."""

import sys

from ckmdesk.app import main

if __name__ == "__main__":
    sys.exit(main())
