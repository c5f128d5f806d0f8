//! One operation of the page.

use maud::{Markup, html};
use serde_json::Value;

use super::{
    example::{self, SERVERS_OWN},
    schema::{Types, present, referred, text},
    words,
};

/// Where references to answers lead.
const ANSWERS: &str = "#/components/responses/";

/// An operation of the document.
#[derive(Clone)]
pub(super) struct Operation<'a> {
    pub(super) id: &'a str,
    pub(super) area: &'a str,
    pub(super) title: String,
    verb: String,
    path: &'a str,
    described: &'a Value,
}

impl<'a> Operation<'a> {
    /// Reads one; `None` when it lacks what every operation has.
    pub(super) fn of(path: &'a str, verb: &str, described: &'a Value) -> Option<Self> {
        let id = described.get("operationId")?.as_str()?;
        let (_, name) = id.split_once('_')?;
        Some(Self {
            id,
            area: described.get("tags")?.get(0)?.as_str()?,
            // Further bindings of an RPC are numbered.
            title: words(name.split('_').next().unwrap_or(name)),
            verb: verb.to_ascii_uppercase(),
            path,
            described,
        })
    }

    /// Verb and path.
    pub(super) fn call(&self) -> Markup {
        html! {
            span.call {
                span class={ "verb " (self.verb) } { (self.verb) }
                " " code { "/api" (self.path) }
            }
        }
    }

    /// All that is said about it.
    pub(super) fn article(&self, types: &Types<'a>) -> Markup {
        let parameters = self.described.get("parameters").and_then(Value::as_array);
        // Neither what the server writes nor what the path says already.
        let in_path = parameters.into_iter().flatten().filter(|parameter| text(parameter, "in") == "path");
        let left_out: Vec<_> =
            SERVERS_OWN.into_iter().chain(in_path.map(|parameter| text(parameter, "name"))).collect();
        html! {
            article.operation #(self.id) {
                h3 { a href={ "#" (self.id) } { (self.title) } }
                p { (self.call()) }
                p { (text(self.described, "description")) }
                h4 { "Who may call" }
                (self.access())
                @if let Some(parameters) = parameters {
                    h4 { "Parameters" }
                    (list_of(parameters, types))
                }
                @if let Some(body) = self.described.get("requestBody") {
                    h4 { "Request" }
                    @for (kind, content) in contents(body) {
                        (shown(kind, content, None, &left_out, types))
                    }
                }
                h4 { "Answer" }
                @if let Some(answer) = self.described.pointer("/responses/200") {
                    @for (kind, content) in contents(answer) {
                        (shown(kind, content, Some(text(answer, "description")), &[], types))
                    }
                }
                h4 { "Errors" }
                (self.errors())
            }
        }
    }

    fn access(&self) -> Markup {
        let rule = self.described.get("x-nirmaan-access").unwrap_or(&Value::Null);
        if let Some(reason) = rule.get("public").and_then(Value::as_str) {
            return html! { p { b { "Everybody." } " " (reason) } };
        }
        if let Some(reason) = rule.get("signedIn").and_then(Value::as_str) {
            return html! { p { b { "Whoever is signed in." } " " (reason) } };
        }
        let action = text(rule, "action").to_lowercase();
        let module = match text(rule, "module") {
            "" => return html! { p { "Nobody." } },
            "by entity type" => "the module that the record belongs to",
            module => module,
        };
        let is_platform = rule.get("platform").and_then(Value::as_bool).unwrap_or_default();
        html! {
            p {
                "Whoever has a role that grants " b { (action) } " on " b { (module) }
                @if is_platform { ", among the users of the platform" }
                "."
            }
        }
    }

    fn errors(&self) -> Markup {
        let answers = self.described.get("responses").and_then(Value::as_object);
        let errors = answers.into_iter().flatten().filter_map(|(status, answer)| {
            Some((status, answer.get("$ref")?.as_str()?.strip_prefix(ANSWERS)?))
        });
        html! {
            ul.errors {
                @for (status, name) in errors {
                    li { a href={ "#error-" (status) } { (status) " " (words(name)) } }
                }
            }
        }
    }
}

fn contents(body: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let contents = body.get("content").and_then(Value::as_object);
    contents.into_iter().flatten().map(|(kind, content)| (kind.as_str(), content))
}

fn list_of(parameters: &[Value], types: &Types<'_>) -> Markup {
    html! {
        dl.fields {
            @for parameter in parameters {
                div {
                    dt {
                        code { (text(parameter, "name")) } " "
                        span.kind {
                            "in the " (text(parameter, "in"))
                            @if let Some(schema) = parameter.get("schema") { ", " (types.kind(schema)) }
                        }
                    }
                    dd { (text(parameter, "description")) }
                }
            }
        }
    }
}

/// One form of a body: what it is, its fields, and how it may look. An answer says what it is in a sentence too.
fn shown<'a>(
    kind: &str,
    content: &'a Value,
    sentence: Option<&'a str>,
    left_out: &[&str],
    types: &Types<'a>,
) -> Markup {
    let Some(schema) = content.get("schema") else {
        return html! {};
    };
    if schema.get("contentMediaType").is_some() || kind == "application/octet-stream" {
        return html! { p { code { (kind) } ", a file. " @if let Some(sentence) = sentence { (sentence) } } };
    }
    let fields = types.fields(schema);
    // What is said of the type that is answered fits better than what is said of the message around it.
    let of_type =
        referred(present(schema)).and_then(|name| types.get(name)).map(|named| text(named, "description"));
    html! {
        p {
            code { (kind) } ", " (types.kind(schema)) ". "
            @if let Some(sentence) = sentence { (of_type.unwrap_or(sentence)) }
            @if let Some(stream) = content.get("x-nirmaan-stream").and_then(Value::as_str) { " " (stream) }
        }
        @if !fields.is_empty() {
            details {
                summary { "Fields" }
                (types.list(&fields))
            }
            @if kind != "multipart/form-data" {
                details {
                    summary { "Example" }
                    pre { code { (example::json(schema, left_out, types)) } }
                }
            }
        }
    }
}
