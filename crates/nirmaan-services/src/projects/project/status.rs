//! Where projects stand.

use nirmaan_api::projects::project::Status as Wire;
use nirmaan_store::entity::project::Status as Row;

use crate::same_names::same_names;

same_names!(
    Row, Wire:
    Planned,
    Initiated,
    InProgress,
    OnHold,
    UnderReview,
    Completed,
    Terminated,
    Cancelled,
    Draft,
);

/// The status in words; nothing for none.
pub fn label(status: Wire) -> &'static str {
    match status {
        Wire::Unspecified => "",
        Wire::Planned => "Planned",
        Wire::Initiated => "Initiated",
        Wire::InProgress => "In progress",
        Wire::OnHold => "On hold",
        Wire::UnderReview => "Under review",
        Wire::Completed => "Completed",
        Wire::Terminated => "Terminated",
        Wire::Cancelled => "Cancelled",
        Wire::Draft => "Draft",
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
