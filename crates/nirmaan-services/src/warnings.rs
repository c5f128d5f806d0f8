//! What is unusual about values that are taken all the same: said in the answer of a write, in the dry run of an import, and
//! by the web app beside the fields. A dry run also warns of how it read what a cell leaves open. Which record has which
//! fields is said where the record is at home; `cases.json` beside this file holds all of them, and the web app's
//! (`web/src/kit/form/warnings.ts`), to the same sentences.

use std::cmp::Ordering;

use chrono::NaiveDate;
use nirmaan_api::{
    Date,
    types::{Money, Warning},
};

/// ₹1,000 crore, in paise: a larger amount is more often a slip of the hand than an amount.
const LARGE: i64 = 1_000_000_000_000;

/// A value by the field that has it, as JSON names it, and by that field's label.
pub(crate) type Named<T> = (&'static str, &'static str, Option<T>);

/// A warning at a field.
pub(crate) fn warning(field: &str, message: impl Into<String>) -> Warning {
    Warning { field: field.to_owned(), message: message.into() }
}

/// Names each of these days that comes before the nearest one which it usually follows. Days that aren't given are passed
/// over.
pub(crate) fn out_of_order(days: &[Named<Date>]) -> impl Iterator<Item = Warning> {
    let given = days.iter().filter_map(|(field, label, day)| Some((*field, *label, calendar_day((*day)?)?)));
    let pairs = given.clone().zip(given.skip(1));
    pairs.filter_map(|((_, before, earlier), (field, label, later))| {
        let message =
            format!("{label} is before the {}, {}.", in_a_sentence(before), earlier.format("%d %b %Y"));
        (later < earlier).then(|| warning(field, message))
    })
}

/// Names each of these amounts that is above ₹1,000 crore.
pub(crate) fn very_large(amounts: &[Named<Money>]) -> impl Iterator<Item = Warning> {
    amounts.iter().filter_map(|(field, label, amount)| {
        let message = || format!("{label} is above ₹1,000 crore.");
        amount.is_some_and(|Money { paise }| paise > LARGE).then(|| warning(field, message()))
    })
}

/// How a day of the wire stands to another; `None` when there is none.
pub(crate) fn compared_with(day: Option<Date>, other: NaiveDate) -> Option<Ordering> {
    Some(calendar_day(day?)?.cmp(&other))
}

fn calendar_day(day: Date) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(day.year, u32::try_from(day.month).ok()?, u32::try_from(day.day).ok()?)
}

/// A label as it stands within a sentence.
fn in_a_sentence(label: &str) -> String {
    let mut letters = label.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::Value;

    use super::*;

    /// The cases of a record: its values, and what is said of them.
    pub(crate) fn cases(record: &str) -> Vec<Case> {
        let all: Value = serde_json::from_str(include_str!("warnings/cases.json")).unwrap();
        let cases = all[record].as_array().unwrap().clone();
        assert!(!cases.is_empty(), "{record}");
        cases.into_iter().map(Case).collect()
    }

    pub(crate) struct Case(Value);

    impl Case {
        /// A text; empty where the case doesn't say it.
        pub(crate) fn text(&self, field: &str) -> &str {
            self.0["values"][field].as_str().unwrap_or_default()
        }

        /// A day.
        pub(crate) fn day(&self, field: &str) -> Option<Date> {
            self.0["values"][field].as_str().map(|day| crate::wire::date(day.parse().unwrap()))
        }

        /// An amount, which cases have in paise.
        pub(crate) fn money(&self, field: &str) -> Option<Money> {
            self.0["values"][field].as_i64().map(|paise| Money { paise })
        }

        /// A quantity, hours or a percentage.
        pub(crate) fn number(&self, field: &str) -> Option<f64> {
            self.0["values"][field].as_f64()
        }

        /// Whether a value of the record is true.
        pub(crate) fn is(&self, field: &str) -> bool {
            self.0["values"][field] == true
        }

        /// Whether the record is one that is yet to be.
        pub(crate) fn is_new(&self) -> bool {
            self.0["isNew"] == true
        }

        /// Holds warnings to the case.
        pub(crate) fn expect(&self, said: &[Warning]) {
            let said: Vec<_> = said.iter().map(|Warning { field, message }| [field, message]).collect();
            let expected = self.0["warnings"].as_array().unwrap();
            let expected: Vec<_> =
                expected.iter().map(|one| [&one[0], &one[1]].map(|text| text.as_str().unwrap())).collect();
            assert_eq!(said, expected, "{}", self.0);
        }
    }
}
