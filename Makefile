# Everything a newcomer needs: `make kit` prints, `make test` proves.
PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

.PHONY: kit test bench playtest contact-sheets clean

kit: $(VENV)/.kit
	$(BIN)/pnp build --game all

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

bench: $(VENV)/.bench
	$(BIN)/python bench/run.py

playtest: $(VENV)/.playtest
	for game in playtests/*.py; do $(BIN)/python $$game || exit 1; done

contact-sheets: kit $(VENV)/.sheets
	$(BIN)/python tools/contact_sheets.py

$(VENV)/.venv:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	  { echo "pnp needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python lacks its venv module; on Debian and Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.kit: $(VENV)/.venv pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -c "import cairosvg" 2>/dev/null || \
	  { echo "The cairo library is missing; on Debian and Ubuntu: sudo apt-get install libcairo2"; exit 1; }
	@touch $@

$(VENV)/.test: $(VENV)/.kit
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@

$(VENV)/.bench: $(VENV)/.kit
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[bench]"
	@touch $@

$(VENV)/.playtest: $(VENV)/.kit
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[playtest]"
	@touch $@

$(VENV)/.sheets: $(VENV)/.kit
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[sheets]"
	@touch $@

clean:
	rm -rf $(VENV) out
