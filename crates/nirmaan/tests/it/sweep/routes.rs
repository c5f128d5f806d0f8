//! Every verb and path, with who may call it; and every path of the specification answered.

use std::{collections::BTreeSet, fmt::Write, path::Path};

use nirmaan_api::method;

use crate::{harness::App, wire::over_json};

const PREFIXES: [&str; 9] =
    ["", "/auth", "/platform", "/project", "/common", "/inventory", "/payroll", "/vehicle", "/api"];

/// The calls of the specification that are served so far.
const SPECIFIED: [(&str, &str); 66] = [
    // Behind its module's prefix this is the /auth/auth/login of the documented clients.
    ("POST", "/auth/login"),
    ("POST", "/contracts/filter"),
    ("GET", "/contracts/00000000-0000-7000-8000-000000000000"),
    ("PUT", "/contracts/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/contracts/00000000-0000-7000-8000-000000000000"),
    ("POST", "/contracts"),
    ("POST", "/contracts/v2/bulk-upload"),
    ("POST", "/contract-dashboard/kpis"),
    ("GET", "/contract-dashboard/status-summary"),
    ("GET", "/contract-dashboard/status-category-summary"),
    ("POST", "/contracts-deposit/search"),
    ("GET", "/contracts/00000000-0000-7000-8000-000000000000/security-deposit"),
    ("POST", "/contracts/00000000-0000-7000-8000-000000000000/security-deposit"),
    (
        "GET",
        "/contracts/00000000-0000-7000-8000-000000000000/security-deposit/00000000-0000-7000-8000-000000000000",
    ),
    (
        "PUT",
        "/contracts/00000000-0000-7000-8000-000000000000/security-deposit/00000000-0000-7000-8000-000000000000",
    ),
    (
        "DELETE",
        "/contracts/00000000-0000-7000-8000-000000000000/security-deposit/00000000-0000-7000-8000-000000000000",
    ),
    ("POST", "/projects/filter"),
    ("GET", "/projects/00000000-0000-7000-8000-000000000000"),
    ("PUT", "/projects/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/projects/00000000-0000-7000-8000-000000000000"),
    ("POST", "/projects"),
    ("POST", "/auth/refresh"),
    ("POST", "/tenants/filter"),
    ("GET", "/tenants/00000000-0000-7000-8000-000000000000"),
    ("POST", "/tenants"),
    ("PUT", "/tenants/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/tenants/00000000-0000-7000-8000-000000000000"),
    ("GET", "/tenants/search-tenant-by-names"),
    ("GET", "/tenants/name-search"),
    ("POST", "/users/filter"),
    ("GET", "/users/00000000-0000-7000-8000-000000000000"),
    ("POST", "/users"),
    ("PUT", "/users/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/users/00000000-0000-7000-8000-000000000000"),
    ("GET", "/user-module-permissions/user/00000000-0000-7000-8000-000000000000"),
    ("POST", "/user-role-mappings"),
    (
        "DELETE",
        "/user-role-mappings/user/00000000-0000-7000-8000-000000000000/role/00000000-0000-7000-8000-000000000000",
    ),
    ("GET", "/user-role-mappings/user/00000000-0000-7000-8000-000000000000/role-selection"),
    ("GET", "/user-role-mappings/user/00000000-0000-7000-8000-000000000000"),
    ("GET", "/modules"),
    ("GET", "/modules/00000000-0000-7000-8000-000000000000"),
    ("PUT", "/modules/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/modules/00000000-0000-7000-8000-000000000000"),
    ("POST", "/modules"),
    ("GET", "/roles/all"),
    ("GET", "/roles/00000000-0000-7000-8000-000000000000"),
    ("PUT", "/roles/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/roles/00000000-0000-7000-8000-000000000000"),
    ("POST", "/roles"),
    ("GET", "/permissions/role-id-permissions"),
    ("POST", "/permissions/bulk/00000000-0000-7000-8000-000000000000"),
    ("GET", "/profile"),
    ("GET", "/profile/sessions"),
    ("POST", "/audit/filter"),
    ("POST", "/sendEmail"),
    ("GET", "/documents"),
    ("GET", "/documents/none/CONTRACT/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/documents/00000000-0000-7000-8000-000000000000"),
    ("POST", "/documents/upload"),
    ("POST", "/documents/upload/multiple"),
    ("GET", "/download-link"),
    ("POST", "/tasks"),
    ("GET", "/tasks/00000000-0000-7000-8000-000000000000"),
    ("PUT", "/tasks/00000000-0000-7000-8000-000000000000"),
    ("DELETE", "/tasks/00000000-0000-7000-8000-000000000000"),
    ("POST", "/tasks/filter"),
];

