"""The places that the contract's tests run on, and the server for one of them: one a test run, in one worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chaindsl.store.store import Store
from tests.store.place import Clock, Place
from tests.store.server import serving

POSTGRES = pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as host:
        yield host


@pytest.fixture(params=["memory", "sqlite", POSTGRES])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    yield from made(request, tmp_path)


@pytest.fixture(params=["sqlite", POSTGRES])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A place that several processes can use."""
    yield from made(request, tmp_path)


def made(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    host = request.getfixturevalue("server") if request.param == "postgres" else None
    place = Place(request.param, folder, host)
    try:
        yield place
    finally:
        place.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(place: Place, clock: Clock) -> Store:
    return place.open(now=clock)
