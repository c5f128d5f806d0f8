//! Who may call what: every RPC, every right, every wire.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use nirmaan_api::{
    access::{Action, rule::Kind},
    method::{self, Method},
};
use tonic::Code;

use crate::{
    build::{Person, Tenant},
    harness::App,
    platform::platform,
    wire::{over_grpc, over_grpc_web, over_json},
};

const ACTIONS: [Action; 5] = [Action::Create, Action::View, Action::Edit, Action::Delete, Action::Report];

/// The modules that govern documents: a grant by entity asks for the action on any of them.
const DOCUMENT_MODULES: [&str; 6] =
    ["Contracts", "Projects", "Project Tasks", "Vehicles", "Vehicle Insurance", "Payments"];

/// A binding's path with something in place of its parameters, and the tenant where it names one.
fn filled(path: &str, tenant: &str) -> String {
    let segments = path.split('/').map(|segment| match segment {
        "{tenant_id}" => tenant,
        segment if segment.starts_with('{') => "00000000-0000-7000-8000-000000000000",
        segment => segment,
    });
    format!("/api{}", segments.collect::<Vec<_>>().join("/"))
}

// Spec: S6.enforced
#[tokio::test]
async fn without_a_token_nothing_but_the_public_is_answered() {
    let app = App::start().await;
    for method in method::all() {
        let public = matches!(method.rule, Some(Kind::Public(_)));
        let grpc = over_grpc(&app, &method.path, None, Bytes::new()).await.map_err(|status| status.code());
        let web = over_grpc_web(&app, &method.path, None, Bytes::new()).await.map_err(|(code, _)| code);
        assert_eq!(
            grpc == Err(Code::Unauthenticated),
            !public || needs_credentials(&method.path),
            "{}",
            method.path
        );
        assert_eq!(
            web == Err(Code::Unauthenticated),
            !public || needs_credentials(&method.path),
            "{}",
            method.path
        );
        for binding in &method.bindings {
            let status = over_json(&app, binding.verb, &filled(&binding.path, "none"), None).await;
            assert_eq!(
                status == 401,
                !public || needs_credentials(&method.path),
                "{} {status}",
                binding.path
            );
        }
    }
}

/// A public call whose credentials are in the message answers an empty one the same way.
fn needs_credentials(path: &str) -> bool {
    path.ends_with("/Refresh")
}

/// The modules that any call needs, and one beside them, so that a right elsewhere is tried too.
fn modules() -> Vec<String> {
    let granted = method::all().iter().filter_map(|method| match &method.rule {
        Some(Kind::Grant(grant)) => Some(grant.module.clone()),
        _ => None,
    });
    let others = DOCUMENT_MODULES.into_iter().chain(["Payroll"]).map(str::to_owned);
    let modules: BTreeSet<_> = granted.chain(others).collect();
    modules.into_iter().collect()
}

/// A module and what may be done in it.
type Right = (String, Action);

/// The rights each of which alone opens a call; none for calls that ask for no right.
fn opened_by(method: &Method, is_platform: bool) -> Option<Vec<Right>> {
    match method.rule.as_ref()? {
        Kind::Grant(grant) if grant.platform && !is_platform => Some(Vec::new()),
        Kind::Grant(grant) => Some(vec![(grant.module.clone(), grant.action())]),
        Kind::GrantByEntity(grant) => {
            Some(DOCUMENT_MODULES.map(|module| (module.to_owned(), grant.action())).to_vec())
        }
        Kind::Public(_) | Kind::SignedIn(_) => None,
    }
}

/// Calls a method over every wire and holds each to be refused, or not to be.
async fn is_denied(app: &App, method: &Method, tenant: &Tenant, person: &Person, denied: bool, whose: &str) {
    let token = Some(person.token.as_str());
    let what = format!("{} with {whose}", method.path);
    let grpc = over_grpc(app, &method.path, token, Bytes::new()).await;
    assert_eq!(grpc.is_err_and(|status| status.code() == Code::PermissionDenied), denied, "{what}, gRPC");
    let web = over_grpc_web(app, &method.path, token, Bytes::new()).await;
    assert_eq!(web.is_err_and(|(code, _)| code == Code::PermissionDenied), denied, "{what}, gRPC-web");
    for binding in &method.bindings {
        let path = filled(&binding.path, &tenant.id.to_string());
        let status = over_json(app, binding.verb, &path, token).await;
        assert_eq!(status == 403, denied, "{what}, JSON: {status}");
        assert_ne!(status, 500, "{what}");
    }
}

/// Tries every call that needs a right with just that one, which opens it, and with all others together, which don't.
/// A right never closes anything, so that no single one of the others can open it either.
async fn each_right_opens_what_declares_it(app: &App, tenant: &Tenant, is_platform: bool) {
    let modules = modules();
    let every: Vec<Right> =
        modules.iter().flat_map(|module| ACTIONS.map(|action| (module.clone(), action))).collect();
    // Calls that the same rights open are tried by the same people.
    let mut calls: BTreeMap<Vec<Right>, Vec<&Method>> = BTreeMap::new();
    for method in method::all() {
        if let Some(rights) = opened_by(method, is_platform) {
            calls.entry(rights).or_default().push(method);
        }
    }
    let tried: usize = calls.values().map(Vec::len).sum();
    assert!(tried > method::all().len() / 2, "only {tried} calls need a right");
    for (rights, methods) in &calls {
        for right in rights {
            let holder = app.person(tenant, &granted([right])).await;
            for method in methods {
                is_denied(app, method, tenant, &holder, false, &format!("{right:?} alone")).await;
            }
        }
        let others = every.iter().filter(|right| !rights.contains(right));
        let stranger = app.person(tenant, &granted(others)).await;
        for method in methods {
            is_denied(app, method, tenant, &stranger, true, &format!("all but {rights:?}")).await;
        }
    }
}

fn granted<'a>(rights: impl IntoIterator<Item = &'a Right>) -> Vec<(&'a str, Action)> {
    rights.into_iter().map(|(module, action)| (module.as_str(), *action)).collect()
}

// Spec: S6.flags S6.enforced
#[tokio::test]
async fn each_right_opens_exactly_what_declares_it() {
    let app = unlimited().await;
    let tenant = app.tenant("Firm").await;
    each_right_opens_what_declares_it(&app, &tenant, false).await;
}

// Spec: S6.flags S6.enforced
#[tokio::test]
async fn on_the_platform_each_right_opens_also_what_is_the_platforms() {
    let app = unlimited().await;
    each_right_opens_what_declares_it(&app, &platform(), true).await;
}

/// A server that allows more calls than one tenant may make in a second.
async fn unlimited() -> App {
    App::start_with(|config| config.limits.calls_burst = 1_000_000).await
}

#[tokio::test]
async fn a_call_that_does_not_exist_is_for_nobody() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for path in ["/nirmaan.contracts.v1.ContractService/Nothing", "/nirmaan.nothing.v1.Nothing/Get"] {
        let status = over_grpc(&app, path, Some(&person.token), Bytes::new()).await.unwrap_err();
        assert_eq!(status.code(), Code::Unimplemented);
    }
}
