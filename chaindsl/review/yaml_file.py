"""Which files are YAML, and their place among the files of a check. Loads nothing: every check passes through here."""

import os

from analyzer.files import Listing
from analyzer.mention import Mentions, look

ENDINGS = (".yaml", ".yml")


def is_yaml(file: str) -> bool:
    """Say whether a file is one of YAML, by its name."""
    return file.endswith(ENDINGS)


def with_yaml_files(listing: Listing, seen: Mentions) -> Mentions:
    """Return what was read of files, with those of YAML, which only their names give away. Walks pass over them."""
    known = {source.path for source, _ in seen.files}
    added = [source for source in listing.sources if is_yaml(source.path) and source.path not in known]
    for source in added:
        try:
            seen.files.append((source, look(source.path, source.settings.max_file_size).data))
        except OSError:
            continue  # `seen` has it among those that were skipped
    if added:
        # Loading pathlib takes a sixth of the time that loading click takes.
        seen.files.sort(key=lambda one: one[0].path.split(os.sep))  # noqa: PTH206
    return seen
