//! Whole files, through the same two processes as in the product.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test's helpers are tests too"
)]

mod days;
mod deposits;
mod handed_back;
mod hostile;
mod no_records;
mod registers;
mod seen;
mod tenders;
mod units;
mod workbooks;
mod xls;

use std::io::{BufReader, Write};
use std::process::{Command, ExitStatus, Stdio};

use chrono::NaiveDate;
use nirmaan_import::worker::table_from_worker;
use nirmaan_import::{ContractRow, FileError, Parsed, Purpose, ReadOptions, Table, check};

/// Reads a workbook of contracts in a worker process, and says how that process ended.
fn through_worker(bytes: &[u8]) -> (Result<Table, FileError>, ExitStatus) {
    through_worker_as(bytes, Purpose::Create)
}

/// Reads a workbook in a worker process, and says how that process ended.
fn through_worker_as(
    bytes: &[u8],
    options: impl Into<ReadOptions>,
) -> (Result<Table, FileError>, ExitStatus) {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_nirmaan-import-worker"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = worker.stdin.take().unwrap();
    // A worker that has seen enough hangs up, which is no failure of ours.
    let _ = input.write_all(bytes);
    drop(input);
    let table = table_from_worker(BufReader::new(worker.stdout.take().unwrap()), options);
    (table, worker.wait().unwrap())
}

fn table(bytes: &[u8]) -> Result<Table, FileError> {
    through_worker(bytes).0
}

/// What day it is to a check.
fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 26).unwrap()
}

fn checked(table: &Table) -> Parsed<ContractRow> {
    check(table, today(), |_, _| {})
}

fn parsed(bytes: &[u8]) -> Parsed<ContractRow> {
    checked(&table(bytes).unwrap())
}
