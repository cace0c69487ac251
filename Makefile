# Everything a person runs. `make` alone lists it.

CARGO ?= cargo
SECONDS_OF_FUZZING ?= 5
RECORDS ?= 1500
PROOFS ?= 4
# The program that tests and demos run, and the one that is shipped and measured.
TESTED = target/debug/croupier
SHIPPED = target/release/croupier
# The largest size of the shipped program, in bytes.
SHIPPED_MAX = 42000000

# The benchmarks bring their peers along, which nothing else needs; `make bench` builds and lints them.
PRODUCT = --workspace --exclude croupier-bench
# The programs that test. Examples are not among them; `make lint` builds those.
TESTS = $(PRODUCT) --tests

.DEFAULT_GOAL := help
.PHONY: help
help:  ## List the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

.PHONY: setup
setup:  ## Install what is missing on a Debian machine with Rust and Node.js
	@scripts/setup

.PHONY: run
run: setup web  ## Build, and open two demo houses on http://localhost:8080
	$(CARGO) build --bin croupier
	$(TESTED) serve --demo --log none

.PHONY: release
release: setup web  ## Build the program that is shipped: optimised as a whole, stripped
	$(CARGO) build --release --bin croupier
	@size=$$(stat -c %s $(SHIPPED)); echo "$(SHIPPED): $$size bytes"; \
	if [ $$size -gt $(SHIPPED_MAX) ]; then echo "more than $(SHIPPED_MAX) bytes" >&2; exit 1; fi

# ---- the pages

.PHONY: web
web: web/dist/index.html  ## Build the pages that the program embeds

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json web/openapi.json $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
	cd web && npm run --silent build -- --logLevel warn

.PHONY: web-check
web-check: web  ## Lint, type-check and unit-test the pages
	cd web && npm run --silent lint && npm run --silent check && npm run --silent unit

# The program that the tests have built, unless CROUPIER names another.
BROWSER = cd web && CROUPIER=$${CROUPIER:-../$(TESTED)} npm run --silent browser --

.PHONY: web-browser
web-browser: web  ## Play every table in Chromium against a demo house
	$(BROWSER) --exclude tests/speed.test.ts

.PHONY: web-desks
web-desks: web  ## Run the desks of the staff and the regulator in Chromium: twelve games, an evening, each role
	$(BROWSER) $(addprefix tests/,$(addsuffix .test.ts,deal deal-games readers setup evening floor cage manager roster editions papers regulator regulator-books roles surveillance))

.PHONY: web-play
web-play: web
	$(BROWSER) tests/four-actions.test.ts tests/games.test.ts tests/together.test.ts tests/trouble.test.ts

.PHONY: web-speed
web-speed: web  ## Measure the pages in Chromium
	$(BROWSER) tests/speed.test.ts

# ---- the tests

# The compiler that lints builds what the tests run: one build instead of two.
.PHONY: test
test proof proof-table: export RUSTC_WORKSPACE_WRAPPER = clippy-driver
test proof proof-table: export CLIPPY_ARGS = -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
# Line tables for backtraces would be linked into more than a hundred test programs; a panic names its line without them.
test proof proof-table: export CARGO_PROFILE_DEV_DEBUG = 0
# A build from nothing is faster without what the next build could take up.
test proof proof-table: export CARGO_INCREMENTAL = 0
test: setup format built  ## Everything that must pass: format, lints, tests, laws, oracle, pages
	scripts/in-memory $(MAKE) --no-print-directory -j2 product beside
	$(MAKE) --no-print-directory web-speed
	@echo "all checks passed"

# The pages' packages are downloaded, and the pages checked, while the tests are built.
.PHONY: built
built:
	$(MAKE) --no-print-directory -j2 web-check tests

.PHONY: tests
tests:
	$(CARGO) test $(TESTS) --quiet --no-run

# The test programs keep every core busy until the last of them. Beside them run the browser tests, which wait for the
# tables most of the time, and the oracle, which uses one core. Measurements run alone.
# The longer browser suites (keyboard, phone, axe) are in `make web-browser`.
.PHONY: product
product:
	$(MAKE) --no-print-directory -j1 unit laws

.PHONY: beside
beside:
	$(MAKE) --no-print-directory -j1 web-play oracle

.PHONY: format
format:
	$(CARGO) fmt --all --check

.PHONY: lint
lint: format  ## Lint without running anything
	$(CARGO) clippy $(PRODUCT) --all-targets --quiet -- -D warnings

.PHONY: unit
unit:
	scripts/tests $(TESTS)
	$(CARGO) test $(PRODUCT) --quiet --doc

.PHONY: laws
laws:  ## Break every provision once and see its law test fail
	CROUPIER_MUTANTS=1 $(CARGO) test --quiet $(PRODUCT) --test laws

.PHONY: oracle
oracle:  ## Check random records, prices and proofs against the Python implementation
	$(CARGO) test --quiet $(TESTS) --no-run
	python3 -m unittest discover --quiet -s oracle
	python3 oracle/census.py
	python3 oracle/odds.py --binary $(TESTED)
	python3 oracle/risk.py --binary $(TESTED)
	python3 oracle/compare.py --binary $(TESTED) --count $(RECORDS) --seed 1 --require-coverage --quiet
	python3 oracle/fair_vectors.py
	python3 oracle/compare_proofs.py --binary $(TESTED) --count $(PROOFS)

