"""The spellings of annotations: what both front ends make of each. A table; `test_spellings` runs it.

Files lie in the project, except those below `site/`, which stand for packages that are installed and not part of it.
`relation` says how the two front ends' types stand to each other:

- `equal`: both know it and agree;
- `wildcard`: the source front end doesn't look outside the project, the live one knows;
- `unknown-source`, `unknown-live`: only the other one can know;
- `unknown`: nobody can.

`text` is the canonical type as whoever knows it writes it, `?` for what is unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Relation = Literal["equal", "wildcard", "unknown-source", "unknown-live", "unknown"]

HEAD = "import typing\nfrom typing import *\nfrom chaindsl import Len, Text, chain, step\n"
STEP = """
@step(writes="out")
def use(value: {annotation}) -> str:
    ...

flow = chain("flow", use, inputs={{"value": object}})
"""


@dataclass(frozen=True)
class Spelling:
    """One spelling: the annotation, what stands before it, other files, and what the front ends make of it."""

    name: str
    annotation: str
    text: str
    relation: Relation = "equal"
    before: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    first: str = ""
    module: str = ""
    script: bool = False

    @property
    def source(self) -> str:
        """The text of the module with the step."""
        return self.first + HEAD + self.before + (self.module or STEP).format(annotation=self.annotation)


FUTURE = "from __future__ import annotations\n"
TEXT = "Annotated[str, min_length=1, strip_whitespace=True]"
FACTORY = """
def make({parameters}):
{inner}
    @step(writes="out")
    def use(value: {{annotation}}) -> str:
        ...

    return chain("flow", use, inputs={{{{"value": object}}}})

