//! What the rows around the header say of how its columns are read.

use super::Header;
use crate::check::{seen, shown};
use crate::date_order::TitleOrder;
use crate::heading::{Heading, is_amount};
use crate::read::reading::is_placeholder;
use crate::read::{KnownColumn, Row};
use crate::unit::NamedUnit;
use crate::{Cell, Kind, Need};

/// How many rows below it are looked at for a sample of a column.
const SAMPLED_ROWS: usize = 200;

impl Header {
    /// Takes notice of what a row above it says of the unit of amounts, and of the order of day and month.
    pub(in crate::read) fn take_title(&mut self, number: u32, cells: &[Cell]) {
        let titles = cells.iter().filter_map(|cell| match cell {
            Cell::Text(text) => TitleOrder::of(text),
            _ => None,
        });
        for said in titles {
            for known in self.columns.iter_mut().filter(|known| known.column.kind == Kind::Date) {
                known.days.take_title(number, said);
            }
        }
        let filled: Vec<&Cell> = cells.iter().filter(|cell| !cell.is_blank()).collect();
        let units = filled.iter().enumerate().filter_map(|(index, cell)| match cell {
            // Beside an amount it is the unit of that: Bid capacity (Rs. in Crore), 120.
            Cell::Text(_) if filled.get(index + 1).is_some_and(|cell| is_amount(&seen(cell))) => None,
            Cell::Text(text) => Heading::unit_of_title(text),
            _ => None,
        });
        let said = units.reduce(|one, other| {
            if one == other { one } else { NamedUnit::Unclear(format!("two units in row {number}")) }
        });
        let Some(said) = said else { return };
        let is_money = |known: &KnownColumn| known.column.kind == Kind::Money;
        // A column in rupees beside those that name no unit is an exception; where all are in rupees, one of both is wrong.
        let is_for_the_silent =
            self.columns.iter().any(|known| is_money(known) && known.unit.heading.is_none());
        for known in self.columns.iter_mut().filter(|known| is_money(known)) {
            if known.unit.heading.is_none() || !is_for_the_silent {
                known.unit.above = Some((number, said.clone()));
            }
        }
    }

    /// Takes notice of units that stand among the amounts, in a row that names no record.
    pub(in crate::read) fn take_units(&mut self, row: &Row) {
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

    /// Takes notice of what days say of the order of day and month.
    pub(in crate::read) fn take_days(&mut self, row: &Row) {
        // Of a row that is too wide, nobody knows which cell belongs where.
        if row.too_wide {
            return;
        }
        let days =
            self.columns.iter_mut().zip(&row.cells).filter(|(known, _)| known.column.kind == Kind::Date);
        for (known, cell) in days {
            known.days.take(row.number, cell);
        }
    }

    /// Keeps the first filled cells of the columns.
    pub(in crate::read) fn take_samples(&mut self, cells: &[Cell]) {
        if self.sampled_rows == SAMPLED_ROWS {
            return;
        }
        self.sampled_rows += 1;
        for named in self.names.iter_mut().filter(|named| named.sample.is_empty()) {
            named.sample = cells.get(named.position).map(|cell| shown(&seen(cell))).unwrap_or_default();
        }
    }
}
