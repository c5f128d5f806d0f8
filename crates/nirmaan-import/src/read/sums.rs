//! The amounts of the records so far, by which a row with their sums is known.

use super::row::Row;
use super::table::{Cell, KnownColumn};
use crate::Kind;
use crate::column::Role;

/// The sums of the columns.
#[derive(Debug, Default)]
pub(super) struct Sums(Vec<Sum>);

/// The sums of one column.
#[derive(Debug, Default, Clone, Copy)]
struct Sum {
    /// Of all records.
    of_all: f64,
    /// Of the records since the last total.
    since: f64,
    /// How many amounts these are.
    count: usize,
    count_since: usize,
}

impl Sums {
    /// Takes the amounts of a record.
    pub(super) fn add(&mut self, row: &Row, columns: &[KnownColumn]) {
        self.0.resize(columns.len(), Sum::default());
        for ((sum, known), cell) in self.0.iter_mut().zip(columns).zip(&row.cells) {
            if known.column.kind == Kind::Money && !cell.is_blank() {
                // What isn't plainly a number makes the sum none as well.
                let amount = amount(cell).unwrap_or(f64::NAN);
                sum.of_all += amount;
                sum.since += amount;
                sum.count += 1;
                sum.count_since += 1;
            }
        }
    }

    /// Begins the sums of a part of the table.
    pub(super) fn begin_again(&mut self) {
        for sum in &mut self.0 {
            (sum.since, sum.count_since) = (0.0, 0);
        }
    }

    /// Whether a row without an id and a name has the sums of two amounts or more, and no other.
    pub(super) fn are_in(&self, cells: &[Cell], columns: &[KnownColumn]) -> bool {
        let cell = |known: &KnownColumn| cells.get(known.position).filter(|cell| !cell.is_blank());
        let mut names = columns.iter().filter(|known| known.column.role != Role::Value);
        if names.any(|known| cell(known).is_some()) {
            return false;
        }
        let amounts = self.0.iter().zip(columns).filter(|(_, known)| known.column.kind == Kind::Money);
        let mut amounts = amounts.filter_map(|(sum, known)| Some((sum, amount(cell(known)?)))).peekable();
        amounts.peek().is_some() && amounts.all(|(sum, amount)| amount.is_some_and(|amount| sum.is(amount)))
    }
}

impl Sum {
    fn is(&self, amount: f64) -> bool {
        // Shown with two decimals, each amount may be off by half of the last.
        let is_near = |sum: f64, count: usize| {
            count > 1 && amount != 0.0 && (sum - amount).abs() <= 0.01 * count as f64
        };
        is_near(self.of_all, self.count) || is_near(self.since, self.count_since)
    }
}

/// A cell's number.
fn amount(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number(number) => Some(*number),
        Cell::Text(text) => text.trim().replace(',', "").parse().ok(),
        _ => None,
    }
}
