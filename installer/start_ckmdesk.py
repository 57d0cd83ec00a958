"""The window `ckmdesk` of the bundle."""

import sys

from ckmdesk.__main__ import main

sys.exit(main())
