//! Rounding, the same everywhere.

use rust_decimal::{Decimal, prelude::ToPrimitive};

const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// A quotient, half-up: 0.5 becomes 1 and -0.5 becomes 0. The denominator is positive.
pub fn half_up(numerator: i128, denominator: i128) -> i128 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

/// How many parts of a whole a number has, half-up; `None` for what is no number or has more parts than an `i64` counts.
///
/// Counted by the number's shortest decimal text, which is what somebody wrote: 0.00145 itself lies a little below, and
/// would lose its half.
pub fn in_parts(number: f64, parts_of_one: i64) -> Option<i64> {
    let written: Decimal = number.to_string().parse().ok()?;
    let parts = written.checked_mul(parts_of_one.into())?.checked_add(HALF)?;
    parts.floor().to_i64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_up() {
        assert_eq!(half_up(1, 2), 1);
        assert_eq!(half_up(-1, 2), 0);
        assert_eq!(half_up(-3, 2), -1);
    }

    #[test]
    fn every_tie_that_somebody_writes_goes_up() {
        for whole in 0..285_715_i64 {
            let written = format!("{}.{:04}5", whole / 10_000, whole % 10_000);
            let number: f64 = written.parse().unwrap();
            assert_eq!(in_parts(number, 10_000), Some(whole + 1), "{written}");
            assert_eq!(in_parts(-number, 10_000), Some(-whole), "-{written}");
        }
    }

    #[test]
    fn what_has_no_such_parts_has_none() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 1e19] {
            assert_eq!(in_parts(number, 10_000), None, "{number}");
        }
        for small in [5e-324, -5e-324, 1e-20, 0.0, -0.0] {
            assert_eq!(in_parts(small, 10_000), Some(0), "{small}");
        }
        assert_eq!(in_parts(1e9, 10_000), Some(10_000_000_000_000));
    }
}
