"""Calls the bodies of steps as tasks of Ray (extra `ray`), on this machine or on a cluster."""

import os
import re
import socket
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from types import ModuleType
from typing import Any, Self

from chaindsl.errors import ChainDslError
from chaindsl.runtime.action import Callee
from chaindsl.runtime.parcel import opened, packed, settled
from chaindsl.runtime.tally import Loan

_CONNECTING = 5.0
"""Seconds."""
_PLATFORMS = "Python up to 3.14 on Linux with glibc (x86_64, aarch64), macOS (arm64) and Windows (x86_64)"
_LONGEST = 38
"""Characters of a folder in which a cluster's sockets can still have names: those may have 103 on some systems."""


class EngineError(ChainDslError):
    """An engine can't be used: a package is missing, or its cluster is not to be reached."""


class WorkerLost(RuntimeError):
    """The process that ran a step is gone: killed, out of memory, or its machine is. The step's retries decide."""


class RayEngine:
    """Hands each call of a step's body to Ray as a task; use it as `Environment(engine=RayEngine())`.

    `address` is that of a cluster (`auto`, `HOST:PORT`, `ray://…`); without one a small cluster begins on this machine
    and ends with `close`. `settings` go to `ray.init`. What a model may be asked in a task is reserved before, and what
    was not asked is given back: a call may be refused while others hold what is left of a budget. So are the tokens of
    the answers, where models tell how many they may be (`max_tokens`). Modules that are not installed are sent along,
    by value. Raises EngineError.
    """

    def __init__(self, address: str | None = None, **settings: Any) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray  # noqa: PLC0415 - it takes a second to import, and only whoever asks for it needs it
            from ray import cloudpickle  # noqa: PLC0415
        except ImportError as error:
            message = "the engine needs ray, which is not installed"
            hint = f"pip install 'chaindsl[ray]'; there is one for {_PLATFORMS}"
            raise EngineError("missing-extra", message, "ray", None, hint) from error
        self._ray = ray
        self._pickle: Any = cloudpickle
        self._seen = 0
        self._place: tempfile.TemporaryDirectory[str] | None = None
        self._own = not ray.is_initialized()
        if self._own:
            self._begin(address, settings)
        elif address:
            message = f"Ray is in use by this process already, so {address} can't be used too"
            raise EngineError(
                "unavailable", message, "ray", None, "leave out the address, or call ray.shutdown() before"
            )
        # Whether a lost call is made again is up to the step, which knows whether it has an effect.
        self._task = ray.remote(max_retries=0)(_opened)

    def _begin(self, address: str | None, settings: dict[str, Any]) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "configure_logging": False, "logging_level": "ERROR"}
        try:
            _look_for(address)
            local = {} if address else {"include_dashboard": False, **self._placed()}
            self._ray.init(address=address, **(quiet | local | settings))
        except (ConnectionError, RuntimeError, ValueError, OSError, TimeoutError) as error:
            message = f"Ray can't be reached at {address}: {error}" if address else f"Ray does not start: {error}"
            hint = "is the cluster running, and its address right?" if address else "`ray start --head` tells more"
            raise EngineError("unavailable", message, "ray", None, hint) from error

    def _placed(self) -> dict[str, Any]:
        """Where a cluster of this machine has its files, if its own place would make the names of sockets too long."""
        usual = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir(), "ray")
        if os.name != "posix" or len(str(usual)) <= _LONGEST:
            return {}
        self._place = tempfile.TemporaryDirectory(prefix="chaindsl-ray-", dir="/tmp", ignore_cleanup_errors=True)
        return {"_temp_dir": self._place.name}

    def submit(self, callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> "Future[Any]":
        """Begin a call as a task. Raises NotPortable for what can't be sent."""
        self._send_along()
        data, loan = packed(callee, args, kwargs, self._pickle.dumps)
        return _Call(self._ray, self._task.remote(data), callee.name, loan)

    def close(self) -> None:
        """End the cluster that began here; another one stays. Closing twice is fine."""
        if self._own and self._ray.is_initialized():
            self._ray.shutdown()
        if self._place is not None:
            self._place.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send_along(self) -> None:
        """Have the modules that workers can't import sent by value."""
        if len(sys.modules) == self._seen:
            return
        for module in list(sys.modules.values()):
            if _is_users(module) and module.__name__ not in self._pickle.list_registry_pickle_by_value():
                self._pickle.register_pickle_by_value(module)
        self._seen = len(sys.modules)


def _look_for(address: str | None) -> None:
    """Raise OSError where nothing listens: Ray itself looks for more than a minute, and then ends the process."""
    found = re.fullmatch(r"(?:ray://)?([\w.-]+):(\d{1,5})", address or "")
    if found:
        socket.create_connection((found[1], int(found[2])), _CONNECTING).close()


class _Call(Future[Any]):
    """A task of Ray as a future; cancelling it ends the worker."""

    def __init__(self, ray: Any, task: Any, step: str, loan: Loan | None) -> None:
        super().__init__()
        self._ray = ray
        self._work = task
        self._step = step
        self._loan = loan
        task.future().add_done_callback(self._over)

    def cancel(self) -> bool:
        """End the call. What its models were asked is not known then: all that they might count as asked."""
        if self.done() or not super().cancel():
            return False
        self.set_running_or_notify_cancel()
        self._lost()
        self._ray.cancel(self._work, force=True)
        return True

    def _over(self, done: "Future[bytes]") -> None:
        if self.cancelled() or not self.set_running_or_notify_cancel():
            return
        try:
            data = done.result()
        except Exception as error:  # noqa: BLE001 - whatever Ray says of it, the call is lost
            self._lost()
            lost = WorkerLost(f"the worker that ran {self._step} is gone ({type(error).__name__})")
            lost.__cause__ = error
            self.set_exception(lost)
            return
        try:
            self.set_result(settled(data, self._loan))
        except BaseException as error:  # noqa: BLE001 - it is raised by whoever waits for the outcome
            self.set_exception(error)

    def _lost(self) -> None:
        loan, self._loan = self._loan, None
        if loan is not None:
            loan.lose()


def _opened(data: bytes) -> bytes:
    from ray import cloudpickle  # noqa: PLC0415 - this runs in a worker

    return opened(data, cloudpickle.dumps)


_INSTALLED = tuple(f"{Path(sysconfig.get_path(kind)).resolve()}{os.sep}" for kind in ("stdlib", "purelib", "platlib"))


def _is_users(module: ModuleType) -> bool:
    """Say whether a module is neither installed nor part of this package."""
    name, file = getattr(module, "__name__", None), getattr(module, "__file__", None)
    if not isinstance(name, str) or not isinstance(file, str) or sys.modules.get(name) is not module:
        return False
    if name.partition(".")[0] in ("chaindsl", "analyzer", "__main__"):
        return False
    return not str(Path(file).resolve()).startswith(_INSTALLED)
