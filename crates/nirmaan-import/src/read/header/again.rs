//! Headings that stand among the records.

use super::{Header, NamedColumn};
use crate::column::Role;
use crate::column_map::{ReadOptions, key};
use crate::heading::Heading;
use crate::read::{KnownColumn, MAX_NAME};
use crate::unit::NamedUnit;
use crate::{Cell, Kind};

/// Cells of a file below its headings that are read as what may say something of the columns. It takes long, and no file has so
/// many that do.
pub(in crate::read) const MOST_CELLS_READ: usize = 10_000;

/// What headings among the records say of the rows below them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum Again {
    /// They are the same as above.
    Same,
    /// Columns hold other fields than above, or are read in another way.
    Others,
}

impl Header {
    /// Whether a row below it has headings once more, as where a page begins or another table does.
    pub(in crate::read) fn again(&mut self, cells: &[Cell], options: &ReadOptions) -> Option<Again> {
        let filled = || cells.iter().enumerate().filter(|(_, cell)| !cell.is_blank());
        let id_at = self.columns.iter().find(|known| known.column.role == Role::Id)?.position;
        let (first, Cell::Text(text)) = filled().find(|(at, _)| *at >= id_at)? else { return None };
        let named = |position: usize| self.names.iter().find(|named| named.position == position);
        let is_same = |named: &NamedColumn, text: &str| named.name == text || key(&named.name) == key(text);
        // Nearly no record begins with a heading, and nearly all have a figure there or in a column of amounts or days.
        let is_no_heading = text.len() > MAX_NAME || text.contains(char::is_numeric);
        if is_no_heading && named(first).is_none_or(|named| named.name != *text) {
            return None;
        }
        let known = |position: usize| self.columns.iter().find(|known| known.position == position);
        let may_be_heading = |(position, cell): (usize, &Cell)| match (cell, known(position)) {
            (Cell::Text(text), Some(known)) if matches!(known.column.kind, Kind::Money | Kind::Date) => {
                !text.starts_with(char::is_numeric)
            }
            (Cell::Text(_), _) => true,
            _ => false,
        };
        if !filled().all(may_be_heading) || self.cells_left == 0 {
            return None;
        }
        self.cells_left -= 1;
        if !named(first).is_some_and(|named| is_same(named, text))
            && Heading::read(options.record, text).column.is_none()
        {
            return None;
        }
        self.cells_left = self.cells_left.saturating_sub(filled().count());
        let found = Self::read(cells, &options.without_choices());
        let is_same_at = |position: usize| {
            found.names.iter().any(|other| {
                other.position == position && named(position).is_some_and(|named| is_same(named, &other.name))
            })
        };
        let same = found.names.iter().filter(|named| is_same_at(named.position)).count();
        if same < 2 && same < self.names.len() && found.columns.len() < 2 {
            return None;
        }
        let is_other = |theirs: &KnownColumn| {
            let ours = known(theirs.position);
            let is_elsewhere = self.columns.iter().any(|ours| ours.column == theirs.column);
            !is_same_at(theirs.position)
                && match ours {
                    Some(ours) => ours.column != theirs.column || ours.is_named_otherwise(theirs),
                    None => is_elsewhere,
                }
        };
        if !found.columns.iter().any(is_other) {
            return Some(Again::Same);
        }
        // Without a column of ids they are a second row of headings, or a summary.
        let has_ids = found.columns.iter().any(|known| known.column.role == Role::Id);
        has_ids.then_some(Again::Others)
    }

    /// What a note says of the unit of amounts: of all, as a title does.
    pub(super) fn unit_of_note(&mut self, text: &str) -> Option<NamedUnit> {
        self.cells_left = self.cells_left.checked_sub(1)?;
        Heading::unit_of_title(text).filter(|said| !matches!(said, NamedUnit::Unclear(_)))
    }
}
