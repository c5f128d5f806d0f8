//! Quantities, hours and percentages, which are numbers on the wire and counted in small parts in the store.

use nirmaan_store::rounding::in_parts;

use crate::check::Check;

/// A kind of number from 0 to a largest.
pub(super) struct Decimal {
    most: f64,
    /// The largest as a person reads it.
    said: &'static str,
    /// How many parts one has.
    parts: i64,
}

/// Units of work.
pub(super) const QUANTITY: Decimal = Decimal { most: 1e9, said: "100 crore", parts: 10_000 };
/// Hours of work.
pub(super) const HOURS: Decimal = Decimal { most: 1e6, said: "10,00,000", parts: 10_000 };
/// Percent of tax.
pub(super) const TAX: Decimal = Decimal { most: 100.0, said: "100", parts: 10_000 };
/// Percent done.
pub(super) const PROGRESS: Decimal = Decimal { most: 100.0, said: "100", parts: 100 };

impl Decimal {
    /// The parts of a number from the wire, half-up.
    pub(super) fn read(
        &self,
        check: &mut Check,
        field: &str,
        label: &str,
        value: Option<f64>,
    ) -> Option<i64> {
        let value = value?;
        // Not a number is in no range.
        if !(0.0..=self.most).contains(&value) {
            check.complain(field, format!("{label} must be between 0 and {}.", self.said));
            return None;
        }
        in_parts(value, self.parts)
    }

    /// The number for the wire.
    pub(super) fn to_wire(&self, parts: i64) -> f64 {
        parts as f64 / self.parts as f64
    }

    /// The number as a person reads it, with Indian grouping: `12,34,567.5`.
    pub(super) fn in_words(&self, parts: i64) -> String {
        // The shortest decimal text, which has no more decimals than the parts.
        let plain = self.to_wire(parts).to_string();
        let (whole, decimals) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
        nirmaan_import::grouped(whole) + decimals
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_number_or_out_of_range_is_told() {
        for wrong in [-0.1, 100.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut check = Check::default();
            assert_eq!(PROGRESS.read(&mut check, "progress", "Progress", Some(wrong)), None, "{wrong}");
            assert!(check.done().is_err(), "{wrong}");
        }
        let mut check = Check::default();
        assert_eq!(PROGRESS.read(&mut check, "progress", "Progress", Some(33.335)), Some(3_334));
        assert_eq!(QUANTITY.read(&mut check, "quantity", "Quantity", Some(1e9)), Some(10_000_000_000_000));
        assert_eq!(QUANTITY.read(&mut check, "quantity", "Quantity", None), None);
        check.done().unwrap();
    }

    #[test]
    fn numbers_are_grouped_as_in_india() {
        for (parts, expected) in [
            (0, "0"),
            (5_000, "0.5"),
            (1_205_000, "120.5"),
            (9_990_000, "999"),
            (10_000_001, "1,000.0001"),
            (999_990_000, "99,999"),
            (1_000_000_000, "1,00,000"),
            (12_345_675_000, "12,34,567.5"),
            (10_000_000_000_000, "1,00,00,00,000"),
        ] {
            assert_eq!(QUANTITY.in_words(parts), expected);
        }
        assert_eq!(PROGRESS.in_words(9_365), "93.65");
    }

    proptest! {
        #[test]
        fn parts_survive_the_wire(parts in 0_i64..=10_000_000_000_000) {
            let mut check = Check::default();
            let value = QUANTITY.to_wire(parts);
            prop_assert_eq!(QUANTITY.read(&mut check, "quantity", "Quantity", Some(value)), Some(parts));
        }
    }
}
