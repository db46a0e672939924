# The few commands of the project. `make play` and `make test` need nothing but Python 3.11 or later, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

.PHONY: play test check bench bench-room clean
.DELETE_ON_ERROR:

play: $(VENV)/run.done
	$(BIN)/shindig serve --port $(PORT) --open

test: $(VENV)/test.done
	scripts/chromium
	$(MAKE) check
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

check: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/bench.done
	$(BIN)/python -m benchmarks

bench-room: $(VENV)/run.done
	$(BIN)/python -m benchmarks.room

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "shindig needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.done $(VENV)/test.done $(VENV)/bench.done: $(VENV)/%.done: requirements/%.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
