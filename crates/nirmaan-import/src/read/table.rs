//! Cells under the columns that their header names, however the file was written.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::reading::{UnitSources, is_placeholder, unit_row};
use crate::column::{self, COLUMNS, Column, Purpose};
use crate::heading::Heading;
use crate::{FileError, Kind, MAX_COLUMNS, MAX_ROWS, Need};

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
}

impl Cell {
    /// Whether a person sees nothing in it.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Cell::Empty => true,
            Cell::Text(text) => text.trim().is_empty(),
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
}

/// The header and the rows below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The names of the columns as written, by their positions in the file.
    pub(crate) header: Vec<(usize, String)>,
    /// The columns that we know, one for each of a row's cells.
    pub(crate) columns: Vec<KnownColumn>,
    pub(crate) rows: Vec<Row>,
    pub(crate) unknown_columns: Vec<String>,
    pub(crate) purpose: Purpose,
}

impl Table {
    /// How many rows there are to check.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The known columns, by JSON name, in the file's order.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|known| known.column.json_name)
    }
}

/// A row with something in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub number: u32,
    /// As many cells as the table knows columns.
    pub cells: Vec<Cell>,
    /// What stands beside them, by its position in the file: nobody reads it, but a row that is handed back has it.
    pub others: Vec<(usize, Cell)>,
    /// It has more cells than the header, so that nobody knows which belongs where.
    pub too_wide: bool,
}

/// Takes the rows of a file one by one: the first that isn't blank is the header.
#[derive(Debug, Default)]
pub(crate) struct TableBuilder {
    purpose: Purpose,
    header: Option<Header>,
    rows: Vec<Row>,
    /// Whether a row wider than the header is misaligned (CSV) or has notes beside the table (workbook).
    strict_width: bool,
    /// Whether the row directly below the header is behind us.
    is_below_header: bool,
}

#[derive(Debug)]
struct Header {
    width: usize,
    /// By position in the file.
    names: Vec<(usize, String)>,
    columns: Vec<KnownColumn>,
    /// Where rows that were handed back say what was wrong with them.
    errors: Option<usize>,
    unknown: Vec<String>,
}

impl TableBuilder {
    /// For records, where one comma too many shifts every cell after it.
    pub fn of_records(purpose: Purpose) -> TableBuilder {
        TableBuilder { purpose, strict_width: true, ..TableBuilder::default() }
    }

    /// For sheets, where a cell's column is certain.
    pub fn of_cells(purpose: Purpose) -> TableBuilder {
        TableBuilder { purpose, ..TableBuilder::default() }
    }

    /// Takes a row by its number in the sheet. Blank ones are skipped.
    pub fn push(&mut self, number: u32, cells: Vec<Cell>) -> Result<(), FileError> {
        let used = cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |last| last + 1);
        if used == 0 {
            return Ok(());
        }
        let Some(header) = &mut self.header else {
            let header = Header::read(&cells, self.purpose)?;
            header.admit(used)?;
            self.header = Some(header);
            return Ok(());
        };
        header.admit(used)?;
        if !std::mem::replace(&mut self.is_below_header, true)
            && let Some(units) = unit_row(&header.columns, &cells)
        {
            for (known, said) in header.columns.iter_mut().zip(units) {
                known.unit.below = said.map(|said| (number, said));
            }
            return Ok(());
        }
        if self.rows.len() >= MAX_ROWS as usize {
            return Err(FileError::TooManyRows);
        }
        // Separators behind the last cell of a row mean nothing, unless it looks as if its cells had moved.
        let too_wide = self.strict_width
            && (used > header.width || (cells.len() > header.width && header.is_parted(&cells)));
        let row = header.sort(number, cells, too_wide);
        header.take_units(&row);
        // A row that has something in unknown columns only is as good as blank.
        if too_wide || row.cells.iter().any(|cell| !cell.is_blank()) {
            self.rows.push(row);
        }
        Ok(())
    }

    pub fn finish(self) -> Result<Table, FileError> {
        let Header { names, columns, unknown, .. } = self.header.ok_or(FileError::NoHeader)?;
        let (rows, purpose) = (self.rows, self.purpose);
        Ok(Table { header: names, columns, rows, unknown_columns: unknown, purpose })
    }
}

