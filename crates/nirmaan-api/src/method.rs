//! What each RPC declares about itself.

use std::{collections::HashMap, sync::LazyLock, time::Duration};

use prost::Message;
use prost_reflect::{
    DynamicMessage, MethodDescriptor, ReflectMessage, prost_types::method_options::IdempotencyLevel,
};

use crate::{
    access::{File, Limits, Rule, rule::Kind},
    descriptors,
    pb::google::api::{HttpRule, http_rule::Pattern},
};

/// One RPC and its declarations.
#[derive(Debug, Clone)]
pub struct Method {
    /// The gRPC path, `/package.Service/Method`.
    pub path: String,
    /// The descriptor, for messages and streaming.
    pub descriptor: MethodDescriptor,
    /// Who may call; `None` means nobody.
    pub rule: Option<Kind>,
    /// Whether whoever has a second factor must have shown it of late.
    pub step_up: bool,
    /// Limits where the defaults don't fit; zeros elsewhere.
    pub limits: Limits,
    /// It changes nothing, however often it is called: the standard option `idempotency_level` says so.
    pub reads: bool,
    /// The media types of a file that it answers, without parameters; empty where it answers none.
    pub media_types: Vec<String>,
    /// Where it is reached over HTTP.
    pub bindings: Vec<Binding>,
}

/// How long calls may take that don't declare it themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// Most calls.
    pub call: Duration,
    /// Uploads, whatever they declare: it is the client's line that takes the time, and the operator who knows it.
    pub upload: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self { call: Duration::from_secs(30), upload: Duration::from_secs(120) }
    }
}

impl Method {
    /// How long a call may take until its answer begins, on every wire.
    pub fn time(&self, times: Times) -> Duration {
        match self.limits.seconds {
            _ if self.descriptor.is_client_streaming() => times.upload,
            0 => times.call,
            seconds => Duration::from_secs(seconds.into()),
        }
    }

    /// How long a call may take until its answer ends, on every wire.
    pub fn time_in_all(&self, times: Times) -> Duration {
        self.time(times) + Duration::from_secs(self.limits.answer_seconds.into())
    }
}

/// One verb and path of an RPC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The HTTP verb in capitals.
    pub verb: &'static str,
    /// The path template, for example `/contracts/{id}`.
    pub path: String,
    /// The request field that the body fills, `*` for the request itself, empty for none.
    pub body: String,
    /// The response field that is answered, empty for the response itself.
    pub response_body: String,
}

static METHODS: LazyLock<Vec<Method>> = LazyLock::new(|| {
    descriptors::pool()
        .services()
        .flat_map(|service| service.methods().collect::<Vec<_>>())
        .map(read)
        .collect()
});

static BY_PATH: LazyLock<HashMap<&'static str, &'static Method>> =
    LazyLock::new(|| all().iter().map(|method| (method.path.as_str(), method)).collect());

/// Every RPC of every service.
pub fn all() -> &'static [Method] {
    &METHODS
}

/// The RPC of a gRPC path.
pub fn find(path: &str) -> Option<&'static Method> {
    BY_PATH.get(path).copied()
}

fn read(descriptor: MethodDescriptor) -> Method {
    let options = descriptor.options();
    let http = option::<HttpRule>(&options, "google.api.http").unwrap_or_default();
    let rule = option::<Rule>(&options, "nirmaan.access.v1.rule").unwrap_or_default();
    Method {
        path: format!("/{}/{}", descriptor.parent_service().full_name(), descriptor.name()),
        rule: rule.kind,
        step_up: rule.step_up,
        reads: idempotency(&options) == Some(IdempotencyLevel::NoSideEffects),
        media_types: option::<File>(&options, "nirmaan.access.v1.file").unwrap_or_default().media_types,
        limits: option::<Limits>(&options, "nirmaan.access.v1.limits").unwrap_or_default(),
        bindings: std::iter::once(&http).chain(&http.additional_bindings).filter_map(binding).collect(),
        descriptor,
    }
}

fn binding(rule: &HttpRule) -> Option<Binding> {
    let (verb, path) = match rule.pattern.clone()? {
        Pattern::Get(path) => ("GET", path),
        Pattern::Put(path) => ("PUT", path),
        Pattern::Post(path) => ("POST", path),
        Pattern::Delete(path) => ("DELETE", path),
        Pattern::Patch(path) => ("PATCH", path),
    };
    Some(Binding { verb, path, body: rule.body.clone(), response_body: rule.response_body.clone() })
}

/// The standard option; `None` when it isn't set.
fn idempotency(options: &DynamicMessage) -> Option<IdempotencyLevel> {
    let level = options.get_field_by_name("idempotency_level")?;
    IdempotencyLevel::try_from(level.as_enum_number()?).ok()
}

/// Reads a method option as its generated type; `None` when it isn't set.
fn option<M: Message + Default>(options: &DynamicMessage, name: &str) -> Option<M> {
    let extension = options.descriptor().parent_pool().get_extension_by_name(name)?;
    if !options.has_extension(&extension) {
        return None;
    }
    let value = options.get_extension(&extension);
    M::decode(value.as_message()?.encode_to_vec().as_slice()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_says_who_may_call_it_and_where() {
        assert!(!all().is_empty());
        for method in all() {
            assert!(method.rule.is_some(), "{} declares no rule", method.path);
            assert!(!method.bindings.is_empty(), "{} has no path", method.path);
        }
    }

    #[test]
    fn whatever_is_got_is_only_read() {
        for method in all() {
            let got = method.bindings.iter().any(|binding| binding.verb == "GET");
            assert!(method.reads || !got, "{} is got, and may change something", method.path);
        }
    }

    #[test]
    fn every_grant_names_a_module_of_the_list() {
        let modules: Vec<_> = descriptors::modules().collect();
        assert_eq!(modules.len(), 22);
        for method in all() {
            if let Some(Kind::Grant(grant)) = &method.rule {
                assert!(modules.contains(&grant.module), "{} is no module: {}", grant.module, method.path);
            }
        }
    }

    #[test]
    fn a_call_has_the_time_that_it_declares_and_an_upload_what_the_operator_gives_it() {
        let times = Times { call: Duration::from_secs(7), upload: Duration::from_secs(600) };
        for (path, seconds) in [
            ("/nirmaan.contracts.v1.ContractService/GetContract", 7),
            ("/nirmaan.contracts.v1.ContractImportService/UndoContractImport", 120),
            ("/nirmaan.contracts.v1.ContractService/BulkUploadContracts", 600),
        ] {
            assert_eq!(find(path).unwrap().time(times), Duration::from_secs(seconds), "{path}");
        }
    }

    #[test]
    fn options_are_read_with_their_values() {
        let upload = find("/nirmaan.contracts.v1.ContractService/BulkUploadContracts").unwrap();
        assert_eq!(upload.limits.seconds, 120);
        assert_eq!(upload.bindings[0].response_body, "result");
        let Some(Kind::Grant(grant)) = &upload.rule else { panic!("a grant") };
        assert_eq!((grant.module.as_str(), grant.action()), ("Contracts", crate::access::Action::Create));
    }
}