# ---- the Python package

.PHONY: python
python: setup  ## Build the Python package, install its wheel into a virtual environment, and run its tests
	scripts/python

.PHONY: python-lint
python-lint:  ## Lint the native part of the Python package, which is a workspace of its own
	$(CARGO) clippy --manifest-path python/Cargo.toml --locked --all-targets --quiet -- -D warnings

.PHONY: python-bench
python-bench:  ## Measure environments stepped in batches against those of Gymnasium and EnvPool
	scripts/python wheel
	scripts/python-bench

# ---- the npm package and the playground

.PHONY: playground
playground: setup web/node_modules/.package-lock.json  ## Compile the rules to WebAssembly: the npm package in target/npm, the playground in target/playground
	scripts/playground

.PHONY: playground-test
playground-test: playground  ## Judge every golden record in the playground and by the program, and try the page and the package
	$(CARGO) build --quiet --bin croupier
	cd web && npm run --silent playground-check
	cd web && CROUPIER=$${CROUPIER:-../$(TESTED)} npm run --silent playground-test

# ---- what operations people install

# The program that is packaged. Tests of the package can take one that is built already.
DEB_PROGRAM ?= $(SHIPPED)

.PHONY: deb
deb: $(if $(filter $(SHIPPED),$(DEB_PROGRAM)),release)  ## Make the Debian package, in target/deb
	scripts/deb $(DEB_PROGRAM)

.PHONY: deb-test
deb-test: deb  ## Install, run, upgrade and purge the package in a fresh Debian system with systemd (as root)
	scripts/deb-test target/deb/croupier_*.deb

.PHONY: image
image: deb  ## Make the OCI image of the package with mmdebstrap and buildah, in target/image
	scripts/image target/deb/croupier_*.deb

.PHONY: ops-check
ops-check:  ## Check units, alarms and scrape configuration with the tools of systemd and Prometheus
	scripts/ops-check

# ---- the longer checks

.PHONY: docs
docs:  ## Build the documentation of the crates, with every link checked
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(PRODUCT) --no-deps --quiet

.PHONY: deny
deny:  ## Check licences, duplicate versions and sources of the dependencies
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked --quiet cargo-deny
	$(CARGO) deny --offline check licenses bans sources

.PHONY: advisories
advisories:  ## Compare the dependencies with the published advisories, which are downloaded
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked --quiet cargo-deny
	$(CARGO) deny check advisories

# The crates that others can depend on.
LIBRARIES = kit rules maths sim fair

.PHONY: packages
packages:  ## Make the packages of the libraries that others can depend on, in target/package
	$(CARGO) package --locked --quiet --no-verify $(addprefix --package croupier-,$(LIBRARIES))

.PHONY: api
api:  ## Compare what the libraries offer with the lists in docs/api
	scripts/api

.PHONY: api-list
api-list:  ## Write the lists in docs/api
	scripts/api write

.PHONY: sbom
sbom:  ## List what the program and the pages are made of, as CycloneDX, in target/sbom
	scripts/sbom

.PHONY: reproducible
reproducible:  ## Build the shipped program twice, in different folders, and compare the bytes
	scripts/reproducible

# What is tried for the table of docs/proof.md: how long, and how often.
PROOF_MINUTES ?= 10
PROOF_KILLS ?= 100
PROOF_MESSAGES ?= 1000000
PROOF_TEST = scripts/tests $(TESTS) --one

.PHONY: proof
# The programs of `make test`: what they find does not depend on the speed.
proof: export CROUPIER_PROOF = $(CURDIR)/target/proof
proof: web  ## Try everything in docs/proof.md, and write its table: several hours
	rm -rf target/proof
	CROUPIER_ONE_WAY_MINUTES=$(PROOF_MINUTES) $(PROOF_TEST) house/one_way
	CROUPIER_FAILURES_MINUTES=$(PROOF_MINUTES) $(PROOF_TEST) house/failures
	CROUPIER_NODES_SEEDS=50 $(PROOF_TEST) nodes/suite
	CROUPIER_KILLS=$(PROOF_KILLS) $(PROOF_TEST) cli/one_server --test-threads 1
	CROUPIER_HIDDEN_MESSAGES=$(PROOF_MESSAGES) $(PROOF_TEST) server/suite hidden::
	CROUPIER_HOSTILE_SECONDS=$$(( $(PROOF_MINUTES) * 60 )) $(PROOF_TEST) cli/hostile
	CROUPIER_LAB=whole $(PROOF_TEST) lab/suite whole::
	$(MAKE) --no-print-directory proof-table

.PHONY: proof-table
proof-table:  ## Write the table of docs/proof.md from what was tried last
	CROUPIER_WRITE_PROOF=$(CURDIR)/target/proof $(PROOF_TEST) proof/document

