//! The readable page.

use std::collections::{HashMap, HashSet};

use serde_json::json;
use tonic::Status;

use super::{call, core, methods};
use crate::{
    Limits, docs,
    openapi::{self, Description},
};

fn page() -> String {
    docs::page(&openapi::describe(nirmaan_api::method::all())).into_string()
}

/// The operations as they stand on the page: verb, path, and the text up to the next.
fn articles(page: &str) -> Vec<(&str, &str, &str)> {
    page.split("<article class=\"operation\"").skip(1).map(article).collect()
}

fn article(text: &str) -> (&str, &str, &str) {
    let (_, call) = text.split_once("<span class=\"verb ").unwrap();
    let (verb, rest) = call.split_once("\">").unwrap();
    let (_, path) = rest.split_once("<code>").unwrap();
    (verb, path.split_once("</code>").unwrap().0, text)
}

/// The texts between quotes after a prefix.
fn quoted<'a>(page: &'a str, prefix: &str) -> Vec<&'a str> {
    page.split(prefix).skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

#[test]
fn every_route_is_on_the_page() {
    let page = page();
    let document = openapi::document();
    let mut listed: Vec<_> = articles(&page).iter().map(|(verb, path, _)| format!("{verb} {path}")).collect();
    assert_eq!(listed.len(), crate::routes().len());
    let mut described: Vec<_> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |verb| (path, verb)))
        .map(|(path, verb)| format!("{} /api{path}", verb.to_uppercase()))
        .collect();
    listed.sort_unstable();
    described.sort_unstable();
    assert_eq!(listed, described);
    for tag in document["tags"].as_array().unwrap() {
        assert!(page.contains(tag["name"].as_str().unwrap()), "{tag}");
    }
}

#[test]
fn an_operation_says_what_it_is_and_who_may_call() {
    let page = page();
    let of = |verb: &str, path: &str| {
        *articles(&page).iter().find(|(v, p, _)| (*v, *p) == (verb, path)).map(|(.., text)| text).unwrap()
    };
    let update = of("PUT", "/api/contracts/{id}");
    assert!(update.contains("Update contract</a></h3>"));
    assert!(update.contains("Whoever has a role that grants <b>edit</b> on <b>Contracts</b>."));
    assert!(update.contains("The tender's id on its portal"), "fields are documented in place");
    assert!(update.contains("<a href=\"#error-409\">409 Conflict</a>"));
    assert!(of("POST", "/api/tenants/filter").contains("among the users of the platform."));
    assert!(
        of("POST", "/api/auth/login").contains("<b>Everybody.</b> Nobody is signed in before signing in.")
    );
    assert!(of("GET", "/api/profile").contains("<b>Whoever is signed in.</b>"));
    assert!(of("POST", "/api/contracts/v2/bulk-upload").contains("One event a line"));
    assert!(of("GET", "/api/contracts/bulk-upload/template").contains("a file"));
    let (bid, name) = (update.find(">bidId<").unwrap(), update.find(">contractName<").unwrap());
    assert!(bid < name && name < update.find(">closingDate<").unwrap(), "fields stand as in the proto");
}

#[test]
fn every_link_within_the_page_leads_somewhere_and_none_elsewhere() {
    let page = page();
    let ids = quoted(&page, " id=\"");
    let known: HashSet<_> = ids.iter().copied().collect();
    assert_eq!(known.len(), ids.len(), "an id stands twice");
    for link in quoted(&page, "href=\"") {
        match link.strip_prefix('#') {
            Some(id) => assert!(known.contains(id), "{link}"),
            None => assert!(matches!(link, "/" | "/favicon.svg" | "/api/openapi.json"), "{link}"),
        }
    }
    for foreign in ["<script", "src=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}

#[test]
fn whatever_the_document_says_is_only_text() {
    let hostile = "</p></style><script>alert(1)</script>\"'&";
    let schema = json!({"type": "object", "description": hostile, "properties": {hostile: {
        "type": "string", "description": hostile, "enum": [hostile]
    }}});
    let operation = json!({
        "operationId": format!("Evil_{hostile}"),
        "tags": [hostile],
        "description": hostile,
        "x-nirmaan-access": {"module": hostile, "action": hostile},
        "parameters": [{"name": hostile, "in": hostile, "description": hostile, "schema": {"type": "string"}}],
        "requestBody": {"content": {hostile: {"schema": schema}}},
        "responses": {"200": {"description": hostile, "content": {hostile: {"schema": schema}}}},
    });
    let path = format!("/{hostile}");
    let document = json!({
        "info": {"description": hostile},
        "tags": [{"name": hostile, "description": hostile}],
        "paths": {path.as_str(): {"get": operation}},
        "components": {"schemas": {hostile: schema}, "responses": {hostile: {"description": hostile}}},
    });
    let description =
        Description { document, operations: vec![(path, "get".to_owned())], properties: HashMap::new() };
    let page = docs::page(&description).into_string();
    assert!(page.contains("&lt;script&gt;alert(1)"));
    assert!(!page.contains("<script") && !page.contains("\"'&"), "{page}");
    assert_eq!(articles(&page).len(), 1);
}

/// An example must be one: what is shown as a request is bound to the call that shows it.
#[tokio::test]
async fn the_examples_of_requests_are_taken() {
    let core = core(|incoming| async move {
        let is_unbound = incoming.is_unbound();
        Err(if is_unbound { Status::invalid_argument("") } else { Status::unavailable("") })
    });
    let router = crate::router(core, Limits::default()).unwrap();
    let page = page();
    let mut tried = 0;
    for (verb, path, text) in articles(&page) {
        let (request, _) = text.split_once("<h4>Answer</h4>").unwrap();
        let Some((_, example)) = request.split_once("<pre><code>") else { continue };
        let (example, _) = example.split_once("</code>").unwrap();
        let example = example.replace("&quot;", "\"").replace("&amp;", "&");
        let path = path.replace(['{', '}'], "");
        let answer = call(&router, verb, &path, &example).await;
        assert_eq!(answer.status, 503, "{verb} {path}: {}\n{example}", answer.text());
        tried += 1;
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn a_call_without_a_rule_is_nobodys() {
    let page = docs::page(&openapi::describe(&methods())).into_string();
    assert!(articles(&page).iter().all(|(.., text)| text.contains("<h4>Who may call</h4><p>Nobody.</p>")));
}

#[tokio::test]
async fn the_page_is_read_and_nothing_else() {
    let router = crate::docs();
    let answer = call(&router, "GET", "/api/docs", "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(answer.text().starts_with("<!DOCTYPE html>"));
    let refused = call(&router, "POST", "/api/docs", "").await;
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "GET, HEAD"));
    assert_eq!(refused.json()["code"], "UNIMPLEMENTED");
}

#[test]
fn the_colours_are_those_of_the_web_app() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |file: &str| std::fs::read_to_string(format!("{root}/{file}")).unwrap();
    let (ours, theirs) = (read("src/docs/colours.css"), read("../web/src/app/tokens.css"));
    let colours: Vec<_> = ours.lines().map(str::trim).filter(|line| line.starts_with("--nm-")).collect();
    assert!(colours.len() > 10);
    for colour in colours {
        assert!(theirs.lines().any(|line| line.trim() == colour), "{colour}");
    }
}
