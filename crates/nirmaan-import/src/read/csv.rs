//! Separated text. The records are split here and not by a library, because a row's number must be the
//! one that a spreadsheet shows: blank lines count, line breaks in quotes don't. The tests hold the
//! splitting against the `csv` crate.

use super::{Cell, HEADER_WITHIN, MAX_NAME, Table, TableBuilder, encoding};
use crate::column_map::ReadOptions;
use crate::heading::Heading;
use crate::{FileError, MAX_BYTES, MAX_COLUMNS, Record};

/// Reads separated text: UTF-8, UTF-16 with a byte order mark, or Windows-1252; commas, semicolons or tabs, as the first
/// lines have them; any line ends; quoted cells with separators and line breaks in them.
pub fn read_csv(bytes: &[u8], options: impl Into<ReadOptions>) -> Result<Table, FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooLarge);
    }
    let text = encoding::decode(bytes)?;
    let options = options.into();
    let (separator, text) = separator(options.record, &text);
    let mut table = TableBuilder::of_records(options);
    let mut records = Records { rest: text, separator };
    let mut number = 0;
    while !records.rest.is_empty() {
        number += 1;
        let cells = records.next_record(number)?;
        table.push(number, cells.into_iter().map(|cell| Cell::Text(typed(cell))).collect())?;
    }
    table.finish()
}

/// What is typed into a cell by a formula that only keeps a spreadsheet from reading it as a number: `="00042"`.
fn typed(cell: String) -> String {
    let within = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    within.filter(|within| !within.contains('"')).map(str::to_owned).unwrap_or(cell)
}

/// The separator, and the text without the `sep=;` line by which Excel is told of it (and doesn't count).
fn separator(record: Record, text: &str) -> (char, &str) {
    if let Some(hint) = text.strip_prefix("sep=")
        && let Some(separator) = hint.chars().next().filter(|c| matches!(c, ',' | ';' | '\t' | '|'))
    {
        let rest = hint.get(1..).unwrap_or_default();
        let after_line_end = ["\r\n", "\n", "\r"].iter().find_map(|end| rest.strip_prefix(end));
        if let Some(rest) = after_line_end {
            return (separator, rest);
        }
    }
    (guessed(record, text), text)
}

/// How many lines are looked at for the separator: what may stand above the header, and some of what is below it.
const GUESSED_LINES: usize = HEADER_WITHIN + 10;

/// The separator by which a line has most names of columns; else the one that most of the first lines have, then one that each
/// of these has equally often, and then the one that the first line has most.
fn guessed(record: Record, text: &str) -> char {
    let filled = lines(text).filter(|line| !line.trim_matches([' ', '\n']).is_empty());
    let first: Vec<&str> = filled.take(GUESSED_LINES).collect();
    let count = |line: &str, separator: char| outside_quotes(line).filter(|c| *c == separator).count();
    let rank = |separator: char| {
        let names = first.iter().map(|line| names_in(record, line, separator)).max();
        let counts: Vec<_> =
            first.iter().map(|line| count(line, separator)).filter(|count| *count > 0).collect();
        let is_constant = counts.windows(2).all(|pair| pair.first() == pair.last());
        (names, counts.len(), is_constant, first.first().map_or(0, |line| count(line, separator)))
    };
    // Of those that are equal, the last counts.
    ['\t', ';', ','].into_iter().max_by_key(|separator| rank(*separator)).unwrap_or(',')
}

/// How many names of columns a line has, if it is separated in this way.
fn names_in(record: Record, line: &str, separator: char) -> usize {
    let cells = Records { rest: line, separator }.next_record(0).unwrap_or_default();
    cells.iter().filter(|cell| cell.len() <= MAX_NAME && Heading::read(record, cell).column.is_some()).count()
}

/// The lines of a text. Line ends within quotation marks are none.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut quoted = false;
        let end = rest.find(|c| {
            quoted ^= c == '"';
            !quoted && matches!(c, '\r' | '\n')
        });
        let (line, after) = end.and_then(|end| rest.split_at_checked(end)).unwrap_or((rest, ""));
        rest = after.get(1..).unwrap_or_default();
        Some(line)
    })
}

fn outside_quotes(line: &str) -> impl Iterator<Item = char> {
    let mut quoted = false;
    line.chars().filter(move |c| {
        quoted ^= *c == '"';
        !quoted
    })
}

struct Records<'a> {
    rest: &'a str,
    separator: char,
}

impl Records<'_> {
    /// Splits off the next record. Cells are owned at once: they are few and short, and the columns are
    /// counted before they are kept, so that a line of nothing but commas stays cheap.
    fn next_record(&mut self, number: u32) -> Result<Vec<String>, FileError> {
        let mut cells = Vec::new();
        loop {
            let (cell, end) = self.next_cell(number)?;
            // Cells beyond the limit are nobody's as long as they are empty.
            if cells.len() <= MAX_COLUMNS {
                cells.push(cell);
            } else if !cell.trim().is_empty() {
                return Err(FileError::TooManyColumns);
            }
            if end == End::Record {
                return Ok(cells);
            }
        }
    }

    fn next_cell(&mut self, number: u32) -> Result<(String, End), FileError> {
        let mut cell = String::new();
        if let Some(quoted) = self.rest.strip_prefix('"') {
            self.rest = quoted;
            loop {
                let (inside, after) = self.rest.split_once('"').ok_or(FileError::OpenQuote(number))?;
                cell.push_str(inside);
                self.rest = after;
                // A doubled quotation mark stands for one.
                match self.rest.strip_prefix('"') {
                    Some(after) => {
                        cell.push('"');
                        self.rest = after;
                    }
                    None => break,
                }
            }
        }
        // Without quotes, or behind the closing one, every character but the separators is itself.
        let stop = self.rest.find([self.separator, '\r', '\n']).unwrap_or(self.rest.len());
        let (plain, after) = self.rest.split_at(stop);
        cell.push_str(plain);
        if let Some(after) = after.strip_prefix(self.separator) {
            self.rest = after;
            return Ok((cell, End::Cell));
        }
        self.rest = ["\r\n", "\r", "\n"].iter().find_map(|end| after.strip_prefix(end)).unwrap_or(after);
        Ok((cell, End::Record))
    }
}

#[derive(PartialEq)]
enum End {
    Cell,
    Record,
}

#[cfg(test)]
mod tests;
