"""Files that no run of ours wrote: whatever stands in them, they are shown, or refused in one line."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaindsl.cli.main import guarded
from tests.view.runs import desk, report

WAYS = [
    ["show"],
    ["show", "--tree"],
    ["show", "--timeline"],
    ["show", "--prompts"],
    ["show", "--step", "write"],
    ["show", "--json"],
    ["html", "-o", "-"],
]
NASTY: list[Any] = [
    None, True, False, 0, -1, 3, 10**30, 1.5, -2.5, 1e308, "", "x", "a/b", "\ud83d", "\x1b[2J", "line\nline", [], [1],
    {}, {"a": 1}, [[]], {"tool": "t", "characters": 1, "seconds": 1}, float("nan"), float("inf"),
]  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The lines of two traces; without their flows, since drawing takes long."""
    folder = tmp_path_factory.mktemp("odd")
    found = {}
    for name, trace in (("report", report(folder)), ("desk", desk(folder))):
        found[name] = [json.loads(line) for line in Path(trace.file).read_text(encoding="utf-8").splitlines()]
        found[name][0].pop("definition")
    return found


def spots(data: Any) -> list[tuple[Any, Any]]:
    """Every place in a line that holds something: what holds it, and under which key."""
    pairs = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    return [spot for key, value in pairs for spot in [(data, key), *spots(value)]]


@settings(max_examples=60)
@given(st.data())
def test_any_field_may_hold_anything(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, list[dict[str, Any]]], data: st.DataObject
) -> None:
    lines = copy.deepcopy(files[data.draw(st.sampled_from(sorted(files)))])
    for _ in range(data.draw(st.integers(1, 3))):
        line = lines[data.draw(st.integers(0, len(lines) - 1))]
        holder, key = data.draw(st.sampled_from(spots(line)))
        if data.draw(st.booleans()) or isinstance(holder, list):
            holder[key] = data.draw(st.sampled_from(NASTY))
        else:
            holder.pop(key, None)
    path = tmp_path_factory.mktemp("odd") / "t.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    shown(path, data.draw(st.sampled_from(WAYS)))
    told = guarded(["trace", "diff", str(path), str(path), "--all"])
    assert told in (0, 1, 2)


def shown(path: Path, way: list[str]) -> None:
    name, *options = way
    with pytest.MonkeyPatch.context() as patch:
        # Then what would be told as an internal error is raised here.
        patch.setenv("CHAINDSL_TRACEBACK", "1")
        assert guarded(["trace", name, str(path), *options]) in (0, 2)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_in_one_line_or_read(tmp_path_factory: pytest.TempPathFactory, tail: bytes) -> None:
    path = tmp_path_factory.mktemp("odd") / "t.jsonl"
    path.write_bytes(b'{"kind":"run","version":1}\n' + tail)
    shown(path, ["show"])
    path.write_bytes(tail)
    shown(path, ["show"])


def test_deep_and_long_lines_are_refused_or_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.jsonl"
    start = '{"kind":"run","version":1}\n'
    path.write_text(f"{start}{'[' * 100_000}\n")
    assert guarded(["trace", "show", str(path)]) == 2
    deep = f"{'[' * 900}{']' * 900}"
    record = '{"kind":"record","revision":1,"path":"f/s","flow":"f","step":"s","attempt":1,"ok":true,"reads":{},'
    path.write_text(f'{start}{record}"started":0,"seconds":0,"writes":"k","output":{deep}}}\n')
    for way in WAYS:
        if "write" not in way:
            assert guarded(["trace", way[0], str(path), *way[1:]]) == 0
    assert "internal" not in capfd.readouterr().err
