"""How the command line says what went wrong where no error of ours says it: wrong use, and what the system refuses.

It is loaded only when something is wrong.
"""

import errno
import re

import click

LONGEST = 400
"""Characters of one word; what is pasted by mistake must not fill the terminal."""

# What the system says → a code for it, and what to do next.
_REFUSED = {
    errno.ENOENT: ("no-such-file", "Is its name right, relative to this folder?"),
    errno.EACCES: ("not-permitted", "Let your user read and write it, or name another place"),
    errno.EPERM: ("not-permitted", "Let your user read and write it, or name another place"),
    errno.EROFS: ("not-permitted", "Nothing can be written there; name another place"),
    errno.EISDIR: ("not-a-file", "Name a file, not a folder"),
    errno.ENOTDIR: ("not-a-folder", "A part of the path is a file; name another place"),
    errno.EEXIST: ("file-exists", "Name another place, or take away what is there"),
    errno.ENAMETOOLONG: ("bad-path", "Name a shorter one"),
    errno.ELOOP: ("bad-path", "Its links lead in a circle; name the file itself"),
    errno.ENOSPC: ("no-room", "Make room, or name another place"),
}
# An error's code → what to do next, where the place says the rest.
_NEXT = {
    "bad-json": 'Write a JSON object, as in {"key": "value"}',
    "CD701": "Mend it there",
    "no-yaml": "Take it out, or keep the flow in Python",
    "trace-damaged": "Name a file that chaindsl run --trace has written",
    "trace-unreadable": "Name a file that chaindsl run --trace has written",
    "unknown-rule": "chaindsl rule lists them all",
    "unreadable-settings": "Mend it there",
    "unreadable-source": "Mend it there",
}
_OTHER = ("not-done", "Is the place there, and may your user write to it?")


def wrong_use(error: click.ClickException) -> str:
    """Return one line about a command that was written wrongly, with where to read how it is written."""
    message = " ".join(error.format_message().split()) or type(error).__name__
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "chaindsl"
    return f"usage: {ended(message)} See {command} --help"


def refused(error: OSError) -> str:
    """Return one line about what the system did not let us do."""
    code, hint = _REFUSED.get(error.errno or 0, _OTHER)
    named = f"{error.filename}: " if error.filename else ""
    return f"{code}: {named}{ended(error.strerror or str(error) or type(error).__name__)} {hint}"


def next_step(code: str, cause: BaseException | None) -> str | None:
    """Return what to do next after an error that doesn't say it itself: by its code, or by what the system refused."""
    return _REFUSED.get(cause.errno or 0, _OTHER)[1] if isinstance(cause, OSError) else _NEXT.get(code)


def ended(sentence: str) -> str:
    """Return a sentence with a mark at its end."""
    return sentence if sentence.endswith((".", "?", "!", "?)", ".)")) else f"{sentence}."


def short(line: str) -> str:
    """Return a line in which no word is longer than anybody reads."""
    return re.sub(rf"\S{{{LONGEST},}}", lambda word: f"{word[0][: LONGEST // 4]}…", line)
