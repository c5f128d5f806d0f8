//! The web app, carried in the binary: its files, compressed beforehand, the pages that the build wrote, and one
//! page for all other routes.

use axum::{body::Body, extract::Request, response::Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use rust_embed::RustEmbed;

use crate::answers;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
#[exclude = "*.map"]
#[exclude = "*.map.*"]
#[exclude = ".*"]
#[exclude = ".*/*"]
struct Dist;

/// The page of all routes that have none of their own.
const INDEX: &str = "index.html";
const HOME: &str = "home";
const DOCS: &str = "api/docs.html";
/// What search engines shall know; its pages are among those that the build wrote.
const LISTED: [&str; 3] = ["/", "/about", "/contact"];
/// Vite names the files below it by their content.
const HASHED: &str = "assets/";

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Nirmaan</title>\
    <h1>The web app is not part of this build</h1>\
    <p>Build it and then the server: <code>cd web &amp;&amp; npm ci &amp;&amp; npm run build &amp;&amp; \
    cd .. &amp;&amp; cargo build</code>. The interfaces are served without it.</p></html>\n";

/// The answer to a request that is for none of the interfaces. What search engines read needs the address at which
/// the site is known.
pub fn answer(request: &Request, public_url: Option<&str>) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return answers::wrong_verb("GET, HEAD");
    }
    let wants_page = accepts(request.headers(), header::ACCEPT, "text/html");
    let path = request.uri().path().trim_start_matches('/');
    if let Some(mut listing) = public_url.and_then(|url| listing(path, url, &embedded)) {
        if request.method() == Method::HEAD {
            *listing.body_mut() = Body::empty();
        }
        return listing;
    }
    let mut response = match choose(path, wants_page, request.headers(), &embedded) {
        Some(choice) => with_address(file(choice, request.headers()), request.uri().path(), public_url),
        None if wants_page && !path.starts_with(HASHED) => answers::page(StatusCode::NOT_FOUND, NOT_BUILT),
        None => answers::text(StatusCode::NOT_FOUND, "Not found\n"),
    };
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if request.method() == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

