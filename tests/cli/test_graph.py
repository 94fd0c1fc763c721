"""`chaindsl graph` prints what the schema describes, from source alone."""

import json
from pathlib import Path

import pytest
from jsonschema import validate

from chaindsl.cli.main import guarded
from chaindsl.cli.target import find_flow
from chaindsl.graph.schema import from_json, json_schema, schema_text
from tests.cli.test_draw import FLOWS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows.py").write_text(FLOWS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_graph_is_a_document_of_the_schema(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["graph", "flows.py:qa"]) == 0
    out, err = capfd.readouterr()
    validate(json.loads(out), json_schema())
    assert from_json(out) == (find_flow("flows.py:qa").graph,)
    assert err == ""


def test_the_schema_is_the_published_one(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["graph", "--schema"]) == 0
    assert capfd.readouterr() == (schema_text(), "")


def test_the_output_is_json_whatever_a_name_holds(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    name = "\udcff.py"  # how Python spells a byte that is no UTF-8
    text = FLOWS.replace('"question"', r'"é \" \n \u202e 日"')
    (folder / name).write_text(text, encoding="utf-8")
    assert guarded(["graph", name]) == 0
    (flow,) = json.loads(capfdbinary.readouterr().out.decode("utf-8"))["flows"]
    assert (flow["name"], flow["place"]["file"]) == ('é " \n \u202e 日', name)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name a flow"),
        (["flows.py:qas"], "did you mean qa?"),
        (["nothing.py:qa"], "there is no such file"),
    ],
)
def test_what_goes_wrong_is_one_line(capfd: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert guarded(["graph", *arguments]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message.casefold() in err.casefold()
