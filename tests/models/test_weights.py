"""Putting the weights together: once, whole, and again when what lies there is not them."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from chaindsl.models.failure import ModelError
from chaindsl.models.weights import PACKAGE, folder, weights

WHOLE = b"all of it"


class Package(ModuleType):
    """Stands for the package of the weights: the same contract, a few bytes."""

    MODEL_NAME = "model.gguf"

    def __init__(self) -> None:
        super().__init__(PACKAGE)
        self.written: list[Path] = []
        self.content = WHOLE

    def assemble(self, path: Path) -> Path:
        """Write the file if it is not there; raise FileExistsError when another one is."""
        if path.exists():
            if path.read_bytes() != WHOLE:
                raise FileExistsError(path)
            return path
        self.written.append(path)
        path.write_bytes(self.content)
        if self.content != WHOLE:
            raise ValueError("Assembled file sha256 did not match expected value")
        return path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    made = Package()
    monkeypatch.setitem(sys.modules, PACKAGE, made)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return made


def test_they_are_made_once(package: Package, tmp_path: Path) -> None:
    path = tmp_path / "cache" / "chaindsl" / "model.gguf"
    assert [weights(), weights()] == [path, path]
    assert path.read_bytes() == WHOLE
    assert len(package.written) == 1


def test_no_one_sees_them_half_made(package: Package, tmp_path: Path) -> None:
    path = weights()
    assert package.written[0] != path
    assert list(path.parent.iterdir()) == [path]


def test_a_damaged_file_is_made_again(package: Package) -> None:
    path = weights()
    path.write_bytes(WHOLE[:3])
    assert weights().read_bytes() == WHOLE


def test_damaged_parts_are_an_error_and_leave_nothing(package: Package) -> None:
    package.content = b"other"
    with pytest.raises(ModelError) as caught:
        weights()
    assert caught.value.code == "bad-setting"
    assert caught.value.issue.message == (
        "the weights of the embedded model can't be put together: Assembled file sha256 did not match expected value"
    )
    assert list(folder().iterdir()) == []


def test_a_folder_that_can_not_be_written_is_an_error(package: Package, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(ModelError) as caught:
        weights()
    assert caught.value.issue.hint == "XDG_CACHE_HOME may name another folder; 250 MB must fit there"


def test_without_a_cache_folder_of_its_own_the_home_has_one(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/someone")
    assert folder() == Path("/home/someone/.cache/chaindsl")
