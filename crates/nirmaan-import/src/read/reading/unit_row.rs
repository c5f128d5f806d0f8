//! Rows below the headings that say how the cells below them are written, and hold no record.

use crate::check::fold::fold;
use crate::check::shortened;
use crate::date_order::NamedOrder;
use crate::read::{KnownColumn, MAX_NAME};
use crate::unit::NamedUnit;
use crate::{Cell, DateOrder, Kind, Unit};

/// What people write below the headings of other columns in a row of units: letters and percent signs, folded.
const PLACEHOLDERS: [&str; 16] = [
    "",
    "unit",
    "units",
    "in",
    "%",
    "in%",
    "percent",
    "inpercent",
    "no",
    "nos",
    "number",
    "text",
    "date",
    "yyyymmdd",
    "days",
    "na",
];

/// Whether a cell says nothing of a record.
pub(in crate::read) fn is_placeholder(cell: &Cell) -> bool {
    match cell {
        Cell::Empty => true,
        Cell::Text(text) if text.contains(char::is_numeric) => false,
        Cell::Text(text) => {
            let letters: String = fold(text).chars().filter(|c| c.is_alphabetic() || *c == '%').collect();
            PLACEHOLDERS.contains(&letters.as_str()) || DateOrder::of_all(text).is_some()
        }
        _ => false,
    }
}

/// The unit that a cell holds and nothing else, as it is meant and as it is written.
pub(in crate::read) fn unit_alone(cell: &Cell) -> Option<(NamedUnit, String)> {
    let Cell::Text(text) = cell else { return None };
    // Nearly all cells have a figure in them, and no more is to be looked for.
    if text.trim().is_empty() || text.len() > MAX_NAME || text.contains(|c: char| c.is_numeric()) {
        return None;
    }
    let said = NamedUnit::alone(without_marks(text)).filter(|said| *said != NamedUnit::In(Unit::Rupees));
    said.map(|said| (said, shortened(text, 40)))
}

fn without_marks(text: &str) -> &str {
    text.trim().trim_matches(['(', ')', '[', ']', '{', '}', ':'])
}

/// What a row of units says.
pub(in crate::read) struct UnitRow {
    /// Of the amounts of each known column.
    pub(in crate::read) units: Vec<Option<NamedUnit>>,
    /// Of the days of each.
    pub(in crate::read) orders: Vec<Option<NamedOrder>>,
}

/// Reads a row of units, which has nothing else in it; `None` when the row is none.
pub(in crate::read) fn unit_row(columns: &[KnownColumn], cells: &[Cell]) -> Option<UnitRow> {
    let unit = |cell: &Cell| match cell {
        Cell::Text(text) => NamedUnit::alone(without_marks(text)),
        _ => None,
    };
    if !cells.iter().all(|cell| is_placeholder(cell) || unit(cell).is_some()) {
        return None;
    }
    let of_amounts = |known: &KnownColumn| {
        let is_money = known.column.kind == Kind::Money;
        cells.get(known.position).filter(|_| is_money).and_then(unit)
    };
    let of_days = |known: &KnownColumn| match cells.get(known.position) {
        Some(Cell::Text(text)) if known.column.kind == Kind::Date => DateOrder::in_text(text),
        _ => None,
    };
    let mut orders: Vec<_> = columns.iter().map(of_days).collect();
    let mut units: Vec<_> = columns.iter().map(of_amounts).collect();
    // Anywhere else, it speaks of all columns whose headings say nothing: All figures in Rs. Lakhs.
    if units.iter().all(Option::is_none) {
        let of_all = cells.iter().find_map(unit);
        let silent = |known: &KnownColumn| known.column.kind == Kind::Money && known.unit.heading.is_none();
        units = columns.iter().map(|known| of_all.clone().filter(|_| silent(known))).collect();
    }
    if orders.iter().all(Option::is_none) {
        let of_all = cells.iter().find_map(|cell| match cell {
            Cell::Text(text) => DateOrder::of_all(text),
            _ => None,
        });
        let silent = |known: &KnownColumn| known.column.kind == Kind::Date && known.days.is_silent();
        orders = columns.iter().map(|known| of_all.filter(|_| silent(known))).collect();
    }
    let says_nothing = cells.iter().all(|cell| unit(cell).is_none()) && orders.iter().all(Option::is_none);
    if says_nothing { None } else { Some(UnitRow { units, orders }) }
}