flow = make({arguments})
"""


def factory(inner: str, parameters: str = "", arguments: str = "") -> str:
    """The text of a module whose step is a closure."""
    body = "".join(f"    {line}\n" for line in inner.splitlines())
    return FACTORY.format(inner=body, parameters=parameters, arguments=arguments)


PLAIN = (
    Spelling("builtin", "str", "str"),
    Spelling("none", "None", "None"),
    Spelling("any", "Any", "Any"),
    Spelling("object", "object", "object"),
    Spelling("list", "list[str]", "list[str]"),
    Spelling("bare list", "list", "list"),
    Spelling("typing list", "List[int]", "list[int]"),
    Spelling("bare typing list", "typing.List", "list"),
    Spelling("dict", "dict[str, list[int]]", "dict[str, list[int]]"),
    Spelling("typing dict", "typing.Dict[str, Any]", "dict[str, Any]"),
    Spelling("variable tuple", "tuple[int, ...]", "tuple[int, ...]"),
    Spelling("empty tuple", "tuple[()]", "tuple[()]"),
    Spelling("typing tuple", "Tuple[int, str]", "tuple[int, str]"),
    Spelling("bare typing tuple", "Tuple", "tuple"),
    Spelling("empty typing tuple", "Tuple[()]", "tuple[()]"),
    Spelling("callable", "Callable[[int, str], bool]", "Callable[[int, str], bool]"),
    Spelling(
        "abc callable",
        "Callable[[int], bool]",
        "Callable[[int], bool]",
        before="from collections.abc import Callable\n",
    ),
    Spelling("any callable", "Callable[..., bool]", "Callable[..., bool]"),
    Spelling("bare callable", "Callable", "Callable"),
    Spelling("class of a class", "type[int]", "type[int]"),
    Spelling("sequence", "Sequence[str]", "Sequence[str]"),
    Spelling("abc mapping", "abc.Mapping[str, int]", "Mapping[str, int]", before="from collections import abc\n"),
    Spelling("standard class", "date", "datetime.date", before="from datetime import date\n"),
    Spelling("standard class by module", "datetime.datetime", "datetime.datetime", before="import datetime\n"),
    Spelling("decimal", "Decimal", "decimal.Decimal", before="from decimal import Decimal\n"),
    Spelling("path", "pathlib.Path", "pathlib.Path", before="import pathlib\n"),
    Spelling("other standard class", "Namespace", "Namespace", "wildcard", before="from argparse import Namespace\n"),
    Spelling("literal string", "LiteralString", "str"),
    Spelling("final", "Final[int]", "int"),
)
UNIONS = (
    Spelling("optional", "Optional[str]", "None | str"),
    Spelling("union with none", "str | None", "None | str"),
    Spelling("none first", "None | str", "None | str"),
    Spelling("union", "Union[int, str, int]", "int | str"),
    Spelling("nested union", "Optional[Union[str, int]]", "None | int | str"),
    Spelling("long union", "bytes | int | str | None", "None | bytes | int | str"),
    Spelling("union of one", "Union[str]", "str"),
)
LITERALS = (
    Spelling("literal", "Literal['b', 'a', 1, True, None]", "Literal[None, True, 1, 'a', 'b']"),
    Spelling("negative literal", "Literal[-1, 0]", "Literal[-1, 0]"),
    Spelling("bytes literal", "Literal[b'x']", "Literal[b'x']"),
    Spelling("literal alias", "Kind", "Literal['a', 'b']", before="Kind = Literal['a', 'b']\n"),
    Spelling("nested literal", "Literal[Kind, 'c']", "Literal['a', 'b', 'c']", before="Kind = Literal['a', 'b']\n"),
    Spelling("literal of a constant", "Literal[FIRST, 'b']", "Literal['a', 'b']", before="FIRST = 'a'\n"),
    Spelling("literal of a tuple", "Literal[KINDS]", "Literal['a', 'b']", before="KINDS = ('a', 'b')\n"),
    Spelling("unpacked literal", "Literal[*KINDS]", "Literal['a', 'b']", before="KINDS = ['a', 'b']\n"),
    Spelling("optional literal", "Literal['a'] | None", "Literal['a'] | None"),
    Spelling(
        "literal of members",
        "Literal[Colour.RED, Colour.BLUE]",
        "Literal[Colour.BLUE, Colour.RED]",
        before="import enum\nclass Colour(enum.Enum):\n    RED = 'r'\n    BLUE = 'b'\n",
    ),
    Spelling(
        "literal of a changed list",
        "Literal[tuple(KINDS)]",
        "Literal['a', 'b']",
        "unknown-source",
        before="KINDS = ['a']\nKINDS.append('b')\n",
    ),
)
ENUMS = (
    Spelling(
        "enum", "Colour", "Colour", before="from enum import Enum\nclass Colour(Enum):\n    RED = 1\n    BLUE = 2\n"
    ),
    Spelling(
        "automatic enum",
        "Colour",
        "Colour",
        before="from enum import Enum, auto\nclass Colour(Enum):\n    RED = auto()\n    BLUE = auto()\n    ROT = RED\n",
    ),
    Spelling(
        "string enum",
        "Colour",
        "Colour",
        before="from enum import StrEnum, auto\nclass Colour(StrEnum):\n    RED = auto()\n    BLUE = 'bleu'\n",
    ),
    Spelling(
        "mixed enum",
        "Colour",
        "Colour",
        before="import enum\nclass Colour(str, enum.Enum):\n    RED = 'r'\n    def show(self) -> str: ...\n",
    ),
    Spelling(
        "number enum",
        "Size",
        "Size",
        before="from enum import IntEnum\nclass Size(IntEnum):\n    SMALL = 10\n    LARGE = 2 * 10\n",
    ),
    Spelling(
        "enum with a base",
        "Colour",
        "Colour",
        before="import enum\nclass Base(enum.Enum):\n    pass\nclass Colour(Base):\n    RED = (1, 2)\n",
    ),
    Spelling("made enum", "Colour", "Colour", before="from enum import Enum\nColour = Enum('Colour', 'RED BLUE')\n"),
    Spelling(
        "enum that computes",
        "Colour",
        "Colour",
        "unknown-source",
        before="from enum import Enum\nclass Colour(Enum):\n    RED = hash('x')\n",
    ),
)
CLASSES = (
    Spelling("class", "Document", "Document", before="class Document:\n    pass\n"),
    Spelling("class in a class", "Outer.Inner", "Outer.Inner", before="class Outer:\n    class Inner: ...\n"),
    Spelling(
        "dataclass",
        "list[Page]",
        "list[Page]",
        before="import dataclasses\n@dataclasses.dataclass\nclass Page:\n    n: int\n",
    ),
    Spelling("typed dict", "Page", "Page", before="class Page(TypedDict):\n    n: int\n"),
    Spelling("named tuple", "Page", "Page", before="class Page(NamedTuple):\n    n: int\n"),
    Spelling(
        "made named tuple", "Page", "Page", before="import collections\nPage = collections.namedtuple('Page', 'n')\n"
    ),
    Spelling("protocol", "Search", "Search", before="class Search(Protocol):\n    def __call__(self) -> str: ...\n"),
    Spelling(
        "generic class",
        "Page[str]",
        "Page[str]",
        before="T = TypeVar('T')\nclass Page(Generic[T]):\n    pass\n",
    ),
    Spelling(
        "generic model",
        "Page[list[str]]",
        "Page[list[str]]",
        before="import pydantic\nT = TypeVar('T')\nclass Page(pydantic.BaseModel, Generic[T]):\n    item: T\n",
    ),
    Spelling(
        "derived from a generic model",
        "list[Sheet]",
        "list[Sheet]",
        before="import pydantic\nT = TypeVar('T')\nclass Page(pydantic.BaseModel, Generic[T]):\n    item: T\n"
        "class Sheet(Page[int]):\n    n: int\n",
    ),
    Spelling("model", "Doc", "Doc", before="import pydantic\nclass Doc(pydantic.BaseModel):\n    n: int\n"),
    Spelling("new type", "UserId", "int", before="UserId = NewType('UserId', int)\n"),
    Spelling("new type of a new type", "B", "list[str]", before="A = NewType('A', list[str])\nB = NewType('B', A)\n"),
    Spelling("type variable", "T", "?", "unknown", before="T = TypeVar('T')\n"),
    Spelling("chaindsl text", "Text", TEXT),
    Spelling("chaindsl text in a list", "list[Text]", f"list[{TEXT}]"),
)
ALIASES = (
    Spelling("alias", "Docs", "list[str]", before="Docs = list[str]\n"),
    Spelling("alias of an alias", "More", "dict[str, list[str]]", before="Docs = list[str]\nMore = dict[str, Docs]\n"),
    Spelling("declared alias", "Docs", "list[str]", before="Docs: TypeAlias = 'list[str]'\n"),
    Spelling("union alias", "Maybe", "None | str", before="Maybe = str | None\n"),
    Spelling("generic alias", "Pair[int]", "tuple[int, int]", before="T = TypeVar('T')\nPair = tuple[T, T]\n"),
    Spelling("bare generic alias", "Pair", "tuple[?, ?]", "unknown", before="T = TypeVar('T')\nPair = tuple[T, T]\n"),
    Spelling("alias through a class", "Names.Docs", "list[str]", before="class Names:\n    Docs = list[str]\n"),
    Spelling("unpacked alias", "B", "list[int]", before="A, B = str, list[int]\n"),
    Spelling("rebound alias", "Docs", "list[int]", before="Docs = list[str]\nDocs = list[int]\n"),
    Spelling(
        "conditional alias",
        "Docs",
        "list[int]",
        "unknown-source",
        before="import os\nif os.sep == '?':\n    Docs = str\nelse:\n    Docs = list[int]\n",
    ),
    Spelling(
        "agreeing alternatives", "Num", "int", before="import os\nif os.sep:\n    Num = int\nelse:\n    Num = int\n"
    ),
    Spelling(
        "static condition",
        "Docs",
        "list[int]",
        before="NEW = True\nif NEW:\n    Docs = list[int]\nelse:\n    Docs = str\n",
    ),
    Spelling(
        "alias in a try",
        "Docs",
        "list[str]",
        before="try:\n    from chaindsl import Values\n    Docs = list[str]\nexcept ImportError:\n    raise\n",
    ),
    Spelling("looked up alias", "TYPES['docs']", "list[str]", before="TYPES = {'docs': list[str]}\n"),
    Spelling("alias from a function", "listed(int)", "list[int]", before="def listed(kind):\n    return list[kind]\n"),
    Spelling(
        "alias from a changed global",
        "Docs",
        "list[int]",
        "unknown-source",
        before="Docs = str\ndef change():\n    global Docs\n    Docs = list[int]\nchange()\n",
    ),
)
ANNOTATED = (
    Spelling("sized", "Annotated[list[str], Len(1, 6)]", "Annotated[list[str], max_length=6, min_length=1]"),
    Spelling("sized by name", "Annotated[list[str], Len(max_length=6)]", "Annotated[list[str], max_length=6]"),
    Spelling("documented", "Annotated[str, 'a question', 3]", "str"),
    Spelling(
        "annotated types",
        "Annotated[int, Gt(0), Le(10)]",
        "Annotated[int, gt=0, le=10]",
        before="from annotated_types import Gt, Le\n",
    ),
    Spelling(
        "interval",
        "Annotated[int, at.Interval(ge=0, lt=9)]",
        "Annotated[int, ge=0, lt=9]",
        before="import annotated_types as at\n",
    ),
    Spelling(
        "field",
        "Annotated[str, Field(min_length=2, pattern='^a', description='x')]",
        "Annotated[str, min_length=2, pattern='^a']",
        before="from pydantic import Field\n",
    ),
    Spelling(
        "string constraints",
        "Annotated[str, StringConstraints(to_lower=True, max_length=9)]",
        "Annotated[str, max_length=9, to_lower=True]",
        before="from pydantic import StringConstraints\n",
    ),
    Spelling(
        "validator",
        "Annotated[int, AfterValidator(abs)]",
        "Annotated[int, validator='after']",
        before="from pydantic import AfterValidator\n",
    ),
    Spelling(
        "annotated alias",
        "Short",
        "Annotated[str, max_length=9]",
        before="from annotated_types import MaxLen\nShort = Annotated[str, MaxLen(9)]\n",
    ),
    Spelling(
        "annotated over an alias",
        "Annotated[Short, Len(2)]",
        "Annotated[str, max_length=9, min_length=2]",
        before="Short = Annotated[str, Len(0, 9)]\n",
    ),
    Spelling(
        "annotated text",
        "Annotated[Text, Len(max_length=5)]",
        "Annotated[str, max_length=5, min_length=1, strip_whitespace=True]",
    ),
    Spelling(
        "constraint by name",
        "Annotated[str, SHORT]",
        "Annotated[str, max_length=9]",
        before="MOST = 10 - 1\nSHORT = Len(max_length=MOST)\n",
    ),
    Spelling(
        "generic annotated alias",
        "Some[list[int]]",
        "Annotated[list[int], min_length=1]",
        before="T = TypeVar('T')\nSome = Annotated[T, Len(1)]\n",
    ),
    Spelling(
        "typing extensions",
        "Annotated[int, Len(1)]",
        "Annotated[int, min_length=1]",
        before="from typing_extensions import Annotated\n",
    ),
    Spelling("unknown metadata", "Annotated[str, Mark()]", "str", "unknown-source", before="class Mark:\n    pass\n"),
    Spelling("optional annotated", "Optional[Annotated[str, Len(1)]]", "Annotated[str, min_length=1] | None"),
)
STRINGS = (
    Spelling("string", "'list[str]'", "list[str]"),
    Spelling("string inside", "list['Document']", "list[Document]", before="class Document: ...\n"),
    Spelling("string of an optional", "Optional['Document']", "Document | None", before="class Document: ...\n"),
    Spelling("forward string", "'Later'", "Later", module=STEP.replace("flow =", "class Later: ...\n\nflow =")),
    Spelling("string that is no type", "'not a type!'", "?", "unknown"),
    Spelling("string of nothing", "'Missing'", "?", "unknown"),
    Spelling("future", "list[str] | None", "None | list[str]", first=FUTURE),
    Spelling(
        "future forward", "Later", "Later", first=FUTURE, module=STEP.replace("flow =", "class Later: ...\n\nflow =")
    ),
    Spelling("future string", "'list[str]'", "list[str]", first=FUTURE),
    Spelling("future of nothing", "Missing", "?", "unknown", first=FUTURE),
    Spelling(
        "type checkers only",
        "Page",
        "Page",
        "unknown-live",
        first=FUTURE,
        before="if TYPE_CHECKING:\n    from pages import Page\n",
        files={"pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "type checkers otherwise",
        "Page",
        "int",
        first=FUTURE,
        before="if TYPE_CHECKING:\n    from pages import Page\nelse:\n    Page = int\n",
        files={"pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "type checkers only, in a string",
        "'list[Page]'",
        "list[Page]",
        "unknown-live",
        before="if typing.TYPE_CHECKING:\n    from pages import Page\n",
        files={"pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "type checkers only, outside",
        "'Page'",
        "?",
        "unknown",
        before="if TYPE_CHECKING:\n    from outer import Page\n",
    ),
)
FACTORIES = (
    Spelling("class of a factory", "Local", "make.<locals>.Local", module=factory("class Local: ...")),
    Spelling("alias of a factory", "Docs", "list[str]", module=factory("Docs = list[str]")),
    Spelling("type given to a factory", "kind", "list[int]", module=factory("pass", "kind", "list[int]")),
    Spelling(
        "literal given to a factory",
        "Literal[kinds]",
        "Literal['a', 'b']",
        module=factory("pass", "*kinds", "'a', 'b'"),
    ),
    Spelling("default of a factory", "kind", "int", module=factory("pass", "kind=int")),
    Spelling(
        "string of a factory's class",
        "'Local'",
        "make.<locals>.Local",
        "unknown-live",
        module=factory("class Local: ..."),
    ),
    Spelling(
        "future of a factory's class",
        "Local",
        "make.<locals>.Local",
        "unknown-live",
        first=FUTURE,
        module=factory("class Local: ..."),
    ),
    Spelling(
        "string with two meanings",
        "'Local'",
        "Local",
        "unknown-source",
        before="class Local: ...\n",
        module=factory("class Local: ..."),
    ),
    Spelling(
        "enum of a factory",
        "Kind",
        "make.<locals>.Kind",
        module=factory("import enum\nclass Kind(enum.Enum):\n    A = 1"),
    ),
)
IMPORTS = (
    Spelling("import", "Page", "Page", before="from pages import Page\n", files={"pages.py": "class Page: ...\n"}),
    Spelling(
        "renamed import", "P", "Page", before="from pages import Page as P\n", files={"pages.py": "class Page: ...\n"}
    ),
    Spelling("module import", "pages.Page", "Page", before="import pages\n", files={"pages.py": "class Page: ...\n"}),
    Spelling(
        "renamed module",
        "p.Page",
        "Page",
        before="import app.pages as p\n",
        files={"app/pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "module of a package",
        "app.pages.Page",
        "Page",
        before="import app.pages\n",
        files={"app/__init__.py": "", "app/pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "module from a package",
        "pages.Page",
        "Page",
        before="from app import pages\n",
        files={"app/__init__.py": "", "app/pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "re-export",
        "Page",
        "Page",
        before="from app import Page\n",
        files={"app/__init__.py": "from .pages import Page\n", "app/pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "re-exported alias",
        "Docs",
        "list[Page]",
        before="from app import Docs\n",
        files={
            "app/__init__.py": "from app.pages import Docs\n",
            "app/pages.py": "class Page: ...\nDocs = list[Page]\n",
        },
    ),
    Spelling(
        "star import", "Page", "Page", before="from pages import *\n", files={"pages.py": "class Page: ...\n_x = 1\n"}
    ),
    Spelling(
        "star import of a list",
        "Page",
        "Page",
        before="from pages import *\n",
        files={"pages.py": "__all__ = ['Page']\nclass Page: ...\nclass Other: ...\n"},
    ),
    Spelling(
        "source folder",
        "Page",
        "Page",
        before="from app.pages import Page\n",
        files={"src/app/__init__.py": "", "src/app/pages.py": "class Page: ...\n"},
    ),
    Spelling(
        "relative import",
        "Page",
        "Page",
        before="from app.flows import Page\n",
        files={
            "app/__init__.py": "",
            "app/flows.py": "from . import pages\nfrom .deep.more import Page\n",
            "app/pages.py": "",
            "app/deep/__init__.py": "",
            "app/deep/more.py": "from ..pages2 import Page\n",
            "app/pages2.py": "class Page: ...\n",
        },
    ),
    Spelling(
        "circular imports",
        "One",
        "One",
        before="from one import One\n",
        files={"one.py": "import two\nclass One: ...\n", "two.py": "import one\nAlso = 'x'\n"},
    ),
    Spelling(
        "outside",
        "Page",
        "Page",
        "wildcard",
        before="from outer import Page\n",
        files={"site/outer/__init__.py": "class Page: ...\n"},
    ),
    Spelling(
        "inside an outside list",
        "list[outer.Page] | None",
        "None | list[Page]",
        "wildcard",
        before="import outer\n",
        files={"site/outer/__init__.py": "class Page: ...\n"},
    ),
    Spelling(
        "alias outside",
        "Words",
        "list[str]",
        "wildcard",
        before="from outer.names import Words\n",
        files={"site/outer/__init__.py": "", "site/outer/names.py": "Words = list[str]\n"},
    ),
    Spelling(
        "outside through the project",
        "Page",
        "Page",
        "wildcard",
        before="from app import Page\n",
        files={"app.py": "from outer import Page\n", "site/outer/__init__.py": "class Page: ...\n"},
    ),
    Spelling(
        "derived from outside",
        "Mine",
        "Mine",
        before="from outer import Page\nclass Mine(Page): ...\n",
        files={"site/outer/__init__.py": "class Page: ...\n"},
    ),
    Spelling(
        "enum derived from outside",
        "Mine",
        "Mine",
        "wildcard",
        before="from outer import Base\nclass Mine(Base):\n    A = 1\n",
        files={"site/outer/__init__.py": "import enum\nclass Base(enum.Enum):\n    pass\n"},
    ),
    Spelling(
        "pydantic type", "PositiveInt", "Annotated[int, gt=0]", "wildcard", before="from pydantic import PositiveInt\n"
    ),
    Spelling(
        "optional dependency",
        "Page",
        "int",
        "unknown-source",
        before="try:\n    from outer import Page\nexcept ImportError:\n    Page = int\n",
    ),
    Spelling("chaindsl renamed", "c.Text", TEXT, before="import chaindsl as c\n"),
    Spelling(
        "chaindsl re-exported",
        "Question",
        TEXT,
        before="from app import Question\n",
        files={"app.py": "from chaindsl import Text as Question\n"},
    ),
    Spelling("script", "Page", "Page", before="class Page: ...\n", script=True),
    Spelling(
        "script's enum",
        "list[Kind]",
        "list[Kind]",
        before="import enum\nclass Kind(enum.Enum):\n    A = 'a'\n",
        script=True,
    ),
)
SPELLINGS = (*PLAIN, *UNIONS, *LITERALS, *ENUMS, *CLASSES, *ALIASES, *ANNOTATED, *STRINGS, *FACTORIES, *IMPORTS)
