//! Rupees as they are written in India, to paise.

use super::fold::{fold, is_letter};
use super::grouping;
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
    /// How it is written, folded.
    const WRITTEN: [(&str, Self); 11] = [
        ("lakhs", Self::Lakh),
        ("lakh", Self::Lakh),
        ("lacs", Self::Lakh),
        ("lac", Self::Lakh),
        ("l", Self::Lakh),
        ("लाख", Self::Lakh),
        ("crores", Self::Crore),
        ("crore", Self::Crore),
        ("crs", Self::Crore),
        ("cr", Self::Crore),
        ("करोड", Self::Crore),
    ];

    fn named(word: &str) -> Option<Self> {
        Self::WRITTEN.iter().find(|(spelling, _)| *spelling == word).map(|(_, unit)| *unit)
    }

    /// How many decimals of it lead to a paisa.
    fn decimals(self) -> usize {
        match self {
            Self::Rupees => 2,
            Self::Lakh => 7,
            Self::Crore => 9,
        }
    }
}

/// How the currency is written, folded.
const CURRENCY: [&str; 8] = ["₹", "rupees", "rupee", "rs", "inr", "रुपये", "रुपए", "रु"];

enum NotAnAmount {
    InWords,
    Shortened,
    /// With the amounts that may be meant, or some of them.
    Grouping(Vec<String>),
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
            Self::Grouping(meant) => match meant.join(" or ") {
                none if none.is_empty() => {
                    format!("{seen} has its commas in unusual places; write for example 12,50,000 or 1250000")
                }
                meant => format!("{seen} has its commas in unusual places; did you mean {meant}?"),
            },
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
    let folded = fold(text);
    let mut rest = folded.as_str();
    if let Some(after) = CURRENCY.iter().find_map(|currency| rest.strip_prefix(currency)) {
        rest = after.trim_start();
    }
    while let Some(before) = without_ending(rest) {
        rest = before;
    }
    let written = rest;
    let (number, word) = last_word(written);
    let (rest, unit) = Unit::named(word).map_or((written, Unit::Rupees), |unit| (number, unit));
    if rest.chars().any(char::is_alphabetic) {
        return Err(worded(written));
    }
    // Accountants write a negative amount in brackets.
    if rest.starts_with('-') || (rest.starts_with('(') && rest.ends_with(')')) {
        return Err(NotAnAmount::Negative);
    }
    grouping::without(rest).map(|number| (number, unit)).ok_or_else(|| {
        let counted = |meant| format!("{meant} {word}").trim_end().to_owned();
        NotAnAmount::Grouping(grouping::meant(rest).into_iter().map(counted).collect())
    })
}

/// A text without a currency, `/-` or "only" at its end. `None` when it ends in none of them.
fn without_ending(text: &str) -> Option<&str> {
    let sign = ["/-", "/=", "₹"].iter().find_map(|ending| text.strip_suffix(ending));
    let (before, word) = last_word(text);
    let before = sign.or_else(|| (word == "only" || CURRENCY.contains(&word)).then_some(before));
    before.map(str::trim_end)
}

/// What stands before the word at the end of a text, and that word.
fn last_word(text: &str) -> (&str, &str) {
    let before = text.trim_end_matches(is_letter);
    (before.trim_end(), text.get(before.len()..).unwrap_or_default())
}

/// Why something with letters in it is no amount.
fn worded(rest: &str) -> NotAnAmount {
    let shortened = rest.split_once('e').is_some_and(|(mantissa, exponent)| {
        number::fixed(mantissa, 15).is_ok() && number::fixed(exponent, 0).is_ok()
    });
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::check::tests::{Spelling, spellings};

    fn paise(text: &str) -> Checked<i64> {
        parse(&Cell::Text(text.to_owned()))
    }

    #[test]
    fn amounts_as_people_write_them() {
        for Spelling(written, expected, meant) in spellings("amounts") {
            match (paise(&written), expected) {
                (Ok(paise), Some(expected)) => assert_eq!(paise, expected, "{written}"),
                (Err(reason), None) => {
                    let meant = meant.map(|meant| format!("did you mean {}?", meant.join(" or ")));
                    assert!(reason.contains(meant.as_deref().unwrap_or_default()), "{written}: {reason}");
                    assert_eq!(reason.contains("did you mean"), meant.is_some(), "{written}: {reason}");
                }
                (got, expected) => panic!("{written}: {got:?}, not {expected:?}"),
            }
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
            ("1,25,00", "'1,25,00' has its commas in unusual places; did you mean 1,25,000 or 12,500?"),
            ("1,23,45,67,89,01,23,45,67", "unusual places; write for example 12,50,000"),
            ("10000000000000.01", "more than 10,00,000 crore"),
            ("99999999999999999999999999999999999999999", "more than 10,00,000 crore"),
            ("12 50 000", "not an amount"),
            ("N/A", "not an amount"),
            ("-", "below zero"),
            ("₹", "not an amount"),
            ("1e", "not an amount"),
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
