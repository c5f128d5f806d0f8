//! Which RPC answers which verb and path, from the descriptors.

use std::{collections::BTreeMap, sync::Arc};

use nirmaan_api::{
    access::{Action, rule::Kind as Access},
    method::{Binding, Method},
};
use percent_encoding::percent_decode_str;
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};

use crate::{
    Limits,
    dialect::bind,
    plan_error::PlanError,
    response::{Answer, plan::Plan},
    target::{BodyTarget, Target},
    tenant,
    upload::UploadForm,
};

/// The prefixes that documented clients put before their paths, one for each module.
const MODULES: [&str; 7] =
    ["/auth", "/platform", "/project", "/common", "/inventory", "/payroll", "/vehicle"];

/// One line of the table of routes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// The HTTP verb.
    pub verb: &'static str,
    /// The path template, from `/api`.
    pub path: String,
    /// The gRPC path.
    pub rpc: String,
    /// Who may call, in words.
    pub rule: String,
}

/// Every route under its first name, without the aliases behind module prefixes.
pub fn routes() -> Vec<Route> {
    let of_method = |method: &'static Method| {
        method.bindings.iter().map(|binding| Route {
            verb: binding.verb,
            path: format!("/api{}", binding.path),
            rpc: method.path.clone(),
            rule: rule(method.rule.as_ref()),
        })
    };
    nirmaan_api::method::all().iter().flat_map(of_method).collect()
}

fn rule(rule: Option<&Access>) -> String {
    let action = |action: Action| action.as_str_name().trim_start_matches("ACTION_").to_owned();
    match rule {
        None => "nobody".to_owned(),
        Some(Access::Public(_)) => "public".to_owned(),
        Some(Access::SignedIn(_)) => "signed in".to_owned(),
        Some(Access::Grant(grant)) => {
            let scope = if grant.platform { ", platform" } else { "" };
            format!("{} {}{scope}", grant.module, action(grant.action()))
        }
        Some(Access::GrantByEntity(grant)) => format!("by entity {}", action(grant.action())),
    }
}

/// What a path leads to.
pub(crate) enum Found<'t> {
    /// A target and the values in the path, by template name.
    Target(&'t Arc<Target>, Vec<(String, String)>),
    /// Other verbs only.
    Verbs(String),
    /// Nothing.
    Nothing,
}

/// All routes, by verb.
pub(crate) struct Table {
    verbs: BTreeMap<&'static str, matchit::Router<Arc<Target>>>,
    pub(crate) plan: Plan,
}

impl Table {
    /// Builds the table, and refuses what it couldn't serve.
    pub(crate) fn new(methods: &[Method], limits: &Limits) -> Result<Self, PlanError> {
        let mut table = Self { verbs: BTreeMap::new(), plan: Plan::default() };
        for method in methods {
            for binding in &method.bindings {
                let target = Arc::new(table.target(method, binding, limits)?);
                table.verbs.entry(binding.verb).or_default().insert(binding.path.clone(), target).map_err(
                    |error| PlanError::Duplicate {
                        verb: binding.verb,
                        path: binding.path.clone(),
                        rpc: method.path.clone(),
                        cause: error.to_string(),
                    },
                )?;
            }
        }
        Ok(table)
    }

    fn target(&mut self, method: &Method, binding: &Binding, limits: &Limits) -> Result<Target, PlanError> {
        let input = method.descriptor.input();
        // Requests are read by the same rules as answers are written: what can't be written can't be read.
        Plan::default().add(&input)?;
        for name in parameters(&binding.path) {
            let found = parameter(&input, name).filter(|field| !field.is_list());
            found.ok_or_else(|| PlanError::UnknownField(format!("{}.{name}", input.full_name())))?;
        }
        let body = match binding.body.as_str() {
            "" => BodyTarget::Nothing,
            "*" => BodyTarget::Message,
            name => BodyTarget::Field(
                input
                    .get_field_by_name(name)
                    .ok_or_else(|| PlanError::UnknownField(format!("{}.{name}", input.full_name())))?,
            ),
        };
        let upload = match method.descriptor.is_client_streaming() {
            false => None,
            true => Some(UploadForm::of(&input).ok_or_else(|| PlanError::NoUpload(method.path.clone()))?),
        };
        let declared = usize::try_from(method.limits.body).unwrap_or(usize::MAX);
        Ok(Target {
            rpc: method.path.parse().map_err(|_| PlanError::InvalidPath(method.path.clone()))?,
            declares_tenant: tenant::is_declared(&input, &body),
            body,
            body_name: binding.body.clone(),
            body_limit: if declared == 0 { limits.json_body } else { declared },
            upload,
            untaken: bind::only_answered(&input),
            is_stream: method.descriptor.is_server_streaming(),
            time: method.time_in_all(limits.times),
            answer: Answer::of(&mut self.plan, &method.descriptor.output(), &binding.response_body)?,
            input,
        })
    }

    /// Finds what answers a path, which starts after `/api`.
    pub(crate) fn find(&self, verb: &str, path: &str) -> Found<'_> {
        // Who may read may also ask how much there is to read.
        let verb = if verb == "HEAD" { "GET" } else { verb };
        let candidates = candidates(path);
        if let Some(router) = self.verbs.get(verb)
            && let Some(found) = candidates.iter().find_map(|path| router.at(path).ok())
        {
            let decode = |value: &str| percent_decode_str(value).decode_utf8_lossy().into_owned();
            let values = found.params.iter().map(|(name, value)| (name.to_owned(), decode(value))).collect();
            return Found::Target(found.value, values);
        }
        let mut verbs: Vec<&str> = self
            .verbs
            .iter()
            .filter(|(_, router)| candidates.iter().any(|path| router.at(path).is_ok()))
            .map(|(verb, _)| *verb)
            .collect();
        if verbs.contains(&"GET") {
            verbs.push("HEAD");
        }
        if verbs.is_empty() { Found::Nothing } else { Found::Verbs(verbs.join(", ")) }
    }
}

/// The paths that a request may mean, the plainest first: as it stands, behind a second `/api`, behind a module
/// prefix, and behind both in either order.
fn candidates(path: &str) -> Vec<&str> {
    let api = |path| without(path, "/api");
    let module = |path| MODULES.iter().find_map(|prefix| without(path, prefix));
    let readings =
        [Some(path), api(path), module(path), api(path).and_then(module), module(path).and_then(api)];
    readings.into_iter().flatten().collect()
}

fn without<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    path.strip_prefix(prefix).filter(|rest| rest.starts_with('/'))
}

/// The names between braces.
pub(crate) fn parameters(template: &str) -> impl Iterator<Item = &str> {
    template.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
}

/// The field that a path parameter fills, through dots.
pub(crate) fn parameter(message: &MessageDescriptor, names: &str) -> Option<FieldDescriptor> {
    let Some((name, rest)) = names.split_once('.') else {
        return bind::field_named(message, names);
    };
    match bind::field_named(message, name)?.kind() {
        Kind::Message(inner) => parameter(&inner, rest),
        _ => None,
    }
}
