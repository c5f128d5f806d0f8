//! The `nirmaan` binary.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use nirmaan::{cli, wiring};
use nirmaan_import::worker;

// SQLite's too: of what its threads give back, the C library's keeps several times what is in use.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // Before anything that starts threads: the worker limits its own memory, and a runtime's stacks
    // alone would fill it.
    if std::env::args_os().nth(1).is_some_and(|command| command == worker::ARGUMENT) {
        return wiring::import_worker();
    }
    cli::main()
}
