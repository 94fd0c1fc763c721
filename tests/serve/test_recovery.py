"""What an earlier server left behind is taken up, and a chain that takes long goes on after it was handed back."""

import logging
import signal
import threading
from pathlib import Path

import pytest

from chaindsl.errors import ChainDslError
from chaindsl.serve.recovery import take_up
from tests.serve.process import call, connected, eventually, started, steps, until
from tests.serve.scripted import Scripted, catalogue
from tests.serve.test_ending import HELLO, send

SLOW = """
import pathlib, time
from chaindsl import chain, step

def wait(name):
    pathlib.Path(f"{name}.begun").touch()
    while not pathlib.Path(f"{name}.go").exists():
        time.sleep(0.02)

@step(writes="first", effect=False)
def one() -> str:
    with open("ones", "a") as file:
        file.write("1")
    return "one"

@step(writes="second", effect=False)
def two(first: str) -> str:
    wait("two")
    return first + " two"

slow = chain("slow", one, two)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "slow.py").write_text(SLOW)
    return tmp_path


async def test_a_long_chain_is_handed_back_and_goes_on(folder: Path) -> None:
    async with connected("slow.py:slow", "--answer-within", "0.3", folder=folder) as client:
        answer = await call(client, "start", flow="slow")
        assert (answer["status"], answer["stopped"], answer["outputs"]) == ("running", None, {})
        assert [step["transition"] for step in answer["chain"]] == ["one"]
        run = answer["run"]["id"]
        assert (await call(client, "get", run=run))["status"] == "running"
        (folder / "two.go").touch()
        answer = await until(client, run, "completed")
    assert answer["outputs"] == {"second": "one two"}
    assert steps(answer) == ["one: None → None", "two: None → None"]


async def test_what_a_killed_server_left_behind_goes_on(folder: Path) -> None:
    server = started("slow.py:slow", folder=folder)
    call_it = {"name": "workflow_start", "arguments": {"flow": "slow", "key": "mine"}}
    send(server, HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    send(server, {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call_it})
    eventually((folder / "two.begun").exists)
    server.send_signal(signal.SIGKILL)
    server.communicate()
    (folder / "two.go").touch()
    async with connected("slow.py:slow", folder=folder) as client:
        answer = await call(client, "start", flow="slow", key="mine")
        answer = await until(client, answer["run"]["id"], "completed")
    assert answer["outputs"] == {"second": "one two"}
    assert (folder / "ones").read_text() == "1"
    assert (folder / "log").read_text() == "chaindsl serve: slow: left behind and taken up: 1 run\n"


def said(session: Scripted, caplog: pytest.LogCaptureFixture) -> list[str]:
    before = set(threading.enumerate())
    with caplog.at_level(logging.WARNING):
        take_up(catalogue(session))
        for thread in set(threading.enumerate()) - before:
            thread.join()
    return caplog.messages


def test_each_flow_is_asked_once(caplog: pytest.LogCaptureFixture) -> None:
    session = Scripted()
    assert said(session, caplog) == ["claims: left behind and taken up: 2 runs"]
    assert session.calls == [("recover",)]


def test_a_store_that_fails_is_told(caplog: pytest.LogCaptureFixture) -> None:
    session = Scripted(failing=ChainDslError("store-unavailable", "no room"))
    assert said(session, caplog) == ["claims: runs that were left behind are not taken up: no room [store-unavailable]"]
