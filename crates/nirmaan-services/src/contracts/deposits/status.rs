//! Where deposits stand.

use nirmaan_api::contracts::security_deposit::Status as Wire;
use nirmaan_store::entity::security_deposit::Status as Row;

use crate::same_names::same_names;

same_names!(
    Row, Wire:
    Draft,
    Submitted,
    Rejected,
    Cancelled,
    Refunded,
    Forfeited,
    Released,
    PendingRelease,
    PendingRefund,
    Returned,
    Pending,
);

/// The status in words; nothing for none.
pub fn label(status: Wire) -> &'static str {
    match status {
        Wire::Unspecified => "",
        Wire::Draft => "Draft",
        Wire::Submitted => "Submitted",
        Wire::Rejected => "Rejected",
        Wire::Cancelled => "Cancelled",
        Wire::Refunded => "Refunded",
        Wire::Forfeited => "Forfeited",
        Wire::Released => "Released",
        Wire::PendingRelease => "Pending release",
        Wire::PendingRefund => "Pending refund",
        Wire::Returned => "Returned",
        Wire::Pending => "Pending",
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
            assert_eq!(serde_json::to_value(status).unwrap(), wire.as_str_name());
        }
        let named = (1..).map_while(|number| Wire::try_from(number).ok()).count();
        assert_eq!(named, Row::iter().count());
        assert_eq!(from_wire(Wire::Unspecified), None);
    }
}
