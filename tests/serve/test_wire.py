"""Nothing but the protocol leaves on standard output, whatever the served code does with it."""

from pathlib import Path

from tests.serve.process import call, connected, take

NOISY = """
import os, subprocess, sys
from chaindsl import FromActor, State, Text, cli, transition, workflow

def loud(where):
    print("printed", where, flush=True)
    sys.__stdout__.write(f"written {where}\\n"); sys.__stdout__.flush()
    os.write(1, f"descriptor {where}\\n".encode())
    os.system(f"echo child {where}")
    subprocess.run([sys.executable, "-c", f"import os; os.write(1, b'grandchild {where}\\\\n')"], check=True)
    # Nobody else may eat what the client sends.
    assert sys.stdin.read() == "" and os.read(0, 10) == b""
    assert subprocess.run(["cat"], capture_output=True).stdout == b""

loud("import")

@transition(source="a", target="b", actor="deterministic", effect=False)
def step() -> None:
    loud("step")

@transition(source="b", target="c", actor="deterministic", writes="seen", effect=False)
def command() -> str:
    return "seen"

@transition(source="c", target="d")
def end(reason: FromActor[Text]) -> None:
    loud("decision")

noisy = workflow("noisy", step, command, end, initial="a", final=["d"], states=[State("c", goal="End it.")])
"""
SAID = ["printed", "written", "descriptor", "child", "grandchild"]


async def test_what_served_code_prints_goes_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(NOISY)
    async with connected("noisy.py:noisy", "--store", "memory:", folder=tmp_path) as client:
        answer = await call(client, "start", flow="noisy")
        assert (answer["status"], answer["error"]) == ("waiting", None)
        answer = await take(client, answer, "end", reason="done")
        assert (answer["status"], answer["error"]) == ("completed", None)
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines == [f"{how} {where}" for where in ("import", "step", "decision") for how in SAID]
