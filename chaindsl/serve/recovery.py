"""Takes up the runs that another server left behind, while this one already answers."""

import logging
import threading

from chaindsl.errors import ChainDslError
from chaindsl.serve.flows import Catalogue, Served

log = logging.getLogger(__name__)


def take_up(catalogue: Catalogue) -> None:
    """Go on with the runs whose process has gone, those of each flow in a thread of their own."""
    for served in catalogue.all():
        threading.Thread(target=_recover, args=(served,), name="chaindsl-recovery", daemon=True).start()


def _recover(served: Served) -> None:
    try:
        resumed = served.session.recover()
    except ChainDslError as error:
        log.warning("%s: runs that were left behind are not taken up: %s", served.flow.name, error)
        return
    if resumed:
        log.warning("%s: left behind and taken up: %d run%s", served.flow.name, resumed, "s" * (resumed != 1))
