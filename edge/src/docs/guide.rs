//! What holds for every call.

use maud::{Markup, html};
use serde_json::Value;

use super::{
    schema::{Types, text},
    words,
};

/// The sections before the calls, for the contents.
pub(super) const BEFORE: [(&str, &str); 4] = [
    ("signing-in", "Signing in"),
    ("values", "How values are written"),
    ("lists", "Lists"),
    ("changes", "Creating and changing"),
];
/// The sections after them.
pub(super) const AFTER: [(&str, &str); 2] = [("errors", "Errors"), ("types", "Types")];

const SIGN_IN: &str = r#"curl "$NIRMAAN/api/auth/login" --header 'Content-Type: application/json' \
  --data '{"tenantName": "Bharat Infra", "emailOrMobile": "owner@bharat.example", "password": "…"}'

curl "$NIRMAAN/api/contracts/filter" --header "Authorization: Bearer $ACCESS_TOKEN" \
  --header 'Content-Type: application/json' --data '{"pagination": {"page": 0, "size": 25}}'"#;

/// The sections before the calls.
pub(super) fn introduction(document: &Value) -> Markup {
    html! {
        p.lead { "Every call of Nirmaan over JSON, with who may make it, what it takes and what it answers." }
        p { (document.pointer("/info/description").and_then(Value::as_str).unwrap_or_default()) }
        section.guide #signing-in {
            h2 { a href="#signing-in" { "Signing in" } }
            p {
                "A login answers an access token, which counts for 15 minutes, and a refresh token, which is exchanged for a "
                "new pair. The access token is sent with every other call."
            }
            pre { code { (SIGN_IN) } }
        }
        section.guide #values {
            h2 { a href="#values" { "How values are written" } }
            dl.fields {
                @for (what, example, meaning) in VALUES {
                    div { dt { (what) " " code { (example) } } dd { (meaning) } }
                }
            }
        }
        section.guide #lists {
            h2 { a href="#lists" { "Lists" } }
            p {
                "A filter takes " code { "pagination" } " with " code { "page" } ", from 0, and " code { "size" }
                ", 1 to 200, 10 where it is absent. It answers the rows as " code { "content" }
                ", and with them " code { "number" } ", " code { "size" } ", " code { "totalPages" } " and "
                code { "totalElements" } "."
            }
        }
        section.guide #changes {
            h2 { a href="#changes" { "Creating and changing" } }
            p {
                "A create with an " code { "Idempotency-Key" } " header may be repeated within 24 hours: it gets the same "
                "answer, and creates nothing again. A " code { "PUT" } " replaces every field that can be edited. With the "
                code { "version" } " that was read it is refused where somebody else was quicker; without one it isn't."
            }
        }
    }
}

const VALUES: [(&str, &str, &str); 6] = [
    ("Rupees", "1234567.5", "A number, exact to the paisa; null where there is no amount."),
    ("A day", "\"2026-03-31\"", "A day of Asia/Kolkata. A date-time is taken too, and cut to its day there."),
    ("An instant", "\"2026-03-31T10:30:00.000Z\"", "In UTC; any offset is taken."),
    (
        "A status",
        "\"DRAFT\"",
        "One of its type's names, empty where it is unset. An unknown name is an error.",
    ),
    ("Text", "\"\"", "Never null in an answer; empty where there is none."),
    (
        "Absent",
        "null",
        "For amounts, days, instants, percentages and objects; numbers, booleans and lists are always written.",
    ),
];

/// The section about errors.
pub(super) fn errors(document: &Value, types: &Types<'_>) -> Markup {
    let answers = document.pointer("/components/responses").and_then(Value::as_object);
    let mut answers: Vec<_> = answers.into_iter().flatten().filter_map(with_status(document)).collect();
    answers.sort_unstable_by_key(|(status, ..)| *status);
    html! {
        section.area #errors {
            h2 { a href="#errors" { "Errors" } }
            p {
                "An error is a JSON object of type " a href="#type-Error" { "Error" } " at every status: "
                "a code for programs, a sentence for people, the wrong fields, and the id that the log knows the request by."
            }
            dl.fields {
                @for (status, name, description) in answers {
                    div #{ "error-" (status) } {
                        dt { code { (status) } " " (words(name)) }
                        dd { (description) }
                    }
                }
            }
            @if let Some(error) = types.get("Error") {
                details {
                    summary { "Fields" }
                    (types.list(&types.properties("Error", error)))
                }
            }
        }
    }
}

/// Finds the status of a named answer, which only the operations that refer to it tell.
fn with_status<'a>(
    document: &'a Value,
) -> impl Fn((&'a String, &'a Value)) -> Option<(&'a str, &'a str, &'a str)> {
    move |(name, answer)| {
        let paths = document.get("paths")?.as_object()?;
        let operations = paths.values().filter_map(Value::as_object).flat_map(|item| item.values());
        let mut answers =
            operations.filter_map(|operation| operation.get("responses")?.as_object()).flatten();
        let (status, _) = answers.find(|(_, answer)| text(answer, "$ref").ends_with(&format!("/{name}")))?;
        Some((status, name, text(answer, "description")))
    }
}
