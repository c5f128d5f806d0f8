//! Cells of a sheet that stand for several.

use serde::{Deserialize, Serialize};

use super::row::Row;
use super::table::{Cell, KnownColumn};
use crate::column::Role;
use crate::{FileError, Kind, Lost, Need};

/// The texts that are put into all cells together: one long text may stand for every row.
const MAX_FILLED_BYTES: usize = 16 * 1024 * 1024;

/// Cells of a sheet of which the first holds what all of them show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Merged {
    /// From 1, as the sheet counts.
    pub(crate) first_row: u32,
    pub(crate) last_row: u32,
    /// From 0.
    pub(crate) first_column: usize,
    pub(crate) last_column: usize,
    /// What is in those that hold nothing themselves.
    pub(crate) gap: Gap,
}

impl Merged {
    /// Whether it is over a column, by its position.
    fn covers(&self, position: usize) -> bool {
        (self.first_column..=self.last_column).contains(&position)
    }
}

/// Why cells hold nothing themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Gap {
    /// They are merged into the first.
    Merged,
    /// A formula without a result fills all of them.
    Formula,
}

/// Which rows one cell with an amount stands for, and the place of its column in a row's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shared {
    pub(crate) column: usize,
    pub(crate) first_row: u32,
    pub(crate) last_row: u32,
}

/// What is known of such cells as the rows go by.
#[derive(Debug, Default)]
pub(super) struct MergedCells {
    /// Those whose first row is still to come, in its order.
    ahead: Vec<Merged>,
    /// For each known column the one that reaches down to the row at hand.
    open: Vec<Option<Open>>,
    filled_bytes: usize,
}

#[derive(Debug)]
struct Open {
    merged: Merged,
    fill: Cell,
    /// Where among the rows the one is that holds it, if it is a record.
    holder: Option<usize>,
}

impl MergedCells {
    pub(super) fn push(&mut self, merged: Merged) {
        self.ahead.push(merged);
    }

    /// Takes what begins in a row of the sheet, of which `cells` are all, or in blank ones above it.
    pub(super) fn begin(
        &mut self,
        (header_row, number): (u32, u32),
        cells: &[Cell],
        columns: &[KnownColumn],
    ) {
        self.open.resize_with(columns.len(), || None);
        for slot in &mut self.open {
            slot.take_if(|open| open.merged.last_row < number);
        }
        // What begins above the records is no value of theirs.
        let begun = self.ahead.extract_if(.., |merged| merged.first_row <= number);
        for merged in begun.filter(|merged| merged.first_row > header_row) {
            let holds = cells.get(merged.first_column).filter(|cell| !cell.is_blank());
            let holds = holds.filter(|_| merged.first_row == number);
            for (known, slot) in columns.iter().zip(&mut self.open) {
                let fill = match (merged.gap, holds) {
                    _ if !merged.covers(known.position) => continue,
                    (Gap::Formula, _) => Cell::Lost(Lost::Formula),
                    (Gap::Merged, None) => Cell::Empty,
                    (Gap::Merged, Some(holds)) if known.position == merged.first_column => match holds {
                        Cell::Shown(shown) => shown.as_ref().clone().into_cell(known.column.kind),
                        holds => holds.clone(),
                    },
                    (Gap::Merged, Some(_)) => Cell::Lost(Lost::Beside),
                };
                *slot = Some(Open { merged, fill, holder: None });
            }
        }
    }

    /// Whether one cell stands for the id and for what is beside it, in the row at hand or in ones below it as well.
    pub(super) fn is_across(&self, columns: &[KnownColumn]) -> bool {
        let mut open = self.open.iter().zip(columns);
        let id = open.find(|(_, known)| known.column.role == Role::Id).and_then(|(open, _)| open.as_ref());
        let is_of_more = |merged: &Merged| {
            merged.gap == Gap::Merged
                && columns.iter().filter(|known| merged.covers(known.position)).count() > 1
        };
        id.is_some_and(|open| is_of_more(&open.merged))
    }

    /// Whether cells above the row at hand stand for some of it.
    pub(super) fn reaches(&self, number: u32) -> bool {
        self.open.iter().flatten().any(|open| open.merged.first_row < number)
    }

    /// Fills the cells of a record that stand behind or below the first of such cells. `rows` are the records above it.
    pub(super) fn fill(
        &mut self,
        row: &mut Row,
        columns: &[KnownColumn],
        rows: &mut [Row],
    ) -> Result<(), FileError> {
        let index = rows.len();
        // What tells records apart is merged over one record, however many rows it has.
        let is_above =
            |open: &Option<Open>| open.as_ref().is_some_and(|open| open.merged.first_row < row.number);
        let mut of_record =
            self.open.iter().zip(columns).filter(|(_, known)| known.column.need == Need::Always).peekable();
        let is_same_record = of_record.peek().is_some() && of_record.all(|(open, _)| is_above(open));
        let slots = self.open.iter_mut().zip(&mut row.cells).zip(columns).enumerate();
        for (column, ((slot, cell), known)) in slots {
            let Some(Open { merged, fill, holder }) = slot else { continue };
            let Merged { first_row, last_row, first_column, gap, .. } = *merged;
            if first_row == row.number && first_column == known.position {
                *holder = Some(index);
                continue;
            }
            // What a merged cell covers isn't seen, even if it is still there.
            // Where a formula has no result, 0 is none.
            if gap == Gap::Formula && !cell.is_blank() && *cell != Cell::Number(0.0) {
                continue;
            }
            if let Cell::Text(text) = fill {
                self.filled_bytes += text.len();
            }
            if self.filled_bytes > MAX_FILLED_BYTES {
                return Err(FileError::Suspicious);
            }
            *cell = fill.clone();
            let is_amount = known.column.kind == Kind::Money && !matches!(cell, Cell::Lost(_) | Cell::Empty);
            if is_amount && !is_same_record {
                let shared = Shared { column, first_row, last_row };
                row.shared.push(shared);
                let above = holder.take().and_then(|holder| rows.get_mut(holder));
                above.into_iter().for_each(|above| above.shared.push(shared));
            }
        }
        Ok(())
    }
}
