"""The most model calls of bodies, one form of code at a time."""

# ruff: noqa: E501 - a body is a line here

import pytest

from tests.analyzer.facts.body.counting import count

BOUNDED: list[tuple[str, int]] = [
    ("def step(q,*,c):\n return c(q)", 1),
    ("def step(q,*,c):\n a=c(q)\n return c(a)", 2),
    ("def step(q,*,c):\n if q: return c(q)\n return c('x')", 1),
    ("def step(q,*,c):\n for i in range(3):\n  c(q)\n return 1", 3),
    ("N=4\ndef step(q,*,c):\n return [c(x) for x in q[:N]]", 4),
    ("def step(capped,*,c):\n return [c(x) for x in capped]", 5),
    ("def step(q,*,c):\n for x in q:\n  if x: return c(x)\n return None", 1),
    ("def step(q,*,c):\n i=0\n while i<3:\n  c(q)\n  i+=1\n return i", 3),
    ("def step(q,*,c):\n i=0\n while True:\n  c(q)\n  i+=1\n  if i>=3: break\n return i", 3),
    ("def step(q,*,c):\n i=0\n while True:\n  if i>=3: break\n  c(q)\n  i+=1\n return i", 3),
    ("def h(p,m): return m(p)\ndef step(q,*,c):\n return h(q,c)+h(q,m=c)", 2),
    ("def step(q,*,c):\n ask=c\n def g(x): return ask(x)\n return g(q)", 1),
    ("from functools import partial\ndef step(q,*,c):\n g=partial(c,'x')\n return g()", 1),
    ("def step(q,*,c):\n try:\n  return c(q)\n except ValueError:\n  return c('again')", 2),
    ("def step(q,*,c):\n return list(map(c,q[:3]))", 3),
    ("from itertools import islice\ndef step(q,*,c):\n return [c(x) for x in islice(q,2)]", 2),
    ("def step(q,*,c):\n return [c(x+y) for x in q[:2] for y in 'abc']", 6),
    ("def step(q,*,c):\n for a,b in zip(q, [1,2]):\n  c(a)", 2),
    ("import asyncio\nasync def step(q,*,c):\n return await asyncio.gather(*[c(x) for x in q[:4]])", 4),
    (
        "from concurrent.futures import ThreadPoolExecutor\ndef step(q,*,c):\n with ThreadPoolExecutor() as p:\n  return list(p.map(c,q[:7]))",
        7,
    ),
    ("def step(q,*,c):\n return c.stream(q)", 1),
    ("def step(q,*,c):\n return c.typed(q, int)", 2),
    ("def step(q,*,c):\n return c.typed(q, int, repairs=0)", 1),
    ("N=3\ndef step(q,*,c):\n return c.typed(q, int, repairs=N)", 4),
    ("def step(q,*,c):\n return [c.typed(x, int, repairs=2) for x in q[:2]]", 6),
    ("from chaindsl.vocabulary.typed import typed\ndef step(q,*,c):\n return typed(c, q, int)", 2),
    ("from chaindsl.vocabulary import typed\ndef step(q,*,c):\n return typed.atyped(c, q, int, repairs=4)", 5),
    ("from chaindsl.vocabulary.typed import typed\ndef step(q,*,c):\n return typed(lambda p: c(p) + c(p), q, int)", 4),
    ("from functools import partial\ndef step(q,*,c):\n g=partial(c.typed, repairs=2)\n return g(q, int)", 3),
    ("import asyncio\nasync def step(q,*,c):\n return await asyncio.to_thread(c.typed, q, int, repairs=2)", 3),
    (
        "def step(q,*,c):\n n=3\n while n:\n  n-=1\n  try:\n   return c(q)\n  except ValueError:\n   continue\n raise ValueError",
        3,
    ),
    (
        "def step(q,*,c):\n for attempt in range(3):\n  try:\n   return c(q)\n  except ValueError:\n   pass\n raise ValueError",
        3,
    ),
    ("def step(q,*,c):\n x = c(q) if q else c('n')\n return x", 1),
    ("def step(q,*,c):\n return c(q) or c('n')", 2),
    ("def step(q,*,c):\n match q:\n  case 1: return c('a')\n  case _: return c('b')", 1),
    ("def step(q,*,c):\n with open(q) as h:\n  return c(h.read())", 1),
    ("def step(q,*,c):\n i = 10\n while i > 0:\n  c(q)\n  i -= 3\n return i", 4),
    ("def step(q,*,c):\n i = 0\n while i <= 2:\n  c(q)\n  i = i + 1\n return i", 3),
    ("def step(q,*,c):\n i = 0\n while i != 2:\n  c(q)\n  i += 1\n return i", 2),
    ("def step(q,*,c):\n i = 0\n items = ['a', 'b']\n while i < len(items):\n  c(items[i])\n  i += 1\n return i", 2),
    ("def step(q,*,c):\n for x in [1, 2, *range(3)]:\n  c(x)\n else:\n  c('end')", 6),
    ("def step(q,*,c):\n for x in range(5):\n  if c(x): break\n else:\n  c('end')", 6),
    ("def step(q,*,c):\n return [c(x) for x in q[2:5]]", 3),
    ("def step(q,*,c):\n return [c(x) for x in q[-2:]]", 2),
    ("def step(q,*,c):\n return {x: c(x) for x in sorted(set(q[:3]))}", 3),
    ("def step(q,*,c):\n for i, x in enumerate(q[:2]):\n  c(x)", 2),
    ("def step(q,*,c):\n for x in [1, 2] + ['a'] * 3:\n  c(x)", 5),
    ("def step(q,*,c):\n for x in [y for y in range(6) if y]:\n  c(x)", 6),
    (
        "import enum\nclass Colour(enum.Enum):\n RED = 1\n BLUE = 2\ndef step(q,*,c):\n return [c(x.name) for x in Colour]",
        2,
    ),
    ("TONES = ('a', 'b')\ndef step(q,*,c):\n return [c(x) for x in TONES]", 2),
    ("def step(q,*,c):\n for i in range(min(len(q), 3)):\n  c(i)", 3),
    ("def step(q,*,c):\n try:\n  c(1)\n finally:\n  c(2)", 2),
    ("def step(q,*,c):\n try:\n  c(1)\n except ValueError:\n  c(2)\n except KeyError:\n  c(3)\n else:\n  c(4)", 2),
    ("def step(q,*,c):\n def inner():\n  return c(q)\n def outer():\n  return inner() + inner()\n return outer()", 2),
    ("def step(q,*,c):\n g = lambda x: c(x)\n return g(1)", 1),
    ("def step(q,*,c):\n return sorted(q[:3], key=lambda x: c(x))", 3),
    ("def step(q,*,c):\n return isinstance(c, object) and c(q)", 1),
    ("def step(q,*,c):\n asks = [c]\n return 1", 0),
    ("def step(q,*,c):\n raise ValueError(c(q))", 1),
    ("def step(q,*,c):\n while True:\n  return c(q)", 1),
    ("import asyncio\nasync def step(q,*,c):\n return await asyncio.to_thread(c, q)", 1),
    ("def twice(m, x):\n for _ in range(2):\n  yield m(x)\ndef step(q,*,c):\n return list(twice(c, q))", 2),
    ("def step(q,*,c,d):\n return c(q) + d(q)", 2),
    ("def step(q,*,c):\n assert c(q), c('why')", 2),
    ("def step(q,*,c):\n x: str = c(q)\n x += c(x)\n del x", 2),
    ("from functools import partial\ndef step(q,*,c):\n return list(map(partial(c), q[:3]))", 3),
    ("from functools import partial\ndef step(q,*,c):\n return list(map(partial(partial(c)), q[:3]))", 3),
    ("def step(q,*,c):\n return list(map(str, q)) + list(map(print, q)) + [c(q)]", 1),
    ("def h(*ms): return ms[0](1)\ndef step(q,*,c):\n return h(c, c)", 1),
    ("def h(**ms): return ms['m'](1)\ndef step(q,*,c):\n return h(m=c, n=q)", 1),
    ("def h(it): return it(1)\ndef step(q,*,c):\n pair = (c, q)\n return h(pair[0])", 1),
    ("def h(it): return it['m'](1)\ndef step(q,*,c):\n return h({'m': c})", 1),
    ("def h(it): return len(it)\ndef step(q,*,c):\n return h([q, 'x']) + len(c(q))", 1),
    ("import functools\n@functools.cache\ndef ask(m): return m(1)\ndef step(q,*,c):\n return ask(c)", 1),
]

