"""Other systems beside chaindsl, measured and asked: `python -m benches.peers` installs, measures and writes the page.

`python -m benches.peers mistakes` only asks about the mistakes, `python -m benches.peers page` only writes the page
again from what was found last (build/peers/found.json). What does not install is left out, with the reason on the page.
"""

import datetime
import json
import sys
from typing import Any

from benches.peers.environment import FOLDER, OURS, PEERS, ROOT, prepare
from benches.peers.mistakes import linted, mistakes
from benches.peers.numbers import numbers
from benches.peers.page import mistakes as mistakes_table
from benches.peers.page import page
from benches.peers.picture import picture

FOUND = FOLDER / "found.json"
PAGE = ROOT / "docs" / "explanation" / "peers.md"
PICTURE = PAGE.with_suffix(".svg")


def gathered(*, measure: bool) -> dict[str, Any]:
    """Return what this run finds, above what the last one found."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    skipped = {peer.name: why for peer in PEERS if (why := prepare(peer))}
    there = [OURS, *(peer for peer in PEERS if peer.name not in skipped)]
    found: dict[str, Any] = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.is_file() else {}
    found |= {"mistakes": mistakes(there), "linters": linted(there), "skipped": skipped}
    found["versions"] = ", ".join(f"{peer.name} {peer.version}" for peer in there)
    found["python"] = sys.version.partition(" ")[0]
    found["date"] = datetime.datetime.now(datetime.UTC).date().isoformat()
    if measure:
        found |= numbers(there)
    FOUND.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return found


def main() -> None:
    asked = sys.argv[1:]
    found = json.loads(FOUND.read_text(encoding="utf-8")) if asked == ["page"] else gathered(measure=not asked)
    if asked == ["mistakes"]:
        print(mistakes_table(found))
        return
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(found), encoding="utf-8")
    PICTURE.write_text(picture(found), encoding="utf-8")
    print(page(found))


if __name__ == "__main__":
    main()
