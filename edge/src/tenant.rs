//! Tenants that a request names where its message has no place for one.
//!
//! Documented clients put a `tenantId` into bodies and queries, within filters and lists too. Whose rows a call sees is decided by the
//! caller's token alone, so most messages have no such field, and binding would ignore it like any other unknown
//! name. But a tenant that isn't the caller's must be PERMISSION_DENIED and not quietly become the caller's own.
//! The edge doesn't know who calls; it hands the name to the gate, which does.

use std::borrow::Cow;

use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};
use serde_json::value::RawValue;

use crate::{
    dialect::bind::field_named,
    request,
    target::{BodyTarget, Target},
};

/// What is said of a name that can't be an id. It is nobody's tenant, and so is refused as any other.
const INVALID: &str = "invalid";

/// More than any tenant's id has.
const LONGEST: usize = 64;

/// Whether the core can read the tenant in the request itself.
pub(crate) fn is_declared(input: &MessageDescriptor, body: &BodyTarget) -> bool {
    let declares = |message: &MessageDescriptor| message.get_field_by_name("tenant_id").is_some();
    let of_body = match body {
        BodyTarget::Field(field) => match field.kind() {
            Kind::Message(message) => declares(&message),
            _ => false,
        },
        BodyTarget::Nothing | BodyTarget::Message => false,
    };
    of_body || declares(input)
}

/// The tenant that a query or a body name where the core doesn't read it, however deep in the body; `None` where they
/// name none.
///
/// A form's text fields aren't looked at: they may come after the file, when the call has long begun. An upload
/// whose message has a place for text fields shows them to the core, which must compare them itself.
pub(crate) fn named(target: &Target, query: &str, body: &[u8]) -> Option<String> {
    let root = match &target.body {
        BodyTarget::Field(field) => message_of(field),
        BodyTarget::Nothing | BodyTarget::Message => Some(target.input.clone()),
    };
    let mut found = Names::of_body(root, body);
    if !target.declares_tenant {
        found.undeclared.extend(of_query(query));
    }
    // The core judges what stands in its place; the same once more says nothing new.
    let Names { declared, undeclared } = found;
    let mut names = undeclared.into_iter().filter(|name| !declared.contains(name));
    let first = names.next()?;
    // They can't all be the caller's.
    if names.any(|name| name != first) {
        return Some(INVALID.to_owned());
    }
    let could_be = |name: &String| name.len() <= LONGEST && name.bytes().all(|b| b.is_ascii_graphic());
    Some(first.filter(could_be).unwrap_or_else(|| INVALID.to_owned()))
}

fn is_name(name: &str) -> bool {
    matches!(name, "tenantId" | "tenant_id")
}

fn of_query(query: &str) -> Vec<Option<String>> {
    let is_named = |name: &str| is_name(name.rsplit('.').next().unwrap_or_default());
    let found = request::query(query).into_iter().filter(|(name, _)| is_named(name));
    found.flat_map(|(_, values)| values).filter(|value| !value.is_empty()).map(Some).collect()
}

fn message_of(field: &FieldDescriptor) -> Option<MessageDescriptor> {
    match field.kind() {
        Kind::Message(message) => Some(message),
        _ => None,
    }
}

/// The tenants that a body names; one that is no Unicode text is `None`.
#[derive(Debug, Default)]
struct Names {
    /// Where the message has a field for it, which the core reads.
    declared: Vec<Option<String>>,
    /// Anywhere else.
    undeclared: Vec<Option<String>>,
}

/// An array or an object that the scan is within, and of what message it or its elements are.
struct Level {
    is_array: bool,
    message: Option<MessageDescriptor>,
}

