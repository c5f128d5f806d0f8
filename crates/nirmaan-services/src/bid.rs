//! What the firm quotes: the bid value and the percentage above or below the estimate, which say the same.

use nirmaan_api::types::Money;
use nirmaan_import::PERCENTAGES;
use nirmaan_store::rounding::{half_up, in_parts};

use crate::check::{Check, MAX_PAISE};

/// One percent, in ten-thousandths of a percent.
pub const PERCENT: i64 = 10_000;
/// The whole, in ten-thousandths of a percent.
const WHOLE: i128 = 1_000_000;

/// The bid value of a percentage on an estimate: estimate × (1 + percentage), half-up to the paisa. `None`
/// when it doesn't fit.
pub fn bid_value(actual_paise: i64, percentage: i64) -> Option<i64> {
    let numerator = i128::from(actual_paise) * (WHOLE + i128::from(percentage));
    i64::try_from(half_up(numerator, WHOLE)).ok()
}

/// The percentage by which a bid value lies above (+) or below (-) an estimate, half-up to the ten-thousandth
/// of a percent. `None` without an estimate to compare with, or when it doesn't fit.
pub fn bid_percentage(actual_paise: i64, bid_paise: i64) -> Option<i64> {
    if actual_paise <= 0 {
        return None;
    }
    let difference = i128::from(bid_paise) - i128::from(actual_paise);
    i64::try_from(half_up(difference * WHOLE, i128::from(actual_paise))).ok()
}

/// A quotation that can't be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongBid {
    /// The bid value is negative or too large.
    #[error("Bid value must be between 0 and 10,00,000 crore rupees.")]
    Value,
    /// The percentage is below -100 or too large.
    #[error("Bid percentage must be between -100 and 10,00,000. Check the actual value.")]
    Percentage,
}

/// A quotation as a request names its fields.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// The authority's estimate.
    pub actual: &'static str,
    /// What is bid.
    pub bid: &'static str,
    /// How far that lies from the estimate.
    pub percentage: &'static str,
}

/// A quotation, in paise and in ten-thousandths of a percent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bid {
    /// The authority's estimate.
    pub actual: Option<i64>,
    /// What is bid.
    pub value: Option<i64>,
    /// How far that lies from the estimate.
    pub percentage: Option<i64>,
}

/// Clears the figure of a bid that follows from those that a client changed, so that it is worked out anew. Bidders quote the
/// percentage: another estimate leaves it as it is, and moves the value. Without an estimate nothing follows.
pub fn clear_what_follows(
    is_changed: impl Fn(&str) -> bool,
    names: Names,
    actual: Option<Money>,
    value: &mut Option<Money>,
    percentage: &mut Option<f64>,
) {
    if actual.is_none_or(|actual| actual.paise <= 0) {
        return;
    }
    if is_changed(names.bid) {
        // A value that was sent decides, and a percentage stays where it agrees with it.
        if value.is_none() && !is_changed(names.percentage) {
            *percentage = None;
        }
    } else if is_changed(names.percentage) || (is_changed(names.actual) && percentage.is_some()) {
        *value = None;
    }
}

/// Reads a quotation from a request: linked, and complained about where it can't be kept.
pub fn read(
    check: &mut Check,
    names: Names,
    (actual, value, percentage): (Option<Money>, Option<Money>, Option<f64>),
) -> Bid {
    let actual = check.money(names.actual, "Actual value", actual);
    let value = check.money(names.bid, "Bid value", value);
    let percentage = percentage.and_then(|percentage| {
        let percentage = percentage_from_wire(percentage);
        if percentage.is_none() {
            check.complain(names.percentage, "Bid percentage must be a number.");
        }
        percentage
    });
    match bid(actual, value, percentage) {
        Ok((value, percentage)) => Bid { actual, value, percentage },
        Err(wrong) => {
            let field = match wrong {
                WrongBid::Value => names.bid,
                WrongBid::Percentage => names.percentage,
            };
            check.complain(field, wrong.to_string());
            Bid::default()
        }
    }
}

/// What a client sent of a quotation, completed by [`link`] and checked.
///
/// # Errors
/// [`WrongBid`] for what can't be kept.
pub fn bid(
    actual_paise: Option<i64>,
    bid_paise: Option<i64>,
    percentage: Option<i64>,
) -> Result<(Option<i64>, Option<i64>), WrongBid> {
    let (value, percentage) = link(actual_paise, bid_paise, percentage)?;
    let percentage = percentage.map(kept).transpose()?;
    match value {
        Some(value) if !(0..=MAX_PAISE).contains(&value) => Err(WrongBid::Value),
        value => Ok((value, percentage)),
    }
}

/// Completes what a client sent of the two: the other is computed from the one that was sent; when both were
/// and they disagree, the value wins. Without an estimate both stay as they were sent.
fn link(
    actual_paise: Option<i64>,
    bid_paise: Option<i64>,
    percentage: Option<i64>,
) -> Result<(Option<i64>, Option<i64>), WrongBid> {
    let Some(actual) = actual_paise.filter(|actual| *actual > 0) else { return Ok((bid_paise, percentage)) };
    Ok(match (bid_paise, percentage) {
        (None, None) => (None, None),
        (None, Some(percentage)) => {
            let percentage = kept(percentage)?;
            (Some(bid_value(actual, percentage).ok_or(WrongBid::Value)?), Some(percentage))
        }
        (Some(bid), Some(percentage)) if bid_value(actual, percentage) == Some(bid) => {
            (Some(bid), Some(percentage))
        }
        (Some(bid), _) => (Some(bid), Some(bid_percentage(actual, bid).ok_or(WrongBid::Percentage)?)),
    })
}

