# Every target sets up what it needs, in its own .venv; nothing is installed globally.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup run check browser test bench campaign docs screenshots clean

setup: $(READY)

$(READY): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { \
	  echo "Python's venv module is missing: install python3-venv (Debian: apt-get install python3-venv)"; exit 1; }
	@echo "Installing Rackcard and its tools into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

run: $(READY)
	@$(BIN)/rackcard serve --open

# Finds a browser or installs one; the tests play the pages in it and fail without one.
browser: $(READY)
	@$(BIN)/python -m tests.support.browser

# The fast lane, for every save: format, lint, types, layers, unit and rule tests without the slow ones.
check: $(READY)
	@$(BIN)/ruff format --check --quiet . || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy > $(VENV)/mypy.log 2>&1 & types=$$!; \
	  $(BIN)/lint-imports --no-logo > $(VENV)/layers.log 2>&1 || { cat $(VENV)/layers.log; exit 1; }; \
	  $(BIN)/pytest -n 2 -m "not slow" tests/test_tidy.py tests/unit tests/rules; result=$$?; \
	  wait $$types || { cat $(VENV)/mypy.log; exit 1; }; exit $$result

test: $(READY) browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -n 2

bench: $(READY)
	$(BIN)/python -m bench

campaign: $(READY)
	$(BIN)/python -m tools.campaign

docs: $(READY)
	$(BIN)/python -m tools.reference

screenshots: $(READY) browser
	$(BIN)/python -m tools.screenshots

clean:
	rm -rf $(VENV)
