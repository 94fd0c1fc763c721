"""The fixtures that pytest gets by installing chaindsl. It is loaded in every run, so it imports next to nothing."""

from collections.abc import Callable

import pytest

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
