//! Tenants that a request names where its message has no place for one.
//!
//! Documented clients put a `tenantId` into bodies and queries. Whose rows a call sees is decided by the
//! caller's token alone, so most messages have no such field, and binding would ignore it like any other unknown
//! name. But a tenant that isn't the caller's must be PERMISSION_DENIED and not quietly become the caller's own.
//! The edge doesn't know who calls; it hands the name to the gate, which does.

use prost_reflect::{Kind, MessageDescriptor};
use serde_json::value::RawValue;

use crate::{dialect::json::Json, request, target::BodyTarget};

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

/// The tenant that a query or the members of a body name; `None` where they name none.
///
/// A form's text fields aren't looked at: they may come after the file, when the call has long begun. An upload
/// whose message has a place for text fields shows them to the core, which must compare them itself.
pub(crate) fn named(query: &str, body: &[u8]) -> Option<String> {
    let mut names = of_query(query).into_iter().chain(of_body(body));
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
    let found = request::query(query).into_iter().filter(|(name, _)| is_name(name));
    found.flat_map(|(_, values)| values).filter(|value| !value.is_empty()).map(Some).collect()
}

/// A name that is no Unicode text is `None`. As everywhere, a number stands for its text.
fn of_body(body: &[u8]) -> Vec<Option<String>> {
    let raw = serde_json::from_slice::<&RawValue>(body).ok();
    let Some(Json::Object(object)) = raw.and_then(Json::of) else {
        return Vec::new();
    };
    let values = object.members(|name| is_name(name).then_some(())).unwrap_or_default();
    let values = values.into_iter().map(|((), raw)| Json::of(raw));
    values
        .filter_map(|value| match value {
            None => Some(None),
            Some(Json::Text(text)) if !text.is_empty() => Some(Some(text)),
            Some(Json::Number(text)) => Some(Some(text.to_owned())),
            Some(_) => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(query: &str, body: &str) -> Option<String> {
        named(query, body.as_bytes())
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
            ("a=tenantId", r#"{"a": {"tenantId": "t"}, "b": "tenantId"}"#),
            ("", r#"[{"tenantId": "t"}]"#),
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
        ] {
            assert_eq!(said(query, body).as_deref(), Some("invalid"), "{query} {body}");
        }
    }
}
