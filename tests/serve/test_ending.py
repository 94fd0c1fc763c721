"""The server is gone within two seconds of a signal or the end of its input, and all that it started with it."""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

import pytest

from chaindsl.store.catalogue import open_store
from tests.serve.process import eventually, exists, pids, started

SERVED = '''
import os, signal, subprocess, sys, time
from chaindsl import Command, CommandResult, chain, cli, step

TREE = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def note(): open(f"pid.{os.getpid()}", "w").write(str(os.getpid()))
note()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        note()
        time.sleep(600)
    os._exit(0)
NOTE = "import os,time; open(f'pid.{os.getpid()}', 'w').write(str(os.getpid())); time.sleep(600)"
subprocess.run([sys.executable, "-c", NOTE])
"""

@step(writes="first", effect=False)
def quick() -> str:
    return "done"

@step(writes="result", max_attempts=1)
def work(first: str) -> Command[CommandResult]:
    return cli(sys.executable, "-c", TREE, check=False)

@step(writes="body", max_attempts=1, effect=False)
def body() -> str:
    child = subprocess.Popen([sys.executable, "-c", TREE], start_new_session=True, env={"PATH": os.environ["PATH"]})
    while True:
        try:
            time.sleep(600)
        except BaseException:
            pass

commands = chain("commands", quick, work)
bodies = chain("bodies", body)
'''
LIMIT = 2.0
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}


def start(flow: str) -> dict[str, object]:
    return {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "workflow_start", "arguments": {"flow": flow}},
    }


Server = Popen[bytes]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "served.py").write_text(SERVED)
    yield tmp_path
    for pid in pids(tmp_path):
        if exists(pid):
            os.kill(pid, signal.SIGKILL)


def send(server: Server, *messages: dict[str, object]) -> None:
    assert server.stdin
    server.stdin.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
    server.stdin.flush()


def running(folder: Path, flow: str, *arguments: str) -> Server:
    """A server in the middle of a step that has three processes, none of which ends when asked."""
    server = started("served.py:commands", "served.py:bodies", *arguments, folder=folder)
    send(server, HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}, start(flow))
    eventually(lambda: len(pids(folder)) == 3)
    return server


def ended(server: Server, folder: Path, asked: float, said: str = "") -> int:
    """How it ended, once it and everything it started has; `said` is a pattern of what it said."""
    status = server.wait(30)
    took = time.monotonic() - asked
    assert [pid for pid in pids(folder) if exists(pid)] == []
    # Two seconds are promised; these machines may stand still for as long themselves.
    assert took < 3 * LIMIT
    assert server.stdout
    assert server.stderr
    assert re.fullmatch(said, server.stderr.read().decode(), re.DOTALL)
    server.stdout.close()
    server.stderr.close()
    return status


@pytest.mark.parametrize(("flow", "number"), [("commands", signal.SIGTERM), ("bodies", signal.SIGINT)])
def test_a_signal_ends_it_with_all_it_started(flow: str, number: signal.Signals, folder: Path) -> None:
    server = running(folder, flow)
    asked = time.monotonic()
    server.send_signal(number)
    time.sleep(0.1)
    # Whoever is impatient asks twice, and by another signal.
    for other in (number, signal.SIGINT, signal.SIGTERM):
        server.send_signal(other)
    assert ended(server, folder, asked) == 128 + number
    assert server.stdin
    server.stdin.close()
    # That its processes were ended is not taken for a failure of the step: the run is there to be taken up.
    store = open_store(str(folder / ".chaindsl" / "runs.db"))
    (head,) = store.heads()
    kinds = [kept.row.kind for kept in store.rows(head.id)]
    store.close()
    assert (head.status, head.revision) == ("running", 0)
    assert kinds == (["started", "record", "intent"] if flow == "commands" else ["started"])


def test_the_end_of_its_input_ends_it(folder: Path) -> None:
    server = running(folder, "commands")
    asked = time.monotonic()
    assert server.stdin
    server.stdin.close()
    assert ended(server, folder, asked) == 0


def test_a_client_that_reads_nothing_and_goes_does_not_keep_it(folder: Path) -> None:
    server = running(folder, "commands")
    listing = {"jsonrpc": "2.0", "method": "tools/list", "params": {}}
    # More answers than the pipe holds, so that it waits to write.
    send(server, *({**listing, "id": number} for number in range(10, 30)))
    time.sleep(0.5)
    asked = time.monotonic()
    assert server.stdin
    server.stdin.close()
    # The SDK says which answers nobody took, if there is time for that.
    assert ended(server, folder, asked, said="(chaindsl serve: .*write blocked\n)*") == 0


def test_it_can_be_ended_while_it_still_loads(folder: Path) -> None:
    (folder / "slow.py").write_text("import time, pathlib\npathlib.Path('here').touch()\ntime.sleep(600)\n")
    server = started("slow.py:any", folder=folder)
    eventually((folder / "here").exists)
    asked = time.monotonic()
    server.send_signal(signal.SIGTERM)
    assert ended(server, folder, asked) == 128 + signal.SIGTERM
    assert server.stdin
    server.stdin.close()
