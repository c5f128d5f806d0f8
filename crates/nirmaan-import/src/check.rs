//! The second stage: a table's cells to typed rows, and to sentences about those that aren't.

mod amount;
mod count;
pub(crate) mod date;
pub(crate) mod fold;
mod grouping;
mod id;
mod json;
mod ledger;
mod name;
mod number;
mod percentage;
mod text;
mod why;

pub use grouping::grouped;
pub(crate) use number::plain as plain_number;
pub use percentage::PERCENTAGES;
pub(crate) use percentage::{named_side, parse as parse_percentage};

use std::collections::HashMap;

use chrono::NaiveDate;

use self::why::{formula_error, is_too_narrow, of_several_rows, why_lost, why_misplaced};
use crate::column::{Column, Field, Kind, Role, Slot, Statuses};
use crate::read::{KnownColumn, Row, is_swappable};
use crate::unit::NamedUnit;
use crate::{Cell, DateOrder, Failure, Lost, Note, Parsed, SheetRow, Table, Unit, column, listed};

/// What is wrong with a cell: the end of a sentence that begins with the column's label.
pub(crate) type Checked<T> = Result<T, String>;

/// How many statuses are named one by one to whoever writes something else.
const FEW_STATUSES: usize = 12;
/// How many rows go by between two reports of progress.
const REPORT_EVERY: usize = 200;

/// Checks every row of a table of such rows. Where a field is [missing](Table::missing), no row is checked. `today`, in
/// Asia/Kolkata, decides what a year of two digits means, or none. `progress` hears how many rows of how many are done, now and
/// then and at the end.
pub fn check<R: SheetRow>(
    table: &Table,
    today: NaiveDate,
    mut progress: impl FnMut(usize, usize),
) -> Parsed<R> {
    let (rows, failures, unknown_columns) = (Vec::new(), Vec::new(), table.unknown_columns.clone());
    let mut parsed = Parsed { rows, failures, unknown_columns };
    if table.missing().next().is_some() {
        return parsed;
    }
    let mut seen: HashMap<String, u32> = HashMap::new();
    let columns: Vec<_> = (0..)
        .zip(&table.columns)
        .filter_map(|(index, known)| ColumnContext::of(table, index, known))
        .collect();
    let total = table.rows.len();
    for (done, row) in table.rows.iter().enumerate() {
        if done % REPORT_EVERY == 0 {
            progress(done, total);
        }
        let mut record = R::numbered(row.number);
        if let Some(deposit_type) = &table.deposit_type {
            record.assume_type(deposit_type);
        }
        match check_row(record, row, &columns, today, &seen) {
            Ok((key, checked)) => {
                seen.insert(key, row.number);
                parsed.rows.push(checked);
            }
            Err(failure) => parsed.failures.push(failure),
        }
    }
    progress(total, total);
    parsed
}

/// A column, and what all its cells together say of each.
struct ColumnContext<R: 'static> {
    /// Its place among the cells of a row.
    index: usize,
    column: &'static Column,
    slot: &'static Slot<R>,
    /// Whether every row must have a value in it.
    is_needed: bool,
    /// The unit of its amounts, or why none of them is taken.
    unit: Result<Unit, String>,
    /// Whether a unit is named for the column, so that a cell with another one is worth a look.
    is_named: bool,
    /// Whether it has amounts as only ledgers write them.
    is_ledger: bool,
    /// In which order its days in figures have day and month, or what keeps them from being read.
    order: Result<DateOrder, String>,
    /// A day that is a text among dates: a program may have swapped day and month of those.
    stayed_a_text: Option<String>,
    /// Whether a percentage below one, without a sign, may be a part of one.
    has_open_fractions: bool,
    /// Whether it has the ids and nearly all of them have figures.
    has_ids_with_figures: bool,
}

