"""The names of models: which kind each is, and what each kind makes of it or has against it."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from chaindsl.models.catalogue import KINDS, resolve
from chaindsl.models.failure import ModelError, require
from chaindsl.models.http import OpenAICompatible
from chaindsl.vocabulary.model import Completion

CHOICES = (
    "there are local (the small model that runs in this machine (extra `local`)), "
    "http://HOST/v1#MODEL (any OpenAI-compatible server (extra `http`)), "
    "openai:MODEL (OpenAI, with OPENAI_API_KEY (extra `http`)), "
    "anthropic:MODEL (Anthropic, with ANTHROPIC_API_KEY (extra `anthropic`)), "
    "MODULE:FUNCTION (any callable of yours)"
)
MODULE = """
def parrot(prompt: str) -> str:
    return prompt

class Birds:
    def robin(self, prompt):
        return "tweet"

birds = Birds()
number = 3
"""


@pytest.fixture
def nest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on `sys.path` with a module of models."""
    (tmp_path / "nest.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "nest", raising=False)
    return tmp_path


def refusal(spec: str) -> tuple[str, str, str | None]:
    with pytest.raises(ModelError) as caught:
        resolve(spec)
    return caught.value.code, caught.value.issue.message, caught.value.issue.hint


def client(spec: str) -> OpenAICompatible:
    model = resolve(spec)
    assert isinstance(model, OpenAICompatible)
    return model


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.form))
def test_each_kind_has_a_module_that_builds_it(kind: object) -> None:
    module = kind.module  # type: ignore[attr-defined]
    if module.endswith("local"):
        pytest.importorskip("httpx")
    assert callable(import_module(module).from_spec)


def test_each_module_that_builds_models_is_a_kind() -> None:
    folder = Path(str(import_module("chaindsl.models").__file__)).parent
    building = {path.stem for path in folder.glob("*.py") if "\ndef from_spec(" in path.read_text()}
    assert building == {kind.module.rpartition(".")[2] for kind in KINDS}


@pytest.mark.parametrize(
    ("spec", "form"),
    [
        ("local", "local"),
        ("http://127.0.0.1:8000/v1#m", "http://HOST/v1#MODEL"),
        ("https://host", "http://HOST/v1#MODEL"),
        ("openai:gpt-4o-mini", "openai:MODEL"),
        ("openai:", "openai:MODEL"),
        ("anthropic:claude-haiku-4-5", "anthropic:MODEL"),
        ("anthropic:", "anthropic:MODEL"),
        ("mine:model", "MODULE:FUNCTION"),
        ("a.b_c:d.e", "MODULE:FUNCTION"),
        ("", None),
        ("gpt-4o", None),
        ("locals", None),
        ("local\n", None),
        ("ftp://host", None),
        ("3d:model", None),
        ("a b:c", None),
        (":", None),
    ],
)
def test_the_kind_of_a_name(spec: str, form: str | None) -> None:
    found = next((kind.form for kind in KINDS if re.fullmatch(kind.pattern, spec, re.DOTALL)), None)
    assert found == form


def test_a_name_of_no_kind_is_told_the_choices() -> None:
    assert refusal("gpt") == ("unknown-model", "'gpt' names no model", CHOICES)
    assert refusal("locl") == ("unknown-model", "'locl' names no model", f"did you mean local? {CHOICES}")


def test_a_url_names_its_model_in_its_fragment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAINDSL_MODEL", "other")
    monkeypatch.setenv("CHAINDSL_API_KEY", "sk-1\n")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-2")
    there = client("http://127.0.0.1:8000/v1#org/tiny:free").endpoint
    assert (there.base_url, there.model, there.api_key) == ("http://127.0.0.1:8000/v1", "org/tiny:free", "sk-1")


def test_a_url_without_a_fragment_takes_the_model_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal("http://127.0.0.1:8000") == (
        "unknown-model",
        "the URL does not say which model to ask",
        "put #MODEL at the end of the URL, or set CHAINDSL_MODEL",
    )
    monkeypatch.setenv("CHAINDSL_MODEL", "tiny")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-2")
    there = client("http://127.0.0.1:8000").endpoint
    assert (there.model, there.api_key) == ("tiny", None)


def test_openai_takes_its_key_and_its_server_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal("openai:gpt") == ("bad-setting", "openai:gpt needs a key", "set OPENAI_API_KEY")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-2\n")
    there = client("openai:gpt").endpoint
    assert (there.base_url, there.model, there.api_key) == ("https://api.openai.com/v1", "gpt", "sk-2")
    assert (there.max_tokens, there.temperature) == (None, None)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1")
    assert client("openai:gpt").endpoint.base_url == "http://127.0.0.1:8000/v1"
    assert refusal("openai:") == ("unknown-model", "'openai:' has no model's name", "say openai:MODEL")


def test_a_callable_of_the_users_own(nest: Path) -> None:
    assert resolve("nest:parrot")("hello") == "hello"
    assert resolve("nest:birds.robin")("hello") == "tweet"


def test_a_callable_that_is_not_there(nest: Path) -> None:
    (nest / "broken.py").write_text("raise ValueError('no\\nluck')")
    (nest / "leaving.py").write_text("raise SystemExit(3)")
    assert refusal("nest:parot") == ("unknown-model", "nest has no parot", "did you mean parrot?")
    assert refusal("nest.py:parrot")[::2] == ("unknown-model", "a module is named without its .py: nest:parrot")
    assert refusal("nest:birds.wren") == ("unknown-model", "nest has no birds.wren", None)
    assert refusal("nest:number") == ("unknown-model", "nest:number is a int, and a model must be callable", None)
    assert refusal("broken:model") == (
        "unknown-model",
        "the module broken can't be imported (ValueError: no luck)",
        None,
    )
    assert refusal("leaving:model")[1] == "the module leaving can't be imported (SystemExit: 3)"
    assert refusal("nests.there:model") == (
        "unknown-model",
        "the module nests.there can't be imported (ModuleNotFoundError: No module named 'nests')",
        "is its folder on sys.path?",
    )


@pytest.mark.parametrize(("package", "module"), [("httpx", "http"), ("xllamacpp", "local")])
def test_a_missing_package_is_named_with_its_extra(package: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelError) as caught:
        require(package, module)
    assert caught.value.code == "missing-extra"
    assert caught.value.issue.message == f"this needs {package}, which is not installed"
    assert caught.value.issue.hint == f"pip install 'chaindsl[{module}]'"


def test_a_package_that_lacks_one_of_its_own_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_there.py").write_text("import nothing_of_this_name")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        require("half_there", "local")


def test_a_model_of_the_users_own_may_report_usage(nest: Path) -> None:
    (nest / "counted.py").write_text(
        "from chaindsl.vocabulary.model import Completion, Usage\n"
        "def model(prompt: str) -> str:\n    return Completion('hi', usage=Usage(1, 2))\n"
    )
    answer = resolve("counted:model")("hello")
    assert isinstance(answer, Completion)
    assert answer.usage is not None
    assert answer.usage.total == 3
