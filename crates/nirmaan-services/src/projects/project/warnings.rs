//! What is unusual about a project that can be stored.

use nirmaan_api::{projects::Project, types::Warning};

use crate::warnings::{out_of_order, very_large};

/// Of a project's days and amounts.
pub(super) fn of(project: &Project) -> Vec<Warning> {
    let given = [
        ("givenStartDate", "Given start date", project.given_start_date),
        ("givenEndDate", "Given end date", project.given_end_date),
        ("extensionDate", "Extension date", project.extension_date),
    ];
    let actual = [
        ("actualStartDate", "Actual start date", project.actual_start_date),
        ("actualEndDate", "Actual end date", project.actual_end_date),
    ];
    let amounts = [
        ("projectActualValue", "Project actual value", project.project_actual_value),
        ("projectBidValue", "Project bid value", project.project_bid_value),
    ];
    very_large(&amounts).chain(out_of_order(&given)).chain(out_of_order(&actual)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warnings::tests::cases;

    #[test]
    fn what_is_unusual_is_said_as_the_cases_say() {
        for case in cases("project") {
            let project = Project {
                given_start_date: case.day("givenStartDate"),
                given_end_date: case.day("givenEndDate"),
                extension_date: case.day("extensionDate"),
                actual_start_date: case.day("actualStartDate"),
                actual_end_date: case.day("actualEndDate"),
                project_actual_value: case.money("projectActualValue"),
                project_bid_value: case.money("projectBidValue"),
                ..Project::default()
            };
            case.expect(&of(&project));
        }
    }
}
