//! Calendar days. In figures the day comes first, as in India, unless the column says otherwise.

mod written;

use chrono::{Datelike, NaiveDate};
use written::{Written, written};
pub(crate) use written::{figures, leading_figures};

use super::{Checked, describe};
use crate::date_order::Figures;
use crate::{Cell, DateOrder};

/// A day that was read, between 1900 and 2200.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Day {
    pub(crate) day: NaiveDate,
    /// What was assumed to read it: the end of a sentence that begins with the column's label.
    pub(crate) assumed: Option<String>,
}

/// What is read whatever the order.
const BY_NAME: &str = "the month by name, as in 31 Mar 2026";

/// Reads a day. `today`, in Asia/Kolkata, decides what a year of two digits means, or none. Where it isn't known in which
/// `order` figures have day and month, the error says what the column is instead.
pub(crate) fn parse(cell: &Cell, today: NaiveDate, order: &Result<DateOrder, String>) -> Checked<Day> {
    if let (Cell::Text(text), Err(doubt)) = (cell, order)
        && matches!(figures(text), Some(Figures::Open | Figures::Proof(_)))
    {
        return Err(format!(
            "{} is not read: the column is {doubt}; choose the order of day and month, or write {BY_NAME}",
            describe(cell)
        ));
    }
    let pattern = order.as_ref().map_or(BY_NAME, |order| order.pattern());
    let order = order.as_ref().copied().unwrap_or_default();
    let read = match cell {
        Cell::Date(day) => Some(Written { day: *day, is_year_assumed: false }),
        Cell::Text(text) => written(text, today, order)
            .map_err(|problem| format!("{} {problem}; write {pattern}", describe(cell)))?,
        _ => None,
    };
    let Some(Written { day, is_year_assumed }) = read else {
        return Err(format!("{} is not a date; write {pattern}", describe(cell)));
    };
    if !(1900..=2200).contains(&day.year()) {
        return Err(format!("{} is not between 1900 and 2200", describe(cell)));
    }
    let assumed = || format!("{} has no year and is read as {}", describe(cell), day.format("%d %b %Y"));
    Ok(Day { day, assumed: is_year_assumed.then(assumed) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 26).unwrap()
    }

    fn read(cell: Cell) -> Checked<Day> {
        parse(&cell, today(), &Ok(DateOrder::DayFirst))
    }

    fn text(text: &str) -> Checked<Day> {
        read(Cell::Text(text.to_owned()))
    }

    #[test]
    fn a_day_of_a_sheet_is_taken_as_it_is() {
        let day = today();
        assert_eq!(read(Cell::Date(day)), Ok(Day { day, assumed: None }));
        assert!(read(Cell::Date(NaiveDate::from_ymd_opt(1899, 12, 31).unwrap())).is_err());
        assert!(read(Cell::Number(45_658.0)).is_err());
    }

    #[test]
    fn an_assumed_year_is_told() {
        let read = text("5 Dec").unwrap();
        assert_eq!(read.assumed.as_deref(), Some("'5 Dec' has no year and is read as 05 Dec 2026"));
        assert_eq!(text("5 Dec 26").unwrap().assumed, None);
    }

    #[test]
    fn what_names_no_day_says_so() {
        for (written, part) in [
            ("01/13/2025", "DD-MM-YYYY"),
            ("01/13/2025", "month between 1 and 12"),
            ("2025-13-01", "month between 1 and 12"),
            ("05-00-2025", "month between 1 and 12"),
            ("31-04-2025", "not in the calendar"),
            ("00-01-2025", "not in the calendar"),
            ("soon", "not a date"),
            ("31-12-1899", "1900 and 2200"),
            ("01-01-2201", "1900 and 2200"),
        ] {
            let reason = text(written).unwrap_err();
            assert!(reason.contains(part), "{written}: {reason}");
        }
    }
}
