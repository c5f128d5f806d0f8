//! Data of the client's own.

use serde_json::Value;

use super::{Checked, describe};
use crate::Cell;

const MAX_BYTES: usize = 16 * 1024;

/// The text of a JSON object, kept as written: another rendering could change its numbers.
pub(crate) fn parse(cell: &Cell) -> Checked<String> {
    let Cell::Text(text) = cell else {
        return Err(format!("{} is not a JSON object", describe(cell)));
    };
    let text = text.trim();
    if text.len() > MAX_BYTES {
        return Err("is larger than 16 KiB".to_owned());
    }
    match serde_json::from_str::<Value>(text) {
        Ok(object @ Value::Object(_)) if holds_nul(&object) => Err("holds a zero character".to_owned()),
        Ok(Value::Object(_)) => Ok(text.to_owned()),
        _ => Err(format!("{} is not a JSON object", describe(cell))),
    }
}

/// PostgreSQL refuses the zero character, escaped or not. The reader bounds the depth.
fn holds_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || holds_nul(value)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_within_the_limit() {
        let text = |text: &str| parse(&Cell::Text(text.to_owned()));
        assert_eq!(text(r#" {"zone": 14.10} "#).as_deref(), Ok(r#"{"zone": 14.10}"#));
        for wrong in [
            "[1]",
            "1",
            "null",
            "{",
            "{'a': 1}",
            r#"{"a": "\u0000"}"#,
            r#"{"\u0000": [1]}"#,
            r#"{"a": ["\u0000"]}"#,
        ] {
            assert!(text(wrong).is_err(), "{wrong}");
        }
        let of_size = |size: usize| format!(r#"{{"a":"{}"}}"#, "x".repeat(size - 8));
        assert!(text(&of_size(16_384)).is_ok());
        assert!(text(&of_size(16_385)).is_err());
        assert!(text(&"[".repeat(10_000)).is_err(), "depth is bounded");
    }
}
