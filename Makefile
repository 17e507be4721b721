# Every target installs what it needs into .venv; no target installs anything globally.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SERVES := $(VENV)/.serves
NO_VENV := Python's venv module is missing: install python3-venv (Debian: apt-get install python3-venv)
# Without its caches of compiled modules everything starts slowly.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run check browser proxy test bench campaign docs site dist release-check screenshots clean

setup: $(READY)

$(READY): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "$(NO_VENV)"; exit 1; }
	@echo "Installing Rackcard and its tools into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY) $(SERVES)

# Serving needs a tenth of what developing needs.
run: $(SERVES)
	@$(BIN)/rackcard serve --open

$(SERVES): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "$(NO_VENV)"; exit 1; }
	@echo "Installing Rackcard into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web,print,simulate]'
	@touch $(SERVES)

# Finds or installs a browser; the tests play the pages in it and fail without one.
browser: $(READY)
	@$(BIN)/python -m tests.support.browser

# Finds or installs a reverse proxy; one test plays behind it, and is left out where there is none.
proxy: $(READY)
	@$(BIN)/python -m tests.support.proxy

# The fast lane: format, lint, types, layers, and the unit and rule tests that are not marked slow.
check: $(READY)
	@$(BIN)/ruff format --check --quiet . || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy > $(VENV)/mypy.log 2>&1 & types=$$!; \
	  $(BIN)/lint-imports --no-logo > $(VENV)/layers.log 2>&1 || { cat $(VENV)/layers.log; exit 1; }; \
	  $(BIN)/pytest -n 2 --dist worksteal -p no:schemathesis -m "not slow" tests/test_tidy.py tests/unit tests/rules; result=$$?; \
	  wait $$types || { cat $(VENV)/mypy.log; exit 1; }; exit $$result

# The whole gate: also servers, databases, kills, the notebook and the browser. Three workers on two cores: one of
# them often waits for a browser or a server. Types are checked beside them.
test: $(READY) browser proxy
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo
	@$(BIN)/mypy > $(VENV)/mypy.log 2>&1 & types=$$!; \
	  $(BIN)/pytest -n 3 --dist worksteal; result=$$?; \
	  wait $$types || { cat $(VENV)/mypy.log; exit 1; }; exit $$result

# Measures speed and writes docs/bench.md.
bench: $(READY)
	$(BIN)/python -m bench

# Runs every promise at its required count and writes docs/campaign.md; takes hours. A run that was cut off goes on with
# LEFT=1, which leaves out the parts that have passed whole on the present code.
campaign: $(READY) browser proxy
	$(BIN)/python -m tools.campaign $(if $(LEFT),--left)

# Writes the generated pages and schemas of docs/ from the program and the tests.
docs: $(READY)
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.traceability

# Writes docs/images/*.png, and every view at four sizes, light and dark, to build/screenshots.
screenshots: $(READY) browser
	$(BIN)/python -m tools.screenshots

# Builds the documentation site, which the server shows at /help.
site: $(READY)
	$(BIN)/python hatch_build.py

# Builds the sdist and the wheel.
dist: $(READY)
	rm -rf dist
	$(BIN)/python -m hatchling build

# Builds the release and tries it as a stranger would, on every Python here, with the lowest versions and each extra; takes minutes.
release-check: $(READY)
	$(BIN)/python -m tools.release

clean:
	rm -rf $(VENV)
