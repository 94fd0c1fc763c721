"""`chaindsl map` and a Ctrl-C while a model does not answer: it ends at once, and goes on where it was."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.models.server import Server, echo, serving

FLOW = """
from chaindsl import Budget, {kind}, chain, step

@step(writes="a", max_attempts=1)
{start}def one(n: int, *, complete: {kind}) -> str:
    return {wait}complete(f"first {{n}}")

@step(writes="b", max_attempts=1)
{start}def two(a: str, n: int, *, complete: {kind}) -> str:
    return {wait}complete(f"second {{n}}")

two_steps = chain("two_steps", one, two, inputs={{"n": int}}, outputs=["b"], budget=Budget(calls=2))
"""
PLAIN = FLOW.format(kind="Complete", start="", wait="")
AWAITED = FLOW.format(kind="AsyncComplete", start="async ", wait="await ")
# Where tests run in the background SIGINT is ignored, and that is handed down.
HANDLED = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from chaindsl.cli.main import main; main()"
)
INPUTS = 6
ENOUGH = 30.0
"""Seconds after which a process counts as one that does not end."""


def started(folder: Path, server: Server) -> "subprocess.Popen[str]":
    arguments = ["map", "flows.py:two_steps", "in.jsonl", "-o", "out.jsonl", "--workers", "2"]
    arguments += ["--model", f"{server.url}/v1#tiny"]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", HANDLED, *arguments], cwd=folder, stdout=pipe, stderr=pipe, encoding="utf-8"
    )


@pytest.mark.parametrize("flow", [PLAIN, AWAITED], ids=["plain", "awaited"])
def test_an_interrupted_batch_ends_and_goes_on(tmp_path: Path, flow: str) -> None:
    (tmp_path / "flows.py").write_text(flow, encoding="utf-8")
    (tmp_path / "in.jsonl").write_text("".join(f'{{"n": {n}}}\n' for n in range(INPUTS)), encoding="utf-8")
    with serving() as server:
        server.replies, server.hanging = [echo], ["second 2", "second 3"]
        child = started(tmp_path, server)
        assert server.waits(2, ENOUGH)
        assert server.open >= 2
        child.send_signal(signal.SIGINT)
        pressed = time.monotonic()
        out, err = child.communicate(timeout=ENOUGH)
        assert time.monotonic() - pressed < ENOUGH
        assert (child.returncode, out, err) == (130, "", "interrupted; start it again to go on\n")
        assert server.all_closed()
        assert indices(tmp_path) == [0, 1]
        server.hanging = []
        child = started(tmp_path, server)
        out, err = child.communicate(timeout=ENOUGH)
        assert (child.returncode, err) == (0, "")
        assert f"{INPUTS} inputs done, 0 failed" in out
        assert indices(tmp_path) == list(range(INPUTS))
        asked = {f"{step} {n}": 1 for step in ("first", "second") for n in range(INPUTS)}
        assert server.asked() == asked | {"second 2": 2, "second 3": 2}


def indices(folder: Path) -> list[int]:
    return [json.loads(line)["index"] for line in (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()]
