//! Texts that name a calendar day, as people and portals write them.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate};

use crate::DateOrder;
use crate::check::fold::{fold, is_letter};
use crate::date_order::Figures;

/// Instants are cut to their day in Asia/Kolkata, which has known no other offset since 1945.
const KOLKATA_SECONDS: i32 = 19_800;

const ENGLISH: [&str; 12] = [
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

/// The months in Hindi with their short forms, as [`fold`] leaves them.
const HINDI: [&[&str]; 12] = [
    &["जनवरी", "जन"],
    &["फरवरी", "फर"],
    &["मार्च"],
    &["अप्रैल"],
    &["मई"],
    &["जून"],
    &["जुलाई", "जुल"],
    &["अगस्त", "अग"],
    &["सितंबर", "सित"],
    &["अक्टूबर", "अक्तूबर", "अक्टू", "अक्तू"],
    &["नवंबर", "नव"],
    &["दिसंबर", "दिस"],
];

/// What a text says of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) day: NaiveDate,
    /// The text has no year; the one in which the day is nearest to today was taken.
    pub(super) is_year_assumed: bool,
}

/// `None` when the text isn't of a known form; the error when it is, but names no day.
pub(super) fn written(
    text: &str,
    today: NaiveDate,
    order: DateOrder,
) -> Result<Option<Written>, &'static str> {
    let text = fold(text);
    if let Ok(instant) = DateTime::parse_from_rfc3339(&text) {
        let kolkata = FixedOffset::east_opt(KOLKATA_SECONDS);
        // The last days of the calendar's range can't be shifted, and are out of ours anyway.
        let local = kolkata.and_then(|zone| instant.naive_utc().checked_add_offset(zone));
        return Ok(local.map(|local| Written { day: local.date(), is_year_assumed: false }));
    }
    let Some(Parts { day, month, year, is_in_figures }) = parts(without_time(&text)) else {
        return Ok(None);
    };
    let is_swapped = is_in_figures && order == DateOrder::MonthFirst;
    let (day, month) = if is_swapped { (month, day) } else { (day, month) };
    let Some((day, month)) = number(day, 2).zip(month_number(month)) else {
        return Ok(None);
    };
    if !(1..=12).contains(&month) {
        return Err(if is_swapped {
            "has no month between 1 and 12 in front"
        } else {
            "has no month between 1 and 12 in the middle"
        });
    }
    let found = match year {
        None => nearest(day, month, today),
        Some(year) => match (year.len(), number(year, 4)) {
            (2, Some(year)) => NaiveDate::from_ymd_opt(full_year(year, today), month, day),
            (4, Some(year)) => NaiveDate::from_ymd_opt(year.cast_signed(), month, day),
            _ => return Ok(None),
        },
    };
    found.map(|day| Some(Written { day, is_year_assumed: year.is_none() })).ok_or("is not in the calendar")
}

/// What the numbers of a day in figures say of the order in which it has day and month. `None` for any other text.
pub(crate) fn figures(text: &str) -> Option<Figures> {
    let text = fold(text);
    let Parts { day, month, year, is_in_figures } = parts(without_time(&text))?;
    let has_year = year.is_some_and(|year| matches!(year.len(), 2 | 4));
    let numbers = number(day, 2).zip(number(month, 2)).filter(|_| is_in_figures && has_year);
    numbers.map(|(day, month)| Figures::of(day, month))
}

/// What [`figures`] says of a text, or of a day that a text begins with.
pub(crate) fn leading_figures(text: &str) -> Option<Figures> {
    if text.is_ascii() { at_start(text.trim_start()) } else { at_start(&fold(text)) }
}

fn at_start(text: &str) -> Option<Figures> {
    let (first, rest) = figure(text);
    let (first, second, year, rest) = match first.len() {
        8 => (first.get(..2)?, first.get(2..4)?, first.get(4..)?, rest),
        1 | 2 => {
            let (second, rest) = figure(separated(rest)?);
            let (year, rest) = figure(separated(rest)?);
            (first, second, year, rest)
        }
        _ => return None,
    };
    // A time may follow directly: 2026T10:00.
    let behind =
        rest.strip_prefix(['t', 'T']).filter(|time| time.starts_with(char::is_numeric)).unwrap_or(rest);
    let is_end = behind.len() < rest.len() || !rest.starts_with(char::is_alphanumeric);
    let is_whole = matches!(year.len(), 2 | 4) && is_end;
    let numbers = number(first, 2).zip(number(second, 2)).filter(|_| is_whole);
    numbers.map(|(first, second)| Figures::of(first, second))
}