impl Names {
    /// Looks through valid JSON once, byte by byte: read level by level, a body of a megabyte of brackets would be read
    /// as often as it is deep, and nobody knows yet who sent it.
    fn of_body(root: Option<MessageDescriptor>, body: &[u8]) -> Self {
        let mut names = Self::default();
        let Ok(raw) = serde_json::from_slice::<&RawValue>(body) else { return names };
        let mut rest = raw.get();
        let mut levels: Vec<Level> = Vec::new();
        // Of what message the member's value is that comes next.
        let mut next = root;
        while let Some(at) = rest.find(['"', '{', '[', '}', ']']) {
            let (_, found) = rest.split_at(at);
            let opens = found.starts_with(['{', '[']);
            if found.starts_with('"') {
                let (text, behind) = string(found);
                rest = behind;
                let Some(value) = behind.trim_ascii_start().strip_prefix(':') else { continue };
                let Some(name) = unescaped(text) else {
                    next = None;
                    continue;
                };
                let message = levels.last().and_then(|level| level.message.as_ref());
                let field = message.and_then(|message| field_named(message, &name));
                if is_name(&name)
                    && let Some(tenant) = scalar(value.trim_ascii_start())
                {
                    let found = if field.is_some() { &mut names.declared } else { &mut names.undeclared };
                    found.push(tenant);
                }
                next = field.as_ref().and_then(message_of);
                continue;
            }
            rest = found.get(1..).unwrap_or_default();
            if opens {
                let message = match levels.last() {
                    Some(Level { is_array: true, message }) => message.clone(),
                    _ => next.take(),
                };
                levels.push(Level { is_array: found.starts_with('['), message });
            } else {
                levels.pop();
            }
        }
        names
    }
}

/// A string with its quotes, and what stands behind it.
fn string(text: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    text.split_at(end.map_or(text.len(), |end| end + 2))
}

/// What a string says; `None` where it is no Unicode text.
fn unescaped(quoted: &str) -> Option<Cow<'_, str>> {
    if quoted.contains('\\') {
        return serde_json::from_str(quoted).ok().map(Cow::Owned);
    }
    quoted.get(1..quoted.len().saturating_sub(1)).map(Cow::Borrowed)
}