UNBOUNDED: list[tuple[str, str, str | None]] = [
    ("def step(q,*,c):\n return [c(x) for x in q]", "nothing caps the list `q`", "q"),
    ("def step(q,*,c):\n for x in q.values():\n  c(x)", "nothing caps the list `q`", "q"),
    ("def step(q,*,c):\n while not c(q): pass", "nothing counts the rounds of this `while`", None),
    (
        "def step(q,*,c):\n i = 0\n while i < 3:\n  c(q)\n  if q: continue\n  i += 1",
        "nothing counts the rounds of this `while`",
        None,
    ),
    ("def step(q,*,c):\n i = 0\n while i < 3:\n  c(q)\n  i -= 1", "nothing counts the rounds of this `while`", None),
    (
        "def step(q,*,c):\n i = 0\n n = 3\n while i < n:\n  c(q)\n  i += 1\n  n += 1",
        "nothing counts the rounds of this `while`",
        None,
    ),
    ("def h(p,m): return h(m(p),m)\ndef step(q,*,c):\n return h(q,c)", "`h` calls itself", None),
    ("def g(m): return h(m)\ndef h(m): return g(m) + m(1)\ndef step(q,*,c):\n return h(c)", "`h` calls itself", None),
    ("import x\ndef step(q,*,c):\n return x.go(q,c)", "the model is handed to code that can't be read: `x.go`", None),
    (
        "import x\ndef step(q,*,c):\n return x.go([lambda p: c(p)])",
        "the model is handed to code that can't be read: `x.go`",
        None,
    ),
    (
        "class Agent:\n def __init__(self, m): self.m = m\ndef step(q,*,c):\n return Agent(c)",
        "the model is handed to a class: `Agent`",
        None,
    ),
    (
        "import tenacity\n@tenacity.retry\ndef ask(m): return m(1)\ndef step(q,*,c):\n return ask(c)",
        "a decorator of `ask` may call it again",
        None,
    ),
    (
        "def step(q,*,c):\n return c.typed(q, int, repairs=q)",
        "it is not known how often `c.typed` asks again",
        None,
    ),
    (
        "import x\ndef step(q,*,c):\n return x.go(c.typed)",
        "the model is handed to code that can't be read: `x.go`",
        None,
    ),
    (
        "import x\ndef step(q,*,c):\n return x.go({'model': c})",
        "the model is handed to code that can't be read: `x.go`",
        None,
    ),
    (
        "import x\ndef step(q,*,c):\n return x.go(*[c])",
        "the model is handed to code that can't be read: `x.go`",
        None,
    ),
    (
        "import x\nfrom functools import partial\ndef step(q,*,c):\n ask = partial(c, q)\n return x.go(ask)",
        "the model is handed to code that can't be read: `x.go`",
        None,
    ),
    ("def step(q,*,c):\n parts = q[0].split()\n return [c(x) for x in parts]", "nothing caps `q[0].split()`", None),
    ("def step(q,*,c):\n return [c(x) for x in range(len(q))]", "nothing caps the list `q`", "q"),
]


@pytest.mark.parametrize(("text", "most"), BOUNDED, ids=[str(index) for index in range(len(BOUNDED))])
def test_bounded(text: str, most: int) -> None:
    found = count(text, caps={"capped": 5})
    assert (found.number, found.reason) == (most, None)


@pytest.mark.parametrize(("text", "reason", "key"), UNBOUNDED, ids=[str(index) for index in range(len(UNBOUNDED))])
def test_unbounded_says_why(text: str, reason: str, key: str | None) -> None:
    found = count(text)
    assert found.number == float("inf")
    assert found.reason is not None
    assert (found.reason.text, found.key) == (reason, key)
    assert found.reason.place is not None
