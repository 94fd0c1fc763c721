"""Runs the command with every event of the interpreter that could mean harm written down, then says what was loaded.

Run as `python -P watched.py LOG ARGUMENT…`. It imports nothing of ours before it watches.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

HARM = (
    "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "pty.", "socket.",
    "ssl.", "http.", "urllib.", "ftplib.", "smtplib.", "webbrowser.", "ctypes.", "os.remove", "os.rmdir", "os.rename",
    "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate", "os.putenv", "os.kill", "shutil.", "pickle.",
    "marshal.load", "signal.", "sys.settrace", "sys.setprofile", "code.__new__",
)  # fmt: skip
MARK = "chaindsl-trap"


class Watch:
    """The hook, and what it has seen. What it does itself is not noted."""

    def __init__(self) -> None:
        self.seen: list[list[str]] = []
        self.on = True

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on:
            return
        self.on = False
        try:
            self.seen += [[*noted] for noted in note(event, arguments)]
        finally:
            self.on = True


def note(event: str, arguments: tuple[object, ...]) -> Iterator[tuple[str, ...]]:
    """Yield what an event is to be remembered as, if it is."""
    if event == "open":
        path, _, flags = arguments
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        yield "write" if writes else "read", os.fsdecode(path) if isinstance(path, str | bytes) else repr(path)
    elif event == "exec" and isinstance(code := arguments[0], CodeType):
        yield "exec", code.co_filename, "trap" if trapped(code) else ""
    elif event == "compile":
        source, filename = arguments
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else str(source)
        yield "compile", str(filename), "trap" if MARK in text else ""
    elif event.startswith(HARM):
        yield "harm", event, ascii(arguments)[:300]


def trapped(code: CodeType) -> bool:
    """Whether code, or code in it, comes from a trap."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return any(isinstance(const, str) and MARK in const for const in code.co_consts) or any(map(trapped, inner))


def main() -> None:
    """Watch one command."""
    log, *arguments = sys.argv[1:]
    watch = Watch()
    sys.addaudithook(watch)
    try:
        from chaindsl.cli.main import guarded

        status = guarded(arguments)
    finally:
        watch.on = False
        files = {name: str(getattr(module, "__file__", None) or "") for name, module in sys.modules.items()}
        Path(log).write_text(json.dumps({"seen": watch.seen, "modules": files}), encoding="utf-8")
    sys.exit(status)


if __name__ == "__main__":
    main()
