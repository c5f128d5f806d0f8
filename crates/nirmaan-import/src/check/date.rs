//! Calendar days. The day comes first, as in India: month-first dates are refused, never swapped.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate};

use super::{Checked, describe};
use crate::Cell;

/// Instants are cut to their day in Asia/Kolkata, which has known no other offset since 1945.
const KOLKATA_SECONDS: i32 = 19_800;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A day between 1900 and 2200.
pub(crate) fn parse(cell: &Cell) -> Checked<NaiveDate> {
    let day = match cell {
        Cell::Date(day) => Some(*day),
        Cell::Text(text) => written(text.trim())
            .map_err(|problem| format!("{} {problem}; write DD-MM-YYYY", describe(cell)))?,
        _ => None,
    };
    match day {
        Some(day) if (1900..=2200).contains(&day.year()) => Ok(day),
        Some(_) => Err(format!("{} is not between 1900 and 2200", describe(cell))),
        None => Err(format!("{} is not a date; write DD-MM-YYYY", describe(cell))),
    }
}

/// `None` when it isn't of a known form; the error when it is, but names no day.
fn written(text: &str) -> Result<Option<NaiveDate>, &'static str> {
    if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
        let kolkata = FixedOffset::east_opt(KOLKATA_SECONDS);
        // The last days of the calendar's range can't be shifted, and are out of ours anyway.
        let local = kolkata.and_then(|zone| instant.naive_utc().checked_add_offset(zone));
        return Ok(local.map(|local| local.date()));
    }
    let text = without_time(text);
    let Some(separator) = text.chars().find(|c| !c.is_alphanumeric()) else {
        return Ok(None);
    };
    if !matches!(separator, '-' | '/' | '.' | ' ') {
        return Ok(None);
    }
    let parts: Vec<&str> = text.split(separator).collect();
    let [first, second, third] = parts.as_slice() else {
        return Ok(None);
    };
    let (day, month, year) = match separator {
        '-' if first.len() == 4 => (*third, *second, *first),
        _ => (*first, *second, *third),
    };
    let Some(day) = digits(day, 2) else {
        return Ok(None);
    };
    let Some(month) = month_number(month) else {
        return Ok(None);
    };
    if year.len() == 2 && digits(year, 2).is_some() {
        return Err("has a year of two digits");
    }
    let Some(year) = digits(year, 4).filter(|_| year.len() == 4) else {
        return Ok(None);
    };
    if month > 12 {
        return Err("has no month between 1 and 12 in the middle");
    }
    let year = i32::try_from(year).unwrap_or_default();
    NaiveDate::from_ymd_opt(year, month, day).map(Some).ok_or("is not in the calendar")
}

/// Tender portals write `19-May-2025 03:00 PM`; the time is not kept.
fn without_time(text: &str) -> &str {
    let day = text.split_once(':').and_then(|(before, _)| before.rsplit_once(['T', ' '])).map(|(day, _)| day);
    match day.and_then(|day| Some((day, text.get(day.len() + 1..)?))) {
        Some((day, time)) if is_time(time) => day.trim_end(),
        _ => text,
    }
}

/// `15:00`, `15:00:00.000` or `03:00 PM`.
fn is_time(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    let clock = text.strip_suffix("am").or_else(|| text.strip_suffix("pm")).unwrap_or(&text).trim_end();
    let parts: Vec<&str> = clock.split(':').collect();
    let in_range = |part: &str, end: u32| digits(part, 2).is_some_and(|number| number < end);
    match parts.as_slice() {
        [hour, minute] => in_range(hour, 24) && in_range(minute, 60),
        [hour, minute, second] => {
            let (second, fraction) = second.split_once('.').unwrap_or((second, "0"));
            let fraction = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
            in_range(hour, 24) && in_range(minute, 60) && in_range(second, 60) && fraction
        }
        _ => false,
    }
}

