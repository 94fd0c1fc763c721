"""The command line as it shows itself to a terminal."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator


def on_terminal(*arguments: str) -> tuple[int, str]:
    """Run a command in this folder, and return its exit status and all that a terminal got of it."""
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "chaindsl.cli.main", *arguments]
    environment = {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "xterm", "PYTHONSAFEPATH": "1"}
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        printed = "".join(_chunks(mine))
    os.close(mine)
    return process.returncode, printed


def _chunks(descriptor: int) -> Iterator[str]:
    """What a terminal got until its program ended, which Linux tells as an error."""
    try:
        while chunk := os.read(descriptor, 4096):
            yield chunk.decode("utf-8", "replace")
    except OSError:
        return
