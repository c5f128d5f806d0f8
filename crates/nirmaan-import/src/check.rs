//! The second stage: a table's cells to typed rows, and to sentences about those that aren't.

mod amount;
mod count;
pub(crate) mod date;
pub(crate) mod fold;
mod grouping;
mod id;
mod json;
mod ledger;
mod number;
mod percentage;
mod text;

pub use grouping::grouped;
pub(crate) use number::plain as plain_number;
pub use percentage::PERCENTAGES;
pub(crate) use percentage::{named_side, parse as parse_percentage};

use std::collections::HashMap;

use chrono::NaiveDate;

use crate::column::{Column, Kind, Slot};
use crate::read::{KnownColumn, Misplaced, Row, Shared, is_ditto_or_marks, is_plainly_total, is_swappable};
use crate::unit::NamedUnit;
use crate::{Cell, ContractRow, DateOrder, Failure, Lost, Need, Note, Parsed, Purpose, Table, Unit, column};

/// What is wrong with a cell: the end of a sentence that begins with the column's label.
pub(crate) type Checked<T> = Result<T, String>;

/// How many rows go by between two reports of progress.
const REPORT_EVERY: usize = 200;

/// Checks every row. Where a field is [missing](Table::missing), no row is checked. `today`, in Asia/Kolkata, decides what a year of two digits means, or none. `progress` hears how many
/// rows of how many are done, now and then and at the end.
pub fn check(table: &Table, today: NaiveDate, mut progress: impl FnMut(usize, usize)) -> Parsed {
    let mut parsed = Parsed { unknown_columns: table.unknown_columns.clone(), ..Parsed::default() };
    if table.missing().next().is_some() {
        return parsed;
    }
    let mut seen: HashMap<String, u32> = HashMap::new();
    let columns: Vec<_> =
        (0..).zip(&table.columns).map(|(index, known)| ColumnContext::of(table, index, known)).collect();
    let total = table.rows.len();
    for (done, row) in table.rows.iter().enumerate() {
        if done % REPORT_EVERY == 0 {
            progress(done, total);
        }
        match check_row(row, &columns, (table.purpose, today), &seen) {
            Ok(row) => {
                seen.insert(row.bid_id.clone(), row.row);
                parsed.rows.push(row);
            }
            Err(failure) => parsed.failures.push(failure),
        }
    }
    progress(total, total);
    parsed
}

