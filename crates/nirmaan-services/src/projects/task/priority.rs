//! How pressing tasks are.

use nirmaan_api::projects::task::Priority as Wire;
use nirmaan_store::entity::task::Priority as Row;

use crate::same_names::same_names;

same_names!(Row, Wire: High, Medium, Low, Urgent, Blocker);

/// The priority as the wire has it; unset when nobody said.
pub fn optional_to_wire(priority: Option<Row>) -> Wire {
    priority.map_or(Wire::Unspecified, to_wire)
}

/// The priority in words; nothing for none.
pub fn label(priority: Wire) -> &'static str {
    match priority {
        Wire::Unspecified => "",
        Wire::High => "High",
        Wire::Medium => "Medium",
        Wire::Low => "Low",
        Wire::Urgent => "Urgent",
        Wire::Blocker => "Blocker",
    }
}

#[cfg(test)]
mod tests {
    use nirmaan_store::Iterable;

    use super::*;

    #[test]
    fn both_sides_know_the_same_priorities() {
        for priority in Row::iter() {
            let wire = to_wire(priority);
            assert_eq!(from_wire(wire), Some(priority));
            assert!(!label(wire).is_empty());
            assert_eq!(serde_json::to_value(priority).unwrap(), wire.as_str_name());
        }
        let named = (1..).map_while(|number| Wire::try_from(number).ok()).count();
        assert_eq!(named, Row::iter().count());
        assert_eq!(optional_to_wire(None), Wire::Unspecified);
    }
}