/// The figures that a text begins with, and what is behind them.
fn figure(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// What is behind what may stand between figures of a day, if a text begins with that.
fn separated(text: &str) -> Option<&str> {
    let after = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '/' | '.'));
    (after.len() < text.len()).then_some(after)
}

/// Tender portals write `19-May-2025 03:00 PM`; the time is not kept.
fn without_time(text: &str) -> &str {
    let day = text.split_once(':').and_then(|(before, _)| before.rsplit_once(['t', ' '])).map(|(day, _)| day);
    match day.and_then(|day| Some((day, text.get(day.len() + 1..)?))) {
        Some((day, time)) if is_time(time) => day.trim_end_matches([' ', ',']),
        _ => text,
    }
}

/// `15:00`, `15:00:00.000` or `03:00 pm`.
fn is_time(text: &str) -> bool {
    let text = text.trim();
    let clock = text.strip_suffix("am").or_else(|| text.strip_suffix("pm")).unwrap_or(text).trim_end();
    let parts: Vec<&str> = clock.split(':').collect();
    let in_range = |part: &str, end: u32| number(part, 2).is_some_and(|number| number < end);
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

/// The texts of day, month and year.
struct Parts<'a> {
    day: &'a str,
    month: &'a str,
    year: Option<&'a str>,
    /// Whether day and month are figures before the year: it is a matter of custom which of them comes first. Here it is the day.
    is_in_figures: bool,
}

/// Finds day, month and year, in whichever order a text of a known form has them.
fn parts(text: &str) -> Option<Parts<'_>> {
    let (runs, between) = runs(text)?;
    let has_word = runs.iter().any(|run| run.starts_with(is_letter));
    let parted = |between: &&str| match between.trim() {
        "-" | "/" | "." | "" => true,
        "," | "'" | "’" => has_word,
        _ => false,
    };
    if !between.iter().all(parted) {
        return None;
    }
    let (day, month, year, is_in_figures) = match runs.as_slice() {
        [digits] if digits.len() == 8 && !has_word => {
            (digits.get(..2)?, digits.get(2..4)?, Some(digits.get(4..)?), true)
        }
        [day, month] if month.starts_with(is_letter) => (*day, *month, None, false),
        [year, month, day] if number(year, 4).is_some() && year.len() == 4 => {
            (*day, *month, Some(*year), false)
        }
        // "Dec 5, 26" might be anything.
        [month, day, year] if month.starts_with(is_letter) && year.len() == 4 => {
            (*day, *month, Some(*year), false)
        }
        // 5th is a day.
        [day, month, year] => (*day, *month, Some(*year), !text.contains(is_letter)),
        _ => return None,
    };
    Some(Parts { day, month, year, is_in_figures })
}

/// The runs of digits and of letters, without the endings of ordinal numbers (`5th`), and what stands between them. `None`
/// for a text that begins or ends with anything else.
fn runs(text: &str) -> Option<(Vec<&str>, Vec<&str>)> {
    let is_other = |c: char| !c.is_ascii_digit() && !is_letter(c);
    let (mut runs, mut between) = (Vec::new(), Vec::new());
    let mut rest = text;
    loop {
        let is_digit = rest.starts_with(|c: char| c.is_ascii_digit());
        let belongs = |c: char| if is_digit { c.is_ascii_digit() } else { is_letter(c) };
        let (run, after) = rest.split_at(rest.find(|c| !belongs(c)).unwrap_or(rest.len()));
        if run.is_empty() {
            return None;
        }
        runs.push(run);
        let after = match ["st", "nd", "rd", "th"].iter().find_map(|ending| after.strip_prefix(ending)) {
            Some(after) if is_digit && !after.starts_with(is_letter) => after,
            _ => after,
        };
        if after.is_empty() {
            return Some((runs, between));
        }
        let (separator, next) = after.split_at(after.find(|c| !is_other(c))?);
        between.push(separator);
        rest = next;
    }
}

