//! Texts: in the form in which they are stored, bounded, without control characters.

use std::borrow::Cow;

use super::{Checked, describe, number};
use crate::{Cell, formula};

/// Whether a text may have line breaks and tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    One,
    Many,
}

/// The text of a cell. What looks like a formula is text like any other; exports defuse it, and here they are read.
pub(crate) fn parse(cell: &Cell, max: usize, lines: Lines) -> Checked<String> {
    let text = match cell {
        Cell::Text(text) => Cow::Borrowed(text.as_str()),
        Cell::Number(value) => digits(*value)?.into(),
        Cell::Bool(true) => "TRUE".into(),
        Cell::Bool(false) => "FALSE".into(),
        // Spreadsheets make a date of a reference such as 10-2025; what was typed is gone.
        Cell::Date(_) => {
            return Err(format!("the spreadsheet has turned it into {}; {AS_TEXT}", describe(cell)));
        }
        Cell::Percent(_) | Cell::Error(_) | Cell::Shown(_) | Cell::Lost(_) | Cell::Empty => {
            return Err(format!("{} is not a text; {AS_TEXT}", describe(cell)));
        }
    };
    let text = nirmaan_text::normalize(&text);
    if is_shortened(&text) {
        return Err(format!("{} has lost its last digits in a spreadsheet; {AS_TEXT}", describe(cell)));
    }
    let text = formula::restored(&text);
    let text = match lines {
        Lines::Many => text.replace("\r\n", "\n").replace('\r', "\n"),
        Lines::One if text.contains(['\r', '\n', '\t']) => {
            return Err("has a line break or a tab; write it on one line".to_owned());
        }
        Lines::One => text.to_owned(),
    };
    if text.chars().any(|c| c.is_control() && !(lines == Lines::Many && matches!(c, '\n' | '\t'))) {
        return Err("has a control character that can't be stored".to_owned());
    }
    let length = text.chars().count();
    if length > max {
        return Err(format!("has {length} characters; at most {max} are kept"));
    }
    Ok(text)
}

/// Whether a text is a number as spreadsheets shorten it: 2.02505E+14. Ids such as 12E3 and 4E-05 are none: of a number below
/// one, what is shortened has decimals.
fn is_shortened(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((mantissa, exponent)) = text.split_once(['E', 'e']) else { return false };
    let (whole, decimals) = match mantissa.split_once(['.', ',']) {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (mantissa, None),
    };
    let is_exponent = |sign: char| {
        exponent.strip_prefix(sign).is_some_and(|exponent| is_digits(exponent) && exponent.len() > 1)
    };
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    whole.len() == 1
        && is_digits(whole)
        && decimals.is_none_or(is_digits)
        && (is_exponent('+') || (decimals.is_some() && is_exponent('-')))
}

const AS_TEXT: &str = "format the column as text and write it again";

/// The digits of a number in a column of texts. Leading zeros are lost before the file is written, and so
/// are digits behind the fifteenth, which would make another id of it.
fn digits(value: f64) -> Checked<String> {
    if value.abs() >= 1e15 {
        return Err(format!("the spreadsheet keeps 15 digits of a number; {AS_TEXT}"));
    }
    number::plain(value, 0).ok_or_else(|| format!("is not a text; {AS_TEXT}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn one(text: &str) -> Checked<String> {
        parse(&Cell::Text(text.to_owned()), 10, Lines::One)
    }

    #[test]
    fn texts_are_trimmed_and_otherwise_kept() {
        assert_eq!(one(" \u{feff}00042\u{a0}").as_deref(), Ok("00042"));
        assert_eq!(one("=1+1").as_deref(), Ok("=1+1"));
        assert_eq!(one("'=1+1").as_deref(), Ok("=1+1"));
        assert_eq!(one("'quoted'").as_deref(), Ok("'quoted'"));
        assert_eq!(one("सड़क काम").as_deref(), Ok("सड़क काम"));
        let many = parse(&Cell::Text("a\r\nb\rc\td\n".to_owned()), 10, Lines::Many);
        assert_eq!(many.as_deref(), Ok("a\nb\nc\td"));
    }

    #[test]
    fn length_counts_characters() {
        assert!(one(&"क".repeat(10)).is_ok());
        assert_eq!(one(&"क".repeat(11)), Err("has 11 characters; at most 10 are kept".to_owned()));
    }

    #[test]
    fn control_characters_are_refused() {
        for wrong in ["a\nb", "a\tb", "a\0b", "a\u{7}b", "a\u{85}b", "a\u{9f}b"] {
            assert!(one(wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(one("a\nb"), Err("has a line break or a tab; write it on one line".to_owned()));
        assert!(parse(&Cell::Text("a\0b".to_owned()), 10, Lines::Many).is_err());
    }

    #[test]
    fn numbers_give_their_digits() {
        let number = |value| parse(&Cell::Number(value), 64, Lines::One);
        assert_eq!(number(2022.0).as_deref(), Ok("2022"));
        assert_eq!(number(123_456_789_012_345.0).as_deref(), Ok("123456789012345"));
        assert_eq!(number(1.5).as_deref(), Ok("1.5"));
        assert!(number(1e15).is_err());
        assert!(number(f64::NAN).is_err());
        let day = chrono::NaiveDate::from_ymd_opt(2025, 10, 1).unwrap();
        let reason = parse(&Cell::Date(day), 64, Lines::One).unwrap_err();
        assert!(reason.contains("01-10-2025"), "{reason}");
        assert!(parse(&Cell::Percent(0.5), 64, Lines::One).is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC*|.*", max in 0..40_usize) {
            for lines in [Lines::One, Lines::Many] {
                if let Ok(kept) = parse(&Cell::Text(text.clone()), max, lines) {
                    prop_assert!(kept.chars().count() <= max);
                }
            }
        }
    }
}
