//! Rupees as they are written in India, to paise.

use super::number::{self, NotFixed};
use super::{Checked, describe};
use crate::Cell;

/// 10^13 rupees in paise.
const MOST: i128 = 1_000_000_000_000_000;

/// Paise, exact: nothing is rounded.
pub(crate) fn parse(cell: &Cell) -> Checked<i64> {
    let (bare, unit) = match cell {
        Cell::Text(text) => bare(text).map_err(|why| why.sentence(cell))?,
        Cell::Number(value) => {
            let bare = number::plain(*value, 0).ok_or_else(|| NotAnAmount::Other.sentence(cell))?;
            (bare, Unit::Rupees)
        }
        _ => return Err(NotAnAmount::Other.sentence(cell)),
    };
    // As many decimals as lead to paise: those of 1.2345678 crore are still an exact amount.
    let paise = number::fixed(&bare, unit.decimals()).map_err(|why| {
        match why {
            NotFixed::NotANumber => NotAnAmount::Other,
            NotFixed::TooManyDecimals if unit == Unit::Rupees => NotAnAmount::Decimals,
            NotFixed::TooManyDecimals => NotAnAmount::BelowPaisa,
            NotFixed::TooLarge => NotAnAmount::TooLarge,
        }
        .sentence(cell)
    })?;
    match i64::try_from(paise) {
        Ok(paise) if (0..=MOST).contains(&i128::from(paise)) => Ok(paise),
        _ if paise.is_negative() => Err(NotAnAmount::Negative.sentence(cell)),
        _ => Err(NotAnAmount::TooLarge.sentence(cell)),
    }
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Rupees,
    Lakh,
    Crore,
}

impl Unit {
    /// How it is written, in any case, with or without a full stop behind it.
    const WRITTEN: [(&str, Self); 9] = [
        ("lakhs", Self::Lakh),
        ("lakh", Self::Lakh),
        ("lacs", Self::Lakh),
        ("lac", Self::Lakh),
        ("l", Self::Lakh),
        ("crores", Self::Crore),
        ("crore", Self::Crore),
        ("crs", Self::Crore),
        ("cr", Self::Crore),
    ];

    /// How many decimals of it lead to a paisa.
    fn decimals(self) -> usize {
        match self {
            Self::Rupees => 2,
            Self::Lakh => 7,
            Self::Crore => 9,
        }
    }

    /// The number in front of the unit that a text ends in.
    fn split(text: &str) -> (&str, Self) {
        let letters = text.strip_suffix('.').unwrap_or(text);
        let number = letters.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let written = letters.get(number.len()..).unwrap_or_default().to_ascii_lowercase();
        match Self::WRITTEN.iter().find(|(spelling, _)| *spelling == written) {
            Some((_, unit)) => (number.trim_end(), *unit),
            None => (text, Self::Rupees),
        }
    }
}

enum NotAnAmount {
    InWords,
    Shortened,
    Grouping,
    Decimals,
    BelowPaisa,
    Negative,
    TooLarge,
    Other,
}

impl NotAnAmount {
    fn sentence(self, cell: &Cell) -> String {
        let seen = describe(cell);
        match self {
            Self::InWords => format!("{seen}: write the full amount in rupees, for example 12,50,000"),
            Self::Shortened => format!("{seen} has lost its last digits; write the full amount in rupees"),
            Self::Grouping => {
                format!("{seen} has its commas in unusual places; write for example 12,50,000 or 1250000")
            }
            Self::Decimals => format!("{seen} has more than two decimals"),
            Self::BelowPaisa => format!("{seen} is finer than a paisa"),
            Self::Negative => format!("{seen} is below zero"),
            Self::TooLarge => format!("{seen} is more than 10,00,000 crore rupees"),
            Self::Other => format!("{seen} is not an amount; write for example 12,50,000.50"),
        }
    }
}

