"""`ckmdesk` and `python -m ckmdesk` open the window."""

import gc
import os
import sys

from ckmcore.messages import say, system_language
from ckmdesk.shell.screen import library_of


def main() -> int:
    """Run the window until it is closed; the exit code. A library of the system that Qt lacks is a sentence."""
    os.environ.setdefault("QT_HASH_SEED", "0")  # else Qt numbers the fonts of a PDF by chance, and no two runs alike
    gc.disable()  # for good: `ckmdesk.shell.app` does its work, once everything is loaded that stays
    try:
        from ckmdesk.shell.app import main as run
    except ImportError as fault:
        library = library_of(fault)
        if not library:
            raise
        sys.stderr.write(say("desk_library_missing", system_language(), library=library) + "\n")
        return 1
    return run()


if __name__ == "__main__":
    sys.exit(main())
