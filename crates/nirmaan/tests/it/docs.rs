//! The readable page of the JSON interface.

use reqwest::{Method, StatusCode};

use crate::harness::{App, answer};

#[tokio::test]
async fn the_page_is_served_where_reflection_is_on() {
    let app = App::start().await;
    let page = answer(app.request(Method::GET, "/api/docs", None)).await;
    assert_eq!(page.status, StatusCode::OK);
    let header = |name: &str| page.headers[name].to_str().unwrap();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    let policy = header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'"),
        "{policy}"
    );
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert!(page.text.contains("Create contract") && page.text.contains("/api/contracts/filter"));
}

#[tokio::test]
async fn without_reflection_there_is_no_page_and_still_the_document() {
    let app = App::start_with(|config| config.reflection = false).await;
    let page = answer(app.request(Method::GET, "/api/docs", None)).await;
    assert_eq!(page.error(404), ("NOT_FOUND".to_owned(), "There is nothing at this address.".to_owned()));
    let document = answer(app.request(Method::GET, "/api/openapi.json", None)).await;
    assert_eq!(document.ok()["openapi"], "3.1.0");
}
