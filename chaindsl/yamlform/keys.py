"""The keys of the form: those that are read, and those that have no equivalent here, each with the reason."""

LATER = "it belongs to later versions of the form"

ROOT = ("version", "workflows", "connections", "audit", "discovery", "store", "title", "description")
ROOT_REFUSED = {
    "include": "put the workflows into one file",
    "capabilities": "write the executor where it is used",
    "proxy": "tools that are passed on are no workflow",
    **dict.fromkeys(("skills", "scripts", "lexicon", "repos", "overrides", "flowgate"), LATER),
}

WORKFLOW = (
    "title", "version", "description", "tags", "aliases", "examples", "initialState", "initialContext", "inputSchema",
    "timeoutMs", "onTimeout", "maxChainDepth", "linkFilter", "states",
)  # fmt: skip
WORKFLOW_REFUSED = dict.fromkeys(("blackboard", "skills", "outputs", "lifecycle"), LATER)

STATE = ("description", "goal", "guidance", "terminal", "linkFilter", "transitions")
STATE_REFUSED = {
    "onEnter": "make it a deterministic transition out of this state",
    **dict.fromkeys(("delegate", "while", "max_iterations", "slots", "skills"), LATER),
}

TRANSITION = (
    "title", "description", "target", "actor", "inputSchema", "guards", "executor", "output", "reliability", "branches",
)  # fmt: skip
TRANSITION_REFUSED = {
    "prefill": "whoever decides sees the values; read the key in the work instead",
    "evidence": "nothing reads it, there or here: take it away",
    **dict.fromkeys(
        ("max_fires_per_visit", "lightweight", "purpose", "snippet", "use", "expects_contract_hash", "verb",
         "lifecycle", "skills"),
        LATER,
    ),
}  # fmt: skip

KINDS = ("cli", "noop", "human", "workflow")
KINDS_REFUSED = {
    "rest": "make it a command, or a Python function",
    "mcp": "make it a command, or a Python function",
    **dict.fromkeys(
        ("parallel", "pipeline", "script", "structural_analysis", "dry_run", "ingest", "registry"), LATER
    ),
}  # fmt: skip
EXECUTOR = {
    "cli": ("kind", "command", "connection", "args", "env", "treatNonZeroAsFailure", "idempotencyKey"),
    "noop": ("kind",),
    "human": ("kind", "queue"),
    "workflow": ("kind", "definitionId", "input"),
}
EXECUTOR_REFUSED = {
    "capability": "write the executor where it is used",
    "timeoutMs": "say it in reliability",
    "contract_hash": LATER,
}

ACTORS = ("agent", "human", "system", "deterministic")
RELIABILITY = ("timeoutMs", "retry")
RELIABILITY_REFUSED = {"fallback": "let another transition do what should be done instead"}
RETRY = ("maxAttempts", "backoff", "initialDelayMs", "maxDelayMs", "retryOn")
BACKOFFS = ("none", "fixed", "exponential")
RETRY_ON = ("timeout", "transient_error", "rate_limited", "connection_error", "permanent_error")
FIELDS = {"cli": ("exitCode", "success", "stdout", "stderr", "json")}
OPERATORS = {"set": 1, "add": 2, "subtract": 2, "multiply": 2, "divide": 2, "concat": 2}
"""The operators of output mappings, each with the least number of operands."""
