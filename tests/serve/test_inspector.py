"""The inspector's command line, another client than the SDK's, releases a package: each call is a server of its own."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from examples.release import Release
from tests.serve.process import COMMAND, offered, steps

PACKAGE = "@modelcontextprotocol/inspector@2"
RELEASE = f"{Path(__file__).parents[2]}/examples/release.py:release"
IGNORED = shutil.ignore_patterns("dist", "__pycache__", ".*_cache")


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> str:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, and the inspector comes from there")
    folder = tmp_path_factory.mktemp("inspector")
    install = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE]
    try:
        done = subprocess.run(install, capture_output=True, text=True, timeout=180, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("npm did not bring the inspector within three minutes")
    if done.returncode:
        pytest.skip(f"npm can't bring the inspector: {done.stderr.strip().splitlines()[:1]}")
    return str(folder / "node_modules" / ".bin" / "mcp-inspector")


def asked(inspector: str, era: str, tool: str, folder: Path, **arguments: Any) -> tuple[int, dict[str, Any]]:
    """The exit status and what a tool answered."""
    call = ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments)]
    done = subprocess.run(
        [inspector, "--cli", "--protocol-era", era, "--quiet", COMMAND, "serve", RELEASE, *call],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)


@pytest.mark.slow
def test_a_release_with_the_inspector_in_both_eras(inspector: str, tmp_path: Path) -> None:
    package = Path(shutil.copytree(Release().path, tmp_path / "package", ignore=IGNORED))
    _, said = asked(inspector, "legacy", "workflow_start", tmp_path, flow="release", values={"path": str(package)})
    answer = said["structuredContent"]
    assert (answer["status"], len(steps(answer))) == ("waiting", 3)
    assert offered(answer) == [("deploy", "agent", False), ("abort", "agent", False)]
    sent = answer["links"][0]["arguments"]
    status, said = asked(inspector, "modern", "workflow_submit", tmp_path, **sent, actor="human")
    assert (status != 0, said["isError"]) == (True, True)
    assert said["content"][0]["text"].startswith("unknown-argument: workflow_submit takes no argument 'actor'")
    status, said = asked(inspector, "modern", "workflow_submit", tmp_path, **sent, arguments={"reason": "All green."})
    answer = said["structuredContent"]
    assert (status, answer["status"], answer["run"]["state"]) == (0, "completed", "deployed")


@pytest.mark.slow
def test_the_tools_schemas_are_ones_that_every_host_takes(inspector: str, tmp_path: Path) -> None:
    command = [inspector, "--cli", "--quiet", COMMAND, "serve", RELEASE, "--method", "tools/list", "--strict"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert next(tool["name"] for tool in json.loads(done.stdout)["tools"]) == "workflow_start"