impl<R: SheetRow> ColumnContext<R> {
    /// `None` where such a row has no such column.
    fn of(table: &Table, index: usize, known: &KnownColumn) -> Option<Self> {
        let Field { column, slot } = R::FIELDS.iter().find(|field| field.column == *known.column)?;
        let said = known.unit.said();
        let is_named = said.is_some();
        let unit = match said {
            None => Ok(Unit::Rupees),
            Some(NamedUnit::In(unit)) => Ok(unit),
            Some(NamedUnit::Foreign(currency)) => {
                Err(format!("the column is in another currency ({currency}); write its amounts in rupees"))
            }
            Some(NamedUnit::Unclear(written)) => Err(format!(
                "the unit of the column is unclear ({written}); choose it, or name one in the heading"
            )),
        };
        let side = |row: &Row| row.cells.get(index).and_then(ledger::side);
        let is_proof = |row: &Row| matches!(side(row), Some(ledger::Side::Debit | ledger::Side::Credit));
        let is_ledger = known.column.kind == Kind::Money && table.rows.iter().any(is_proof);
        let (order, stayed_a_text) = (known.days.said(), known.days.stayed_a_text());
        let cells = table.rows.iter().filter_map(|row| row.cells.get(index));
        let has_open_fractions =
            known.column.kind == Kind::Percentage && percentage::has_open_fractions(cells);
        let placed = table.rows.iter().filter(|row| row.misplaced.is_none());
        let has_ids_with_figures =
            known.column.role == Role::Id && id::have_figures(placed.filter_map(|row| row.cells.get(index)));
        Some(Self {
            index,
            column,
            slot,
            is_needed: table.needed().any(|needed| needed == column),
            unit,
            is_named,
            is_ledger,
            order,
            stayed_a_text,
            has_open_fractions,
            has_ids_with_figures,
        })
    }

    /// An amount of the column, and what was assumed to read it.
    fn amount(&self, cell: &Cell) -> Checked<(i64, Option<String>)> {
        let unit = self.unit.clone()?;
        // In a column of crore, Cr is that.
        let is_open =
            |side: &ledger::Side| self.is_ledger && (unit != Unit::Crore || *side == ledger::Side::Debit);
        if let Some(side) = ledger::side(cell).filter(is_open) {
            return Err(ledger::on_a_side(cell, side));
        }
        if let Cell::Shown(shown) = cell {
            let rupees = shown.rupees(unit).ok_or_else(|| why_lost(Lost::Scaled).to_owned())?;
            return Ok((amount::parse(&Cell::Number(rupees), Unit::Rupees)?.paise, None));
        }
        let amount::Amount { paise, own } = amount::parse(cell, unit)?;
        let other = own.filter(|own| self.is_named && *own != unit);
        let assumed =
            |own: Unit| format!("{} is read in {}, not in {}", describe(cell), own.name(), unit.name());
        Ok((paise, other.map(assumed)))
    }

    /// A percentage of the column.
    fn percentage(&self, cell: &Cell) -> Checked<i64> {
        let open = if self.has_open_fractions { percentage::open_fraction(cell) } else { None };
        open.map_or_else(|| percentage::parse(cell), Err)
    }

    /// What is to be said of a date of which day and month may be swapped.
    fn swapped(&self, cell: &Cell) -> Option<String> {
        let Cell::Date(day) = cell else { return None };
        let text = self.stayed_a_text.as_ref().filter(|_| is_swappable(day))?;
        let read = day.format("%d %b %Y");
        Some(format!(
            "{read} may have day and month swapped by the program that wrote the sheet: {text} is a text"
        ))
    }
}

/// What a row becomes, and its key.
fn check_row<R: SheetRow>(
    mut record: R,
    row: &Row,
    columns: &[ColumnContext<R>],
    today: NaiveDate,
    seen: &HashMap<String, u32>,
) -> Result<(String, R), Failure> {
    let Row { number, misplaced, .. } = *row;
    let mut problems = Vec::new();
    for context in columns {
        let Some(cell) = row.cells.get(context.index) else { continue };
        let shared = row.shared.iter().find(|shared| shared.column == context.index);
        let filled = match shared {
            Some(shared) => Err(of_several_rows(cell, shared)),
            None => fill(&mut record, context, cell, today),
        };
        if let Err(problem) = filled {
            problems.push(format!("{}: {problem}", context.column.label));
        }
    }
    problems.extend(record.problem());
    let key = record.key();
    if let Some(first) = seen.get(&key) {
        problems.push(R::already_in(*first));
    }
    if let Some(misplaced) = misplaced {
        // What stands under which column is anybody's guess, so the other problems would mislead.
        problems = vec![why_misplaced(misplaced)];
    }
    if problems.is_empty() {
        return Ok((key, record));
    }
    let ref_id = match record.bid_id() {
        id if id.is_empty() || misplaced.is_some() => format!("Row {number}"),
        id => id.to_owned(),
    };
    Err(Failure::new(number, ref_id, problems))
}

