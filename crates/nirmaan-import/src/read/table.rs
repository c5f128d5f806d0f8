//! Cells under the columns that their header names, however the file was written.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::header::{Again, Choice, HEADER_WITHIN, Header, NamedColumn, likeliest, missing};
use super::merged::{Merged, MergedCells};
use super::no_record::{self, Line};
use super::passed::{PassedRow, PassedRows, Reason};
use super::reading::{OrderSources, UnitSources, unit_row};
use super::row::{Misplaced, Row};
use super::shown::Shown;
use super::sums::Sums;
use crate::check::shown;
use crate::column::{Column, Kind, Purpose};
use crate::column_map::{ColumnMap, ReadOptions};
use crate::record::Record;
use crate::{FileError, MAX_ROWS};

/// What a cell holds. CSV has texts only.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum Cell {
    /// Nothing.
    #[default]
    #[serde(rename = "")]
    Empty,
    /// Text, as written.
    #[serde(rename = "t")]
    Text(String),
    /// A number. It crosses the process border as its shortest exact text.
    #[serde(rename = "n", with = "exact")]
    Number(f64),
    /// A number that the sheet shows as a percentage: -0.1125 is seen as -11.25 %.
    #[serde(rename = "p", with = "exact")]
    Percent(f64),
    /// A day; the time of a cell with both is dropped.
    #[serde(rename = "d")]
    Date(NaiveDate),
    /// True or false.
    #[serde(rename = "b")]
    Bool(bool),
    /// A formula's error, such as `#N/A`.
    #[serde(rename = "e")]
    Error(String),
    /// A number to which its format adds something.
    #[serde(rename = "s")]
    Shown(Box<Shown>),
    /// What the file doesn't give.
    #[serde(rename = "x")]
    Lost(Lost),
}

/// Why a cell's value can't be had, though a person may see one, or takes it for empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Lost {
    /// Its formula was never calculated.
    Formula,
    /// Its number format shows nothing of it.
    Hidden,
    /// It is merged with a cell beside it.
    Beside,
    /// It shows thousands or millions of its number, and not which, or another unit.
    Scaled,
    /// It shows the month of this day without the day, which is the first: the spreadsheet made it, or the month is all that
    /// was meant.
    Day(NaiveDate),
}

impl Cell {
    /// Whether a person sees nothing in it.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Cell::Empty => true,
            Cell::Text(text) => nirmaan_text::is_blank(text),
            _ => false,
        }
    }
}

/// A column of a file that holds one of our fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KnownColumn {
    /// Where it stands in the file, from 0.
    pub(crate) position: usize,
    pub(crate) column: &'static Column,
    /// What names the unit of its amounts; nothing for other kinds.
    pub(crate) unit: UnitSources,
    /// What tells the order of day and month in its days; nothing for other kinds.
    pub(crate) days: OrderSources,
    /// Who decided that it holds the field, where its heading alone says something else.
    pub(crate) choice: Option<Choice>,
}

/// The header and the rows below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The columns that have a heading, in the file's order.
    pub(crate) header: Vec<NamedColumn>,
    /// The columns that we know, one for each of a row's cells.
    pub(crate) columns: Vec<KnownColumn>,
    pub(crate) rows: Vec<Row>,
    pub(crate) passed_rows: Vec<PassedRow>,
    pub(crate) unknown_columns: Vec<String>,
    pub(crate) record: Record,
    purpose: Purpose,
    /// The type of deposits whose rows name none.
    pub(crate) deposit_type: Option<String>,
    header_row: u32,
    headings_key: String,
    map: Option<(ColumnMap, Choice)>,
}

impl Table {
    /// How many rows there are to check.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Rows that hold no record, in the file's order.
    pub fn passed_rows(&self) -> &[PassedRow] {
        &self.passed_rows
    }

    /// By what a file with the same headings, in any order, is known again.
    pub fn headings_key(&self) -> &str {
        &self.headings_key
    }

    /// When it was decided what columns hold; `None` where headings alone tell.
    pub fn choice(&self) -> Option<Choice> {
        self.map.as_ref().map(|(_, choice)| *choice)
    }

    /// What was decided.
    pub(crate) fn column_map(&self) -> Option<&ColumnMap> {
        self.map.as_ref().map(|(map, _)| map)
    }

    /// Fields that every row must have and that no column holds: nothing can be read before one does.
    pub fn missing(&self) -> impl Iterator<Item = &'static Column> + use<'_> {
        missing(&self.columns, self.needed())
    }

