"""The fixtures, as a project gets them that has only installed chaindsl."""

import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

USERS_TESTS = """
import socket
import pytest
from chaindsl.testing import RealModelError

def test_script(scripted_model):
    model = scripted_model({"hi": "hello"}, name="greeter")
    assert model("hi there") == "hello"
    model.assert_used_up()

def test_forbidden(no_real_models):
    with socket.socket() as one, pytest.raises(RealModelError):
        one.connect(("127.0.0.1", 9))

def test_real_model(no_real_models):
    from chaindsl.models.http import OpenAICompatible
    OpenAICompatible("http://127.0.0.1:9/v1", "m")

def test_free():
    with socket.create_server(("127.0.0.1", 0)) as there:
        socket.create_connection(there.getsockname()).close()
"""


# Another plugin warns without it.
SETTINGS = "[pytest]\nasyncio_default_fixture_loop_scope = function\n"


def test_a_user_s_project(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(USERS_TESTS)
    pytester.makeini(SETTINGS)
    done = pytester.runpytest_subprocess("-W", "error", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=3, failed=1)
    done.stdout.fnmatch_lines(["E *RealModelError: a real model is built: OpenAICompatible, and this test forbids*"])


def test_pytest_lists_the_fixtures(pytester: pytest.Pytester) -> None:
    pytester.makeini(SETTINGS)
    done = pytester.runpytest_subprocess("--fixtures", "-q")
    done.stdout.fnmatch_lines(["scripted_model -- *chaindsl/testing/plugin.py:*", "no_real_models -- *"])


def test_loading_it_costs_little() -> None:
    script = (
        "import sys, chaindsl.testing.plugin; print({'pydantic', 'httpx', 'asyncio', 'rich'} & {*sys.modules} - before)"
    )
    command = [sys.executable, "-c", f"import sys, pytest; before = {{*sys.modules}}; {script}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "set()\n"
