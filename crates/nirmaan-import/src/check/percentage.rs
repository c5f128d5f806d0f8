//! Percent above or below the estimate, in ten-thousandths.

use super::fold::{fold, is_letter};
use super::grouping;
use super::number::{self, NotFixed};
use super::{Checked, describe};
use crate::Cell;

/// What a bid may be above or below the estimate, in ten-thousandths of a percent: nothing at all to ten thousand times.
pub const PERCENTAGES: std::ops::RangeInclusive<i64> = -1_000_000..=10_000_000_000;

/// Words for a bid below the estimate, folded.
const BELOW: [&str; 8] = ["below", "less", "minus", "lower", "rebate", "discount", "कम", "नीचे"];
/// Words for a bid above it.
const ABOVE: [&str; 7] = ["above", "excess", "more", "plus", "higher", "अधिक", "ऊपर"];
/// Words that say nothing more beside one of those, or beside "par".
const FILLERS: [&str; 15] = [
    "at",
    "on",
    "by",
    "with",
    "than",
    "the",
    "estimate",
    "estimated",
    "tender",
    "put",
    "to",
    "cost",
    "rate",
    "rates",
    "value",
];

/// Ten-thousandths of a percent, exact: nothing is rounded. The web's forms read percentages by the same rules
/// (`web/src/kit/form/percentage-text.ts`).
pub(crate) fn parse(cell: &Cell) -> Checked<i64> {
    let not_a_percentage =
        || format!("{} is not a percentage; write for example -11.25, 11.25 below or at par", describe(cell));
    let bare = bare(cell, 0).ok_or_else(not_a_percentage)?;
    let out_of_range = || format!("{} is not between -100 and 10,00,000", describe(cell));
    let units = number::fixed(&bare, 4).map_err(|why| match why {
        NotFixed::NotANumber => not_a_percentage(),
        NotFixed::TooManyDecimals => format!("{} has more than four decimals", describe(cell)),
        NotFixed::TooLarge => out_of_range(),
    })?;
    i64::try_from(units).ok().filter(|units| PERCENTAGES.contains(units)).ok_or_else(out_of_range)
}

/// Whether a folded text says that a bid is above the estimate, or below it, or at par: one of these.
pub(crate) fn named_side(folded: &str) -> bool {
    let names = |words: &[&str]| folded.split(|c| !is_letter(c)).any(|word| words.contains(&word));
    [names(&BELOW), names(&ABOVE), names(&["par"])].into_iter().filter(|named| *named).count() == 1
}

/// What a cell tells of how its column writes percentages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A number below one and nothing with it: 0.12.
    Fraction,
    /// A whole number: 12.
    Whole,
    /// A number with decimals: 12.5.
    Decimal,
    /// A percentage by its sign or its cell's format.
    Signed,
}

/// Whether numbers below one, without a sign, may be parts of one: a column whose other cells are whole numbers, or percentages
/// by their sign or format, has lost it there.
pub(crate) fn has_open_fractions<'a>(cells: impl Iterator<Item = &'a Cell>) -> bool {
    let (mut is_whole, mut has_fractions) = (false, false);
    for sort in cells.filter_map(sort) {
        match sort {
            Sort::Decimal => return false,
            Sort::Whole | Sort::Signed => is_whole = true,
            Sort::Fraction => has_fractions = true,
        }
    }
    is_whole && has_fractions
}

/// Why a number below one isn't taken where it may be a part of one.
pub(crate) fn open_fraction(cell: &Cell) -> Option<String> {
    let (as_percent, as_part) = (bare(cell, 0)?, bare(cell, 2)?);
    (sort(cell) == Some(Sort::Fraction)).then(|| {
        format!(
            "{} may be {as_percent} % or {as_part} %, as the other cells are whole numbers or have a percent sign; add the sign",
            describe(cell)
        )
    })
}

fn sort(cell: &Cell) -> Option<Sort> {
    let is_signed = match cell {
        Cell::Percent(_) => true,
        Cell::Text(text) => text.contains(['%', '٪', '％']) || text.contains(char::is_alphabetic),
        _ => false,
    };
    let bare = bare(cell, 0)?;
    let (whole, decimals) =
        bare.trim_start_matches('-').split_once('.').unwrap_or((bare.trim_start_matches('-'), ""));
    let is_zero = |digits: &str| digits.bytes().all(|byte| byte == b'0');
    match (is_zero(whole), is_zero(decimals)) {
        (true, true) => None,
        _ if is_signed => Some(Sort::Signed),
        (true, false) => Some(Sort::Fraction),
        (false, true) => Some(Sort::Whole),
        (false, false) => Some(Sort::Decimal),
    }
}

/// The number of a cell, times ten to the power of `shift`.
fn bare(cell: &Cell, shift: i32) -> Option<String> {
    match cell {
        Cell::Text(text) => {
            let written = written(&fold(text))?;
            if shift == 0 { Some(written) } else { number::plain(written.parse().ok()?, shift) }
        }
        Cell::Number(value) => number::plain(*value, shift),
        Cell::Percent(value) => number::plain(*value, shift + 2),
        _ => None,
    }
}

