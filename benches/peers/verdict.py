"""Says what a system makes of a mistake, inside its own environment: `python -m benches.peers.verdict SYSTEM DEFECT`.

The first line is what building says before anything runs, the second what a run comes to; a run that never ends leaves
only the first. It knows the standard library and the one module of mistakes it is told.
"""

import importlib
import sys
import warnings


def main() -> None:
    system, defect = sys.argv[1:]
    module = importlib.import_module(f"benches.peers.defects.{system}")
    build = getattr(module, defect, None)
    if build is None:
        print("n/a")
        return
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            run = build()
        except Exception as error:  # noqa: BLE001 - which error a system raises is what is asked
            print(f"yes {type(error).__name__}: {' '.join(str(error).split())}"[:300])
            return
    notes = [str(one.message) for one in said if not issubclass(one.category, DeprecationWarning)]
    print(f"yes {said[0].category.__name__}: {notes[0]}"[:300] if notes else "silent", flush=True)
    try:
        run()
    except Exception as error:  # noqa: BLE001 - which error a system raises is what is asked
        print(f"{type(error).__name__}: {' '.join(str(error).split())}"[:300])
    else:
        print("ends")


if __name__ == "__main__":
    main()