#[test]
fn the_table_of_routes_is_as_reviewed() {
    let mut table = String::new();
    for route in nirmaan_edge::routes() {
        writeln!(table, "{:<7} {:<50} {:<70} {}", route.verb, route.path, route.rpc, route.rule).unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/sweep/routes.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&file, &table).unwrap();
    }
    let reviewed = std::fs::read_to_string(&file).unwrap();
    let differing: Vec<_> = only_in(&reviewed, &table, '-').chain(only_in(&table, &reviewed, '+')).collect();
    assert!(
        differing.is_empty(),
        "review these, and accept them with `just routes`:\n{}",
        differing.join("\n")
    );
    assert!(table == reviewed, "the routes stand in another order; `just routes` accepts it");
}

/// The lines of one table that the other lacks.
fn only_in<'a>(one: &'a str, other: &'a str, sign: char) -> impl Iterator<Item = String> + 'a {
    one.lines().filter(|line| !other.lines().any(|it| it == *line)).map(move |line| format!("{sign} {line}"))
}

#[test]
fn every_bare_array_is_documented() {
    let documented = include_str!("../../../../../docs/api-quirks.md");
    let (_, documented) = documented.split_once("## Bare arrays\n").unwrap();
    let documented = documented.split("\n## ").next().unwrap();
    let documented: BTreeSet<_> =
        documented.lines().filter_map(|line| line.strip_prefix("- `")?.strip_suffix('`')).collect();
    let served = method::all().iter().flat_map(|method| {
        let output = method.descriptor.output();
        let is_list = move |name: &str| output.get_field_by_name(name).is_some_and(|field| field.is_list());
        let bare = method.bindings.iter().filter(move |binding| is_list(&binding.response_body));
        bare.map(|binding| format!("{} {}", binding.verb, binding.path))
    });
    let served: BTreeSet<_> = served.collect();
    assert_eq!(documented, served.iter().map(String::as_str).collect());
}

// Spec: S7.prefixes
#[tokio::test]
async fn every_specified_path_is_answered_bare_and_behind_each_prefix() {
    let app = App::start().await;
    for (verb, path) in SPECIFIED {
        for prefix in PREFIXES {
            let status = over_json(&app, verb, &format!("/api{prefix}{path}"), None).await;
            assert!(matches!(status, 400 | 401), "{verb} /api{prefix}{path}: {status}");
        }
    }
}

#[tokio::test]
async fn what_is_no_route_says_so() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let token = Some(person.token.as_str());
    for path in ["/api/nothing", "/api", "/api/contracts/a/b/c", "/api/payroll/payroll/contracts"] {
        let answer = app.send(reqwest::Method::GET, path, token, None).await;
        assert_eq!(answer.error(404).0, "NOT_FOUND", "{path}");
    }
    let answer = app.send(reqwest::Method::PATCH, "/api/contracts/x", token, None).await;
    assert_eq!(answer.status, 405);
    let allowed = answer.headers["allow"].to_str().unwrap();
    for verb in ["GET", "PUT", "DELETE"] {
        assert!(allowed.contains(verb), "{allowed}");
    }
    let request =
        app.request(reqwest::Method::POST, "/api/contracts", token).header("content-type", "text/plain");
    crate::harness::answer(request.body("{}")).await.error(415);
    let request = app
        .request(reqwest::Method::POST, "/api/contracts", token)
        .header("content-type", "application/json");
    crate::harness::answer(request.body("{")).await.error(400);
}