/// Checks a cell and puts it into its field.
fn fill<R: SheetRow>(
    record: &mut R,
    context: &ColumnContext<R>,
    cell: &Cell,
    today: NaiveDate,
) -> Checked<()> {
    let column = context.column;
    let cell = match cell {
        // Of an id such as 10-2025, spreadsheets make a month: that it is one is what is wrong with it.
        Cell::Lost(Lost::Day(day)) if column.kind != Kind::Date => &Cell::Date(*day),
        Cell::Lost(lost) => return Err(why_lost(*lost).to_owned()),
        cell => cell,
    };
    if let Some(error) = formula_error(cell) {
        return Err(format!("holds the error {}", shown(error)));
    }
    if is_too_narrow(cell) {
        return Err(
            "shows only # signs, as its column was too narrow; widen it, save the sheet and upload it again"
                .to_owned(),
        );
    }
    if cell.is_blank() || name::says_nothing(R::RECORD, column, context.is_needed, cell) {
        return if context.is_needed { Err("is required".to_owned()) } else { Ok(()) };
    }
    let said = match context.slot {
        Slot::Text(field) => {
            let (max, lines) = match column.kind {
                Kind::LongText(max) => (max, text::Lines::Many),
                Kind::Text(max) => (max, text::Lines::One),
                _ => (255, text::Lines::One),
            };
            name::refuse_none(R::RECORD, column, cell)?;
            *field(record) = text::parse(cell, max, lines)?;
            if context.has_ids_with_figures { id::without_figures(cell) } else { None }
        }
        Slot::Status(field) => {
            if let Kind::Status(statuses) = column.kind {
                *field(record) = Some(status(statuses, cell)?);
            }
            None
        }
        Slot::Money(field) => {
            let (paise, assumed) = context.amount(cell)?;
            *field(record) = Some(paise);
            assumed
        }
        Slot::Percentage(field) => {
            *field(record) = Some(context.percentage(cell)?);
            None
        }
        Slot::Count(field) => {
            *field(record) = Some(count::parse(cell)?);
            None
        }
        Slot::Date(field) => {
            let date::Day { day, assumed } = date::parse(cell, today, &context.order)?;
            *field(record) = Some(day);
            assumed.or_else(|| context.swapped(cell))
        }
        Slot::Json(field) => {
            *field(record) = Some(json::parse(cell)?);
            None
        }
    };
    record.notes().extend(said.map(|said| note(column, &said)));
    Ok(())
}

fn note(column: &Column, assumed: &str) -> Note {
    Note { field: column.json_name.to_owned(), message: format!("{}: {assumed}.", column.label) }
}

fn status(statuses: &Statuses, cell: &Cell) -> Checked<String> {
    let written = describe(cell);
    match cell {
        Cell::Text(text) => column::status(statuses, text).map(str::to_owned),
        _ => None,
    }
    .ok_or_else(|| {
        let labels: Vec<_> = statuses.iter().map(|(_, label)| *label).collect();
        match labels.len() {
            ..=FEW_STATUSES => format!("{written} is not a status; write {}", listed(&labels, "or")),
            _ => format!("{written} is not a status; write for example Draft or Work in progress"),
        }
    })
}

/// A cell as its sheet shows it.
pub(crate) fn seen(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) | Cell::Error(text) => text.clone(),
        Cell::Shown(shown) => shown.text.clone(),
        Cell::Number(value) => number::plain(*value, 0).unwrap_or_default(),
        Cell::Percent(value) => number::plain(*value, 2).map(|value| value + "%").unwrap_or_default(),
        Cell::Date(day) => day.format("%d-%m-%Y").to_string(),
        Cell::Bool(value) => value.to_string().to_uppercase(),
        // What is read back must not be taken for a value, or for none.
        Cell::Lost(Lost::Day(day)) => day.format("%b %Y").to_string(),
        Cell::Lost(_) => "#N/A".to_owned(),
    }
}

/// A cell as a failure quotes it.
pub(crate) fn describe(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "an empty cell".to_owned(),
        Cell::Text(text) | Cell::Error(text) => format!("'{}'", shown(text)),
        Cell::Shown(of_number) => format!("'{}'", shown(&of_number.text)),
        Cell::Number(_) => format!("the number {}", seen(cell)),
        Cell::Date(_) => format!("the date {}", seen(cell)),
        Cell::Percent(_) | Cell::Bool(_) | Cell::Lost(_) => seen(cell),
    }
}

/// A text of the file as it may stand in a sentence: one short line without control characters.
pub(crate) fn shown(text: &str) -> String {
    shortened(text, 40)
}

/// A text of the file as a short line of at most so many characters, and no control characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let text = text.trim();
    let mut line: String = text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(most).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests;
