//! What is unusual about a task that can be stored. An end before its start is refused.

use nirmaan_api::types::{Money, Warning};

use crate::warnings::very_large;

/// Of what a task's own quantities and rates come to: the warning stands at the rate.
pub(super) fn of(estimated: Money, actual: Money) -> Vec<Warning> {
    let amounts = [
        ("estimatedRate", "Estimated amount", Some(estimated)),
        ("actualRate", "Actual amount", Some(actual)),
    ];
    very_large(&amounts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warnings::tests::cases;

    #[test]
    fn what_is_unusual_is_said_as_the_cases_say() {
        for case in cases("task") {
            case.expect(&of(
                case.money("estimatedAmount").unwrap_or_default(),
                case.money("actualAmount").unwrap_or_default(),
            ));
        }
    }
}