impl Header {
    fn read(cells: &[Cell], purpose: Purpose) -> Result<Header, FileError> {
        let mut header =
            Header { width: cells.len(), names: vec![], columns: vec![], errors: None, unknown: vec![] };
        let named = cells.iter().enumerate().filter_map(|(position, cell)| match cell {
            Cell::Empty => None,
            Cell::Text(text) => Some((position, text.as_str())),
            _ => Some((position, "(not a text)")),
        });
        let read: Vec<_> = named.map(|(position, name)| (position, name, Heading::read(name))).collect();
        let columns: Vec<_> = read
            .iter()
            .filter(|(.., heading)| heading.is_exact)
            .map(|(.., heading)| heading.column)
            .collect();
        for (position, name, Heading { column, is_exact, said }) in read {
            if column::is_error(name) {
                header.errors = Some(position);
                continue;
            }
            // A name with a unit beside it gives way to one without: they may be the same amounts in two units.
            let column = column.filter(|index| is_exact || !columns.contains(&Some(*index)));
            match column.and_then(|index| COLUMNS.get(index)) {
                Some(column) if header.has(column) => {
                    return Err(FileError::DuplicateColumn(column.label.to_owned()));
                }
                Some(column) => {
                    let heading = said.filter(|_| column.kind == Kind::Money);
                    let unit = UnitSources { heading, ..UnitSources::default() };
                    header.columns.push(KnownColumn { position, column, unit });
                }
                None if name.trim().is_empty() => continue,
                None => header.unknown.push(crate::check::shown(name)),
            }
            header.names.push((position, name.to_owned()));
        }
        let missing: Vec<String> = COLUMNS
            .iter()
            .filter(|column| column.need.everywhere(purpose) && !header.has(column))
            .map(|column| column.label.to_owned())
            .collect();
        if missing.is_empty() { Ok(header) } else { Err(FileError::MissingColumns(missing)) }
    }

    /// Takes notice of units that stand among the amounts, in a row that names no record.
    fn take_units(&mut self, row: &Row) {
        let mut known = self.columns.iter().zip(&row.cells);
        if known.any(|(known, cell)| known.column.need == Need::Always && !is_placeholder(cell)) {
            return;
        }
        let amounts =
            self.columns.iter_mut().zip(&row.cells).filter(|(known, _)| known.column.kind == Kind::Money);
        for (known, cell) in amounts {
            known.unit.take(row.number, cell);
        }
    }

    /// Whether cells of a record look like parts of what was one: figures of an amount with commas (`1,25,000`), or a text that
    /// goes on behind a comma and a space.
    fn is_parted(&self, cells: &[Cell]) -> bool {
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_spaced = |text: &str| text.starts_with(' ') && !text.trim().is_empty();
        let has_spaces = self.names.iter().any(|(_, name)| is_spaced(name));
        cells.windows(2).any(|pair| match pair {
            [Cell::Text(before), Cell::Text(after)] => {
                let last = after.split(['.', '/']).next().unwrap_or_default();
                let is_group = last.len() == 3 && is_digits(last);
                let is_amount = is_group && (1..=3).contains(&before.len()) && is_digits(before);
                is_amount || (!has_spaces && is_spaced(after))
            }
            _ => false,
        })
    }

    fn has(&self, column: &Column) -> bool {
        self.columns.iter().any(|known| known.column == column)
    }

    /// Refuses rows that are too wide. The column that we add to rows that are handed back doesn't count.
    fn admit(&self, used: usize) -> Result<(), FileError> {
        let most = MAX_COLUMNS + usize::from(self.errors.is_some());
        if used > most { Err(FileError::TooManyColumns) } else { Ok(()) }
    }

    /// The cells of a row where they belong.
    fn sort(&self, number: u32, mut cells: Vec<Cell>, too_wide: bool) -> Row {
        if let Some(told) = self.errors.and_then(|position| cells.get_mut(position)) {
            *told = Cell::Empty;
        }
        let mut take = |position: usize| cells.get_mut(position).map(std::mem::take).unwrap_or_default();
        let known = self.columns.iter().map(|known| take(known.position)).collect();
        let others: Vec<_> = cells.into_iter().enumerate().filter(|(_, cell)| !cell.is_blank()).collect();
        // A record that was too wide is so still, though it came back in a sheet.
        let too_wide = too_wide
            || (self.errors.is_some()
                && others.iter().any(|(position, _)| !is_named(&self.names, *position)));
        Row { number, cells: known, others, too_wide }
    }
}

/// Whether a position has a name in the header.
pub(crate) fn is_named(names: &[(usize, String)], position: usize) -> bool {
    names.iter().any(|(named, _)| *named == position)
}

/// JSON numbers would go through a reader that may be off by one unit in the last place.
mod exact {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
