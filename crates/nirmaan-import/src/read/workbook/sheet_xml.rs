//! What stands in a sheet's XML beside its values: formulas whose result isn't stored, and cells that stand for several.

use std::borrow::Cow;
use std::collections::HashSet;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::MOST_ROWS;
use super::zip_guard::{Parts, key};
use crate::read::{Gap, Merged};
use crate::{FileError, MAX_COLUMNS};

/// The most cells of a sheet that stand for several.
const MOST_MERGED: usize = 500_000;

/// The sheets of a workbook.
pub(super) struct Sheets {
    parts: Parts,
    /// The path of each sheet's part, by the sheet's name.
    paths: Vec<(String, String)>,
    /// Whether spreadsheets are told to calculate everything as they open it: what is stored may be a placeholder.
    is_uncalculated: bool,
}

/// What is beside the values of a sheet.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// The cells, from 0, whose formula has no result.
    pub(super) lost: HashSet<(u32, u32)>,
    /// In the order of their first rows.
    pub(super) merged: Vec<Merged>,
}

impl Sheets {
    /// Finds the sheets among the parts of a workbook. They are looked for where the workbook's reader looks.
    pub(super) fn find(parts: Parts) -> Result<Self, FileError> {
        let sheets = Self { parts, paths: Vec::new(), is_uncalculated: false };
        let mut workbook = "xl/workbook.xml".to_owned();
        sheets.elements("_rels/.rels", |element| {
            if let ("Relationship", Some(kind)) = (element.local_name().as_ref(), attribute(element, "Type"))
                && kind.ends_with("/relationships/officeDocument")
                && let Some(target) = attribute(element, "Target")
            {
                target.trim_start_matches('/').clone_into(&mut workbook);
            }
        })?;
        let (folder, name) =
            workbook.rsplit_once('/').map_or(("", &*workbook), |(folder, name)| (folder, name));
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut targets = Vec::new();
        sheets.elements(&format!("{folder}_rels/{name}.rels"), |element| {
            if let (Some(id), Some(target)) = (attribute(element, "Id"), attribute(element, "Target")) {
                targets.push((id.into_owned(), target.into_owned()));
            }
        })?;
        let (mut paths, mut is_uncalculated) = (Vec::new(), false);
        sheets.elements(&workbook, |element| match element.local_name().as_ref() {
            "sheet" => {
                let id = attribute(element, "id");
                let target = targets.iter().find(|(target, _)| id.as_deref() == Some(target));
                if let (Some(name), Some((_, target))) = (attribute(element, "name"), target) {
                    let path =
                        target.strip_prefix('/').map_or_else(|| format!("{folder}{target}"), str::to_owned);
                    paths.push((name.into_owned(), path));
                }
            }
            "calcPr" => {
                let is = |name, values: [&str; 2]| {
                    attribute(element, name).is_some_and(|said| values.contains(&said.as_ref()))
                };
                is_uncalculated = is("fullCalcOnLoad", ["1", "true"]) || is("calcCompleted", ["0", "false"]);
            }
            _ => {}
        })?;
        Ok(Self { paths, is_uncalculated, ..sheets })
    }

