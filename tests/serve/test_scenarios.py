"""A real client over stdio, in both modes of the protocol: releases, repairs, and decides only where it is due."""

import shutil
from pathlib import Path

import pytest

from chaindsl.store.catalogue import open_store
from examples.release import Release
from examples.review import review
from tests.serve.process import MODES, call, connected, offered, refused, steps, take

EXAMPLES = Path(__file__).parents[2] / "examples"
IGNORED = shutil.ignore_patterns("dist", "__pycache__", ".*_cache")
RELEASE = f"{EXAMPLES}/release.py:release"
REVIEW = f"{EXAMPLES}/review.py:review"
COMMENT = "2 files, 6 lines, low risk\nFor shop."


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return Path(shutil.copytree(Release().path, tmp_path / "package", ignore=IGNORED))


@pytest.mark.parametrize("mode", MODES)
async def test_a_release_is_one_decision(mode: str, package: Path, tmp_path: Path) -> None:
    told: list[str | None] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    chain = ["run_lint: lint → test", "run_tests: test → build", "build_wheel: build → ready_to_deploy"]
    async with connected(RELEASE, mode=mode, folder=tmp_path) as client:
        assert client.protocol_version == {"legacy": "2025-11-25"}.get(mode, mode)
        sent = {"flow": "release", "values": {"path": str(package)}}
        result = await client.call_tool("workflow_start", sent, progress_callback=heard)
        answer = result.structured_content
        assert answer is not None
        assert (answer["status"], answer["stopped"], answer["saved"]) == ("waiting", "decision", 3)
        assert steps(answer) == told == chain
        assert [step["exit_code"] for step in answer["chain"]] == [0, 0, 0]
        assert answer["guidance"]["goal"] == "Decide whether this build is deployed."
        assert offered(answer) == [("deploy", "agent", False), ("abort", "agent", False)]
        answer = await take(client, answer, "deploy", reason="All green.")
        assert (answer["status"], answer["run"]["state"], answer["run"]["revision"]) == ("completed", "deployed", 2)
        assert steps(answer) == ["deploy: ready_to_deploy → deployed"]
        assert (answer["links"], answer["error"]) == ([], None)
    assert (package / "dist" / "shelf" / "RELEASES").read_text().endswith(": All green.\n")
    assert (tmp_path / "log").read_text() == ""


@pytest.mark.parametrize("mode", MODES[:1])
async def test_broken_tests_are_shown_repaired_and_gone_on_with(mode: str, package: Path, tmp_path: Path) -> None:
    module = package / "src" / "romans" / "numeral.py"
    good = module.read_text()
    module.write_text(good.replace('(4, "IV")', '(4, "IIII")'))
    async with connected(RELEASE, mode=mode, folder=tmp_path) as client:
        answer = await call(client, "start", flow="release", values={"path": str(package)})
        assert (answer["status"], answer["stopped"]) == ("failed", "failure")
        assert steps(answer) == ["run_lint: lint → test", "run_tests: test → None"]
        assert answer["chain"][1]["exit_code"] == 1
        assert "3 failed, 13 passed" in answer["chain"][1]["tail"]
        assert answer["error"]["code"] == "step-failed"
        assert offered(answer) == [("run_tests", "deterministic", True)]
        # A failure is kept: whoever asks later sees it too, and the way on.
        assert await call(client, "get", run=answer["run"]["id"]) == answer
        module.write_text(good)
        answer = await take(client, answer, "run_tests")
        assert (answer["status"], answer["run"]["state"]) == ("waiting", "ready_to_deploy")
        assert steps(answer) == ["run_tests: test → build", "build_wheel: build → ready_to_deploy"]
        answer = await take(client, answer, "abort", reason="Later.")
        assert (answer["status"], answer["run"]["state"]) == ("completed", "aborted")


@pytest.mark.parametrize("mode", MODES)
async def test_ten_steps_are_two_decisions(mode: str, tmp_path: Path) -> None:
    async with connected(REVIEW, RELEASE, mode=mode, folder=tmp_path) as client:
        assert [flow["flow"] for flow in (await call(client, "list"))["flows"]] == ["review", "release"]
        answer = await call(client, "start", flow="review")
        assert (len(answer["chain"]), answer["run"]["state"], answer["saved"]) == (4, "assess", 4)
        answer = await take(client, answer, "assess", risk="low")
        assert (len(answer["chain"]), answer["run"]["state"], answer["saved"]) == (5, "decide", 8)
        assert offered(answer) == [
            ("approve", "agent", False),
            ("send_back", "agent", False),
            ("merge", "human", False),
        ]
        # What the guidance asks to be read is there.
        assert (answer["chain"][-1]["wrote"], answer["chain"][-1]["value"]) == ("comment", COMMENT)
        answer = await take(client, answer, "approve")
        assert (answer["status"], answer["saved"]) == ("completed", 8)
        assert answer["outputs"] == {"comment": COMMENT}


async def test_a_run_outlives_its_server(tmp_path: Path) -> None:
    async with connected(REVIEW, folder=tmp_path) as client:
        before = await call(client, "start", flow="review", key="patch-1")
    async with connected(REVIEW, folder=tmp_path) as client:
        assert await call(client, "get", run=before["run"]["id"]) == before
        assert await call(client, "start", flow="review", key="patch-1") == before
        after = await take(client, before, "assess", risk="high")
        assert (after["run"]["state"], after["run"]["revision"]) == ("decide", 2)
        # A person decides elsewhere, on the same store, while the server goes on.
        by_a_person(tmp_path / ".chaindsl" / "runs.db", before["run"]["id"], "merge")
        said = await refused(client, "submit", run=before["run"]["id"], revision=2, transition="approve")
        assert said.startswith("stale-revision: ")
        answer = await call(client, "get", run=before["run"]["id"])
        assert (answer["status"], answer["run"]["state"]) == ("completed", "merged")
        assert [(step["transition"], step["actor"]) for step in answer["chain"]] == [("merge", "human")]
    assert (tmp_path / ".chaindsl" / ".gitignore").read_text() == "*\n"


def by_a_person(path: Path, run: str, transition: str) -> None:
    store = open_store(str(path))
    review.bind().configured(store=store).session.submit(run, transition, actor="human", by="ada")
    store.close()
