//! What is unusual about a task that can be stored. An end before its start is refused.

use nirmaan_api::types::{Money, Warning};
use nirmaan_store::entity::task::{Model, progress_of};

use super::decimal::{PROGRESS, QUANTITY};
use crate::warnings::{very_large, warning};

/// Progress that falls by more than this is more often a slip of the hand than a correction: ten points, in hundredths.
const FALL: i32 = 1_000;

/// What says how far a task is.
pub(super) struct Course<'a> {
    units: &'a str,
    /// In ten-thousandths of a unit.
    estimated: Option<i64>,
    actual: Option<i64>,
    /// In hundredths of a percent.
    progress: i32,
    /// The same before the change; `None` for a new task.
    before: Option<i32>,
}

impl<'a> Course<'a> {
    /// Of a task as it is now stored. `None` for one with tasks below it, whose own figures don't count.
    pub(super) fn of(row: &'a Model, before: Option<i32>) -> Option<Self> {
        row.is_leaf.then_some(Self {
            units: &row.units,
            estimated: row.estimated_quantity,
            actual: row.actual_quantity,
            progress: row.progress,
            before,
        })
    }

    /// Progress beside the quantities, and beside what it was.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> {
        [self.excess(), self.disagreement(), self.fall()].into_iter().flatten()
    }

    /// A tenth more is done than was estimated, or more than that.
    fn excess(&self) -> Option<Warning> {
        let (estimated, actual) = self.estimated.zip(self.actual)?;
        let is_much = estimated > 0 && i128::from(actual) * 10 >= i128::from(estimated) * 11;
        let message = || {
            let estimated = self.in_units(estimated);
            format!("Actual quantity is above the estimated {estimated} by a tenth or more.")
        };
        is_much.then(|| warning("actualQuantity", message()))
    }

    /// Progress and quantities contradict each other.
    fn disagreement(&self) -> Option<Warning> {
        let (estimated, actual) = self.estimated.zip(self.actual)?;
        let implied = progress_of(self.estimated, self.actual).filter(|implied| *implied != self.progress)?;
        let (progress, implied) = (percent(self.progress), percent(implied));
        let (actual, estimated) = (QUANTITY.in_words(actual), self.in_units(estimated));
        let message = format!("Progress is {progress} %, but {actual} of {estimated} is {implied} %.");
        Some(warning("progress", message))
    }

    /// Progress falls by much.
    fn fall(&self) -> Option<Warning> {
        let before = self.before.filter(|before| before - self.progress > FALL)?;
        let message = format!("Progress falls from {} % to {} %.", percent(before), percent(self.progress));
        Some(warning("progress", message))
    }

    fn in_units(&self, quantity: i64) -> String {
        format!("{} {}", QUANTITY.in_words(quantity), self.units).trim_end().to_owned()
    }
}

fn percent(hundredths: i32) -> String {
    PROGRESS.in_words(hundredths.into())
}

/// Of what a task's own quantities and rates come to, where the warning stands at the rate, and of its progress.
pub(super) fn of(estimated: Money, actual: Money, course: Option<Course<'_>>) -> Vec<Warning> {
    let amounts = [
        ("estimatedRate", "Estimated amount", Some(estimated)),
        ("actualRate", "Actual amount", Some(actual)),
    ];
    very_large(&amounts).chain(course.iter().flat_map(Course::warnings)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::Check, projects::task::decimal::Decimal, warnings::tests::cases};

    #[test]
    fn what_is_unusual_is_said_as_the_cases_say() {
        for case in cases("task") {
            let parts =
                |kind: &Decimal, field| kind.read(&mut Check::default(), field, field, case.number(field));
            let hundredths = |field| parts(&PROGRESS, field).map(|parts| parts as i32);
            let course = Course {
                units: case.text("units"),
                estimated: parts(&QUANTITY, "estimatedQuantity"),
                actual: parts(&QUANTITY, "actualQuantity"),
                progress: hundredths("progress").unwrap_or(0),
                before: hundredths("storedProgress"),
            };
            let said = of(
                case.money("estimatedAmount").unwrap_or_default(),
                case.money("actualAmount").unwrap_or_default(),
                Some(course).filter(|_| !case.is("heading")),
            );
            case.expect(&said);
        }
    }
}
