//! The page of the JSON interface.

use reqwest::{Method, StatusCode};

use crate::harness::{App, answer};

#[tokio::test]
async fn the_page_is_served_where_reflection_is_on() {
    let app = App::start_with(|config| config.reflection = true).await;
    let page = answer(app.request(Method::GET, "/api/docs", None)).await;
    let header = |name: &str| page.headers[name].to_str().unwrap();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    let policy = header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'"),
        "{policy}"
    );
    assert_eq!(header("x-content-type-options"), "nosniff");
    // Whether the page is part of a build is told by its own headers: without the web app another says how to build it.
    let is_built = page.status == StatusCode::OK;
    assert_eq!(is_built, page.text.contains("<title>JSON interface"), "{}", page.text);
    assert_eq!(!is_built, page.text.contains("The web app is not part of this build"), "{}", page.text);
    assert_eq!(header("cache-control"), if is_built { "no-cache" } else { "no-store" });
    assert!(!is_built || page.text.contains(r#"<meta name="robots" content="noindex" />"#));
}

#[tokio::test]
async fn the_page_is_read_and_nothing_else() {
    let app = App::start_with(|config| config.reflection = true).await;
    let head = answer(app.request(Method::HEAD, "/api/docs", None)).await;
    assert_eq!(
        (head.headers["content-type"].to_str().unwrap(), &*head.text),
        ("text/html; charset=utf-8", "")
    );
    let refused = answer(app.request(Method::POST, "/api/docs", None)).await;
    assert_eq!(refused.headers["allow"], "GET, HEAD");
    assert_eq!(
        refused.error(405),
        ("UNIMPLEMENTED".to_owned(), "This address takes other methods.".to_owned())
    );
    let elsewhere = answer(app.request(Method::GET, "/api/docs.html", None)).await;
    assert_eq!(elsewhere.error(404).0, "NOT_FOUND");
}

#[tokio::test]
async fn without_reflection_there_is_no_page_and_still_the_document() {
    let app = App::start().await;
    let page = answer(app.request(Method::GET, "/api/docs", None)).await;
    assert_eq!(page.error(404), ("NOT_FOUND".to_owned(), "There is nothing at this address.".to_owned()));
    let document = answer(app.request(Method::GET, "/api/openapi.json", None)).await;
    assert_eq!(document.ok()["openapi"], "3.1.0");
}
