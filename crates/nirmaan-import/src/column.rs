//! The columns that an import understands: one line each, from which the header is matched, the cells
//! are checked and the template is made.

mod contract;
mod deposit;
pub(crate) mod synonyms;

use chrono::NaiveDate;

pub use self::contract::STATUSES;
pub(crate) use self::{contract::FIELDS as OF_CONTRACTS, deposit::FIELDS as OF_DEPOSITS};
use crate::Record;

/// The statuses that a record may have: name and label.
pub type Statuses = [(&'static str, &'static str)];

/// How a column's cells are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One line of text, at most so many characters.
    Text(usize),
    /// Text with line breaks, at most so many characters.
    LongText(usize),
    /// One of these, by name or label.
    Status(&'static Statuses),
    /// An amount, in rupees or in the unit of its column, exact to the paisa.
    Money,
    /// Percent with at most four decimals.
    Percentage,
    /// A whole number from 0 to 1,000.
    Count,
    /// A calendar day.
    Date,
    /// The text of a JSON object.
    Json,
}

/// A column that an import understands.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The field's name in JSON, misspelt where the documented API misspells it.
    pub json_name: &'static str,
    /// The name for people, which the template and the failures use.
    pub label: &'static str,
    /// How its cells are read.
    pub kind: Kind,
    /// What a file without it, and a row without a value in it, is refused for.
    pub need: Need,
    /// What to write into it, in a few words.
    pub hint: &'static str,
    pub(crate) role: Role,
    /// Whether its name alone may be that of something else: a heading that says more comes before it.
    pub(crate) is_general: bool,
}

impl PartialEq for Column {
    /// No two of a record have a name in common.
    fn eq(&self, other: &Self) -> bool {
        self.json_name == other.json_name
    }
}

impl Eq for Column {}

/// What a column says of the rows of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Which contract a row is about.
    Id,
    /// A text that every record has, and that rows don't have which hold none.
    Name,
    /// Something else.
    Value,
}

/// When a column must be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Always: it says which record a row is about.
    Always,
    /// For a new record; one that is there keeps its value.
    ToCreate,
    /// Never.
    Never,
}

/// What the rows of a file may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// Create records.
    #[default]
    Create,
    /// Create records, and change those that are there, which takes no more than what says which they are. Whoever stores the
    /// rows knows which is which.
    Update,
}

impl Need {
    /// Whether it must be filled in every row.
    pub(crate) fn everywhere(self, purpose: Purpose) -> bool {
        self == Self::Always || (self == Self::ToCreate && purpose == Purpose::Create)
    }
}

/// A column, and where its checked cells go in a row.
pub struct Field<R> {
    pub(crate) column: Column,
    pub(crate) slot: Slot<R>,
}

/// Where a checked cell goes. The kinds that share a type still differ, because each is checked its own way.
pub(crate) enum Slot<R> {
    Text(fn(&mut R) -> &mut String),
    Status(fn(&mut R) -> &mut Option<String>),
    Money(fn(&mut R) -> &mut Option<i64>),
    Percentage(fn(&mut R) -> &mut Option<i64>),
    Count(fn(&mut R) -> &mut Option<i32>),
    Date(fn(&mut R) -> &mut Option<NaiveDate>),
    Json(fn(&mut R) -> &mut Option<String>),
}

const fn field<R>(json_name: &'static str, label: &'static str, kind: Kind, slot: Slot<R>) -> Field<R> {
    let hint = match kind {
        Kind::Text(_) => "One line of text",
        Kind::LongText(_) => "Text; line breaks are kept",
        Kind::Status(_) => "One of the drop-down's choices",
        Kind::Money => {
            "Rupees, for example 12,50,000.50 or 12.5 lakh, unless the heading names another unit: (Rs. in Lakhs)"
        }
        Kind::Percentage => "Percent, negative below the estimate, for example -11.25 or 11.25 below",
        Kind::Count => "A whole number from 0 to 1,000",
        Kind::Date => "DD-MM-YYYY, for example 31-03-2026, or 31 Mar 2026",
        Kind::Json => "A JSON object of your own data; normally left empty",
    };
    let column =
        Column { json_name, label, kind, need: Need::Never, hint, role: Role::Value, is_general: false };
    Field { column, slot }
}

const fn text<R>(name: &'static str, label: &'static str, max: usize, slot: TextSlot<R>) -> Field<R> {
    field(name, label, Kind::Text(max), Slot::Text(slot))
}

const fn long_text<R>(name: &'static str, label: &'static str, slot: TextSlot<R>) -> Field<R> {
    field(name, label, Kind::LongText(4_000), Slot::Text(slot))
}

const fn money<R>(name: &'static str, label: &'static str, slot: NumberSlot<R>) -> Field<R> {
    field(name, label, Kind::Money, Slot::Money(slot))
}

const fn date<R>(name: &'static str, label: &'static str, slot: DateSlot<R>) -> Field<R> {
    field(name, label, Kind::Date, Slot::Date(slot))
}

type TextSlot<R> = fn(&mut R) -> &mut String;
type NumberSlot<R> = fn(&mut R) -> &mut Option<i64>;
type DateSlot<R> = fn(&mut R) -> &mut Option<NaiveDate>;

impl<R> Field<R> {
    const fn needed(self, need: Need, hint: &'static str) -> Self {
        Self { column: Column { need, hint, ..self.column }, ..self }
    }

    const fn hint(self, hint: &'static str) -> Self {
        Self { column: Column { hint, ..self.column }, ..self }
    }

    const fn role(self, role: Role) -> Self {
        Self { column: Column { role, ..self.column }, ..self }
    }

    const fn general(self) -> Self {
        Self { column: Column { is_general: true, ..self.column }, ..self }
    }
}

/// What is compared of a name: the letters and digits of its key. A licence may be spelt as at home.
pub(crate) fn key(name: &str) -> String {
    let letters: String = nirmaan_text::key(name).chars().filter(|c| c.is_alphanumeric()).collect();
    letters.replace("licence", "license")
}

/// The column of a record with a name, in any of its spellings.
pub(crate) fn find(record: Record, name: &str) -> Option<&'static Column> {
    let wanted = key(name);
    // The labels spell right what the JSON names misspell, so the proto's names are found by them.
    let is_called = |column: &&Column| key(column.json_name) == wanted || key(column.label) == wanted;
    record.columns().iter().find(is_called)
}

/// Whether a header names the column in which failures are handed back, which holds nothing to import.
pub(crate) fn is_error(header: &str) -> bool {
    key(header) == "error"
}

/// The name of the status that a cell writes by name or label, which differ in case and spaces only. A remark in brackets is
/// not part of it.
pub(crate) fn status(statuses: &Statuses, written: &str) -> Option<&'static str> {
    let wanted = key(written.split('(').next().unwrap_or_default()).to_uppercase();
    let same = |name: &str| name.chars().filter(|c| *c != '_').eq(wanted.chars());
    statuses.iter().map(|(name, _)| *name).find(|name| same(name))
}

#[cfg(test)]
mod tests;
