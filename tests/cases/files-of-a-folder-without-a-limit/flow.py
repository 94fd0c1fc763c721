from pathlib import Path

from chaindsl import Budget, Complete, Text, chain, prompt, step

SUMMARISE = prompt("summarise", version="3", text="Summarise this file:\n\n{text}")


@step(writes="files")
def collect(folder: str) -> list[str]:
    return [str(path) for path in sorted(Path(folder).glob("*.md"))]


@step(writes="summaries", prompt=SUMMARISE, each="files", workers=4)
def summarise(file: str, *, complete: Complete) -> Text:
    return complete(SUMMARISE.format(text=Path(file).read_text(encoding="utf-8")))


overview = chain("overview", collect, summarise, inputs={"folder": str}, budget=Budget(seconds=600))
