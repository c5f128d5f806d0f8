//! What the rows around the header say of how its columns are read.

use super::Header;
use crate::check::{seen, shown};
use crate::column::Role;
use crate::date_order::TitleOrder;
use crate::heading::{Heading, is_amount};
use crate::read::reading::{UnitRow, is_placeholder};
use crate::read::{KnownColumn, MAX_NAME, Row};
use crate::unit::NamedUnit;
use crate::{Cell, Kind};

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

    /// Takes notice of a row of units below the headings. `false` if another one says something else, and if it comes after
    /// records and doesn't repeat one: those weren't meant.
    pub(in crate::read) fn take_unit_row(
        &mut self,
        number: u32,
        UnitRow { units, orders }: UnitRow,
        has_records: bool,
    ) -> bool {
        let has_units = self.columns.iter().any(|known| known.unit.below.is_some());
        let has_orders = self.columns.iter().any(|known| known.days.below.is_some());
        let mut said = self.columns.iter().zip(&units).zip(&orders);
        let is_news = said.any(|((known, unit), order)| {
            let of_units = (has_units || has_records)
                && unit.is_some()
                && known.unit.below.as_ref().map(|(_, unit)| unit) != unit.as_ref();
            of_units
                || ((has_orders || has_records)
                    && order.is_some()
                    && known.days.below.map(|(_, order)| order) != *order)
        });
        if is_news {
            return false;
        }
        for ((known, unit), order) in self.columns.iter_mut().zip(units).zip(orders) {
            known.unit.below = known.unit.below.take().or(unit.map(|unit| (number, unit)));
            known.days.below = known.days.below.or(order.map(|order| (number, order)));
        }
        true
    }

    /// Takes notice of what a row that holds no record says of the unit of all amounts, and of the order of day and month.
    /// That of a total is its own, unless nothing names that of the records.
    pub(in crate::read) fn take_note(&mut self, number: u32, cells: &[Cell], is_total: bool) {
        let short = |cell: &&Cell| matches!(cell, Cell::Text(text) if text.len() <= MAX_NAME);
        for text in cells.iter().filter(short).map(seen) {
            let unit = if is_total { Heading::unit_of_total(&text) } else { self.unit_of_note(&text) };
            let order = TitleOrder::of(&text).filter(|said| *said != TitleOrder::Doubt);
            for known in &mut self.columns {
                match (known.column.kind, &unit, order) {
                    (Kind::Money, Some(unit), _) if !is_total || known.unit.said().is_none() => {
                        known.unit.take_said(number, unit.clone(), shown(&text));
                    }
                    (Kind::Date, _, Some(order)) => known.days.take_title(number, order),
                    _ => {}
                }
            }
        }
    }

    /// Takes notice of units that stand among the amounts, in a row that names no record.
    pub(in crate::read) fn take_units(&mut self, row: &Row) {
        let mut known = self.columns.iter().zip(&row.cells);
        if known.any(|(known, cell)| known.column.role == Role::Id && !is_placeholder(cell)) {
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
