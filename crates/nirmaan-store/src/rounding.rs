//! Rounding, the same everywhere.

/// A quotient, half-up: 0.5 becomes 1 and -0.5 becomes 0. The denominator is positive.
pub fn half_up(numerator: i128, denominator: i128) -> i128 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
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
}
