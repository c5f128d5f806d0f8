# Nirmaan's tasks. Nothing needs to be installed for them but Rust and Node 20.19 or newer:
# `npx --yes rust-just` lists them, `npx --yes rust-just run` runs one.

set shell := ["bash", "-euo", "pipefail", "-c"]

target := env("CARGO_TARGET_DIR", "target")

# List the recipes
[private]
default:
    @{{ quote(just_executable()) }} --justfile {{ quote(justfile()) }} --list --unsorted

# Build everything and serve it with demo data on http://127.0.0.1:8080 (data in ./data)
[group('use')]
run *arguments: _tools
    @scripts/build-web --and-fetch
    cargo build --locked --workspace --bin nirmaan
    {{ quote(target) }}/debug/nirmaan serve --demo {{ arguments }}

# Serve the demo data, and the web app with hot reload on http://localhost:5173
[group('use')]
dev *arguments: _tools
    @scripts/dev {{ arguments }}

# Build the optimised binary that is deployed, target/release/nirmaan (about ten minutes from nothing)
[group('use')]
build: _tools
    @scripts/build-web --and-fetch
    cargo build --locked --release --workspace --bin nirmaan
    @ls -lh {{ quote(target) }}/release/nirmaan

# Print the OpenAPI document of the JSON interface, or write it to a file
[group('use')]
openapi file="/dev/stdout": _tools
    @cargo build --quiet --locked --workspace --bin nirmaan
    @{{ quote(target) }}/debug/nirmaan openapi > {{ quote(file) }}

# Install what is missing for the tests, and run all of them
[group('check')]
test: _tools
    @scripts/test all

# Run what the change since main can break, as far as its files tell: for the day, `test` decides
[group('check')]
test-quick: _tools
    @scripts/test quick

# Hold the public pages of a server that runs (by default `just run`'s) to Lighthouse's scores on a phone
[group('check')]
lighthouse address="http://127.0.0.1:8080": _tools
    @CHROME_PATH=$(scripts/find-chromium) node web/scripts/lighthouse.mjs {{ quote(address) }}

# Measure calls beside a bare server that does the same SQL, on SQLite and on PostgreSQL
[group('check')]
bench *arguments: _tools
    @scripts/build-web --and-fetch
    cargo build --locked --release --workspace --bin nirmaan --bin nirmaan-bench
    {{ quote(target) }}/release/nirmaan-bench --server {{ quote(target) }}/release/nirmaan {{ arguments }}
    scripts/postgres {{ quote(target) }}/release/nirmaan-bench --server {{ quote(target) }}/release/nirmaan --database postgres {{ arguments }}

# Measure how the tree of a project with very many tasks opens and scrolls (needs the release build)
[group('check')]
bench-tree tasks="100000": _tools
    @scripts/web-deps
    @CHROMIUM=$(scripts/find-chromium) scripts/bench/task-tree {{ tasks }}

# Run the tests of single rules and functions, in Rust and in TypeScript
[group('check')]
test-unit: _tools
    @scripts/test unit

# Try whole screens in a browser, over a server that each test speaks for
[group('check')]
test-screens: _tools
    @scripts/test screens

# Run screens and integration tests in another order, and all of Rust's with other random cases; a seed repeats both
[group('check')]
test-random seed="": _tools
    @scripts/test random {{ seed }}

# Look for tests that take more than ten times the CPU time of others of their kind, however busy the machine is
[group('check')]
test-slow: _tools
    @scripts/test slow

# Run the server's integration tests on SQLite, or those whose names have a word in them
[group('check')]
test-it *words:
    @scripts/integration-tests {{ words }}

# Accept the routes as they are now, and show what is new: see tests/it/sweep/routes.txt
[group('write')]
routes:
    @UPDATE_SNAPSHOTS=1 scripts/integration-tests --quiet --exact sweep::routes::the_table_of_routes_is_as_reviewed
    @git diff --unified=0 -- crates/nirmaan/tests/it/sweep/routes.txt

# Run the integration tests on a throwaway PostgreSQL
[group('check')]
test-pg: _tools
    @scripts/test pg

# Drive the real binary with a browser and with foreign clients, over fresh demo data
[group('check')]
e2e: _tools
    @scripts/test e2e

# Check formats, lints, types, generated code, lock files and the arrows between the crates
[group('check')]
lint: _tools
    @scripts/test lint

# Break the pure rules in every way that cargo-mutants knows, and say which breaks no test sees (an hour or more; installs
# cargo-mutants below target the first time)
[group('check')]
mutants *arguments: _tools
    @test -x {{ quote(target) }}/tools/bin/cargo-mutants || cargo install --locked --root {{ quote(target) }}/tools cargo-mutants
    {{ quote(target) }}/tools/bin/cargo-mutants mutants --output {{ quote(target) }} {{ arguments }}

# Check the dependencies' advisories, licences and sources (installs cargo-deny below target the first time)
[group('check')]
audit: _tools
    @test -x {{ quote(target) }}/tools/bin/cargo-deny || cargo install --locked --root {{ quote(target) }}/tools cargo-deny
    {{ quote(target) }}/tools/bin/cargo-deny check

# Format everything: Rust, protocol, TypeScript
[group('write')]
fmt: _tools
    @scripts/web-deps
    cargo fmt --all
    web/node_modules/.bin/buf format --write
    cd web && node_modules/.bin/biome check --write

# Format and lint the protocol, and generate the web client's code from it
[group('write')]
proto: _tools
    @scripts/web-deps
    web/node_modules/.bin/buf format --write
    web/node_modules/.bin/buf lint
    @scripts/check-breaking
    web/node_modules/.bin/buf generate --clean
    @scripts/check-generated

# Remove everything that was built or installed here; ./data stays
[group('write')]
clean:
    cargo clean --target-dir {{ quote(target) }}
    rm -rf .venv web/node_modules web/dist web/test-results web/playwright-report

_tools:
    @scripts/check-tools
