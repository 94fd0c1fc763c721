"""The fixtures that pytest gets by installing chaindsl. It is loaded in every run, so it imports next to nothing."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from chaindsl.testing.cassette import Cassette
from chaindsl.testing.forbidden import forbid_real_models
from chaindsl.testing.scripted import ScriptedModel


@pytest.fixture
def scripted_model() -> Callable[..., ScriptedModel]:
    """Make models that follow a script: `scripted_model(["first answer", "second answer"])`."""
    return ScriptedModel


@pytest.fixture
def no_real_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail whatever builds or asks a real model, or opens a connection, in this process while the test runs."""
    forbid_real_models(monkeypatch.setattr)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that lets cassettes ask their real models."""
    text = "let cassettes ask their real models, and keep what those answer"
    parser.getgroup("chaindsl").addoption("--record-models", action="store_true", help=text)


@pytest.fixture
def cassette(request: pytest.FixtureRequest) -> Iterator[Callable[..., Cassette]]:
    """Make a model whose answers are in `cassettes/TEST.json` beside the test: `cassette(real_model)`.

    With `--record-models` the real model is asked, and the file written when the test has ended.
    """
    made: list[Cassette] = []

    def make(model: Callable[[str], str] | None = None, name: str = "", secrets: Iterable[str] = ()) -> Cassette:
        path = request.path.parent / "cassettes" / f"{name or request.node.name}.json"
        record = bool(request.config.getoption("--record-models"))
        made.append(Cassette(path, model, record=record, secrets=secrets))
        return made[-1]

    yield make
    for one in made:
        one.end()
