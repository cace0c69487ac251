# Everything a person runs. `make` alone says what there is.

CARGO ?= cargo
SECONDS_OF_FUZZING ?= 5
RECORDS ?= 4000
PROOFS ?= 4

# The benchmarks bring their peers along, which nothing else needs; `make bench` builds and lints them.
PRODUCT = --workspace --exclude croupier-bench

.PHONY: help setup run web web-check web-browser web-together web-speed test built tests product pages format lint unit laws docs oracle fuzz fuzz-api reference bench soak clean
.PHONY: help setup run web web-check web-browser web-play web-speed test built tests product pages format lint unit laws docs oracle fuzz reference bench soak clean

help:  ## Say what there is
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

setup:  ## Install what is missing on a Debian machine with Rust
	@scripts/setup

run: setup web  ## Build, and open two demo houses on http://localhost:8080
	$(CARGO) build --release --quiet --bin croupier
	target/release/croupier serve --demo --log none

web: web/dist/index.html  ## Build the pages that the binary embeds

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json web/openapi.json $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
	cd web && npm run --silent build -- --logLevel warn

web-check: web  ## Lint, type-check and unit-test the pages
	cd web && npm run --silent lint && npm run --silent check && npm run --silent unit

# The binary that the tests have built, unless another is named.
BROWSER = cd web && CROUPIER=$${CROUPIER:-../target/debug/croupier} npm run --silent browser --

web-browser: web  ## Play every table in Chromium against a demo house
	$(BROWSER) --exclude tests/speed.test.ts

web-play: web
	$(BROWSER) tests/four-actions.test.ts tests/games.test.ts tests/together.test.ts tests/trouble.test.ts

web-speed: web  ## Measure the pages in Chromium
	$(BROWSER) tests/speed.test.ts

# The pages' packages are fetched while the tests are built.
built:
	$(MAKE) --no-print-directory -j2 web tests

tests:
	$(CARGO) test $(PRODUCT) --quiet --no-run

# The tests are built by the compiler that lints, as `cargo clippy` calls it: one build instead of two.
test: export RUSTC_WORKSPACE_WRAPPER = clippy-driver
test: export CLIPPY_ARGS = -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
test: setup format built  ## Everything that must pass: format, lints, tests, laws, oracle, pages
	$(MAKE) --no-print-directory -j2 product pages
	$(MAKE) --no-print-directory web-speed
	@echo "all checks passed"

# Those who play the pages wait for the tables most of the time; what is measured is measured alone. Every table by keyboard, on a
# phone and before axe, and every way to bet and to look something up takes longer: `make web-browser`.
product:
	$(MAKE) --no-print-directory -j1 unit laws oracle

pages:
	$(MAKE) --no-print-directory -j1 web-check web-play

format:
	$(CARGO) fmt --all --check

lint: format  ## Lint without running anything
	$(CARGO) clippy $(PRODUCT) --all-targets --quiet -- -D warnings

unit:
	scripts/tests $(PRODUCT)
	$(CARGO) test $(PRODUCT) --quiet --doc

laws:  ## Break every provision once and see its law test fail
	CROUPIER_MUTANTS=1 $(CARGO) test --quiet $(PRODUCT) --test laws

docs:  ## Build the documentation of the crates, with every link checked
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(PRODUCT) --no-deps --quiet

oracle:  ## Judge random records with the second judge too, and proofs with the second verifier
	$(CARGO) test --quiet $(PRODUCT) --no-run
	python3 -m unittest discover --quiet -s oracle
	python3 oracle/census.py
	python3 oracle/odds.py --binary target/debug/croupier
	python3 oracle/compare.py --binary target/debug/croupier --count $(RECORDS) --seed 1 --require-coverage --quiet
	python3 oracle/fair_vectors.py
	python3 oracle/compare_proofs.py --binary target/debug/croupier --count $(PROOFS)

fuzz:  ## Fuzz the parsers and the tables for a short while
	scripts/fuzz $(SECONDS_OF_FUZZING)

fuzz-api:  ## Send what schemathesis makes of the API's document to a demo house
	$(CARGO) build --quiet --bin croupier
	scripts/fuzz-api 30

reference:  ## Write docs/reference.md anew from the schemas
	CROUPIER_WRITE_REFERENCE=1 $(CARGO) test --quiet -p croupier-rules --test reference

bench: setup  ## Measure
	$(CARGO) clippy --package croupier-bench --all-targets --quiet -- -D warnings
	$(CARGO) bench --workspace

soak: setup lint docs web-browser  ## The long checks: lints and documentation of everything, 20,000 records a game, ten million simulated rounds a game, ten minutes of fuzzing
	$(CARGO) build --release --quiet --bin croupier
	$(CARGO) test --release --quiet -p croupier-sim --test best --test known --test kernels
	python3 oracle/compare.py --binary target/release/croupier --count 20000 --seed 2 --require-coverage --quiet
	python3 oracle/compare_proofs.py --binary target/release/croupier --count 40 --seed 2
	scripts/fuzz 200
	scripts/fuzz-api 100 target/release/croupier

clean:  ## Remove what was built
	$(CARGO) clean
	rm -rf fuzz/target
