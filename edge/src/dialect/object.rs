//! Free-form JSON objects, kept as text with their keys in order.

use serde::de::IgnoredAny;

/// Writes the object without the white space between its tokens; false, and nothing written, where `text` is
/// no JSON object. Line breaks must go: a line of NDJSON is one event.
pub(crate) fn write_compact(text: &str, out: &mut Vec<u8>) -> bool {
    if !text.trim_start().starts_with('{') || serde_json::from_str::<IgnoredAny>(text).is_err() {
        return false;
    }
    let mut in_string = false;
    let mut escaped = false;
    for &byte in text.as_bytes() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
        } else if byte.is_ascii_whitespace() {
            continue;
        } else {
            in_string = byte == b'"';
        }
        out.push(byte);
    }
    true
}

/// The object as compact text.
pub(crate) fn compact(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    if !write_compact(text, &mut out) {
        return None;
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_keep_their_order_their_numbers_and_their_strings() {
        let text = "{ \"b\" : 1.50,\n \"a\":[ 1e400 , {\"x y\": \" \\\" \\\\\" } ] }";
        assert_eq!(compact(text).as_deref(), Some(r#"{"b":1.50,"a":[1e400,{"x y":" \" \\"}]}"#));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "[]", "1", "null", "{", "{\"a\":}", "{} {}", "\"{}\""] {
            assert_eq!(compact(text), None, "{text}");
        }
    }
}