fn number(text: &str, most: usize) -> Option<u32> {
    let fits = !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

/// A month by number, by name or by the name's short form; not yet one of the twelve when it is a number.
fn month_number(text: &str) -> Option<u32> {
    if let Some(number) = number(text, 2) {
        return Some(number);
    }
    let text = if text == "sept" { "sep" } else { text };
    let english = ENGLISH.iter().position(|month| *month == text || month.get(..3) == Some(text));
    let index = english.or_else(|| HINDI.iter().position(|names| names.contains(&text)))?;
    u32::try_from(index + 1).ok()
}

/// The year of two digits that is at most 50 years back and 49 ahead.
fn full_year(two_digits: u32, today: NaiveDate) -> i32 {
    let first = today.year() - 50;
    first + (two_digits.cast_signed() - first).rem_euclid(100)
}

/// A day of no year in the year in which it is nearest to today; ahead of it where two are as near.
fn nearest(day: u32, month: u32, today: NaiveDate) -> Option<NaiveDate> {
    let years = [today.year() + 1, today.year(), today.year() - 1];
    let days = years.into_iter().filter_map(|year| NaiveDate::from_ymd_opt(year, month, day));
    days.min_by_key(|day| day.signed_duration_since(today).num_days().abs())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    /// Spellings and the days that they name, to which the web's forms are held as well.
    #[derive(Deserialize)]
    struct Spellings {
        today: NaiveDate,
        days: Vec<(String, Option<NaiveDate>)>,
    }

    fn spellings() -> Spellings {
        serde_json::from_str(include_str!("days.json")).unwrap()
    }

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn read(text: &str, today: NaiveDate) -> Option<NaiveDate> {
        written(text, today, DateOrder::DayFirst).ok().flatten().map(|read| read.day)
    }

    #[test]
    fn days_as_people_and_portals_write_them() {
        let Spellings { today, days } = spellings();
        for (text, day) in days {
            assert_eq!(read(&text, today), day, "{text}");
        }
    }

    #[test]
    fn a_short_year_is_the_nearest() {
        for (today, text, expected) in [
            (day(2026, 11, 26), "1.1.75", day(2075, 1, 1)),
            (day(2026, 11, 26), "1.1.76", day(1976, 1, 1)),
            (day(2099, 1, 1), "1.1.01", day(2101, 1, 1)),
            (day(2026, 11, 26), "27 May", day(2027, 5, 27)),
            (day(2026, 11, 26), "28 May", day(2026, 5, 28)),
            (day(2026, 1, 10), "20 Dec", day(2025, 12, 20)),
            // As far back as ahead.
            (day(2027, 11, 26), "27 May", day(2028, 5, 27)),
            (day(2027, 11, 26), "29 Feb", day(2028, 2, 29)),
        ] {
            assert_eq!(read(text, today), Some(expected), "{text} on {today}");
        }
        assert_eq!(read("29 Feb", day(2026, 1, 1)), None, "no year near it has this day");
    }

    proptest! {
        #[test]
        fn every_day_round_trips(days in 693_596..=803_533_i32, format in prop::sample::select(vec![
            "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y", "%-d/%-m/%Y", "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S",
            "%-d-%b-%Y", "%d %B %Y", "%d-%m-%Y %H:%M", "%b %-d, %Y", "%d%m%Y", "%d %b %Y, %-I:%M %P",
        ])) {
            let day = NaiveDate::from_num_days_from_ce_opt(days).unwrap();
            let text = day.and_hms_opt(13, 5, 0).unwrap().format(format).to_string();
            prop_assert_eq!(read(&text, day), Some(day), "{}", text);
        }

        #[test]
        fn short_years_round_trip_near_today(today in 700_000..=790_000_i32, apart in -182..=182_i32) {
            let date = |days| NaiveDate::from_num_days_from_ce_opt(days).unwrap();
            let (today, day) = (date(today), date(today + apart));
            for format in ["%-d %b", "%d %B", "%d-%m-%y", "%-d-%b-%y"] {
                let text = day.format(format).to_string();
                prop_assert_eq!(read(&text, today), Some(day), "{} on {}", text, today);
            }
        }

        #[test]
        fn no_text_panics(text in "\\PC*|[0-9T:.+/ -]{0,30}|[0-9a-zक-ह् ,.-]{0,20}") {
            for order in [DateOrder::DayFirst, DateOrder::MonthFirst] {
                let _ = written(&text, day(2026, 11, 26), order);
            }
            let _ = leading_figures(&text);
        }

        #[test]
        fn days_in_figures_are_seen_whatever_stands_behind_them(
            text in "[ \t]{0,2}[0-9०-९]{1,2}(st|th)?( ?[-/.–] ?|[ \t])[0-9]{1,2}( ?[-/.] ?| )([0-9]{2}|[0-9]{4})",
            behind in "|(,? |[tT])[0-9]{1,2}:[0-9]{2}( ?[aApP][mM])?",
            note in "| Hrs| \\(Fri\\)| to 5/6/2026",
        ) {
            let whole = format!("{text}{behind}");
            if let Some(figures) = figures(&whole) {
                prop_assert_eq!(leading_figures(&whole), Some(figures), "{}", whole);
                prop_assert_eq!(leading_figures(&format!("{whole}{note}")), Some(figures), "{}{}", whole, note);
            }
        }
    }
}
