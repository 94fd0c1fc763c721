# What a newcomer needs: `make demo` and `make test`. Both make .venv first; a second call skips what is done.
# PYTHON names the interpreter that .venv is made from.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
BENCHES = $(filter-out benches/__init__.py,$(wildcard benches/*.py))

# The demo's release flow calls ruff, pytest and build by name.
export PATH := $(abspath $(BIN)):$(PATH)

.DELETE_ON_ERROR:
.PHONY: demo test lint coverage mutants bench docs peers soak golden stranger lowest audit clean

demo: $(VENV)/.demo
	mkdir -p build
	$(BIN)/chaindsl check examples
	$(BIN)/chaindsl draw examples/release.py:release -o build/release.svg
	$(BIN)/chaindsl draw examples/qa.py:qa -o build/qa.svg
	$(BIN)/chaindsl run examples/release.py:release
	@echo 'A small model answers the next flow. It is often wrong; then validators reject what it says.'
	@status=0; $(BIN)/chaindsl run examples/qa.py:qa --model local 'question=how hot is venus' || status=$$?; \
	if [ $$status -eq 1 ]; then echo 'The model gave no valid answer: the trace above says where. That is an honest failure, not a broken demo.'; \
	elif [ $$status -ne 0 ]; then exit $$status; fi
	@echo 'Pictures: build/release.svg, build/qa.svg'

test: lint
	$(BIN)/pytest -n 2 --dist loadgroup

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Branches that the tests take, and the files of those that they don't. It fails below 95 %.
coverage: $(VENV)/.dev
	rm -rf build/coverage
	$(PIP) 'coverage>=7.10,<8'
	CI=true $(BIN)/coverage run -m pytest -n 2 --dist loadgroup --timeout 1200
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage json --quiet -o build/coverage/coverage.json
	$(BIN)/python -m tests.branches build/coverage/coverage.json 95

# Hours for many of them: COUNT says how many.
mutants: $(VENV)/.dev
	$(PIP) 'mutmut>=3.8,<4'
	$(BIN)/python -m tests.mutants $(COUNT)

bench: $(VENV)/.dev
	@set -e; for bench in $(BENCHES); do \
	  module=$$(echo "$${bench%.py}" | tr / .); echo "== $$module"; $(BIN)/python -m "$$module"; \
	done

# The pages as a site: build/docs/index.html. `python -m zensical serve` shows them while they are written.
docs: $(VENV)/.dev
	$(BIN)/python -m zensical build --strict --clean

# Installs other systems under build/peers and measures them beside ours; writes docs/explanation/peers.md.
peers: $(VENV)/.dev
	$(BIN)/python -m benches.peers

# Kills processes at random for as long as it takes; the tests kill two hundred.
soak: $(VENV)/.dev
	$(BIN)/python -m tests.runtime.soak 2000
	$(BIN)/python -m tests.store.soak 1000
	$(BIN)/python -m tests.cli.soak 10000 10

# Accepts what the tests now print as tests/golden and docs; read the diff before you commit it.
golden: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist loadgroup --accept-golden
	git status --short tests/golden docs

# The wheel in clean environments: every Python that this machine has, every extra. The tests try one Python and the core.
stranger: $(VENV)/.dev
	CHAINDSL_STRANGER=all $(BIN)/pytest tests/stranger

# The wheel beside the lowest versions that pyproject.toml allows the core.
lowest: $(VENV)/.dev
	$(PIP) uv
	CHAINDSL_STRANGER=lowest $(BIN)/pytest tests/stranger

# What is known against the packages that the core and its extras bring. It asks a service over the network, and fails
# where that has nothing to say about a package.
audit: $(VENV)/.dev
	mkdir -p build
	$(BIN)/python -m tests.stranger.requirements anthropic http local otel postgres serve yaml > build/requirements.txt
	$(PYTHON) -m venv build/audit
	build/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	build/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement build/requirements.txt

clean:
	rm -rf build dist .cache .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'chaindsl needs Python 3.11 or newer: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[local,demo]'
	touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev,local]'
	touch $@
