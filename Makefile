# make demo   set everything up, convert a trained model, run it under QEMU, print the report, write it as a page
# make check  lint and the fast tier of the tests, with a smoke test of each instruction set and scheme: minutes
# make test   set everything up, run all tests; what each takes goes to build/durations.json
# make durations  all tests one by one, without kept objects: what they take and use, by which the fast tier is chosen
# make grids  all cases of tests of which 'make test' runs a sample: prices of the kernels' grids, mistakes for the proof
# make figures    figures of the sources with their bounds; how many tests each tier has, and what they take
# make written    write what is made from the code anew: pages, man pages, schema, structs, MISRA record, code sizes
# make test-wheel the fast tier with the wheel installed, outside of the checkout
# make bench  our speed and size beside other projects' figures; writes docs/benchmarks.md (needs the shared models)
# make memory arena of the shared models and of MobileNetV2, what less of it costs, stack; writes docs/memory.md (needs the shared models)
# make accuracy  the tables of docs/accuracy.md: every scheme beside float, TFLite and ONNX Runtime (needs ../shared)
# make matrix every target with the shared models; writes docs/targets.md (needs the shared models and all compilers)
# make classic  scikit-learn's models beside emlearn's C; writes docs/classic.md
# make pruning  what pruning costs in points, and what it saves; writes docs/pruning.md (needs dataset-fashion-mnist, the shared models; CIFAR10=FOLDER for its case)
# make fuzz  20 minutes of mutated models through the whole path (MINUTES=5 for less); findings in build/fuzz
# make mutation  mutants of the exact arithmetic, the arena, its proof and the rounding; an unexplained survivor is an error
# make prove  the arithmetic of kws, ad and str_ww, proven; writes the tables of docs/proof.md (needs ../shared)
# make lowest the lowest versions of the dependencies that pyproject.toml declares, in an environment of their own
# make pythons  the other Pythons that pyproject.toml declares, those that the machine has
# make package-tools  the tools of PlatformIO, ESP-IDF, Zephyr and CMSIS packs, by which tests/packages check packages
# make firmware  folders in Zephyr, FreeRTOS and the Pico SDK, from sources fetched by hand: SOURCES=FOLDER, ONLY=rows (docs/firmware.md)
# make man    man pages of all commands, in build/man/man1
# make lock   versions and hashes of what CI and the CI kits install; writes .ci/requirements*.txt
# make docs   the documentation as a site, in site/; a warning is an error
# make lint   ruff, mypy on the package as it installs (what it found stays in build/mypy), clang-format

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
# A process runs all tests of a file, the longest files first (tests/suite/tiers.py).
PARALLEL = -n $(JOBS) --dist loadfile --no-loadscope-reorder
BIN := $(VENV)/bin
C_FILES := $(shell find runtime_c targets/support examples benchmarks/firmware \( -name '*.c' -o -name '*.h' \) -not -path '*/out/*')
# Of a package only a part is imported, and compiled when it is.
PIP_OPTIONS = -q --disable-pip-version-check --no-compile
# Folders that install beside those of edgec, as pyproject.toml says.
ROOMS := converter quantize codegen proof runtime_c targets

# Programs that tests start read compiled Python, and it is not written beside the sources.
export PYTHONDONTWRITEBYTECODE =
export PYTHONPYCACHEPREFIX = $(abspath build/pycache)

.PHONY: check durations grids figures written test-wheel demo lock man test bench memory lint lowest pythons toolchain clean accuracy pruning fuzz matrix prove cmsis-nn docs classic mutation package-tools firmware

demo: toolchain $(VENV)/.installed
	@PATH="$(abspath $(BIN)):$$PATH" sh examples/digits/demo.sh

check: lint
	@$(BIN)/python -m pytest -q $(PARALLEL) --tier fast

test: toolchain $(VENV)/.installed
	@$(BIN)/python -m pytest -q $(PARALLEL) --record-durations=build/durations.json

durations: toolchain $(VENV)/.installed
	@rm -rf build/objects-anew
	@EDGEC_TEST_OBJECTS=$(abspath build/objects-anew) $(BIN)/python -m pytest -q -n 1 --record-durations=tests/suite/durations.json
	@rm -rf build/objects-anew

grids: toolchain $(VENV)/.installed
	@EDGEC_TEST_GRIDS=whole $(BIN)/python -m pytest -q $(PARALLEL) -m grids