fn digits(text: &str, most: usize) -> Option<u32> {
    let fits = !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

/// A month by number, by name or by the name's first three letters (and `Sept`).
fn month_number(text: &str) -> Option<u32> {
    if let Some(number) = digits(text, 2) {
        return Some(number);
    }
    let text = text.to_ascii_lowercase();
    let text = if text == "sept" { "sep" } else { &text };
    let index = MONTHS.iter().position(|month| *month == text || month.get(..3) == Some(text))?;
    u32::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> Checked<NaiveDate> {
        parse(&Cell::Text(text.to_owned()))
    }

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn dates_as_people_and_portals_write_them() {
        for written in [
            "05-01-2025",
            "05/01/2025",
            "05.01.2025",
            "5-1-2025",
            "2025-01-05",
            "2025-01-05T23:59:59",
            "2025-01-05 15:00",
            "2025-01-05T15:00:00.000",
            "2025-01-05T10:00:00Z",
            "2025-01-04T20:00:00Z",
            "2025-01-05T10:00:00+05:30",
            "5-Jan-2025",
            "05-JAN-2025",
            "5 January 2025",
            "05-Jan-2025 03:00 PM",
            "05/01/2025 15:00:00",
            "5 Jan 2025 3:00pm",
            " 05-01-2025 ",
        ] {
            assert_eq!(text(written), Ok(day(2025, 1, 5)), "{written}");
        }
        assert_eq!(text("9-Sept-2025"), Ok(day(2025, 9, 9)));
        assert_eq!(text("29-02-2024"), Ok(day(2024, 2, 29)));
        assert_eq!(parse(&Cell::Date(day(2025, 1, 5))), Ok(day(2025, 1, 5)));
    }

    #[test]
    fn what_names_no_day_says_so() {
        for (written, part) in [
            ("01/13/2025", "DD-MM-YYYY"),
            ("01/13/2025", "month between 1 and 12"),
            ("05-01-25", "two digits"),
            ("5-Jan-25", "two digits"),
            ("31-04-2025", "not in the calendar"),
            ("29-02-2025", "not in the calendar"),
            ("2025-13-01", "month between 1 and 12"),
            ("00-01-2025", "not in the calendar"),
            ("05-00-2025", "not in the calendar"),
            ("05-01/2025", "not a date"),
            ("05-01-5", "not a date"),
            ("05-01-ab", "not a date"),
            ("005-01-2025", "not a date"),
            ("05-+1-2025", "not a date"),
            ("05-01-2025 25:00", "not a date"),
            ("05-01-2025 24:00", "not a date"),
            ("05-01-2025 12:60", "not a date"),
            ("05-01-2025 24:00:00", "not a date"),
            ("05-01-2025 12:60:00", "not a date"),
            ("05-01-2025 12:00:60", "not a date"),
            ("05-01-2025 12:00:00.", "not a date"),
            ("05-01-2025 12:00:00.x", "not a date"),
            ("05-01-2025 tomorrow", "not a date"),
            ("05-01-02025", "not a date"),
            ("05-Janu-2025", "not a date"),
            ("05 01 2025 x", "not a date"),
            ("45658", "not a date"),
            ("soon", "not a date"),
            ("-", "not a date"),
            ("0५-01-2025", "not a date"),
            ("31-12-1899", "1900 and 2200"),
            ("01-01-2201", "1900 and 2200"),
        ] {
            let reason = text(written).unwrap_err();
            assert!(reason.contains(part), "{written}: {reason}");
        }
        assert!(parse(&Cell::Number(45_658.0)).is_err());
        assert!(parse(&Cell::Date(day(1899, 12, 31))).is_err());
    }

    proptest! {
        #[test]
        fn every_day_round_trips(days in 693_596..=803_533_i32, format in prop::sample::select(vec![
            "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y", "%-d/%-m/%Y", "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S",
            "%-d-%b-%Y", "%d %B %Y", "%d-%m-%Y %H:%M",
        ])) {
            let day = NaiveDate::from_num_days_from_ce_opt(days).unwrap();
            let written = day.and_hms_opt(13, 5, 0).unwrap().format(format).to_string();
            prop_assert_eq!(text(&written), Ok(day), "{}", written);
        }

        #[test]
        fn no_text_panics(written in "\\PC*|[0-9T:.+/ -]{0,30}") {
            let _ = text(&written);
        }
    }
}