.PHONY: dieharder
dieharder:  ## Test the outcomes of all generators as streams of bits, with dieharder
	$(CARGO) build --release --quiet -p croupier-conformance --example mapped
	scripts/dieharder target/release/examples/mapped

.PHONY: fuzz
fuzz:  ## Fuzz the parsers and the tables for a short while
	scripts/fuzz $(SECONDS_OF_FUZZING)

.PHONY: fuzz-api
fuzz-api:  ## Send random requests, made by schemathesis from the OpenAPI document, to a demo house
	$(CARGO) build --quiet --bin croupier
	scripts/fuzz-api 30 $(TESTED)

.PHONY: reference
reference:  ## Write docs/reference.md, docs/configuration.md, and the tables of docs/notation.md, docs/exports.md, docs/evidence.md and docs/security.md from what the code declares
	CROUPIER_WRITE_REFERENCE=1 $(CARGO) test --quiet -p croupier-rules --test suite reference::
	CROUPIER_WRITE_CONFIGURATION=1 $(CARGO) test --quiet -p croupier-cli --bin croupier configuration::
	CROUPIER_WRITE_EXPORTS=1 $(CARGO) test --quiet -p croupier-export --test suite documented::
	CROUPIER_WRITE_EVIDENCE=1 $(CARGO) test --quiet -p croupier-evidence --test suite document::
	CROUPIER_WRITE_SECURITY=1 $(CARGO) test --quiet -p croupier-server --test suite matrix::

.PHONY: published
published:  ## Write the published edges of docs/prices.md from the program
	CROUPIER_WRITE_PRICES=1 $(CARGO) test --quiet -p croupier-maths --test suite published::

# What each benchmark leaves for the table.
BENCH_ROWS = $${CARGO_TARGET_DIR:-target}/bench-rows

.PHONY: bench
# The benchmark `nodes` runs the program that is shipped.
bench: setup release  ## Measure
	$(CARGO) clippy --package croupier-bench --all-targets --quiet -- -D warnings
	rm -rf $(BENCH_ROWS)
	$(CARGO) bench --workspace --no-fail-fast; measured=$$?; \
	$(CARGO) run --quiet --profile bench -p croupier-bench --bin table && exit $$measured

# The table of what the last `make bench` measured.
.PHONY: bench-table
bench-table:
	$(CARGO) run --quiet --profile bench -p croupier-bench --bin table

.PHONY: soak
soak: setup lint docs deny packages api sbom python-lint python playground-test web-browser release ops-check deb-test  ## The long checks: all lints, documentation, dependencies, browsers, ten million simulated rounds a game, 20,000 records, an hour of random commands to a house, ten minutes of houses on failing nodes, a thousand kills and power cuts, every planted fault, fuzzing, the package
	$(CARGO) test --release --quiet -p croupier-sim --test suite -- best:: known:: kernels::
	python3 oracle/compare.py --binary $(SHIPPED) --count 20000 --seed 2 --require-coverage --quiet
	python3 oracle/odds.py --binary $(SHIPPED) --long
	python3 oracle/compare_proofs.py --binary $(SHIPPED) --count 40 --seed 2
	CROUPIER_EVERY_CENSUS=1 $(CARGO) test --release --quiet -p croupier-conformance --test suite census::
	CROUPIER_EVERY_KEY=1 $(CARGO) test --release --quiet -p croupier-rules --test suite schema::
	CROUPIER_INSURED_ROUNDS=100000 $(CARGO) test --release --quiet -p croupier-house --test suite -- insured
	CROUPIER_ONE_WAY_MINUTES=60 $(CARGO) test --release --quiet -p croupier-house --test one_way -- --nocapture
	CROUPIER_FAILURES_MINUTES=10 $(CARGO) test --release --quiet -p croupier-house --test failures -- --nocapture houses_keep
	CROUPIER_NODES_SEEDS=250 $(CARGO) test --quiet -p croupier-nodes --test suite faults::
	CROUPIER_KILLS=1000 $(CARGO) test --release --quiet -p croupier-cli --test one_server -- --nocapture --test-threads 1
	CROUPIER_EVENING_MINUTES=10 $(CARGO) test --release --quiet -p croupier-cli --test nodes -- --nocapture
	CROUPIER_HIDDEN_MESSAGES=1000000 $(CARGO) test --release --quiet -p croupier-server --test suite hidden:: -- --nocapture
	CROUPIER_OUTCOME_ROUNDS=200000 $(CARGO) test --release --quiet -p croupier-conformance --test suite outcomes:: -- --nocapture
	$(MAKE) --no-print-directory dieharder
	$(MAKE) --no-print-directory proof
	scripts/fuzz 200
	scripts/fuzz-api 100 $(SHIPPED)
	scripts/api-clients $(SHIPPED)
	scripts/export-readers $(SHIPPED)
	CROUPIER_HOSTILE_SECONDS=600 CROUPIER_HOSTILE_P99_MS=50 $(CARGO) test --release -p croupier-cli --test hostile -- --nocapture

.PHONY: clean
clean:  ## Remove what was built
	$(CARGO) clean
	rm -rf fuzz/target web/dist web/node_modules
