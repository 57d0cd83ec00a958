"""The command `ckm` of the bundle; the window starts it to set pages, too."""

import sys

if sys.argv[1:2] == ["--typeset"]:
    from ckmcore.typesetting.worker import main

    sys.exit(main())

from ckmcore.cli import main

sys.exit(main())