    /// The columns that every row must have a value in.
    pub(crate) fn needed(&self) -> impl Iterator<Item = &'static Column> + use<> {
        self.record.needed(self.purpose, self.deposit_type.is_some())
    }

    /// Refuses a table in which a field is [missing](Table::missing).
    pub fn require_columns(&self) -> Result<(), FileError> {
        let labels: Vec<_> = self.missing().map(|column| column.label.to_owned()).collect();
        let row = self.header_row;
        if labels.is_empty() { Ok(()) } else { Err(FileError::MissingColumns { row, labels }) }
    }

    /// The known columns, by JSON name, in the file's order.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|known| known.column.json_name)
    }
}

/// Takes the rows of a file one by one. The header is the first that has all that rows must have by names of ours or by
/// choice, or else the likeliest one of the first [`HEADER_WITHIN`] rows with something in them.
#[derive(Debug, Default)]
pub(crate) struct TableBuilder {
    options: ReadOptions,
    /// Until one of them is the header.
    first: Vec<FirstRow>,
    header: Option<Header>,
    header_row: u32,
    passed_rows: PassedRows,
    rows: Vec<Row>,
    merged: MergedCells,
    sums: Sums,
    /// Whether a row wider than the header is misaligned (CSV) or has notes beside the table (workbook).
    strict_width: bool,
    /// Whether no record stands between the headings and the row at hand.
    is_below_header: bool,
    /// The row with headings of other columns, while the rows below those are at hand.
    other_headings: Option<u32>,
}

/// One of the first rows, and what it would be as the header.
#[derive(Debug)]
struct FirstRow {
    number: u32,
    cells: Vec<Cell>,
    /// How many cells it has up to the last that isn't blank.
    used: usize,
    header: Header,
}

impl TableBuilder {
    /// For records, where one comma too many shifts every cell after it.
    pub fn of_records(options: ReadOptions) -> TableBuilder {
        TableBuilder { options, strict_width: true, ..TableBuilder::default() }
    }

    /// For sheets, where a cell's column is certain.
    pub fn of_cells(options: ReadOptions) -> TableBuilder {
        TableBuilder { options, ..TableBuilder::default() }
    }

    /// Takes cells that stand for several, before the row in which they begin.
    pub fn merge(&mut self, merged: Merged) {
        self.merged.push(merged);
    }

