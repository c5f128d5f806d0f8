//! JSON as its text: read one level at a time, as far as the descriptors ask, and numbers never as floats.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// One value, of which nothing below it has been read yet.
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
    /// An array.
    Array(Array<'a>),
    /// An object.
    Object(Object<'a>),
}

impl<'a> Json<'a> {
    /// Looks at a value; `None` where it is a string that is not Unicode.
    pub(crate) fn of(raw: &'a RawValue) -> Option<Self> {
        let text = raw.get();
        match text.as_bytes().first()? {
            b'n' => Some(Self::Null),
            b't' => Some(Self::Bool(true)),
            b'f' => Some(Self::Bool(false)),
            b'"' => serde_json::from_str(text).ok().map(Self::Text),
            b'[' => Some(Self::Array(Array(text))),
            b'{' => Some(Self::Object(Object(text))),
            _ => Some(Self::Number(text)),
        }
    }
}

/// The text of an array.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Array<'a>(&'a str);

impl<'a> Array<'a> {
    /// The elements, one level deep; `None` where there are more than so many.
    pub(crate) fn elements(self, most: usize) -> Option<Vec<&'a RawValue>> {
        let mut json = serde_json::Deserializer::from_str(self.0);
        Elements(most).deserialize(&mut json).ok()
    }
}

struct Elements(usize);

impl<'de> DeserializeSeed<'de> for Elements {
    type Value = Vec<&'de RawValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an array of at most {} elements", self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = array.next_element()? {
            if elements.len() == self.0 {
                return Err(A::Error::invalid_length(elements.len() + 1, &self));
            }
            elements.push(element);
        }
        Ok(elements)
    }
}

/// The text of an object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'a>(&'a str);

impl<'a> Object<'a> {
    /// The members that somebody wants by their names, one level deep, in the order they were written: of all others
    /// nothing is kept. `None` where a name is not Unicode.
    pub(crate) fn members<K>(self, wanted: impl FnMut(&str) -> Option<K>) -> Option<Vec<(K, &'a RawValue)>> {
        let mut json = serde_json::Deserializer::from_str(self.0);
        Members { wanted, kept: PhantomData }.deserialize(&mut json).ok()
    }
}

struct Members<K, W> {
    wanted: W,
    kept: PhantomData<K>,
}

impl<'de, K, W: FnMut(&str) -> Option<K>> DeserializeSeed<'de> for Members<K, W> {
    type Value = Vec<(K, &'de RawValue)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, K, W: FnMut(&str) -> Option<K>> Visitor<'de> for Members<K, W> {
    type Value = Vec<(K, &'de RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(name) = object.next_key::<Cow<'de, str>>()? {
            match (self.wanted)(&name) {
                Some(key) => members.push((key, object.next_value()?)),
                None => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(members)
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
        let Some(Json::Object(object)) = Json::of(raw) else { panic!("an object") };
        let members = object.members(|name| Some(name.to_owned())).unwrap();
        let seen: Vec<_> = members.iter().map(|(name, value)| (name.as_str(), value.get())).collect();
        assert_eq!(seen, [("b", "1.50"), ("a", "null"), ("b", "[]")]);
        let members = object.members(|name| (name == "b").then_some(())).unwrap();
        assert_eq!(members.len(), 2, "what nobody wants isn't kept");
    }

    #[test]
    fn an_array_has_no_more_elements_than_it_may() {
        let raw: &RawValue = serde_json::from_str("[1, [2, 3], 4]").unwrap();
        let Some(Json::Array(array)) = Json::of(raw) else { panic!("an array") };
        assert_eq!(
            array.elements(3).unwrap().iter().map(|raw| raw.get()).collect::<Vec<_>>(),
            ["1", "[2, 3]", "4"]
        );
        assert!(array.elements(2).is_none());
    }
}
