//! Calendar days. The day comes first, as in India: month-first numbers are refused, never swapped.

mod written;

use chrono::{Datelike, NaiveDate};
use written::{Written, written};

use super::{Checked, describe};
use crate::Cell;

/// A day that was read, between 1900 and 2200.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Day {
    pub(crate) day: NaiveDate,
    /// What was assumed to read it: the end of a sentence that begins with the column's label.
    pub(crate) assumed: Option<String>,
}

/// Reads a day. `today`, in Asia/Kolkata, decides what a year of two digits means, or none.
pub(crate) fn parse(cell: &Cell, today: NaiveDate) -> Checked<Day> {
    let read = match cell {
        Cell::Date(day) => Some(Written { day: *day, is_year_assumed: false }),
        Cell::Text(text) => written(text, today)
            .map_err(|problem| format!("{} {problem}; write DD-MM-YYYY", describe(cell)))?,
        _ => None,
    };
    let Some(Written { day, is_year_assumed }) = read else {
        return Err(format!("{} is not a date; write DD-MM-YYYY", describe(cell)));
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
        parse(&cell, today())
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
