"""The names whose values differ from run to run: clocks, random numbers, identifiers, the environment. A table."""

import ast
from dataclasses import dataclass

from analyzer.source.arguments import Called
from chaindsl.graph.unknown import Unknown

CLOCK = "the time"
RANDOM = "random numbers"
IDENTIFIER = "an identifier made anew"
ENVIRONMENT = "the environment"
ORDER = "the order of a set"
HASH = "a hash that differs in every process"

_CLOCKS_TEXT = "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns"
_CLOCKS = frozenset(f"time.{name}" for name in _CLOCKS_TEXT.split()) | frozenset(
    {"datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today"}
)
_CLOCKS_UNLESS_GIVEN = {"time.localtime": 0, "time.gmtime": 0, "time.ctime": 0, "time.asctime": 0, "time.strftime": 1}
"""Functions of a moment that take the present one unless they are given another, and from which position on."""
_OTHER_CLOCKS = frozenset(
    {"pendulum.now", "pendulum.today", "arrow.now", "arrow.utcnow", "django.utils.timezone.now", "pandas.Timestamp.now"}
)
_GENERATORS = frozenset(
    {"random.Random", "numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.Generator"}
)
_SEEDING = frozenset({"random.seed", "numpy.random.seed"})
_IDENTIFIERS = frozenset(
    {"uuid.uuid1", "uuid.uuid4", "uuid.uuid6", "uuid.uuid7", "uuid.uuid8", "uuid.getnode", "ulid.new"}
)
_ENVIRONMENT = frozenset(
    {"os.getenv", "os.getenvb", "os.getpid", "os.getppid", "os.getlogin", "os.uname", "getpass.getuser"}
    | {"socket.gethostname", "platform.node"}
)
_VARIABLES = frozenset({"os.environ", "os.environb"})

SOURCES = frozenset(
    {"time", "datetime", "pendulum", "arrow", "django", "pandas", "random", "numpy", "secrets", "uuid", "ulid", "os"}
    | {"getpass", "socket", "platform"}
)
"""The packages that all of this comes from."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What differs from run to run, and what it is called in the code."""

    kind: str
    name: str


def chance_of_name(name: str) -> Chance | None:
    """Return what a name from outside the project is, if its mere value differs: the environment's variables."""
    return Chance(ENVIRONMENT, name) if name in _VARIABLES else None


def chance_of_call(found: Called) -> Chance | None:
    """Return what a call hands back, if that differs from run to run."""
    name = found.name
    if name in _CLOCKS or name in _OTHER_CLOCKS:
        return Chance(CLOCK, name)
    if name in _CLOCKS_UNLESS_GIVEN:
        given = found.arguments.get("", _CLOCKS_UNLESS_GIVEN[name])
        return Chance(CLOCK, name) if given is None else None
    if name in _GENERATORS:
        seeded = bool(found.arguments.positional or found.arguments.named) or isinstance(found.arguments.rest, Unknown)
        return None if seeded else Chance(RANDOM, name)
    if name in _SEEDING:
        return None
    if name.startswith(("random.", "numpy.random.", "secrets.")) or name == "os.urandom":
        return Chance(RANDOM, name)
    if name in _IDENTIFIERS:
        return Chance(IDENTIFIER, name)
    if name in _ENVIRONMENT or any(name.startswith(f"{prefix}.") for prefix in _VARIABLES):
        return Chance(ENVIRONMENT, name)
    return None


def seeds(found: Called) -> bool:
    """Say whether a call makes the random numbers after it the same in every run."""
    given = found.arguments.positional
    return (
        found.name in _SEEDING
        and bool(given)
        and not (isinstance(node := getattr(given[0], "node", None), ast.Constant) and node.value is None)
    )
