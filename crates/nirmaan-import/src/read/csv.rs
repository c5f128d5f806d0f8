//! Separated text. The records are split here and not by a library, because a row's number must be the
//! one that a spreadsheet shows: blank lines count, line breaks in quotes don't. The tests hold the
//! splitting against the `csv` crate.

use super::{Cell, Table, TableBuilder, encoding};
use crate::{FileError, MAX_BYTES, MAX_COLUMNS, Purpose};

/// Reads separated text: UTF-8, UTF-16 with a byte order mark, or Windows-1252; commas, semicolons or tabs, as the
/// header line has them; any line ends; quoted cells with separators and line breaks in them.
pub fn read_csv(bytes: &[u8], purpose: Purpose) -> Result<Table, FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooLarge);
    }
    let text = encoding::decode(bytes)?;
    let (separator, text) = separator(&text);
    let mut table = TableBuilder::of_records(purpose);
    let mut records = Records { rest: text, separator };
    let mut number = 0;
    while !records.rest.is_empty() {
        number += 1;
        let cells = records.next_record(number)?;
        table.push(number, cells.into_iter().map(Cell::Text).collect())?;
    }
    table.finish()
}

/// The separator, and the text without the `sep=;` line by which Excel is told of it (and doesn't count).
fn separator(text: &str) -> (char, &str) {
    if let Some(hint) = text.strip_prefix("sep=")
        && let Some(separator) = hint.chars().next().filter(|c| matches!(c, ',' | ';' | '\t' | '|'))
    {
        let rest = hint.get(1..).unwrap_or_default();
        let after_line_end = ["\r\n", "\n", "\r"].iter().find_map(|end| rest.strip_prefix(end));
        if let Some(rest) = after_line_end {
            return (separator, rest);
        }
    }
    let mut counts = [(',', 0), (';', 0), ('\t', 0)];
    let mut quoted = false;
    // Blank lines may come before the header.
    for c in text.trim_start_matches(['\r', '\n', ' ']).chars() {
        match c {
            '"' => quoted = !quoted,
            '\r' | '\n' if !quoted => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(s, _)| *s == c).for_each(|(_, count)| *count += 1),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or_default();
    (counts.iter().find(|(_, count)| *count == most).map_or(',', |(s, _)| *s), text)
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