/// The page of the JSON interface. It has no address of its own here: `/api/…` leads elsewhere.
pub fn docs(request: &HeaderMap) -> Response {
    match choose(DOCS, false, request, &embedded) {
        Some(choice) => file(choice, request),
        None => answers::page(StatusCode::NOT_FOUND, NOT_BUILT),
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    bytes: Bytes,
    hash: [u8; 32],
    kind: String,
}

fn embedded(name: &str) -> Option<File> {
    let file = Dist::get(name)?;
    let bytes = match file.data {
        std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        std::borrow::Cow::Owned(bytes) => Bytes::from(bytes),
    };
    Some(File { bytes, hash: file.metadata.sha256_hash(), kind: file.metadata.mimetype().to_owned() })
}

/// Which file answers, in which form.
#[derive(Debug, PartialEq, Eq)]
struct Choice {
    file: File,
    kind: String,
    coding: Option<&'static str>,
    has_codings: bool,
    is_hashed: bool,
}

fn choose(
    path: &str,
    wants_page: bool,
    headers: &HeaderMap,
    find: &dyn Fn(&str) -> Option<File>,
) -> Option<Choice> {
    let is_hashed = path.starts_with(HASHED);
    let written = format!("{}.html", if path.is_empty() { HOME } else { path });
    let (name, plain) = match find(path) {
        Some(file) => (path, file),
        // Every route of the app is a page; a file that is gone after an update isn't.
        None if path.is_empty() || (wants_page && !is_hashed) => match find(&written) {
            Some(file) => (written.as_str(), file),
            None => (INDEX, find(INDEX)?),
        },
        None => return None,
    };
    let kind = plain.kind.clone();
    let compressed = [("br", "br"), ("gzip", "gz")]
        .map(|(coding, ending)| find(&format!("{name}.{ending}")).map(|file| (coding, file)));
    let has_codings = compressed.iter().any(Option::is_some);
    let accepted = compressed
        .into_iter()
        .flatten()
        .find(|(coding, _)| accepts(headers, header::ACCEPT_ENCODING, coding));
    let (coding, file) = accepted.map_or((None, plain), |(coding, file)| (Some(coding), file));
    Some(Choice { file, kind, coding, has_codings, is_hashed })
}

fn file(choice: Choice, request: &HeaderMap) -> Response {
    let tag: String = choice.file.hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let is_known = request.get_all(header::IF_NONE_MATCH).iter().any(|known| {
        let known = known.to_str().unwrap_or_default();
        known.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
    });
    let cache = if choice.is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let length = choice.file.bytes.len();

    let mut response = Response::new(if is_known { Body::empty() } else { Body::from(choice.file.bytes) });
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if choice.has_codings {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    if let Some(coding) = choice.coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    let kind = if choice.kind.starts_with("text/") { choice.kind + "; charset=utf-8" } else { choice.kind };
    if let Ok(kind) = HeaderValue::from_str(&kind) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    response
}

/// What tells search engines where to look.
fn listing(path: &str, public_url: &str, find: &dyn Fn(&str) -> Option<File>) -> Option<Response> {
    match path {
        "robots.txt" => {
            let rules = find(path)?;
            let rules = String::from_utf8_lossy(&rules.bytes);
            Some(answers::text(StatusCode::OK, format!("{rules}Sitemap: {public_url}/sitemap.xml\n")))
        }
        "sitemap.xml" => {
            let url = public_url.replace('&', "&amp;");
            let pages: String =
                LISTED.iter().map(|page| format!("<url><loc>{url}{page}</loc></url>\n")).collect();
            Some(answers::xml(format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{pages}</urlset>\n"
            )))
        }
        _ => None,
    }
}

/// Names a listed page's one address, whatever name of the host it was asked under.
fn with_address(mut response: Response, path: &str, public_url: Option<&str>) -> Response {
    let link = public_url
        .filter(|_| LISTED.contains(&path))
        .and_then(|url| HeaderValue::try_from(format!("<{url}{path}>; rel=\"canonical\"")).ok());
    if let Some(link) = link {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

/// Whether a list such as `br;q=0.5, gzip` names something without refusing it.
fn accepts(headers: &HeaderMap, name: header::HeaderName, wanted: &str) -> bool {
    headers.get_all(name).iter().filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).any(
        |item| {
            let mut parts = item.split(';').map(str::trim);
            let is_it = parts.next().is_some_and(|value| value.eq_ignore_ascii_case(wanted));
            let refuses = |part: &str| {
                part.strip_prefix("q=").is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q <= 0.0))
            };
            is_it && !parts.any(refuses)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dist(name: &str) -> Option<File> {
        let kind = match name {
            "index.html" | "home.html" | "about.html" => "text/html",
            "robots.txt" => "text/plain",
            "assets/app-1a2b.js" => "text/javascript",
            "logo.svg" => "image/svg+xml",
            "home.html.br" | "assets/app-1a2b.js.br" | "assets/app-1a2b.js.gz" => "application/octet-stream",
            _ => return None,
        };
        let mut hash = [7; 32];
        hash[0] = name.len() as u8;
        Some(File { bytes: Bytes::copy_from_slice(name.as_bytes()), hash, kind: kind.to_owned() })
    }

    fn with(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    fn chosen(path: &str, wants_page: bool, codings: &'static str) -> Option<String> {
        let choice = choose(path, wants_page, &with(header::ACCEPT_ENCODING, codings), &dist)?;
        Some(String::from_utf8(choice.file.bytes.to_vec()).unwrap())
    }

    #[test]
    fn routes_are_pages_and_lost_files_are_lost() {
        assert_eq!(chosen("", false, "").unwrap(), "home.html");
        assert_eq!(chosen("about", true, "br").unwrap(), "about.html");
        assert_eq!(chosen("contracts/17", true, "").unwrap(), "index.html");
        assert_eq!(chosen("about", false, ""), None);
        assert_eq!(chosen("contracts/17", false, ""), None, "a script doesn't want the page");
        assert_eq!(chosen("assets/gone-1.js", true, ""), None);
        assert_eq!(chosen("logo.svg", true, "br").unwrap(), "logo.svg");
    }

    #[test]
    fn the_best_coding_that_the_client_accepts_is_sent() {
        let app = "assets/app-1a2b.js";
        assert_eq!(chosen(app, false, "gzip, deflate, br, zstd").unwrap(), format!("{app}.br"));
        assert_eq!(chosen(app, false, "gzip").unwrap(), format!("{app}.gz"));
        assert_eq!(chosen(app, false, "br;q=0, gzip;q=0.5").unwrap(), format!("{app}.gz"));
        assert_eq!(chosen(app, false, "identity").unwrap(), app);
        assert_eq!(chosen("", false, "br").unwrap(), "home.html.br");
        assert_eq!(chosen("", false, "gzip").unwrap(), "home.html", "there is no gzip of it");
    }

    #[test]
    fn hashed_files_are_kept_and_others_asked_for_again() {
        let answer =
            |path: &str, request: HeaderMap| file(choose(path, true, &request, &dist).unwrap(), &request);
        let app = answer("assets/app-1a2b.js", with(header::ACCEPT_ENCODING, "br"));
        assert_eq!(app.headers()["cache-control"], "public, max-age=31536000, immutable");
        assert_eq!(app.headers()["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(
            (&app.headers()["content-encoding"], &app.headers()["vary"]),
            (&"br".parse().unwrap(), &"accept-encoding".parse().unwrap())
        );

        let page = answer("login", HeaderMap::new());
        assert_eq!(page.headers()["cache-control"], "no-cache");
        let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, page.headers()["etag"].clone())]);
        let again = answer("login", known.clone());
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(!again.headers().contains_key("content-type"));
        assert_eq!(answer("logo.svg", known).status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn search_engines_are_told_the_address_of_the_site() {
        let read = async |path: &str| {
            let answer = listing(path, "https://nirmaan.example", &dist)?;
            Some(axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap())
        };
        assert_eq!(
            read("robots.txt").await.unwrap(),
            "robots.txtSitemap: https://nirmaan.example/sitemap.xml\n"
        );
        let map = read("sitemap.xml").await.unwrap();
        let map = str::from_utf8(&map).unwrap();
        for page in LISTED {
            assert!(map.contains(&format!("<loc>https://nirmaan.example{page}</loc>")), "{page}");
        }
        assert_eq!(read("about").await, None);
    }

    #[test]
    fn a_listed_page_names_its_one_address() {
        let linked = |path: &str, url: Option<&str>| {
            let choice = choose(path.trim_start_matches('/'), true, &HeaderMap::new(), &dist).unwrap();
            with_address(file(choice, &HeaderMap::new()), path, url).headers().get("link").cloned()
        };
        let url = Some("https://nirmaan.example");
        assert_eq!(linked("/about", url).unwrap(), "<https://nirmaan.example/about>; rel=\"canonical\"");
        assert_eq!(linked("/", url).unwrap(), "<https://nirmaan.example/>; rel=\"canonical\"");
        assert_eq!(linked("/contracts", url), None);
        assert_eq!(linked("/about", None), None);
    }
}
