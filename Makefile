# Every target sets up what it needs, in its own .venv; nothing is installed globally.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup run browser test bench campaign docs screenshots clean

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
	@$(BIN)/python -m tests.browser

test: $(READY) browser
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -n 2

bench: $(READY)
	$(BIN)/python -m bench

campaign: $(READY)
	$(BIN)/python -m tests.campaign

docs: $(READY)
	$(BIN)/python -m tests.reference

screenshots: $(READY) browser
	$(BIN)/python -m tests.screenshots

clean:
	rm -rf $(VENV)
