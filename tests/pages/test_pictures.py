"""On the site stands a picture where a page has Mermaid, and nothing is lost around it."""

import re
from base64 import b64decode

import pytest

from tests.pages.pictures import with_pictures

PAGE = """\
# One

<!-- file: one.py -->
```python
from chaindsl import Text, chain, step


@step(writes="loud")
def shout(word: Text) -> Text:
    return word.upper()


shouting = chain("shouting", shout, inputs={"word": Text})
```

<!-- output: chaindsl draw one.py -o - --format mmd -->
```mermaid
flowchart TB
```

Behind it.
"""


def test_a_drawing_becomes_a_picture_of_the_flow_of_the_page() -> None:
    before, found, after = re.split(
        r'<img alt="What chaindsl draw one.py draws" src="data:[^,]*,([^"]*)">', with_pictures(PAGE)
    )
    assert before == PAGE.partition("<!-- output")[0]
    assert after == "\n\nBehind it.\n"
    assert ">shout</text>" in b64decode(found).decode()


def test_what_can_not_be_drawn_ends_the_build() -> None:
    with pytest.raises(RuntimeError, match=r"^chaindsl draw two.py: error: no-such-file: "):
        with_pictures(PAGE.replace("draw one.py", "draw two.py"))