figures: $(VENV)/.installed
	@$(BIN)/python -m tests.unit.house.figures
	@$(BIN)/python -m tests.suite.figures

written: toolchain $(VENV)/.installed
	@$(BIN)/python -m tests.written

test-wheel: toolchain $(VENV)/.installed
	@PYTHON=$(abspath $(BIN)/python) JOBS=$(JOBS) .ci/test-wheel

bench: toolchain $(VENV)/.installed
	@$(BIN)/python benchmarks/run.py

memory: toolchain $(VENV)/.installed
	@$(BIN)/python benchmarks/memory.py


fuzz: toolchain $(VENV)/.installed
	@$(BIN)/python -m tests.fuzz.run --minutes $(or $(MINUTES),20) --jobs $(JOBS)

docs: $(VENV)/.installed
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

lint: $(VENV)/.installed
	@$(BIN)/ruff check -q .
	@rm -rf build/typecheck
	@mkdir -p build/typecheck/edgec
	@ln -s $(abspath $(wildcard edgec/*) $(ROOMS)) build/typecheck/edgec
	@cd build/typecheck && MYPYPATH=. $(abspath $(BIN))/mypy --config-file $(abspath pyproject.toml) --cache-dir $(abspath build/mypy) -p edgec
	@if command -v clang-format >/dev/null; then clang-format --dry-run -Werror $(C_FILES); \
	else echo "clang-format is missing: C files are not checked" >&2; fi

mutation: $(VENV)/.installed
	@$(BIN)/python -m tests.mutation.run --jobs $(JOBS)

lowest: toolchain
	@PYTHON="$(PYTHON)" .ci/lowest

pythons: toolchain
	@PYTHON="$(PYTHON)" .ci/pythons

pruning: toolchain $(VENV)/.installed
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[train]' >&2
	@CIFAR10="$(CIFAR10)" $(BIN)/python benchmarks/pruning.py --write docs/pruning.md
	@$(BIN)/python benchmarks/pruning_estimates.py --write docs/pruning.md

man: $(VENV)/.installed
	@$(BIN)/python -m edgec.command_line.man build/man/man1
	@echo "written to build/man/man1" >&2

classic: toolchain $(VENV)/.installed
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[bench]' >&2
	@$(BIN)/python benchmarks/classic.py --write

accuracy: $(VENV)/.installed
	@$(BIN)/python benchmarks/accuracy.py $(MODELS)

build/package-tools/.installed: .ci/requirements-packages.txt
	@$(PYTHON) -m venv build/package-tools
	@build/package-tools/bin/python -m pip install $(PIP_OPTIONS) --require-hashes -r .ci/requirements-packages.txt >&2
	@touch $@

package-tools: build/package-tools/.installed

firmware: toolchain $(VENV)/.installed package-tools
	@test -n "$(SOURCES)" || { echo "name the folder of the fetched sources: make firmware SOURCES=FOLDER" >&2; exit 2; }
	@$(BIN)/python benchmarks/firmware.py "$(SOURCES)" --write $(ONLY:%=--only %)

lock:
	@PYTHON="$(PYTHON)" .ci/lock

toolchain:
	@PYTHON="$(PYTHON)" .ci/toolchain

$(VENV)/.installed: pyproject.toml .ci/requirements.txt .ci/files.txt | toolchain
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install $(PIP_OPTIONS) --require-hashes -r .ci/requirements.txt >&2
	@# packages of which tests read files only: the script of axe-core, schemas of workflows
	@$(BIN)/python -m pip install $(PIP_OPTIONS) --no-deps --require-hashes -r .ci/files.txt >&2
	@$(BIN)/python -m pip install $(PIP_OPTIONS) --no-deps --no-build-isolation -e . >&2
	@touch $@

clean:
	rm -rf build out site $(VENV) edgec.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

cmsis-nn: toolchain $(VENV)/.installed
	@test -n "$(CMSIS_NN_DIR)" || { echo "name the sources of CMSIS-NN: make cmsis-nn CMSIS_NN_DIR=FOLDER" >&2; exit 2; }
	@for folder in $(CMSIS_NN_DIR); do CMSIS_NN_DIR=$$folder $(BIN)/python -m pytest -q tests/cmsis_nn || exit 1; done
	@$(BIN)/python benchmarks/cmsis_nn.py $(CMSIS_NN_DIR) --write
