//! The readable page of the JSON interface, made from the OpenAPI document. It needs no script, and nothing from
//! elsewhere.

mod example;
mod guide;
mod operation;
mod schema;

use std::sync::OnceLock;

use axum::{
    extract::Request,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::{HeaderValue, Method, header};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use self::{
    operation::Operation,
    schema::{Types, text},
};
use crate::{
    error::Failure,
    openapi::{self, Description},
};

const STYLE: &str = concat!(include_str!("colours.css"), include_str!("docs.css"));
/// The mark of the product: three bars of a schedule.
const MARK: &str = r##"<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><path fill="#9ccdd2" d="M6 8h20v4H6z"/><path fill="#fff" d="M6 14h13v4H6z"/><path fill="#df9573" d="M12 20h14v4H12z"/></svg>"##;

/// Made when somebody asks for the first time: few do.
static PAGE: OnceLock<Bytes> = OnceLock::new();

/// Answers `GET /api/docs`.
pub(crate) async fn handle(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok());
        return Failure::wrong_verb("GET, HEAD").into_response(id.unwrap_or_default());
    }
    let page = PAGE
        .get_or_init(|| page(&openapi::describe(nirmaan_api::method::all())).into_string().into())
        .clone();
    let mut response = page.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// The whole page.
pub(crate) fn page(description: &Description) -> Markup {
    let areas = areas(description);
    let types = Types::of(description);
    html! {
        (DOCTYPE)
        html lang="en-IN" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { "JSON interface · Nirmaan" }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to content" }
                header.bar {
                    a.brand href="/" { (PreEscaped(MARK)) "Nirmaan" }
                    span.section { "JSON interface" }
                    a href="/api/openapi.json" { "OpenAPI document" }
                }
                div.columns {
                    (contents(&areas))
                    main #main tabindex="-1" {
                        h1 { "JSON interface" }
                        (guide::introduction(&description.document))
                        @for area in &areas { (area.section(&types)) }
                        (guide::errors(&description.document, &types))
                        (types.section())
                    }
                }
            }
        }
    }
}

/// The operations of one service.
struct Area<'a> {
    id: &'a str,
    title: String,
    description: &'a str,
    operations: Vec<Operation<'a>>,
}

fn areas(description: &Description) -> Vec<Area<'_>> {
    let document = &description.document;
    let operations: Vec<_> = description
        .operations
        .iter()
        .filter_map(|(path, verb)| Operation::of(path, verb, document.get("paths")?.get(path)?.get(verb)?))
        .collect();
    let tags = document.get("tags").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    tags.iter()
        .map(|tag| {
            let id = text(tag, "name");
            Area {
                id,
                title: words(id.strip_suffix("Service").unwrap_or(id)),
                description: text(tag, "description"),
                operations: operations.iter().filter(|operation| operation.area == id).cloned().collect(),
            }
        })
        .collect()
}

impl Area<'_> {
    fn section(&self, types: &Types<'_>) -> Markup {
        html! {
            section.area #(self.id) {
                h2 { a href={ "#" (self.id) } { (self.title) } }
                p.lead { (self.description) }
                ul.index {
                    @for operation in &self.operations {
                        li {
                            a href={ "#" (operation.id) } { (operation.title) }
                            (operation.call())
                        }
                    }
                }
                @for operation in &self.operations { (operation.article(types)) }
            }
        }
    }
}

fn contents(areas: &[Area<'_>]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ol {
                @for (id, title) in guide::BEFORE { li { a href={ "#" (id) } { (title) } } }
                @for area in areas {
                    li {
                        a href={ "#" (area.id) } { (area.title) }
                        ol {
                            @for operation in &area.operations {
                                li { a href={ "#" (operation.id) } { (operation.title) } }
                            }
                        }
                    }
                }
                @for (id, title) in guide::AFTER { li { a href={ "#" (id) } { (title) } } }
            }
        }
    }
}

/// A name such as `GetBulkUploadTemplate` as a heading: `Get bulk upload template`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
            words.extend(letter.to_lowercase());
        } else {
            words.push(letter);
        }
    }
    words
}
