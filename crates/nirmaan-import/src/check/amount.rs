//! Rupees as they are written in India, to paise.

use super::fold::{fold, is_letter};
use super::grouping;
use super::number::{self, NotFixed};
use super::{Checked, describe};
use crate::unit::{CURRENCY, NamedUnit, foreign};
use crate::{Cell, Unit};

/// 10^13 rupees in paise.
const MOST: i128 = 1_000_000_000_000_000;

/// An amount that was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    /// Exact: nothing is rounded.
    pub(crate) paise: i64,
    /// The unit that the cell itself names, before which its column's counts for nothing.
    pub(crate) own: Option<Unit>,
}

/// Reads an amount of a column whose amounts are counted in a unit.
pub(crate) fn parse(cell: &Cell, column: Unit) -> Checked<Amount> {
    let (bare, own) = match cell {
        Cell::Text(text) => bare(text).map_err(|why| why.sentence(cell))?,
        Cell::Number(value) => {
            let bare = number::plain(*value, 0).ok_or_else(|| NotAnAmount::Other.sentence(cell))?;
            (bare, None)
        }
        _ => return Err(NotAnAmount::Other.sentence(cell)),
    };
    let unit = own.unwrap_or(column);
    // Whether 'Rs. 125.50' in a column of lakh is 125.50 lakh nobody can tell; 'Rs. 1,25,50,000' is in rupees.
    let is_open =
        own == Some(Unit::Rupees) && column != Unit::Rupees && bare.contains(|c| matches!(c, '1'..='9'));
    if is_open && !column.is_reached(&bare) {
        return Err(NotAnAmount::Either(column).sentence(cell));
    }
    // As many decimals as lead to paise: those of 1.2345678 crore are still an exact amount.
    let paise = number::fixed(&bare, unit.decimals()).map_err(|why| {
        match why {
            NotFixed::NotANumber => NotAnAmount::Other,
            NotFixed::TooManyDecimals if unit == Unit::Rupees => NotAnAmount::Decimals,
            NotFixed::TooManyDecimals => NotAnAmount::BelowPaisa(unit),
            NotFixed::TooLarge => NotAnAmount::TooLarge(unit),
        }
        .sentence(cell)
    })?;
    match i64::try_from(paise) {
        Ok(paise) if (0..=MOST).contains(&i128::from(paise)) => Ok(Amount { paise, own }),
        _ if paise.is_negative() => Err(NotAnAmount::Negative.sentence(cell)),
        _ => Err(NotAnAmount::TooLarge(unit).sentence(cell)),
    }
}

pub(super) fn is_figure(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',')
}

enum NotAnAmount {
    InWords,
    Shortened,
    /// With the amounts that may be meant, or some of them.
    Grouping(Vec<String>),
    Decimals,
    BelowPaisa(Unit),
    Negative,
    TooLarge(Unit),
    Foreign,
    /// In rupees or in the unit of the column.
    Either(Unit),
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
            Self::BelowPaisa(unit) => format!("{seen}, in {}, is finer than a paisa", unit.name()),
            Self::Negative => format!("{seen} is below zero"),
            Self::TooLarge(Unit::Rupees) => format!("{seen} is more than 10,00,000 crore rupees"),
            Self::TooLarge(unit) => {
                format!("{seen}, in {}, is more than 10,00,000 crore rupees", unit.name())
            }
            Self::Either(unit) => format!(
                "{seen} may be in rupees or, as the column is, in {unit}; write it without the currency, or with {unit}",
                unit = unit.name()
            ),
            Self::Foreign => format!("{seen} is in another currency; write the amount in rupees"),
            Self::Other => format!("{seen} is not an amount; write for example 12,50,000.50"),
        }
    }
}

/// The number without currency, `/-` and grouping, and the unit that is written with it.
fn bare(text: &str) -> Result<(String, Option<Unit>), NotAnAmount> {
    let folded = fold(text);
    let tidy = without_brackets(without_endings(&folded).to_owned());
    let whole = without_endings(&tidy);
    let (number, word) = match whole.strip_suffix("'000").or_else(|| whole.strip_suffix("’000")) {
        Some(number) => (number.trim_end(), "thousand"),
        None => last_word(whole),
    };
    let (written, unit) = match Unit::behind_a_number(word) {
        Some(unit) => (without_endings(number), Some(unit)),
        None => (whole, None),
    };
    let without_currency = CURRENCY.iter().find_map(|currency| written.strip_prefix(currency));
    let rest = without_currency.unwrap_or(written).trim_start();
    // What names the currency and no unit is in rupees.
    let unit = unit.or((rest.len() < folded.len() && names_rupees(&folded)).then_some(Unit::Rupees));
    if rest.contains(|c: char| !is_figure(c)) && foreign(rest).is_some() {
        return Err(NotAnAmount::Foreign);
    }
    if rest.chars().any(char::is_alphabetic) {
        return Err(worded(whole));
    }
    // Accountants write a negative amount in brackets.
    if rest.starts_with('-') || (rest.starts_with('(') && rest.ends_with(')')) {
        return Err(NotAnAmount::Negative);
    }
    grouping::without(rest).map(|number| (number, unit)).ok_or_else(|| {
        let word = unit.filter(|unit| *unit != Unit::Rupees).map_or("", |_| word);
        let counted = |meant| format!("{meant} {word}").trim_end().to_owned();
        NotAnAmount::Grouping(grouping::meant(rest).into_iter().map(counted).collect())
    })
}

/// A folded text whose unit is in brackets at its end, without those: `125.50 (lakh)`.
pub(super) fn without_brackets(folded: String) -> String {
    let within = folded.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let within = within.or_else(|| folded.strip_suffix(']').and_then(|text| text.rsplit_once('[')));
    match within.map(|(number, unit)| (number.trim_end(), unit.trim())) {
        Some((number, unit)) if unit == "dr" || matches!(NamedUnit::alone(unit), Some(NamedUnit::In(_))) => {
            format!("{number} {unit}")
        }
        _ => folded,
    }
}