/// The number without currency, `/-` and grouping, and what it counts.
fn bare(text: &str) -> Result<(String, Unit), NotAnAmount> {
    let mut rest = text.trim();
    for currency in ["₹", "Rs.", "Rs", "INR"] {
        if let Some(head) = rest.get(..currency.len()).filter(|head| head.eq_ignore_ascii_case(currency)) {
            rest = rest.get(head.len()..).unwrap_or_default().trim_start();
            break;
        }
    }
    for ending in ["/-", "/="] {
        rest = rest.strip_suffix(ending).unwrap_or(rest).trim_end();
    }
    let written = rest;
    let (rest, unit) = Unit::split(written);
    if rest.chars().any(char::is_alphabetic) {
        return Err(worded(written));
    }
    // Accountants write a negative amount in brackets.
    if rest.starts_with(['-', '\u{2212}']) || (rest.starts_with('(') && rest.ends_with(')')) {
        return Err(NotAnAmount::Negative);
    }
    let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
    if fraction.contains(',') || !plausible(whole) {
        return Err(NotAnAmount::Grouping);
    }
    Ok((rest.replace(',', ""), unit))
}

/// Why something with letters in it is no amount.
fn worded(rest: &str) -> NotAnAmount {
    let shortened = rest.split_once(['e', 'E']).is_some_and(|(mantissa, exponent)| {
        number::fixed(mantissa, 15).is_ok() && number::fixed(exponent, 0).is_ok()
    });
    let rest = rest.to_lowercase();
    let letters: String = rest.chars().filter(|c| c.is_alphabetic()).collect();
    let words = ["lakh", "lac", "crore", "cror", "thousand", "million", "billion", "hundred"];
    if shortened {
        NotAnAmount::Shortened
    } else if words.iter().any(|word| rest.contains(word))
        || ["cr", "crs", "l", "k", "m", "mn"].contains(&letters.as_str())
    {
        NotAnAmount::InWords
    } else {
        NotAnAmount::Other
    }
}

