//! Where tasks stand.

use nirmaan_api::projects::task::Status as Wire;
use nirmaan_store::entity::task::Status as Row;

use crate::same_names::same_names;

same_names!(
    Row, Wire:
    Draft,
    Planned,
    Assigned,
    Initiated,
    InProgress,
    OnHold,
    Reopened,
    UnderReview,
    Completed,
    Approved,
    Rejected,
    Terminated,
    Cancelled,
);

/// The status in words; nothing for none.
pub fn label(status: Wire) -> &'static str {
    match status {
        Wire::Unspecified => "",
        Wire::Draft => "Draft",
        Wire::Planned => "Planned",
        Wire::Assigned => "Assigned",
        Wire::Initiated => "Initiated",
        Wire::InProgress => "In progress",
        Wire::OnHold => "On hold",
        Wire::Reopened => "Reopened",
        Wire::UnderReview => "Under review",
        Wire::Completed => "Completed",
        Wire::Approved => "Approved",
        Wire::Rejected => "Rejected",
        Wire::Terminated => "Terminated",
        Wire::Cancelled => "Cancelled",
    }
}

#[cfg(test)]
mod tests {
    use nirmaan_store::Iterable;

    use super::*;

    #[test]
    fn both_sides_know_the_same_statuses() {
        for status in Row::iter() {
            let wire = to_wire(status);
            assert_eq!(from_wire(wire), Some(status));
            assert!(!label(wire).is_empty());
            assert_eq!(serde_json::to_value(status).unwrap(), wire.as_str_name());
        }
        let named = (1..).map_while(|number| Wire::try_from(number).ok()).count();
        assert_eq!(named, Row::iter().count());
        assert_eq!(from_wire(Wire::Unspecified), None);
    }
}
