# The few commands of the project. `make play` and `make test` need nothing but Python 3.11 or later, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# uv downloads several packages at once. It knows no settings of pip, such as another index; where it fails, pip installs.
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
PORT ?= 8000
# Test processes: one more than two processors, since each waits now and then for a server that it starts, or for the disk.
PROCESSES ?= 3
# Folders and files of tests, for `make test` without style and types: those of what you change.
TESTS ?=
MINUTES ?= 60
# What people read is spelled as in America; names in code are as they are.
TEXTS := src/shindig/messages $(wildcard src/shindig/games/*/messages src/shindig/games/*/lesson src/shindig/games/*/rules.md)
TEXTS += docs README.md CHANGELOG.md CONTRIBUTING.md CODE_OF_CONDUCT.md SECURITY.md
IDENTIFIERS := '`[^`]*`|^ *\.?[a-z0-9-]+ =|lab\.analyse|\.centre\b|"centre"'

.PHONY: play test check chromium caches long audit release explore bench bench-room docs clean
.DELETE_ON_ERROR:

play: $(VENV)/run.done
	$(BIN)/shindig serve --port $(PORT) --open

# Processes keep the bytecode of our modules, and so start faster, whatever the shell says.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/test.done
ifeq ($(TESTS),)
	$(MAKE) --jobs 3 chromium check caches
	$(BIN)/python -m pytest --numprocesses $(PROCESSES) --dist worksteal
else
	$(BIN)/python -m pytest $(TESTS)
endif

check: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell src docs scripts README.md CHANGELOG.md CONTRIBUTING.md
	$(BIN)/codespell --builtin en-GB_to_en-US --ignore-regex $(IDENTIFIERS) $(TEXTS)
	$(BIN)/python scripts/missing_messages.py

chromium: $(VENV)/test.done
	scripts/chromium

caches: $(VENV)/test.done
	$(BIN)/python -m tests.kits.suite.shared_caches

long: $(VENV)/test.done $(VENV)/ray.done
	$(BIN)/python -m tests.kits.secrecy.timing_study 20000
	$(BIN)/python -m pytest -m long
	$(BIN)/python -m tests.kits.secrecy.world_pairs 1000000
	$(BIN)/python -m tests.kits.web.malformed_requests 1000000
	SHINDIG_CUTS=10000 $(BIN)/python -m pytest tests/server/fairness/test_searching_house.py
	SHINDIG_FAULTS=100000 $(BIN)/python -m pytest tests/server/cluster/test_faults.py -s
	SHINDIG_NODE_FAULTS=100000 $(BIN)/python -m pytest -m long tests/server/cluster/test_faults.py -k many -s
	$(BIN)/python -m tests.kits.suite.mutation 300
	$(MAKE) audit

# Known vulnerabilities of what a server installs. A package that cannot be looked up is an error too.
audit: $(VENV)/release.done
	$(BIN)/pip-audit --strict --require-hashes --disable-pip --requirement requirements/run.txt

release: $(VENV)/release.done
	$(BIN)/python scripts/release.py

explore: $(VENV)/test.done
	$(BIN)/python -m pytest --explore $(MINUTES)

bench: $(VENV)/bench.done
	$(BIN)/python -m benchmarks

bench-room: $(VENV)/run.done
	$(BIN)/python -m benchmarks.room

docs: $(VENV)/docs.done
	$(BIN)/python -m sphinx -W --keep-going -d build/doctrees docs build/docs

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "shindig needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)

$(BIN)/uv: requirements/uv.txt | $(VENV)/bin/python
	-$(PIP) --only-binary :all: --require-hashes -r $<
	touch $@

# What is locked over the tests' versions comes after them, where both are installed.
$(VENV)/ray.done $(VENV)/release.done: | $(VENV)/test.done

$(VENV)/run.done $(VENV)/test.done $(VENV)/bench.done $(VENV)/docs.done $(VENV)/ray.done $(VENV)/release.done: $(VENV)/%.done: requirements/%.txt requirements/build.txt pyproject.toml | $(BIN)/uv
	$(UV) --require-hashes -r $< -r requirements/build.txt || $(PIP) --require-hashes -r $< -r requirements/build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