/// A text without all that says no more at its end.
pub(super) fn without_endings(text: &str) -> &str {
    let mut rest = text;
    while let Some(before) = without_ending(rest) {
        rest = before;
    }
    rest
}

/// Whether a folded text names the currency, by a word, a sign or `/-`.
fn names_rupees(text: &str) -> bool {
    text.contains(['₹', '₨', '/']) || text.split(|c| !is_letter(c)).any(|word| CURRENCY.contains(&word))
}

/// A text without a currency, `/-`, "in", "में" or "only" at its end. `None` when it ends in none of them.
fn without_ending(text: &str) -> Option<&str> {
    let sign = ["/-", "/=", "₹", "₨"].iter().find_map(|ending| text.strip_suffix(ending));
    let (before, word) = last_word(text);
    let before =
        sign.or_else(|| (matches!(word, "only" | "in" | "में") || CURRENCY.contains(&word)).then_some(before));
    before.map(str::trim_end)
}

/// What stands before the word at the end of a text, and that word.
pub(super) fn last_word(text: &str) -> (&str, &str) {
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
        parse(&Cell::Text(text.to_owned()), Unit::Rupees).map(|amount| amount.paise)
    }

    fn number(value: f64, unit: Unit) -> Checked<i64> {
        parse(&Cell::Number(value), unit).map(|amount| amount.paise)
    }

    #[test]
    fn the_nearest_unit_counts_and_none_twice() {
        for (written, column, paise, own) in [
            ("125.50", Unit::Lakh, 1_255_000_000, None),
            ("125.50 lakh", Unit::Lakh, 1_255_000_000, Some(Unit::Lakh)),
            ("125.50 (Lakh)", Unit::Lakh, 1_255_000_000, Some(Unit::Lakh)),
            ("Rs. 125.50 [in Lakhs]", Unit::Rupees, 1_255_000_000, Some(Unit::Lakh)),
            ("125.50 Rs. in Lakhs", Unit::Crore, 1_255_000_000, Some(Unit::Lakh)),
            ("1.25 cr", Unit::Lakh, 1_250_000_000, Some(Unit::Crore)),
            ("Rs. 1,25,50,000", Unit::Lakh, 1_255_000_000, Some(Unit::Rupees)),
            ("Rs. 1,00,000.00", Unit::Lakh, 10_000_000, Some(Unit::Rupees)),
            ("125.50 only", Unit::Lakh, 1_255_000_000, None),
            ("1,25,50,000/-", Unit::Crore, 1_255_000_000, Some(Unit::Rupees)),
            ("1.5", Unit::Thousand, 150_000, None),
            ("1.5 thousand", Unit::Rupees, 150_000, Some(Unit::Thousand)),
            ("1.5 '000", Unit::Lakh, 150_000, Some(Unit::Thousand)),
            ("2.5", Unit::Hundred, 25_000, None),
            ("2.5", Unit::Million, 250_000_000, None),
            ("2.5", Unit::Billion, 250_000_000_000, None),
            ("0", Unit::Crore, 0, None),
            ("₹ 0", Unit::Crore, 0, Some(Unit::Rupees)),
            ("125.50 लाख में", Unit::Rupees, 1_255_000_000, Some(Unit::Lakh)),
            ("125.50 (lakh) only", Unit::Rupees, 1_255_000_000, Some(Unit::Lakh)),
        ] {
            let read = parse(&Cell::Text(written.to_owned()), column);
            assert_eq!(read, Ok(Amount { paise, own }), "{written} in {column:?}");
        }
        assert_eq!(number(0.1 + 0.2, Unit::Lakh), Ok(3_000_000));
        let finer = number(100.0 / 3.0, Unit::Lakh).unwrap_err();
        assert_eq!(finer, "the number 33.3333333333333, in lakh, is finer than a paisa");
        let large = number(1e8, Unit::Crore).unwrap_err();
        assert!(large.contains("in crore, is more than 10,00,000 crore"), "{large}");
    }

    #[test]
    fn a_currency_alone_in_a_column_of_another_unit_is_refused_where_it_may_be_that() {
        for (written, column) in
            [("Rs. 125.50", Unit::Lakh), ("₹ 99,999", Unit::Lakh), ("₹ 1,500.00", Unit::Thousand)]
        {
            let reason = parse(&Cell::Text(written.to_owned()), column).unwrap_err();
            let unit = column.name();
            assert!(
                reason.contains(&format!("may be in rupees or, as the column is, in {unit}")),
                "{written}: {reason}"
            );
        }
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
            ("12.5 hundred", "write the full amount"),
            ("$ 500", "another currency"),
            ("500 USD", "another currency"),
            ("€1.2 mn", "another currency"),
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
            match (number(value, Unit::Rupees), expected) {
                (Ok(paise), Ok(expected)) => assert_eq!(paise, expected, "{value}"),
                (Err(reason), Err(part)) => assert!(reason.contains(part), "{value}: {reason}"),
                (got, expected) => panic!("{value}: {got:?}, not {expected:?}"),
            }
        }
        let day = chrono::NaiveDate::from_ymd_opt(2025, 5, 5).unwrap();
        for cell in [Cell::Bool(true), Cell::Percent(0.5), Cell::Date(day)] {
            assert!(parse(&cell, Unit::Rupees).is_err(), "{cell:?}");
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
            prop_assert_eq!(number(amount as f64 / 100.0, Unit::Rupees), Ok(amount));
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
            let _ = number(value, Unit::Crore);
        }
    }
}