    /// Takes a row by its number in the sheet. Blank ones are skipped.
    pub fn push(&mut self, number: u32, cells: Vec<Cell>) -> Result<(), FileError> {
        let used = cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |last| last + 1);
        if used == 0 {
            return Ok(());
        }
        if self.header.is_some() {
            return self.push_below(number, cells, used);
        }
        let header = Header::read(&cells, &self.options);
        let is_header = header.is_certain(&self.options);
        self.first.push(FirstRow { number, cells, used, header });
        match self.first.len() {
            found if is_header => self.settle(found - 1),
            HEADER_WITHIN => self.settle_on_likeliest(),
            _ => Ok(()),
        }
    }

    pub fn finish(mut self) -> Result<Table, FileError> {
        if self.header.is_none() {
            self.settle_on_likeliest()?;
        }
        let Header { names, mut columns, key, map, .. } = self.header.ok_or(FileError::NoHeader)?;
        tell_of_the_month_first(&mut columns);
        let unread = names.iter().filter(|named| named.unread.is_some());
        let unknown_columns = unread.map(|named| shown(&named.name)).collect();
        let Self {
            rows,
            passed_rows,
            header_row,
            options: ReadOptions { record, purpose, deposit_type, .. },
            ..
        } = self;
        Ok(Table {
            header: names,
            columns,
            rows,
            passed_rows: passed_rows.told(),
            unknown_columns,
            record,
            purpose,
            deposit_type,
            header_row,
            headings_key: key,
            map,
        })
    }

    fn settle_on_likeliest(&mut self) -> Result<(), FileError> {
        let index = likeliest(self.first.iter().map(|row| &row.header));
        index.map_or(Ok(()), |index| self.settle(index))
    }

    /// Makes one of the first rows the header. Those above it are titles, those below it records.
    fn settle(&mut self, index: usize) -> Result<(), FileError> {
        let mut above = std::mem::take(&mut self.first);
        let mut below = above.split_off(index).into_iter();
        let Some(FirstRow { header, used, number, .. }) = below.next() else { return Ok(()) };
        self.header_row = number;
        let mut header = header.admitted(used, self.options.chosen.as_ref())?;
        for FirstRow { number, cells, .. } in above {
            header.take_title(number, &cells);
            self.passed_rows.push(number, &cells, Reason::Title, false);
        }
        self.header = Some(header);
        self.is_below_header = true;
        below.try_for_each(|row| self.push_below(row.number, row.cells, row.used))
    }

    fn push_below(&mut self, number: u32, mut cells: Vec<Cell>, used: usize) -> Result<(), FileError> {
        let Some(header) = &mut self.header else { return Ok(()) };
        header.admit(used)?;
        header.clear_error(&mut cells);
        self.merged.begin((self.header_row, number), &cells, &header.columns);
        // Separators behind the last cell of a row mean nothing, unless it looks as if its cells had moved.
        let is_too_wide = header.is_too_wide(used, &cells, self.strict_width);
        let reason = match self.headings_again(number, &cells) {
            Some(Again::Same) => Some(Reason::Headings),
            Some(Again::Others) => None,
            None => self.reason(number, &cells, is_too_wide),
        };
        if let Some(reason) = reason {
            return self.pass_over(number, &cells, reason);
        }
        let Some(header) = &mut self.header else { return Ok(()) };
        self.is_below_header = false;
        if self.rows.len() >= MAX_ROWS as usize {
            return Err(FileError::TooManyRows);
        }
        let misplaced = match self.other_headings {
            Some(row) if row == number => Some(Misplaced::Headings),
            Some(row) => Some(Misplaced::Below(row)),
            None => is_too_wide.then_some(Misplaced::TooWide),
        };
        header.take_samples(&cells);
        let mut row = header.sort(number, cells, misplaced);
        if misplaced.is_none() && row.cells.iter().all(Cell::is_blank) {
            return Ok(());
        }
        self.merged.fill(&mut row, &header.columns, &mut self.rows)?;
        if misplaced.is_none() {
            header.take_units(&row);
            header.take_days(&row);
            self.sums.add(&row, &header.columns);
        }
        self.rows.push(row);
        Ok(())
    }

    /// What a row has of headings, and takes notice of them.
    fn headings_again(&mut self, number: u32, cells: &[Cell]) -> Option<Again> {
        let again = self.header.as_mut()?.again(cells, &self.options)?;
        self.other_headings = Some(number).filter(|_| again == Again::Others);
        self.is_below_header = true;
        Some(again)
    }

    /// Why a row holds no record; takes notice of what it says of the columns if it is for that.
    fn reason(&mut self, number: u32, cells: &[Cell], is_too_wide: bool) -> Option<Reason> {
        let header = self.header.as_mut()?;
        if self.is_below_header {
            if let Some(said) = unit_row(&header.columns, cells)
                && header.take_unit_row(number, said, !self.rows.is_empty())
            {
                return Some(Reason::Units);
            }
            if no_record::numbers_columns(cells) {
                return Some(Reason::Numbers);
            }
        }
        let line = Line::of(&header.columns, cells);
        if !line.as_ref().is_some_and(|line| line.has_sure_id) && self.passed_rows.has_title(cells) {
            return Some(Reason::TitleAgain);
        }
        let is_across = self.merged.is_across(&header.columns);
        let is_lacking = || missing(&header.columns, self.options.needed()).next().is_some();
        match line.and_then(|line| line.reason(is_across)) {
            // Before it is known which columns are read, nothing can be said of what isn't.
            Some(Reason::Unread) if is_too_wide || is_lacking() => None,
            None if !is_too_wide && self.sums.are_in(cells, &header.columns) => Some(Reason::Sums),
            reason => reason,
        }
    }

    fn pass_over(&mut self, number: u32, cells: &[Cell], reason: Reason) -> Result<(), FileError> {
        let Some(header) = &mut self.header else { return Ok(()) };
        let is_said_of_records = matches!(reason, Reason::Total | Reason::Note | Reason::TextAlone);
        if is_said_of_records && self.other_headings.is_none() {
            header.take_note(number, cells, reason == Reason::Total);
        }
        if matches!(reason, Reason::Total | Reason::Sums) {
            self.sums.begin_again();
        }
        // Formulas and serial numbers are filled down beyond the last record.
        let is_filled_down = reason == Reason::Uncalculated
            || (reason == Reason::Unread && (self.merged.reaches(number) || !has_letters(cells)));
        self.passed_rows.push(number, cells, reason, is_filled_down);
        if self.passed_rows.count() > MAX_ROWS as usize { Err(FileError::TooManyRows) } else { Ok(()) }
    }
}

/// Whether a text is among cells that isn't a number.
fn has_letters(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| matches!(cell, Cell::Text(text) if text.contains(char::is_alphabetic)))
}

/// Lets columns of days know another one that is month-first: where nothing tells their own order, theirs may be the same.
pub(super) fn tell_of_the_month_first(columns: &mut [KnownColumn]) {
    let is_month_first = |known: &KnownColumn| {
        Some((known.position, format!("{} seems to be ({})", known.column.label, known.days.month_first()?)))
    };
    let month_first: Vec<_> = columns.iter().filter_map(is_month_first).collect();
    for known in columns.iter_mut().filter(|known| known.column.kind == Kind::Date) {
        let other = month_first.iter().find(|(position, _)| *position != known.position);
        known.days.beside = other.map(|(_, said)| said.clone());
    }
}

/// JSON numbers would go through a reader that may be off by one unit in the last place.
pub(super) mod exact {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