/// The text or number that a value is. As everywhere, a number stands for its text; empty text, null and what is no
/// scalar name nobody.
fn scalar(value: &str) -> Option<Option<String>> {
    if value.starts_with('"') {
        let text = unescaped(string(value).0).map(Cow::into_owned);
        return (text.as_deref() != Some("")).then_some(text);
    }
    let is_number = value.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let end = value.find(|c: char| c.is_ascii_whitespace() || matches!(c, ',' | '}' | ']'));
    is_number.then(|| Some(value.split_at(end.unwrap_or(value.len())).0.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use super::*;
    use crate::{
        Limits,
        routes::{Found, Table},
        tests::methods,
    };

    /// What is said of a call whose message has no place for a tenant.
    fn said(query: &str, body: &str) -> Option<String> {
        said_of(target("POST", "/echo"), query, body)
    }

    fn said_of(target: Arc<Target>, query: &str, body: &str) -> Option<String> {
        named(&target, query, body.as_bytes())
    }

    fn target(verb: &str, path: &str) -> Arc<Target> {
        static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(&methods(), &Limits::default()).unwrap());
        let Found::Target(target, _) = TABLE.find(verb, path) else { panic!("{path}") };
        Arc::clone(target)
    }

    #[test]
    fn tenants_are_found_under_both_names_in_body_and_query() {
        for (query, body, expected) in [
            ("", r#"{"tenantId": "t-1"}"#, "t-1"),
            ("", r#"{"a": {}, "tenant_id": "t-1"}"#, "t-1"),
            ("", r#"{"tenantI\u0064": "t\u002d1"}"#, "t-1"),
            ("", r#"{"tenantId": 7}"#, "7"),
            ("tenantId=t-1", "", "t-1"),
            ("a=b&tenant%5Fid=t%2D1", "{", "t-1"),
            ("tenantId=t-1&tenant_id=t-1", r#"{"tenantId": "t-1", "tenantId": ""}"#, "t-1"),
            ("filter.tenantId=t-1", "", "t-1"),
            ("", r#"{"filter": {"tenantId": "t-1"}}"#, "t-1"),
            ("", r#" { "a" : [ 1, [ { "b" : { "tenant_id" : "t-1" } } ], {"tenantId": "t-1"} ] } "#, "t-1"),
            ("", r#"[{"x": "a\\"}, {"y": "}\"{", "tenantId": "t-1"}]"#, "t-1"),
            ("", r#"{"\ud800": {"\ud800": "\ud800"}, "a": {"tenantId": 7}}"#, "7"),
        ] {
            assert_eq!(said(query, body).as_deref(), Some(expected), "{query} {body}");
        }
    }

    #[test]
    fn what_names_nobody_says_nothing() {
        for (query, body) in [
            ("", ""),
            ("tenantId=&tenant_id", r#"{"tenantId": "", "tenant_id": null}"#),
            ("tenantid=t&TenantId=t&tenantName=t", r#"{"tenantid": "t", "tenantName": "t"}"#),
            (
                "a=tenantId&tenantId.a=t",
                r#"{"b": "tenantId", "c": ["tenantId", "t"], "d": {"e": "\"tenantId\": \"t\""}}"#,
            ),
            ("", r#"[{"tenantId": null}, {"tenantId": ""}, {"tenantId": true}]"#),
            ("", r#"{"tenantId": {}, "tenant_id": []}"#),
            ("", r#"{"tenantId": "t""#),
        ] {
            assert_eq!(said(query, body), None, "{query} {body}");
        }
    }

    #[test]
    fn what_can_be_nobodys_is_invalid() {
        let long = format!(r#"{{"tenantId": "{}"}}"#, "t".repeat(LONGEST + 1));
        for (query, body) in [
            ("", r#"{"tenantId": "a b"}"#),
            ("", r#"{"tenantId": " "}"#),
            ("", r#"{"tenantId": "t\r\nx-nirmaan-source: web"}"#),
            ("", r#"{"tenantId": "\u0000"}"#),
            ("", r#"{"tenantId": "\ud800"}"#),
            ("", r#"{"tenantId": "निर्माण"}"#),
            ("", &long),
            ("tenantId=%FF", ""),
            ("tenantId=a&tenantId=b", ""),
            ("tenantId=a", r#"{"tenantId": "b"}"#),
            ("", r#"{"tenantId": "a", "tenant_id": "b"}"#),
            ("", r#"{"tenantId": "a", "tenantId": "b"}"#),
            ("", r#"{"tenantId": "a", "rows": [{"tenantId": "b"}]}"#),
            ("", r#"{"rows": [{"tenantId": "a"}, {"tenantId": "b"}]}"#),
        ] {
            assert_eq!(said(query, body).as_deref(), Some("invalid"), "{query} {body}");
        }
    }

    #[test]
    fn what_the_core_reads_is_not_said_but_all_else_is() {
        for (path, body, expected) in [
            ("/loans/1", r#"{"tenantId": "t-1"}"#, None),
            ("/loans/1", r#"{"tenantId": "t-1", "rows": [{"tenantId": "t-1"}]}"#, None),
            ("/loans/1", r#"{"tenantId": "t-1", "rows": [{"tenantId": "t-2"}]}"#, Some("t-2")),
            ("/loans/1", r#"{"owner": {"tenantId": "t-2"}}"#, Some("t-2")),
        ] {
            assert_eq!(said_of(target("PUT", path), "", body).as_deref(), expected, "{body}");
        }
        let owned = target("POST", "/owned");
        assert_eq!(said_of(owned.clone(), "tenantId=t-1", "{}"), None);
        assert_eq!(said_of(owned, "", r#"{"tenantId": "t-1"}"#).as_deref(), Some("t-1"));
    }

    #[test]
    fn a_megabyte_of_brackets_is_looked_through_once() {
        let deep = format!("{}{}", "[".repeat(1 << 19), "]".repeat(1 << 19));
        assert_eq!(said("", &deep), None);
        let wide = format!(r#"{{"a": [{}{{"tenantId": "t-1"}}]}}"#, "{},".repeat(1 << 18));
        assert_eq!(said("", &wide).as_deref(), Some("t-1"));
    }
}
