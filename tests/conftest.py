"""What every test shares: hypothesis profiles and golden files; it knows no package of the project."""

import difflib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

GOLDEN = Path(__file__).parent / "golden"

# These machines are noisy, so no example has a deadline and slow generation is no failure.
settings.register_profile("default", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
# Shrinking a failure takes minutes, and is better done where somebody looks at it.
settings.register_profile(
    "ci",
    settings.get_profile("default"),
    derandomize=True,
    database=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.generate),
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What checks remember is kept apart from what the user's own checks remember."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHAINDSL_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept-golden", action="store_true", help="write what the tests produce to tests/golden")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a whole text with `tests/golden/NAME`, byte for byte; `make golden` accepts a change."""
    accept = bool(request.config.getoption("--accept-golden"))

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if accept:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            return
        if not path.is_file():
            pytest.fail(f"tests/golden/{name} is missing; `make golden` writes it", pytrace=False)
        kept = path.read_bytes()
        if kept != text.encode():
            pytest.fail(f"{difference(name, kept.decode(), text)}\n`make golden` accepts it", pytrace=False)

    return compare


def difference(name: str, kept: str, now: str) -> str:
    lines = difflib.unified_diff(kept.splitlines(), now.splitlines(), f"tests/golden/{name}", "now", lineterm="")
    return "\n".join(lines) or f"tests/golden/{name} differs in its line ends"