/// The signed decimal number that a folded text says in figures and words. `None` when it says none, or the same side twice:
/// `-5 below` may be on either.
fn written(text: &str) -> Option<String> {
    let text = text.replace("at-par", "par").replace("per cent", "%");
    let (shape, number) = shape(&text)?;
    let is_negative = match shape.as_str() {
        "n" | "+n" | "n+" | "an" | "na" | "+na" => false,
        "(n)" | "-n" | "n-" | "bn" | "nb" => true,
        "p" => return Some("0".to_owned()),
        _ => return None,
    };
    let number = plain(number)?;
    Some(if is_negative { format!("-{number}") } else { number })
}

/// What a text is made of, a letter for each part, and its number: `n` the number, `a` above, `b` below, `p` at par, signs and
/// brackets as they are. Percent signs, fillers beside a word and brackets around words, signs or everything are left out.
fn shape(text: &str) -> Option<(String, &str)> {
    let (mut shape, mut number) = (String::new(), "");
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let belongs: fn(char) -> bool = match first {
            c if is_letter(c) => is_letter,
            c if is_figure(c) => is_figure,
            _ => |_| false,
        };
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (part, after) = rest.split_at(end);
        rest = after;
        shape.push(match part {
            "%" | "percent" | "pc" | "प्रतिशत" | " " => continue,
            "+" | "-" | "(" | ")" => first,
            "par" => 'p',
            "@" => 'f',
            word if BELOW.contains(&word) => 'b',
            word if ABOVE.contains(&word) => 'a',
            word if FILLERS.contains(&word) => 'f',
            figures if is_figure(first) => {
                number = figures;
                'n'
            }
            _ => return None,
        });
    }
    if shape.contains(['a', 'b', 'p']) {
        shape.retain(|part| part != 'f');
    }
    // (-) 8.5, 8.5 (below), (8.5) below
    let bracketed = if shape.contains(['a', 'b']) { &["+", "-", "a", "b", "n"][..] } else { &["+", "-"] };
    for part in bracketed {
        shape = shape.replace(&format!("({part})"), part);
    }
    let within = shape.strip_prefix('(').and_then(|shape| shape.strip_suffix(')'));
    let shape = within.filter(|within| *within != "n").map_or_else(|| shape.clone(), str::to_owned);
    Some((shape, number))
}

fn is_figure(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',')
}

/// A number with one comma has it for a decimal point, unless three digits behind it leave open what it is.
fn plain(number: &str) -> Option<String> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match number.split_once(',') {
        Some((whole, decimals)) if is_digits(whole) && is_digits(decimals) => {
            (decimals.len() != 3).then(|| format!("{whole}.{decimals}"))
        }
        _ => grouping::without(number),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::check::tests::{Spelling, spellings};

    fn text(text: &str) -> Checked<i64> {
        parse(&Cell::Text(text.to_owned()))
    }

    #[test]
    fn percentages_as_people_write_them() {
        for Spelling(written, expected, _) in spellings("percentages") {
            assert_eq!(text(&written).ok(), expected, "{written}");
        }
    }

    #[test]
    fn what_is_no_percentage_says_why() {
        for (written, part) in [
            ("-100.0001", "between -100 and 10,00,000"),
            ("100.5 below", "between -100 and 10,00,000"),
            ("1000000.0001", "between -100 and 10,00,000"),
            ("1.00001", "more than four decimals"),
            ("8,500", "not a percentage"),
            ("-11.25% below", "write for example -11.25, 11.25 below or at par"),
            ("1e2", "not a percentage"),
        ] {
            let reason = text(written).unwrap_err();
            assert!(reason.contains(part), "{written}: {reason}");
        }
    }

    #[test]
    fn a_percent_cell_means_what_the_sheet_shows() {
        assert_eq!(parse(&Cell::Percent(-0.1125)), Ok(-112_500));
        assert_eq!(parse(&Cell::Number(-11.25)), Ok(-112_500));
        assert_eq!(parse(&Cell::Percent(0.02)), Ok(20_000));
        assert!(parse(&Cell::Percent(f64::INFINITY)).is_err());
        assert!(parse(&Cell::Bool(true)).is_err());
    }

    proptest! {
        #[test]
        fn every_percentage_parses_back(units in PERCENTAGES) {
            let sign = if units < 0 { "-" } else { "" };
            let number = format!("{}.{:04}", units.abs() / 10_000, units.abs() % 10_000);
            prop_assert_eq!(text(&format!("{sign}{number}")), Ok(units));
            let side = if units < 0 { "below" } else { "above" };
            prop_assert_eq!(text(&format!("{number} % {side}")), Ok(units));
            prop_assert_eq!(parse(&Cell::Number(units as f64 / 1e4)), Ok(units));
            prop_assert_eq!(parse(&Cell::Percent(units as f64 / 1e6)), Ok(units));
        }

        #[test]
        fn no_text_panics(written in ".*|[-+(]?[0-9.,]{1,9}[-+)% ]{0,3}(at|par|below|कम)?", value: f64) {
            let _ = text(&written);
            let _ = parse(&Cell::Percent(value));
        }
    }
}
