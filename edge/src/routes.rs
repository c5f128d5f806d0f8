//! Which RPC answers which verb and path, from the descriptors.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use http::uri::PathAndQuery;
use nirmaan_api::{
    access::{Action, rule::Kind as Access},
    method::{Binding, Method},
};
use percent_encoding::percent_decode_str;
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};

use crate::{
    Limits,
    dialect::bind,
    response::{Answer, plan::Plan},
    tenant,
    upload::UploadForm,
};

/// The prefixes that documented clients put before their paths, one for each module.
const MODULES: [&str; 7] =
    ["/auth", "/platform", "/project", "/common", "/inventory", "/payroll", "/vehicle"];

/// Why the descriptors can't be served.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Two bindings answer the same paths.
    #[error("{verb} {path} of {rpc} is taken: {cause}")]
    Duplicate {
        /// The verb.
        verb: &'static str,
        /// The path template.
        path: String,
        /// The RPC that came second.
        rpc: String,
        /// What it collides with.
        cause: String,
    },
    /// A path or a body names a field that its message doesn't have, or that can't stand there.
    #[error("no such field: {0}")]
    UnknownField(String),
    /// A map or a group.
    #[error("{0} is of a kind that has no JSON here")]
    Unsupported(String),
    /// More fields than a message may have.
    #[error("{0} has too many fields")]
    TooManyFields(String),
    /// An RPC path that is no URI path.
    #[error("{0} is no RPC path")]
    InvalidPath(String),
    /// An RPC that takes a stream of something else than an upload.
    #[error("{0} takes a stream that is no upload")]
    NoUpload(String),
}

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

/// What a body fills.
#[derive(Debug, Clone)]
pub(crate) enum BodyTarget {
    Nothing,
    Message,
    Field(FieldDescriptor),
}

/// One binding, ready to serve.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) rpc: PathAndQuery,
    pub(crate) input: MessageDescriptor,
    pub(crate) body: BodyTarget,
    /// The body's field name, `*`, or nothing, as the binding says it.
    pub(crate) body_name: String,
    pub(crate) body_limit: usize,
    pub(crate) upload: Option<UploadForm>,
    /// Whether the core reads a tenant in the request itself; if not, the gate is told of it.
    pub(crate) declares_tenant: bool,
    pub(crate) is_stream: bool,
    /// How long a call may take.
    pub(crate) time: Duration,
    pub(crate) answer: Answer,
}

impl Target {
    /// Whether a path of names leads into what the body fills.
    pub(crate) fn is_filled_by_body(&self, names: &str) -> bool {
        let first = names.split('.').next().unwrap_or_default();
        match &self.body {
            BodyTarget::Nothing => false,
            BodyTarget::Message => true,
            BodyTarget::Field(field) => bind::field_named(&self.input, first).as_ref() == Some(field),
        }
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
            is_stream: method.descriptor.is_server_streaming(),
            time: method.time(limits.times),
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
