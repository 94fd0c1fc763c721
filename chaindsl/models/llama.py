"""A program: serves one model over HTTP on the loopback interface until its standard input ends.

`engine` runs it as a process of its own, for llama.cpp prints, may abort, and can't be unloaded while it answers. It
reads one line of JSON (path, name, context, threads, key) and writes one: `address`, or `error`. It imports nothing of
chaindsl.
"""

import fcntl
import json
import os
import sys
from importlib import import_module
from typing import Any


def serving(settings: dict[str, Any]) -> Any:
    """Load the model and listen. Returns the server, which lives until it is dropped."""
    xllamacpp = import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = settings["path"]
    params.model_alias = {settings["name"]}
    params.n_ctx = settings["context"]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings["threads"]
    # One prompt at a time, none remembered, no flash attention: with any of them roundings, and so answers, would hang
    # on what else was asked and on the number of threads.
    params.n_parallel = 1
    params.cache_prompt = False
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.n_gpu_layers = 0
    params.warmup = False
    params.verbosity = -1
    # A port of this machine is open to its other users and to web pages.
    params.api_keys = [settings["key"]]
    params.cors_origins = ""
    params.ui = params.endpoint_slots = False
    return xllamacpp.Server(params)


def main() -> None:
    """Serve, and end at once when the parent has gone."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    settings = json.loads(sys.stdin.readline())
    try:
        server = serving(settings)
    except (ImportError, RuntimeError, ValueError, TypeError, AttributeError) as error:
        answer.write(json.dumps({"error": f"{type(error).__name__}: {error}"}) + "\n")
        answer.flush()
        return
    answer.write(json.dumps({"address": server.listening_address}) + "\n")
    answer.close()
    # The end of the input is a signal, which ends the process even while llama.cpp keeps the interpreter from running.
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
    sys.stdin.read()
    # The server's destructor would wait for answers that nobody reads.
    os._exit(0)


if __name__ == "__main__":
    main()
