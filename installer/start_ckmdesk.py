"""The window `ckmdesk` of the bundle."""

import sys

from ckmdesk.app import main

sys.exit(main())
