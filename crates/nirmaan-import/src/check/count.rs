//! How often the period of work was extended.

use super::{Checked, describe, number};
use crate::Cell;

/// A whole number from 0 to 1,000.
pub(crate) fn parse(cell: &Cell) -> Checked<i32> {
    let bare = match cell {
        Cell::Text(text) => Some(text.trim().to_owned()),
        Cell::Number(value) => number::plain(*value, 0),
        _ => None,
    };
    bare.and_then(|bare| number::fixed(&bare, 0).ok())
        .filter(|count| (0..=1_000).contains(count))
        .and_then(|count| i32::try_from(count).ok())
        .ok_or_else(|| format!("{} is not a whole number from 0 to 1,000", describe(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_within_the_limit() {
        let text = |text: &str| parse(&Cell::Text(text.to_owned()));
        assert_eq!(text(" 2 "), Ok(2));
        assert_eq!(text("1000"), Ok(1_000));
        assert_eq!(parse(&Cell::Number(3.0)), Ok(3));
        for wrong in ["-1", "1001", "2.5", "two", "1,000"] {
            assert!(text(wrong).is_err(), "{wrong}");
        }
        assert!(parse(&Cell::Number(2.5)).is_err());
        assert!(parse(&Cell::Bool(true)).is_err());
    }
}