/// Whether the commas stand as in 12,50,000 or as in 1,250,000. Anything else may be a decimal comma or
/// a digit too few, and the amount would be wrong by a factor.
fn plausible(whole: &str) -> bool {
    let groups: Vec<usize> = whole.split(',').map(str::len).collect();
    match groups.as_slice() {
        [_] | [] => true,
        [first, middle @ .., last] => {
            let indian = (1..=2).contains(first) && middle.iter().all(|size| *size == 2);
            let western = (1..=3).contains(first) && middle.iter().all(|size| *size == 3);
            *last == 3 && (indian || western) && !whole.starts_with('0')
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn paise(text: &str) -> Checked<i64> {
        parse(&Cell::Text(text.to_owned()))
    }

    #[test]
    fn amounts_as_people_write_them() {
        for (text, expected) in [
            ("0", 0),
            ("1200", 120_000),
            ("1,25,00,000", 1_250_000_000),
            ("12,50,000.50", 125_000_050),
            ("1,250,000.5", 125_000_050),
            ("125,000", 12_500_000),
            ("₹ 1,200", 120_000),
            ("₹1200", 120_000),
            ("Rs. 500/-", 50_000),
            ("rs 500", 50_000),
            ("INR 500.", 50_000),
            ("Rs.500./-", 50_000),
            ("500/=", 50_000),
            (".50", 50),
            ("000500", 50_000),
            (" \u{a0}99.99\u{a0}", 9_999),
            ("1,00,00,00,00,00,000", 1_000_000_000_000_000),
            ("9999999999999.99", 999_999_999_999_999),
            ("₹ 12.5 lakh", 125_000_000),
            ("Rs 12.5 Lakhs", 125_000_000),
            ("12.5 L", 125_000_000),
            ("5L", 50_000_000),
            ("3.75 lacs", 37_500_000),
            ("3.75 Lac", 37_500_000),
            ("Rs. 1.2 cr", 1_200_000_000),
            ("1.2 Cr.", 1_200_000_000),
            ("1.2 crs", 1_200_000_000),
            ("1.2 crore", 1_200_000_000),
            ("INR 1.23456789 crore", 1_234_567_890),
            ("1,250 crores/-", 1_250_000_000_000),
            ("0.0000001 lakh", 1),
            ("10,00,000 crore", 1_000_000_000_000_000),
        ] {
            assert_eq!(paise(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_says_why() {
        for (text, part) in [
            ("1 crore 25 lakh", "write the full amount"),
            ("12.5 thousand", "write the full amount"),
            ("5k", "write the full amount"),
            ("2 mn", "write the full amount"),
            ("five lakh", "write the full amount"),
            ("1.23456789 lakh", "finer than a paisa"),
            ("0.0000000001 cr", "finer than a paisa"),
            ("-1.2 cr", "below zero"),
            ("12,5 lakh", "unusual places"),
            ("1000000.0000001 cr", "more than 10,00,000 crore"),
            ("lakh", "not an amount"),
            ("Rs. L", "not an amount"),
            ("1.2.5 cr", "not an amount"),
            ("1.25E+07", "lost its last digits"),
            ("12.505", "more than two decimals"),
            ("12.500", "more than two decimals"),
            ("-5", "below zero"),
            ("\u{2212}5", "below zero"),
            ("Rs. -5", "below zero"),
            ("(500)", "below zero"),
            ("(500", "not an amount"),
            ("12,50", "unusual places"),
            ("1,5", "unusual places"),
            ("1.250,50", "unusual places"),
            ("12,50,00", "unusual places"),
            ("1,25,000,000", "unusual places"),
            ("123,45,678", "unusual places"),
            ("0,500", "unusual places"),
            (",500", "unusual places"),
            ("10000000000000.01", "more than 10,00,000 crore"),
            ("99999999999999999999999999999999999999999", "more than 10,00,000 crore"),
            ("12 50 000", "not an amount"),
            ("N/A", "not an amount"),
            ("-", "below zero"),
            ("₹", "not an amount"),
            ("1e", "not an amount"),
            ("१२००", "not an amount"),
        ] {
            let reason = paise(text).unwrap_err();
            assert!(reason.contains(part), "{text}: {reason}");
        }
    }

    #[test]
    fn numbers_of_workbooks() {
        for (value, expected) in [
            (0.0, Ok(0)),
            (1.25e7, Ok(1_250_000_000)),
            (0.1 + 0.2, Ok(30)),
            (1_000_000.005, Err("more than two decimals")),
            (45_774_712.757, Err("more than two decimals")),
            (-1.0, Err("below zero")),
            (1e13, Ok(1_000_000_000_000_000)),
            (1.1e13, Err("more than 10,00,000 crore")),
            (1e300, Err("more than 10,00,000 crore")),
            (1e-300, Err("more than two decimals")),
            (f64::NAN, Err("not an amount")),
        ] {
            match (parse(&Cell::Number(value)), expected) {
                (Ok(paise), Ok(expected)) => assert_eq!(paise, expected, "{value}"),
                (Err(reason), Err(part)) => assert!(reason.contains(part), "{value}: {reason}"),
                (got, expected) => panic!("{value}: {got:?}, not {expected:?}"),
            }
        }
        let day = chrono::NaiveDate::from_ymd_opt(2025, 5, 5).unwrap();
        for cell in [Cell::Bool(true), Cell::Percent(0.5), Cell::Date(day)] {
            assert!(parse(&cell).is_err(), "{cell:?}");
        }
    }

    /// 12,50,000.50: three digits, then two by two.
    fn indian(paise: i64) -> String {
        let digits = (paise / 100).to_string();
        let (mut head, tail) = digits.split_at(digits.len().saturating_sub(3));
        let mut groups = vec![tail];
        while !head.is_empty() {
            let (rest, group) = head.split_at(head.len().saturating_sub(2));
            groups.insert(0, group);
            head = rest;
        }
        format!("{}.{:02}", groups.join(","), paise % 100)
    }

    proptest! {
        #[test]
        fn indian_grouping_parses_back(amount in 0..=1_000_000_000_000_000_i64) {
            prop_assert_eq!(paise(&indian(amount)), Ok(amount));
            prop_assert_eq!(paise(&format!("₹ {}/-", indian(amount))), Ok(amount));
        }

        /// Fifteen digits are what a spreadsheet keeps.
        #[test]
        fn workbook_numbers_parse_back(amount in 0..1_000_000_000_000_000_i64) {
            prop_assert_eq!(parse(&Cell::Number(amount as f64 / 100.0)), Ok(amount));
        }

        #[test]
        fn lakh_and_crore_are_exact(amount in 0..=1_000_000_000_000_000_i64) {
            let in_units = |unit: i64, places: usize| format!("{}.{:0places$}", amount / unit, amount % unit);
            prop_assert_eq!(paise(&format!("{} lakh", in_units(10_000_000, 7))), Ok(amount));
            prop_assert_eq!(paise(&format!("Rs. {}Cr", in_units(1_000_000_000, 9))), Ok(amount));
        }

        #[test]
        fn no_text_panics(text in ".*", unit in "( ?[lLcC](akh|ac|r)?s?\\.?)?", value: f64) {
            let _ = paise(&text);
            let _ = paise(&format!("{text}{unit}"));
            let _ = parse(&Cell::Number(value));
        }
    }
}
