//! Days and instants as text.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, TimeDelta, Timelike};

/// Nirmaan's days are days of Asia/Kolkata, which has kept one offset since 1945.
const KOLKATA: TimeDelta = TimeDelta::minutes(330);

/// Reads a day, or cuts a date-time to its day in Asia/Kolkata. A date-time without an offset is taken as
/// local already.
pub(crate) fn parse_day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let day = if text.len() == "2026-03-31".len() {
        NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?
    } else if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
        instant.naive_utc().checked_add_signed(KOLKATA)?.date()
    } else {
        let local = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];
        local.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())?.date()
    };
    (1..=9999).contains(&day.year()).then_some(day)
}

/// Reads an instant as seconds and nanoseconds since 1970.
pub(crate) fn parse_instant(text: &str) -> Option<(i64, i32)> {
    let instant = DateTime::parse_from_rfc3339(text.trim()).ok()?.naive_utc();
    if !(1..=9999).contains(&instant.year()) {
        return None;
    }
    // A leap second is told by nanoseconds above a second; Timestamp has no room for one.
    let nanos = instant.nanosecond().min(999_999_999);
    Some((instant.and_utc().timestamp(), i32::try_from(nanos).ok()?))
}

/// Writes a day in quotes, or `null` where there is no such day.
pub(crate) fn write_day(year: i32, month: i32, day: i32, out: &mut Vec<u8>) {
    let found = match (u32::try_from(month), u32::try_from(day)) {
        (Ok(month), Ok(day)) => NaiveDate::from_ymd_opt(year, month, day),
        _ => None,
    };
    match found.filter(|found| (1..=9999).contains(&found.year())) {
        Some(found) => {
            out.push(b'"');
            push_date(found, out);
            out.push(b'"');
        }
        None => out.extend_from_slice(b"null"),
    }
}

/// Writes an instant in quotes with milliseconds in UTC, or `null` where there is no such instant.
pub(crate) fn write_instant(seconds: i64, nanos: i32, out: &mut Vec<u8>) {
    let instant = u32::try_from(nanos)
        .ok()
        .filter(|nanos| *nanos < 1_000_000_000)
        .and_then(|nanos| DateTime::from_timestamp(seconds, nanos))
        .filter(|instant| (1..=9999).contains(&instant.year()));
    let Some(instant) = instant else {
        out.extend_from_slice(b"null");
        return;
    };
    out.push(b'"');
    push_date(instant.date_naive(), out);
    out.push(b'T');
    push_two(instant.hour(), out);
    out.push(b':');
    push_two(instant.minute(), out);
    out.push(b':');
    push_two(instant.second(), out);
    out.push(b'.');
    let millis = instant.nanosecond() / 1_000_000;
    out.push(b'0' + (millis / 100) as u8);
    push_two(millis % 100, out);
    out.extend_from_slice(b"Z\"");
}

fn push_date(date: NaiveDate, out: &mut Vec<u8>) {
    let year = date.year().unsigned_abs();
    push_two(year / 100, out);
    push_two(year % 100, out);
    out.push(b'-');
    push_two(date.month(), out);
    out.push(b'-');
    push_two(date.day(), out);
}

/// chrono's formatter is ten times slower, and every row of a list has two instants.
fn push_two(value: u32, out: &mut Vec<u8>) {
    out.extend([b'0' + (value / 10 % 10) as u8, b'0' + (value % 10) as u8]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> Option<String> {
        parse_day(text).map(|day| day.to_string())
    }

    #[test]
    fn a_date_time_is_cut_to_its_day_in_kolkata() {
        assert_eq!(day("2026-03-31").as_deref(), Some("2026-03-31"));
        assert_eq!(day("2026-03-31T18:29:59Z").as_deref(), Some("2026-03-31"));
        assert_eq!(day("2026-03-31T18:30:00.000Z").as_deref(), Some("2026-04-01"));
        assert_eq!(day("2026-03-31T23:59:59+05:30").as_deref(), Some("2026-03-31"));
        assert_eq!(day("2026-03-31T23:59:59").as_deref(), Some("2026-03-31"));
        assert_eq!(day("2026-03-31T23:59").as_deref(), Some("2026-03-31"));
        for wrong in
            ["2026-02-30", "31-03-2026", "2026-3-1", "tomorrow", "0000-01-01", "2026-13-01", "2026-03-31T"]
        {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_no_day_or_instant_is_null() {
        let mut out = Vec::new();
        write_day(2026, 2, 29, &mut out);
        write_day(0, 0, 0, &mut out);
        write_day(2026, -1, 1, &mut out);
        write_instant(i64::MAX, 0, &mut out);
        write_instant(0, -1, &mut out);
        write_instant(0, 1_000_000_000, &mut out);
        assert_eq!(out, b"null".repeat(6));
    }

    #[test]
    fn instants_have_milliseconds() {
        let mut out = Vec::new();
        write_instant(1_774_915_200, 7_999_999, &mut out);
        assert_eq!(out, b"\"2026-03-31T00:00:00.007Z\"");
        assert_eq!(parse_instant("2026-03-31T05:30:00.007+05:30"), Some((1_774_915_200, 7_000_000)));
        assert_eq!(parse_instant("2026-03-31"), None);
    }

    proptest! {
        #[test]
        fn instants_are_written_as_chrono_writes_them(seconds in -62_135_596_800i64..253_402_300_800, nanos in 0i32..1_000_000_000) {
            let mut out = Vec::new();
            write_instant(seconds, nanos, &mut out);
            let expected = DateTime::from_timestamp(seconds, nanos as u32).unwrap()
                .to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
            prop_assert_eq!(String::from_utf8(out).unwrap(), format!("\"{expected}\""));
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = (parse_day(&text), parse_instant(&text));
        }
    }
}