/// A percentage within the bounds of what is kept.
fn kept(percentage: i64) -> Result<i64, WrongBid> {
    if PERCENTAGES.contains(&percentage) { Ok(percentage) } else { Err(WrongBid::Percentage) }
}

/// A percentage from the wire, half-up to the ten-thousandth; `None` when it is no number or beyond all bounds.
pub fn percentage_from_wire(percentage: f64) -> Option<i64> {
    in_parts(percentage, PERCENT)
}

/// A percentage for the wire.
pub fn percentage_to_wire(percentage: i64) -> f64 {
    percentage as f64 / PERCENT as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::error::Error;

    // Spec: S5.bid.value
    #[test]
    fn the_known_example() {
        assert_eq!(bid_value(123_456_789, 10 * PERCENT), Some(135_802_468));
        assert_eq!(link(Some(123_456_789), None, Some(10 * PERCENT)), Ok((Some(135_802_468), Some(100_000))));
    }

    // Spec: S5.bid.percentage
    #[test]
    fn the_value_wins_over_a_percentage_that_says_otherwise() {
        let (bid, percentage) = link(Some(10_000), Some(9_000), Some(5 * PERCENT)).unwrap();
        assert_eq!((bid, percentage), (Some(9_000), Some(-10 * PERCENT)));
        // Of an estimate of one paisa: both say the same, as far as paise can.
        assert_eq!(link(Some(1), Some(1), Some(1)), Ok((Some(1), Some(1))));
    }

    #[test]
    fn without_an_estimate_both_stay_as_sent() {
        assert_eq!(link(None, Some(5), None), Ok((Some(5), None)));
        assert_eq!(link(Some(0), Some(5), Some(7)), Ok((Some(5), Some(7))));
        assert_eq!(link(Some(5), None, None), Ok((None, None)));
    }

    #[test]
    fn what_a_request_says_is_completed_or_complained_about() {
        let money = |paise| Some(Money { paise });
        let names = Names { actual: "actual", bid: "bid", percentage: "percentage" };
        let mut check = Check::default();
        let completed = read(&mut check, names, (money(10_000), money(9_000), None));
        assert_eq!(
            completed,
            Bid { actual: Some(10_000), value: Some(9_000), percentage: Some(-10 * PERCENT) }
        );
        check.done().unwrap();
        for (sent, field) in [
            ((money(1), None, Some(f64::NAN)), "percentage"),
            ((money(1), money(1_000_000), None), "percentage"),
            ((money(MAX_PAISE), None, Some(1.0)), "bid"),
        ] {
            let mut check = Check::default();
            read(&mut check, names, sent);
            let Err(Error::Invalid(complaints)) = check.done() else { panic!("{field} is kept") };
            assert_eq!(complaints.iter().map(|it| it.field.as_str()).collect::<Vec<_>>(), [field]);
        }
    }

    #[test]
    fn what_can_not_be_kept_is_refused() {
        assert_eq!(bid(Some(1), Some(1_000_000), None), Err(WrongBid::Percentage));
        assert_eq!(bid(Some(1), Some(MAX_PAISE), None), Err(WrongBid::Percentage));
        assert_eq!(bid(Some(MAX_PAISE), None, Some(PERCENT)), Err(WrongBid::Value));
        assert_eq!(bid(Some(100), None, Some(-101 * PERCENT)), Err(WrongBid::Percentage));
        assert_eq!(bid(Some(100), None, Some(-100 * PERCENT)), Ok((Some(0), Some(-100 * PERCENT))));
    }

    #[test]
    fn percentages_are_kept_in_ten_thousandths() {
        assert_eq!(percentage_from_wire(-11.25), Some(-112_500));
        assert_eq!(percentage_from_wire(f64::NAN), None);
    }

    proptest! {
        #[test]
        fn a_linked_pair_stays_as_it_is(actual in 1_i64..1_000_000_000_000_000, percentage in -999_999_i64..1_000_000) {
            let linked @ (bid, kept) = link(Some(actual), None, Some(percentage)).unwrap();
            prop_assert_eq!(kept, Some(percentage));
            prop_assert_eq!(link(Some(actual), bid, kept), Ok(linked));
        }

        #[test]
        fn the_percentage_of_a_value_leads_back_to_it(actual in 1_000_000_i64..1_000_000_000_000, bid in 0_i64..1_000_000_000_000) {
            let percentage = bid_percentage(actual, bid).unwrap();
            let again = bid_value(actual, percentage).unwrap();
            // Half a ten-thousandth of a percent of the estimate, and half a paisa.
            prop_assert!((again - bid).abs() <= actual / 2_000_000 + 1);
        }

        #[test]
        fn percentages_survive_the_wire(percentage in -10_000_000_i64..10_000_000_000) {
            prop_assert_eq!(percentage_from_wire(percentage_to_wire(percentage)), Some(percentage));
        }
    }
}