    /// Gives `take` the elements of a part that begin.
    fn elements(&self, path: &str, mut take: impl FnMut(&BytesStart<'_>)) -> Result<(), FileError> {
        events(self.content(path)?, |event| {
            if let Event::Start(element) = event {
                take(element);
            }
            Ok(())
        })
    }

    fn content(&self, path: &str) -> Result<&[u8], FileError> {
        self.parts.get(&key(path)).map(Vec::as_slice).ok_or(FileError::Unreadable)
    }

    /// What is beside the values of a sheet.
    pub(super) fn beside(&self, name: &str) -> Result<Beside, FileError> {
        let path = self.paths.iter().find(|(sheet, _)| sheet == name).map(|(_, path)| path);
        let content = self.content(path.ok_or(FileError::Unreadable)?)?;
        let is_uncalculated = self.is_uncalculated;
        let mut sheet = Sheet { is_uncalculated, ..Sheet::default() };
        match std::str::from_utf8(content).ok().and_then(notable) {
            Some(notable) => notable.into_iter().try_for_each(|part| sheet.read(part.as_bytes()))?,
            None => sheet.read(content)?,
        }
        if !sheet.has_results {
            sheet.beside.lost.extend(sheet.zeros);
        }
        sheet.beside.merged.sort_by_key(|merged| merged.first_row);
        Ok(sheet.beside)
    }
}

/// Gives `take` what an XML text is made of.
fn events(xml: &[u8], mut take: impl FnMut(&Event<'_>) -> Result<(), FileError>) -> Result<(), FileError> {
    let mut xml = Reader::from_reader(xml);
    let config = xml.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.expand_empty_elements = true;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(|_| FileError::Unreadable)? {
            Event::Eof => return Ok(()),
            event => take(&event)?,
        }
    }
}

/// The parts of a sheet that say what is beside its values: its cells with formulas, and what stands behind its rows. Most
/// sheets have few of either, and to read all of them once more would take as long as their values take. `None` where all has
/// to be read: names with a prefix, cells that don't say where they are.
fn notable(sheet: &str) -> Option<Vec<&str>> {
    const END: &str = "</c>";
    let (rows, behind) = sheet.rsplit_once("</sheetData>")?;
    let cells = rows.match_indices("<f").map(|(formula, _)| {
        let cell = rows.get(rows.get(..formula)?.rfind('<')?..)?;
        let (start, _) = cell.split_once('>')?;
        let cell = cell.get(..cell.find(END)? + END.len())?;
        (start.starts_with("<c ") && start.contains(" r=\"")).then_some(cell)
    });
    let mut parts = cells.collect::<Option<Vec<_>>>()?;
    parts.push(behind);
    Some(parts)
}

/// A sheet as far as it is read.
#[derive(Default)]
struct Sheet {
    is_uncalculated: bool,
    /// Where the cell at hand is, from 0.
    row: u32,
    column: u32,
    kind: ValueKind,
    formula: Option<Formula>,
    is_in_value: bool,
    value: Value,
    /// Whether a formula has a result other than 0, and the cells of those that have 0.0: spreadsheet programs write 0, and
    /// libraries 0.0, whether or not they calculate.
    has_results: bool,
    zeros: Vec<(u32, u32)>,
    beside: Beside,
}

/// The formula of a cell, with all cells that it fills, where they are several.
struct Formula(Option<Merged>);

/// What kind of value a cell has.
#[derive(Default, PartialEq)]
enum ValueKind {
    #[default]
    Number,
    /// A text that is the result of a formula.
    Text,
    Other,
}

/// What is stored as a cell's result.
#[derive(Default)]
struct Value {
    is_there: bool,
    has_text: bool,
    is_zero: bool,
    has_point: bool,
}

impl Sheet {
    /// Reads it, or a part of it.
    fn read(&mut self, xml: &[u8]) -> Result<(), FileError> {
        events(xml, |event| {
            match event {
                Event::Start(element) => self.begin(element)?,
                Event::Text(text) if self.is_in_value => {
                    let text = text.trim();
                    self.value.has_text |= !text.is_empty();
                    self.value.is_zero = text.parse() == Ok(0.0);
                    self.value.has_point = text.contains('.');
                }
                Event::CData(_) | Event::GeneralRef(_) if self.is_in_value => self.value.has_text = true,
                Event::End(element) => self.end(element.local_name().as_ref())?,
                _ => {}
            }
            Ok(())
        })
    }

    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), FileError> {
        match element.local_name().as_ref() {
            "row" => {
                let number = attribute(element, "r").and_then(|number| number.parse::<u32>().ok());
                self.row = number.map_or(self.row, |number| number.saturating_sub(1));
            }
            "c" => {
                if let Some((row, column)) = attribute(element, "r").as_deref().and_then(position) {
                    (self.row, self.column) = (row, column);
                }
                self.kind = match attribute(element, "t").as_deref() {
                    None | Some("n") => ValueKind::Number,
                    Some("str") => ValueKind::Text,
                    Some(_) => ValueKind::Other,
                };
                (self.formula, self.value) = (None, Value::default());
            }
            "f" => {
                let is_array =
                    attribute(element, "t").is_some_and(|kind| matches!(&*kind, "array" | "dataTable"));
                let fills = attribute(element, "ref").filter(|_| is_array);
                self.formula = Some(Formula(fills.as_deref().and_then(|range| area(range, Gap::Formula))));
            }
            "v" => {
                self.is_in_value = true;
                self.value.is_there = true;
            }
            "is" => self.value.has_text = true,
            "mergeCell" => {
                let area = attribute(element, "ref").as_deref().and_then(|range| area(range, Gap::Merged));
                self.keep(area)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), FileError> {
        match name {
            "row" => (self.row, self.column) = (self.row.saturating_add(1), 0),
            "v" => self.is_in_value = false,
            "c" => {
                if let Some(formula) = self.formula.take() {
                    self.settle(formula)?;
                }
                self.column = self.column.saturating_add(1);
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes notice of a formula once its result is known.
    fn settle(&mut self, Formula(fills): Formula) -> Result<(), FileError> {
        let is_read = self.row < MOST_ROWS && self.column as usize <= MAX_COLUMNS;
        let Value { has_text, is_zero, has_point, .. } = self.value;
        if self.is_lost() {
            if is_read {
                self.beside.lost.insert((self.row, self.column));
            }
            self.keep(fills)?;
        } else if has_text && !is_zero && self.kind == ValueKind::Number {
            self.has_results = true;
        } else if is_read && is_zero && has_point && self.kind == ValueKind::Number {
            self.zeros.push((self.row, self.column));
        }
        Ok(())
    }

    /// Whether the formula of the cell at hand has no result. An empty text is one. Libraries that can't calculate leave it
    /// out, or write 0 and have everything calculated when the workbook is opened.
    fn is_lost(&self) -> bool {
        let Value { is_there, has_text, is_zero, .. } = self.value;
        let is_placeholder = is_zero && self.kind == ValueKind::Number && self.is_uncalculated;
        is_placeholder || !(has_text || (self.kind == ValueKind::Text && is_there))
    }

    fn keep(&mut self, merged: Option<Merged>) -> Result<(), FileError> {
        let read = |merged: &Merged| merged.first_row <= MOST_ROWS && merged.first_column <= MAX_COLUMNS;
        self.beside.merged.extend(merged.filter(read));
        if self.beside.merged.len() > MOST_MERGED { Err(FileError::Suspicious) } else { Ok(()) }
    }
}

/// An attribute by its name without a prefix.
fn attribute<'a>(element: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
    let mut attributes = element.attributes();
    let found = attributes
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok()
}

/// The cells of a range such as `A2:A4`, if they are several.
fn area(range: &str, gap: Gap) -> Option<Merged> {
    let (first, last) = range.split_once(':')?;
    let ((first_row, first_column), (last_row, last_column)) = (position(first)?, position(last)?);
    Some(Merged {
        first_row: first_row.saturating_add(1),
        last_row: last_row.saturating_add(1),
        first_column: first_column as usize,
        last_column: last_column as usize,
        gap,
    })
}

/// Row and column, from 0, of a cell such as `B7`.
fn position(cell: &str) -> Option<(u32, u32)> {
    let digits = cell.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = cell.split_at_checked(digits)?;
    let column = letters.bytes().try_fold(0_u32, |column, letter| {
        let place = letter.to_ascii_uppercase().checked_sub(b'A').filter(|place| *place < 26)?;
        column.checked_mul(26)?.checked_add(u32::from(place) + 1)
    })?;
    Some((row.parse::<u32>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}
