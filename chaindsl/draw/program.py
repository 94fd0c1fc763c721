"""Finds and runs the program that lays pictures out: Graphviz's own `dot`, or the one of the `graphviz-pure` wheel."""

import os
import shutil
import signal
import subprocess
import sysconfig
from pathlib import Path

from chaindsl.errors import ChainDslError

INSTALL = "install Graphviz (its `dot`), or `pip install graphviz-pure`; the endings .dot and .mmd need neither"
SECONDS = 60.0
_SHOWN = 300


def programs() -> tuple[str, ...]:
    """Return the layout programs of this machine, the preferred one first."""
    scripts = Path(sysconfig.get_path("scripts"))
    wheel = shutil.which("graphviz-pure", path=str(scripts)) or shutil.which("graphviz-pure")
    return tuple(path for path in (shutil.which("dot"), wheel) if path)


def lay_out(program: str, dot: str, form: str, *options: str, seconds: float = SECONDS) -> bytes:
    """Return what a program makes of DOT text in one of its own formats, such as `svg`.

    Raises ChainDslError: `draw-failed` when it fails or says nothing, `draw-too-slow` when it takes longer than
    `seconds`; then it and all that it started have been ended.
    """
    command = [program, f"-T{form}", *options]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise ChainDslError("draw-failed", f"{program} can't be run: {error.strerror}", hint=INSTALL) from None
    with process:
        try:
            out, said = process.communicate(dot.encode(), timeout=seconds)
        except BaseException as error:
            _end(process)
            if isinstance(error, subprocess.TimeoutExpired):
                raise _too_slow(program, seconds) from None
            raise
    if process.returncode or not out:
        words = " ".join(said.decode(errors="replace").split())[:_SHOWN]
        raise ChainDslError("draw-failed", f"{program} -T{form} failed: {words or 'it says nothing'}", hint=INSTALL)
    return out


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program with all that it started; one that has ended already is well."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _too_slow(program: str, seconds: float) -> ChainDslError:
    hint = "draw the flows inside it one by one, or take the ending .dot or .mmd, which need no layout"
    return ChainDslError("draw-too-slow", f"{program} did not end within {seconds:g} s", hint=hint)
