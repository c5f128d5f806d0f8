//! The `nirmaan` binary.

use std::process::ExitCode;

use nirmaan::{cli, wiring};

fn main() -> ExitCode {
    // Before anything that starts threads: the worker limits its own memory, and a runtime's stacks
    // alone would fill it.
    if std::env::args_os().nth(1).is_some_and(|command| command == cli::IMPORT_WORKER) {
        return wiring::import_worker();
    }
    cli::main()
}
