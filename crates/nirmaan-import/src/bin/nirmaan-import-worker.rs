//! The workbook worker alone: what the integration tests start, and a way to try a file by hand.
//! The product runs the same function as its own subcommand.

fn main() -> std::process::ExitCode {
    nirmaan_import::worker::main_worker()
}
