//! Where contracts stand, and the categories that the dashboard counts.

use nirmaan_api::contracts::contract::Status as Wire;
use nirmaan_import::STATUSES;
use nirmaan_store::{Iterable, entity::contract::Status as Row};

use crate::same_names::same_names;

same_names!(
    Row, Wire:
    Draft,
    Submitted,
    Awarded,
    Accepted,
    Rejected,
    Cancelled,
    WorkOrderIssued,
    Mobilized,
    WorkInProgress,
    OnHold,
    Resumed,
    Completed,
    SubmittedForApproval,
    Approved,
    PaymentPending,
    PaymentReceived,
    Closed,
    Terminated,
    Dispute,
);

/// Every status, in the order of the proto.
pub fn all() -> impl Iterator<Item = Row> + Clone {
    Row::iter()
}

/// The status with this name, as the protos write it.
pub fn named(name: &str) -> Option<Row> {
    Wire::from_str_name(name).and_then(from_wire)
}

/// The status in words; nothing for none.
pub fn label(status: Wire) -> &'static str {
    let named = STATUSES.iter().find(|(name, _)| *name == status.as_str_name());
    named.map_or("", |(_, label)| label)
}

/// The dashboard's categories of statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Watched, bid for, won, not begun.
    PreProject,
    /// Work or its payment goes on.
    Active,
    /// Done.
    Closed,
    /// Fought over.
    Dispute,
    /// Lost or given up.
    Others,
}

impl Category {
    /// Every category, in the order of the dashboard.
    pub const ALL: [Self; 5] = [Self::PreProject, Self::Active, Self::Closed, Self::Dispute, Self::Others];

    /// As clients read it.
    pub fn label(self) -> &'static str {
        match self {
            Self::PreProject => "Pre-Project",
            Self::Active => "Active",
            Self::Closed => "Closed",
            Self::Dispute => "Dispute",
            Self::Others => "Others",
        }
    }

    /// The category of a status.
    pub fn of(status: Row) -> Self {
        match status {
            Row::Draft | Row::Submitted | Row::Awarded | Row::Accepted | Row::WorkOrderIssued => {
                Self::PreProject
            }
            Row::Mobilized
            | Row::WorkInProgress
            | Row::OnHold
            | Row::Resumed
            | Row::SubmittedForApproval
            | Row::Approved
            | Row::PaymentPending => Self::Active,
            Row::Completed | Row::PaymentReceived | Row::Closed => Self::Closed,
            Row::Dispute => Self::Dispute,
            Row::Rejected | Row::Cancelled | Row::Terminated => Self::Others,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_know_the_same_statuses() {
        for status in all() {
            let wire = to_wire(status);
            assert_eq!(from_wire(wire), Some(status));
            assert!(!label(wire).is_empty());
            assert_eq!(serde_json::to_value(status).unwrap(), wire.as_str_name());
        }
        let named = (1..).map_while(|number| Wire::try_from(number).ok()).count();
        assert_eq!(named, all().count());
        assert_eq!(from_wire(Wire::Unspecified), None);
    }
}
