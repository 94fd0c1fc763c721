"""Print the table of the whole mutation run: `python -m tests.mutation`."""

import sys

from tests.mutation.run import table, tallied

sys.stdout.write(f"{table(tallied())}\n")
