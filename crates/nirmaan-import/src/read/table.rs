//! Cells under the columns that their header names, however the file was written.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::column::{self, COLUMNS};
use crate::{FileError, MAX_COLUMNS, MAX_ROWS};

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

/// The header and the rows below it: only cells of columns that are understood are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Indexes into [`COLUMNS`], one for each cell of a row.
    pub(crate) columns: Vec<usize>,
    pub(crate) rows: Vec<Row>,
    pub(crate) unknown_columns: Vec<String>,
}

impl Table {
    /// How many rows there are to check.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The known columns, by JSON name, in the file's order.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().filter_map(|index| COLUMNS.get(*index)).map(|column| column.json_name)
    }
}

/// A row with something in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub number: u32,
    /// As many cells as the table has columns.
    pub cells: Vec<Cell>,
    /// It has more cells than the header, so that nobody knows which belongs where.
    pub too_wide: bool,
}

/// Takes the rows of a file one by one: the first that isn't blank is the header.
#[derive(Debug, Default)]
pub(crate) struct TableBuilder {
    header: Option<Header>,
    rows: Vec<Row>,
    /// Whether a row wider than the header is misaligned (CSV) or has notes beside the table (workbook).
    strict_width: bool,
}

#[derive(Debug)]
struct Header {
    width: usize,
    /// Position in the file and index into [`COLUMNS`].
    columns: Vec<(usize, usize)>,
    unknown: Vec<String>,
}

impl TableBuilder {
    /// For records, where one comma too many shifts every cell after it.
    pub fn of_records() -> TableBuilder {
        TableBuilder { strict_width: true, ..TableBuilder::default() }
    }

    /// For sheets, where a cell's column is certain.
    pub fn of_cells() -> TableBuilder {
        TableBuilder::default()
    }

    /// Takes a row by its number in the sheet. Blank ones are skipped.
    pub fn push(&mut self, number: u32, mut cells: Vec<Cell>) -> Result<(), FileError> {
        let used = cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |last| last + 1);
        if used == 0 {
            return Ok(());
        }
        if used > MAX_COLUMNS {
            return Err(FileError::TooManyColumns);
        }
        let Some(header) = &self.header else {
            self.header = Some(Header::read(&cells)?);
            return Ok(());
        };
        if self.rows.len() >= MAX_ROWS as usize {
            return Err(FileError::TooManyRows);
        }
        let too_wide = self.strict_width && cells.len() > header.width;
        let mut take = |position: usize| cells.get_mut(position).map(std::mem::take).unwrap_or_default();
        let cells: Vec<Cell> = header.columns.iter().map(|(position, _)| take(*position)).collect();
        // A row that has something in unknown columns only is as good as blank.
        if too_wide || cells.iter().any(|cell| !cell.is_blank()) {
            self.rows.push(Row { number, cells, too_wide });
        }
        Ok(())
    }

    pub fn finish(self) -> Result<Table, FileError> {
        let header = self.header.ok_or(FileError::NoHeader)?;
        let columns = header.columns.into_iter().map(|(_, column)| column).collect();
        Ok(Table { columns, rows: self.rows, unknown_columns: header.unknown })
    }
}

impl Header {
    fn read(cells: &[Cell]) -> Result<Header, FileError> {
        let mut columns: Vec<(usize, usize)> = Vec::new();
        let mut unknown = Vec::new();
        for (position, cell) in cells.iter().enumerate() {
            let name = match cell {
                Cell::Text(text) => text.trim(),
                Cell::Empty => continue,
                _ => "(not a text)",
            };
            match column::find(name).and_then(|index| Some((index, COLUMNS.get(index)?))) {
                Some((index, column)) if columns.iter().any(|(_, known)| *known == index) => {
                    return Err(FileError::DuplicateColumn(column.label.to_owned()));
                }
                Some((index, _)) => columns.push((position, index)),
                None if name.is_empty() => {}
                None => unknown.push(crate::check::shown(name)),
            }
        }
        let missing: Vec<String> = COLUMNS
            .iter()
            .enumerate()
            .filter(|(index, column)| column.required && !columns.iter().any(|(_, known)| known == index))
            .map(|(_, column)| column.label.to_owned())
            .collect();
        if !missing.is_empty() {
            return Err(FileError::MissingColumns(missing));
        }
        Ok(Header { width: cells.len(), columns, unknown })
    }
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
