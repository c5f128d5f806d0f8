//! JSON as its text: read one level at a time, as far as the descriptors ask, and numbers never as floats.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// One value, one level deep.
#[derive(Debug)]
pub(crate) enum Json<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it was written.
    Number(&'a str),
    /// A string.
    Text(String),
    /// The elements of an array.
    Array(Vec<&'a RawValue>),
    /// The members of an object, in the order they were written.
    Object(Vec<(String, &'a RawValue)>),
}

impl<'a> Json<'a> {
    /// Looks at one level of a value; `None` where a string in it is not Unicode.
    pub(crate) fn of(raw: &'a RawValue) -> Option<Self> {
        let text = raw.get();
        match text.as_bytes().first()? {
            b'n' => Some(Self::Null),
            b't' => Some(Self::Bool(true)),
            b'f' => Some(Self::Bool(false)),
            b'"' => serde_json::from_str(text).ok().map(Self::Text),
            b'[' => serde_json::from_str(text).ok().map(Self::Array),
            b'{' => serde_json::from_str::<Members<'a>>(text).ok().map(|members| Self::Object(members.0)),
            _ => Some(Self::Number(text)),
        }
    }
}

struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// How deep arrays and objects are nested in JSON text.
pub(crate) fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text.bytes() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_only_what_is_outside_strings() {
        assert_eq!(depth("1"), 0);
        assert_eq!(depth(r#"{"a":[1,{"b":"[[[{\"[["}],"c":{}}"#), 3);
        assert_eq!(depth(&"[".repeat(70)), 70);
    }

    #[test]
    fn numbers_keep_their_text_and_members_their_order() {
        let raw: &RawValue = serde_json::from_str(r#"{"b":1.50,"a":null,"b":[]}"#).unwrap();
        let Some(Json::Object(members)) = Json::of(raw) else { panic!("an object") };
        let seen: Vec<_> = members.iter().map(|(name, value)| (name.as_str(), value.get())).collect();
        assert_eq!(seen, [("b", "1.50"), ("a", "null"), ("b", "[]")]);
    }
}