/// A column, and what all its cells together say of each.
struct ColumnContext {
    column: &'static Column,
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

impl ColumnContext {
    fn of(table: &Table, index: usize, known: &KnownColumn) -> Self {
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
        let has_ids_with_figures = known.column.need == Need::Always
            && id::have_figures(placed.filter_map(|row| row.cells.get(index)));
        Self {
            column: known.column,
            unit,
            is_named,
            is_ledger,
            order,
            stayed_a_text,
            has_open_fractions,
            has_ids_with_figures,
        }
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

fn check_row(
    row: &Row,
    columns: &[ColumnContext],
    (purpose, today): (Purpose, NaiveDate),
    seen: &HashMap<String, u32>,
) -> Result<ContractRow, Failure> {
    let Row { number, misplaced, .. } = *row;
    let mut contract = ContractRow { row: number, ..ContractRow::default() };
    let mut problems = Vec::new();
    for (index, (context, cell)) in columns.iter().zip(&row.cells).enumerate() {
        let shared = row.shared.iter().find(|shared| shared.column == index);
        let filled = match shared {
            Some(shared) => Err(of_several_rows(cell, shared)),
            None => fill(&mut contract, context, cell, purpose, today),
        };
        if let Err(problem) = filled {
            problems.push(format!("{}: {problem}", context.column.label));
        }
    }
    if let Some(first) = seen.get(&contract.bid_id) {
        problems.push(format!("Bid ID: is already in row {first}"));
    }
    if let Some(misplaced) = misplaced {
        // What stands under which column is anybody's guess, so the other problems would mislead.
        problems = vec![why_misplaced(misplaced)];
    }
    if problems.is_empty() {
        return Ok(contract);
    }
    let ref_id = match contract.bid_id {
        id if id.is_empty() || misplaced.is_some() => format!("Row {number}"),
        id => id,
    };
    Err(Failure::new(number, ref_id, problems))
}

/// Why a row can't be read under the headings of its file.
fn why_misplaced(misplaced: Misplaced) -> String {
    match misplaced {
        Misplaced::TooWide => {
            "has more cells than the header row; put a value that has commas in quotation marks".to_owned()
        }
        Misplaced::Headings => {
            "has headings of other columns; put it and the rows below it into a file of their own".to_owned()
        }
        Misplaced::Below(row) => {
            format!(
                "stands below the headings of other columns in row {row}; put those rows into a file of their own"
            )
        }
    }
}

/// Why an amount isn't taken that one cell holds for several records.
fn of_several_rows(cell: &Cell, shared: &Shared) -> String {
    let Shared { first_row, last_row, .. } = shared;
    format!(
        "{} stands in one cell for rows {first_row} to {last_row} and may be the amount of each or of all together; \
         write each row's own amount",
        describe(cell)
    )
}

/// Checks a cell and puts it into its field.
fn fill(
    contract: &mut ContractRow,
    context: &ColumnContext,
    cell: &Cell,
    purpose: Purpose,
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
    if cell.is_blank() {
        return if column.need.everywhere(purpose) { Err("is required".to_owned()) } else { Ok(()) };
    }
    match column.slot {
        Slot::Text(field) => {
            let (max, lines) = match column.kind {
                Kind::LongText(max) => (max, text::Lines::Many),
                Kind::Text(max) => (max, text::Lines::One),
                _ => (255, text::Lines::One),
            };
            refuse_no_name(column.need, cell)?;
            *field(contract) = text::parse(cell, max, lines)?;
            let said = if context.has_ids_with_figures { id::without_figures(cell) } else { None };
            contract.notes.extend(said.map(|said| note(column, &said)));
        }
        Slot::Status(field) => *field(contract) = Some(status(cell)?),
        Slot::Money(field) => {
            let (paise, assumed) = context.amount(cell)?;
            *field(contract) = Some(paise);
            contract.notes.extend(assumed.map(|assumed| note(column, &assumed)));
        }
        Slot::Percentage(field) => *field(contract) = Some(context.percentage(cell)?),
        Slot::Count(field) => *field(contract) = Some(count::parse(cell)?),
        Slot::Date(field) => {
            let date::Day { day, assumed } = date::parse(cell, today, &context.order)?;
            *field(contract) = Some(day);
            contract.notes.extend(assumed.or_else(|| context.swapped(cell)).map(|said| note(column, &said)));
        }
        Slot::Json(field) => *field(contract) = Some(json::parse(cell)?),
    }
    Ok(())
}

/// Refuses an id and a name as only rows have them that are no records.
fn refuse_no_name(need: Need, cell: &Cell) -> Checked<()> {
    match (need, cell) {
        (Need::Always, Cell::Text(text)) if is_ditto_or_marks(text) => {
            Err(format!("is {}; write the tender's own id", describe(cell)))
        }
        (Need::ToCreate, Cell::Text(text)) if is_plainly_total(text) => {
            Err(format!("is {}, as in a row of totals; write the name of the work", describe(cell)))
        }
        _ => Ok(()),
    }
}

fn note(column: &Column, assumed: &str) -> Note {
    Note { field: column.json_name.to_owned(), message: format!("{}: {assumed}.", column.label) }
}

/// The error of a formula, which a file of texts writes as a text.
fn formula_error(cell: &Cell) -> Option<&str> {
    const WRITTEN: [&str; 18] = [
        "#BLOCKED!",
        "#BUSY!",
        "#CALC!",
        "#CONNECT!",
        "#DIV/0!",
        "#ERROR!",
        "#FIELD!",
        "#GETTING_DATA",
        "#N/A",
        "#NAME?",
        "#NULL!",
        "#NUM!",
        "#PYTHON!",
        "#REF!",
        "#SPILL!",
        "#TIMEOUT!",
        "#UNKNOWN!",
        "#VALUE!",
    ];
    match cell {
        Cell::Error(error) => Some(error),
        Cell::Text(text) => {
            let text = text.trim();
            // Err:502 and so on are LibreOffice's.
            let code = text.strip_prefix("Err:").filter(|code| code.len() == 3);
            let is_error = code.is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
            (is_error || WRITTEN.contains(&text)).then_some(text)
        }
        _ => None,
    }
}

/// Whether a cell holds the signs by which a spreadsheet says that a column is too narrow for a number.
fn is_too_narrow(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.trim().len() > 2 && text.trim().bytes().all(|byte| byte == b'#'))
}

/// Why there is no value: the end of a sentence that begins with the column's label.
fn why_lost(lost: Lost) -> &'static str {
    match lost {
        Lost::Formula => {
            "holds a formula without a result; open the file in a spreadsheet, save it there and upload it again"
        }
        Lost::Hidden => "holds something that its number format hides; clear the cell or show what it holds",
        Lost::Beside => "is merged with a cell beside it; write into each cell what it is to hold",
        Lost::Scaled => {
            "shows a part of its number, such as thousands, with another unit or none; write it in full"
        }
        Lost::Day(_) => "shows a month without a day; write the day as well",
    }
}

fn status(cell: &Cell) -> Checked<String> {
    let written = describe(cell);
    match cell {
        Cell::Text(text) => column::status(text).map(str::to_owned),
        _ => None,
    }
    .ok_or_else(|| format!("{written} is not a status; write for example Draft or Work in progress"))
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
