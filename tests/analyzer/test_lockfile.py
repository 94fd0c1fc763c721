"""The lock file: what is in it, its one spelling, and what it refuses to read."""

import hashlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.lockfile import NAME, Lock, LockedFlow, LockedPrompt, LockError, locked_flow, locked_prompt, read_lock
from analyzer.source.disk import Disk
from chaindsl.graph.encode import shape_hash
from chaindsl.graph.step import Prompt
from tests.analyzer.building import UNKNOWN, chain, step

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
LOCKS = st.builds(
    Lock,
    st.frozensets(st.builds(LockedPrompt, WORDS, WORDS, WORDS), max_size=5),
    st.frozensets(st.builds(LockedFlow, WORDS, WORDS), max_size=5),
)
LOCK = Lock(
    frozenset({LockedPrompt("b", "1", "22"), LockedPrompt("a", "2", "11")}), frozenset({LockedFlow("qa", "33")})
)


def test_its_text() -> None:
    assert json.loads(LOCK.text()) == {
        "version": 1,
        "prompts": [{"name": "a", "version": "2", "hash": "11"}, {"name": "b", "version": "1", "hash": "22"}],
        "flows": [{"name": "qa", "shape": "33"}],
    }
    assert LOCK.text().endswith("]\n}\n")


@given(LOCKS)
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, lock: Lock) -> None:
    folder = tmp_path_factory.mktemp("lock")
    (folder / NAME).write_text(lock.text(), encoding="utf-8", newline="\n")
    found = read_lock(folder, Disk())
    assert found == lock
    assert found is not None
    assert found.text() == lock.text()
    assert list(lock.differences(found)) == []


def test_there_may_be_none(tmp_path: Path) -> None:
    assert read_lock(tmp_path, Disk()) is None


WRONG = [
    "",
    "[]",
    "{}",
    '{"version": 2}',
    '{"version": 1, "prompts": 3, "flows": []}',
    '{"version": 1, "prompts": [{"name": 1, "version": "1", "hash": ""}], "flows": []}',
    "[" * 50_000,
]


@pytest.mark.parametrize("content", WRONG, ids=range(len(WRONG)))
def test_what_is_no_lock_file(content: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(content, encoding="utf-8")
    with pytest.raises(LockError):
        read_lock(tmp_path, Disk())


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    with pytest.raises(LockError, match="not a regular file"):
        read_lock(tmp_path, Disk())


def test_a_prompt_is_kept_by_the_hash_of_its_text() -> None:
    digest = hashlib.sha256("Answer: {text} ä".encode()).hexdigest()[:16]
    assert locked_prompt(Prompt("ask", "1", "Answer: {text} ä")) == LockedPrompt("ask", "1", digest)


@pytest.mark.parametrize(
    "prompt", [Prompt(UNKNOWN, "1", "text"), Prompt("ask", UNKNOWN, "text"), Prompt("ask", "1", UNKNOWN)]
)
def test_a_prompt_that_is_not_wholly_known_is_not_kept(prompt: Prompt) -> None:
    assert locked_prompt(prompt) is None


def test_a_flow_is_kept_by_its_shape() -> None:
    flow = chain(step("one", "a"), inputs="a", name="qa")
    assert locked_flow(flow) == LockedFlow("qa", shape_hash(flow) or "")
    assert locked_flow(chain(step("one", "a"), inputs="a", name=UNKNOWN)) is None


def test_only_another_text_of_one_name_and_version_has_changed() -> None:
    assert LOCK.changed(LockedPrompt("b", "1", "99"))
    assert not LOCK.changed(LockedPrompt("b", "1", "22"))
    assert not LOCK.changed(LockedPrompt("b", "2", "99"))
    assert not LOCK.changed(LockedPrompt("c", "1", "99"))


def test_two_texts_of_one_version_may_be_locked() -> None:
    two = Lock(frozenset({LockedPrompt("a", "1", "11"), LockedPrompt("a", "1", "22")}))
    assert not two.changed(LockedPrompt("a", "1", "22"))
    assert two.changed(LockedPrompt("a", "1", "33"))


def test_differences_are_told_in_words() -> None:
    after = Lock(
        frozenset({LockedPrompt("a", "2", "99"), LockedPrompt("c", "1", "44")}), frozenset({LockedFlow("qa", "55")})
    )
    assert list(LOCK.differences(after)) == [
        "prompt a 2 has changed",
        "prompt b 1 is gone",
        "prompt c 1 is new",
        "flow qa has changed",
    ]
