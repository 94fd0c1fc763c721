"""The server that the tests of clients ask."""

from collections.abc import Iterator

import pytest

from tests.models.server import Server, serving

NAMES = ("CHAINDSL_MODEL", "CHAINDSL_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "ALL_PROXY")
ANTHROPIC = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CHAINDSL_PRICES")


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as plan:
        yield plan


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES + ANTHROPIC:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chaindsl.models.retrying.FIRST", 0.005)
