"""Puts a wheel on the shelf: `python scripts/deploy.py WHEEL SHELF`, with the reason on standard input."""

import shutil
import sys
from pathlib import Path


def main(wheel: Path, shelf: Path) -> None:
    shelf.mkdir(parents=True, exist_ok=True)
    placed = shutil.copy2(wheel, shelf)
    with (shelf / "RELEASES").open("a", encoding="utf-8") as log:
        log.write(f"{wheel.name}: {' '.join(sys.stdin.read().split())}\n")
    print(placed)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
