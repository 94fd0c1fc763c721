"""Asks git about a repository that nobody needs to trust. It runs commands that only read, and knows no flows.

A repository's own settings can name programs: hooks, filters, text conversions, monitors, transports. None of the
commands asked for here uses them, and those that git has a switch for are switched off.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from chaindsl.errors import ChainDslError

SECONDS = 120.0
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.attributesFile": os.devnull,
    "core.alternateRefsCommand": "",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",
    "submodule.recurse": "false",
}
_VARIABLES = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C.UTF-8",
}
_UNSET = ("GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_PAGER")
_SHOWN = 200


def command(folder: Path, *words: str) -> list[str]:
    """Return a git command as it is run. Raises ChainDslError (`no-git`) where there is no git."""
    program = shutil.which("git")
    if program is None:
        raise ChainDslError("no-git", "git is not installed", hint="install it, or name two files")
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    return [program, "--no-pager", "--no-optional-locks", *settings, "-C", str(folder), *words]


def environment() -> Mapping[str, str]:
    """Return the variables that git gets: ours, without those that let it run or trace something."""
    kept = {k: v for k, v in os.environ.items() if k not in _UNSET and not k.startswith("GIT_TRACE")}
    return kept | _VARIABLES


def ask(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run a git command that only reads, and return what it said, whatever its exit status is.

    Raises ChainDslError: `no-git`, `git-failed` where it takes longer than `SECONDS`.
    """
    try:
        return subprocess.run(
            command(folder, *words),
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ChainDslError("git-failed", f"git {words[0]} did not end within {SECONDS:g} s") from None
    except (OSError, ValueError) as error:
        raise ChainDslError("git-failed", f"git {words[0]} can't be run: {error}") from None


def said(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return what git complained about, on one line."""
    words = " ".join(done.stderr.decode(errors="replace").split()) or f"exit status {done.returncode}"
    return words.removeprefix("fatal: ").removeprefix("error: ")[:_SHOWN]


def told(folder: Path, *words: str) -> bytes:
    """Return what a git command prints. Raises ChainDslError (`git-failed`) where it fails."""
    done = ask(folder, *words)
    if done.returncode:
        raise ChainDslError("git-failed", f"git {words[0]} failed: {said(done)}")
    return done.stdout
