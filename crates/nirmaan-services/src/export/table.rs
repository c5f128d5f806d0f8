//! What a list's columns are called and what stands in them.

use chrono::{DateTime, NaiveDate, NaiveDateTime};
use nirmaan_api::{Date, types::Money};
use nirmaan_store::clock::in_kolkata;
use prost_types::Timestamp;

/// A column of a list whose lines are made of `R`.
pub(crate) struct Column<R> {
    /// The header, as the screens and the import's template have it.
    pub(crate) label: &'static str,
    /// How its cells look.
    pub(super) kind: Kind,
    value: Value<R>,
}

/// How the cells of a column look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    WideText,
    Money,
    Number,
    Percentage,
    Date,
    Instant,
    YesNo,
}

/// How a cell is got from a row.
enum Value<R> {
    Text(fn(&R) -> &str),
    Money(fn(&R) -> Option<Money>),
    Number(fn(&R) -> i64),
    Percentage(fn(&R) -> Option<f64>),
    Date(fn(&R) -> Option<Date>),
    Instant(fn(&R) -> Option<Timestamp>),
    YesNo(fn(&R) -> bool),
}

/// What stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cell<'a> {
    /// Nothing.
    Empty,
    /// Text, ids too: what looks like a number in it stays as it is written.
    Text(&'a str),
    /// Paise.
    Money(i64),
    /// A whole number.
    Number(i64),
    /// Percent.
    Percentage(f64),
    /// A day.
    Date(NaiveDate),
    /// What the clocks in India show.
    Instant(NaiveDateTime),
}

/// One line of text, or an id.
pub(crate) const fn text<R>(label: &'static str, get: fn(&R) -> &str) -> Column<R> {
    Column { label, kind: Kind::Text, value: Value::Text(get) }
}

/// Text that needs room.
pub(crate) const fn wide_text<R>(label: &'static str, get: fn(&R) -> &str) -> Column<R> {
    Column { label, kind: Kind::WideText, value: Value::Text(get) }
}

/// Rupees, exact to the paisa.
pub(crate) const fn money<R>(label: &'static str, get: fn(&R) -> Option<Money>) -> Column<R> {
    Column { label, kind: Kind::Money, value: Value::Money(get) }
}

/// A whole number.
pub(crate) const fn number<R>(label: &'static str, get: fn(&R) -> i64) -> Column<R> {
    Column { label, kind: Kind::Number, value: Value::Number(get) }
}

/// Percent with at most four decimals.
pub(crate) const fn percentage<R>(label: &'static str, get: fn(&R) -> Option<f64>) -> Column<R> {
    Column { label, kind: Kind::Percentage, value: Value::Percentage(get) }
}

/// A number with at most four decimals.
pub(crate) const fn decimal<R>(label: &'static str, get: fn(&R) -> Option<f64>) -> Column<R> {
    // Percentages are such numbers: what they are percent of stands in the label.
    percentage(label, get)
}

/// A calendar day.
pub(crate) const fn date<R>(label: &'static str, get: fn(&R) -> Option<Date>) -> Column<R> {
    Column { label, kind: Kind::Date, value: Value::Date(get) }
}

/// An instant, in the time of Asia/Kolkata: the label says so.
pub(crate) const fn instant<R>(label: &'static str, get: fn(&R) -> Option<Timestamp>) -> Column<R> {
    Column { label, kind: Kind::Instant, value: Value::Instant(get) }
}

/// Yes or no.
pub(crate) const fn yes_no<R>(label: &'static str, get: fn(&R) -> bool) -> Column<R> {
    Column { label, kind: Kind::YesNo, value: Value::YesNo(get) }
}

impl<R> Column<R> {
    /// What stands in this column for a row.
    pub(super) fn cell<'a>(&self, row: &'a R) -> Cell<'a> {
        let cell = match &self.value {
            Value::Text(get) => Some(get(row)).filter(|text| !text.is_empty()).map(Cell::Text),
            Value::Money(get) => get(row).map(|money| Cell::Money(money.paise)),
            Value::Number(get) => Some(Cell::Number(get(row))),
            Value::Percentage(get) => get(row).map(Cell::Percentage),
            Value::Date(get) => get(row).and_then(day).map(Cell::Date),
            Value::Instant(get) => get(row).and_then(local).map(Cell::Instant),
            Value::YesNo(get) => Some(Cell::Text(if get(row) { "Yes" } else { "No" })),
        };
        cell.unwrap_or(Cell::Empty)
    }
}

fn day(date: Date) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(date.year, u32::try_from(date.month).ok()?, u32::try_from(date.day).ok()?)
}

fn local(at: Timestamp) -> Option<NaiveDateTime> {
    let at = DateTime::from_timestamp(at.seconds, u32::try_from(at.nanos).ok()?)?;
    Some(in_kolkata(at).naive_local())
}
