//! Workbooks are read by a process of their own: the same binary, the file on its standard input, JSON
//! lines on its standard output. A file of 1.4 kB can make a workbook reader ask for 550 GB, and an
//! allocation that fails ends the process. In the worker that is the person's bad file; in the server it
//! would be everybody's outage.
//!
//! The stream has one `{"row":[number,[cells…]]}` for each row that isn't blank, and before the row in which cells begin that
//! stand for several a `{"merged":…}`; then either `{"end":{"rows":n}}` or `{"error":…}`. A stream without such an end is that of
//! a worker which died.

use std::io::{self, BufRead, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};

use crate::column_map::ReadOptions;
use crate::read::workbook::{self, SheetPart};
use crate::read::{HEADER_WITHIN, Merged, TableBuilder};
use crate::{Cell, FileError, MAX_BYTES, MAX_ROWS, Table};

/// The argument that makes a server's binary a worker.
pub const ARGUMENT: &str = "import-worker";

/// The worker's memory. Threads of a runtime would not fit into it, which is why there is none.
const MEMORY: u64 = 512 * 1024 * 1024;
const CPU_SECONDS: u64 = 20;
/// What the parent reads of a worker's answer at most.
const MAX_ANSWER: u64 = 160 * 1024 * 1024;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Line {
    Row(u32, Vec<Cell>),
    Merged(Merged),
    End { rows: u32 },
    Error(FileError),
}

/// What starts a worker of this binary: with nothing of the parent's environment.
pub fn command(exe: &Path) -> Command {
    let mut command = Command::new(exe);
    // By itself the allocator reserves a gibibyte of addresses as it begins, and hands them out whatever the limit.
    command.arg(ARGUMENT).env_clear().env("MIMALLOC_ARENA_RESERVE", "64MiB");
    command
}

/// The worker: reads the workbook on standard input and answers on standard output. Call it before any
/// runtime, logging or TLS is set up, because it first takes memory and CPU time away from its process.
///
/// A file that can't be read is a normal answer, with success as the exit code.
pub fn main_worker() -> ExitCode {
    if limit_process().is_err() {
        return ExitCode::FAILURE;
    }
    match answer(io::stdin().lock(), BufWriter::new(io::stdout().lock())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn limit_process() -> io::Result<()> {
    // A core dump would hold the tender's figures.
    for (resource, most) in [(Resource::As, MEMORY), (Resource::Cpu, CPU_SECONDS), (Resource::Core, 0)] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

fn answer(input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let mut rows = 0;
    let read = workbook::read(&bytes, |part| {
        let line = match part {
            SheetPart::Row(number, cells) => {
                rows += 1;
                Line::Row(number, cells)
            }
            SheetPart::Merged(merged) => Line::Merged(merged),
        };
        // Nobody is left to read the error.
        write_line(&mut output, &line).map_err(|_| FileError::WorkerDied)
    });
    let last = match read {
        Ok(()) => Line::End { rows },
        Err(error) => Line::Error(error),
    };
    write_line(&mut output, &last)?;
    output.flush()
}

fn write_line(output: &mut impl Write, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")
}

/// The parent's side: the table from the worker's answer. An answer that breaks off, for whatever reason,
/// is [`FileError::WorkerDied`].
///
/// The worker takes the whole file before it answers, so the parent writes all of it (a broken pipe is the
/// worker's death, and the answer says so), closes it, and then reads the answer as it comes. After an
/// error the worker may still be writing: end it.
pub fn table_from_worker(lines: impl BufRead, options: impl Into<ReadOptions>) -> Result<Table, FileError> {
    let mut lines = lines.take(MAX_ANSWER);
    let mut table = TableBuilder::of_cells(options.into());
    let mut line = Vec::new();
    let mut received = 0;
    loop {
        line.clear();
        lines.read_until(b'\n', &mut line).map_err(|_| FileError::WorkerDied)?;
        match serde_json::from_slice(&line).map_err(|_| FileError::WorkerDied)? {
            // The records, and the header with what may stand above it.
            Line::Row(number, cells) if received < MAX_ROWS as usize + HEADER_WITHIN => {
                received += 1;
                table.push(number, cells)?;
            }
            Line::Row(..) => return Err(FileError::TooManyRows),
            Line::Merged(merged) => table.merge(merged),
            Line::End { rows } if rows as usize == received => return table.finish(),
            Line::End { .. } => return Err(FileError::WorkerDied),
            Line::Error(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::{Lost, Purpose};

    #[test]
    fn cells_cross_the_process_border_unchanged() {
        let day = NaiveDate::from_ymd_opt(2025, 5, 19).unwrap();
        let cells = vec![
            Cell::Empty,
            Cell::Text("a\n\"ख".to_owned()),
            Cell::Number(0.1 + 0.2),
            Cell::Number(f64::MAX),
            Cell::Number(f64::INFINITY),
            Cell::Percent(-0.1125),
            Cell::Date(day),
            Cell::Bool(true),
            Cell::Error("#N/A".to_owned()),
            Cell::Lost(Lost::Formula),
        ];
        let text = serde_json::to_string(&Line::Row(3, cells.clone())).unwrap();
        assert!(!text.contains('\n'));
        match serde_json::from_str(&text).unwrap() {
            Line::Row(3, back) => assert_eq!(back, cells),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_a_whole_answer_is_a_table() {
        let header = r#"{"row":[1,[{"t":"Bid ID"},{"t":"Contract Name"}]]}"#;
        let row = r#"{"row":[2,[{"t":"A"},"",{"t":"note"}]]}"#;
        let end = r#"{"end":{"rows":2}}"#;
        let table = |lines: &[&str]| {
            table_from_worker(lines.join("\n").as_bytes(), Purpose::Create).map(|table| table.row_count())
        };
        assert_eq!(table(&[header, row, end]), Ok(1));
        assert_eq!(table(&[header, row]), Err(FileError::WorkerDied));
        assert_eq!(table(&[header, end]), Err(FileError::WorkerDied), "a row is missing");
        assert_eq!(table(&[header, &row[..20]]), Err(FileError::WorkerDied));
        assert_eq!(table(&["memory allocation of 550000000000 bytes failed"]), Err(FileError::WorkerDied));
        assert_eq!(table(&[]), Err(FileError::WorkerDied));
        assert_eq!(table(&[r#"{"end":{"rows":0}}"#]), Err(FileError::NoHeader));
        assert_eq!(table(&[header, r#"{"error":"suspicious"}"#]), Err(FileError::Suspicious));
        assert_eq!(table(&[r#"{"error":{"openQuote":3}}"#]), Err(FileError::OpenQuote(3)));
    }
}
