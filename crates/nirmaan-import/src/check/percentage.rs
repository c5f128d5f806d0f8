//! Percent above or below the estimate, in ten-thousandths.

use super::number::{self, NotFixed};
use super::{Checked, describe};
use crate::Cell;

/// What a bid may be above or below the estimate, in ten-thousandths of a percent: nothing at all to ten thousand times.
pub const PERCENTAGES: std::ops::RangeInclusive<i64> = -1_000_000..=10_000_000_000;

/// Ten-thousandths of a percent, exact: nothing is rounded.
pub(crate) fn parse(cell: &Cell) -> Checked<i64> {
    let not_a_number = || format!("{} is not a percentage; write for example -11.25", describe(cell));
    let bare = match cell {
        Cell::Text(text) => {
            if text.chars().any(char::is_alphabetic) {
                // '11.25% below' has a sign, but '-11.25% below' has two.
                return Err(format!(
                    "{}: write the number alone, negative below the estimate, for example -11.25",
                    describe(cell)
                ));
            }
            let text = text.trim();
            text.strip_suffix('%').unwrap_or(text).trim_end().to_owned()
        }
        Cell::Number(value) => number::plain(*value, 0).ok_or_else(not_a_number)?,
        Cell::Percent(value) => number::plain(*value, 2).ok_or_else(not_a_number)?,
        _ => return Err(not_a_number()),
    };
    let out_of_range = || format!("{} is not between -100 and 10,00,000", describe(cell));
    let units = number::fixed(&bare, 4).map_err(|why| match why {
        NotFixed::NotANumber => not_a_number(),
        NotFixed::TooManyDecimals => format!("{} has more than four decimals", describe(cell)),
        NotFixed::TooLarge => out_of_range(),
    })?;
    i64::try_from(units).ok().filter(|units| PERCENTAGES.contains(units)).ok_or_else(out_of_range)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> Checked<i64> {
        parse(&Cell::Text(text.to_owned()))
    }

    #[test]
    fn percentages_as_people_write_them() {
        for (written, expected) in [
            ("-11.25", -112_500),
            ("-11.25%", -112_500),
            ("-11.25 %", -112_500),
            ("\u{2212}4.5", -45_000),
            ("+2", 20_000),
            ("2", 20_000),
            ("0", 0),
            ("-0", 0),
            ("0.0001", 1),
            ("-100", -1_000_000),
            ("1000000", 10_000_000_000),
        ] {
            assert_eq!(text(written), Ok(expected), "{written}");
        }
        for (written, part) in [
            ("-100.0001", "between -100 and 10,00,000"),
            ("1000000.0001", "between -100 and 10,00,000"),
            ("1.00001", "more than four decimals"),
            ("1,5", "not a percentage"),
            ("--5", "not a percentage"),
            ("%", "not a percentage"),
            ("11.25% below", "write the number alone"),
            ("5 above", "write the number alone"),
            ("1e2", "write the number alone"),
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
            let written = format!("{sign}{}.{:04}", units.abs() / 10_000, units.abs() % 10_000);
            prop_assert_eq!(text(&written), Ok(units));
            prop_assert_eq!(parse(&Cell::Number(units as f64 / 1e4)), Ok(units));
            prop_assert_eq!(parse(&Cell::Percent(units as f64 / 1e6)), Ok(units));
        }

        #[test]
        fn no_text_panics(written in ".*", value: f64) {
            let _ = text(&written);
            let _ = parse(&Cell::Percent(value));
        }
    }
}
