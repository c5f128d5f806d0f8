//! Who calls, and from where.

use std::{collections::HashMap, sync::Arc};

use http::{HeaderMap, HeaderValue};
use nirmaan_api::{access::Action, auth::Duty, errors::ErrorReason, request::Held};
use nirmaan_store::{
    Actor, IdempotencyKey, PlatformActor, Source,
    entity::document::EntityType,
    query::{documents::EntityGrant, roles::ModuleGrant},
};
use percent_encoding::percent_decode;
use prost::Message;
use uuid::Uuid;

use super::{DOCUMENT_MODULES, places::Turn};
use crate::error::{Error, Result};

/// The most characters of a reason.
const MOST_REASON: usize = 500;

/// What is known of a call before anybody is known: in the extensions of every request that passes the gate.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The wire it came over.
    pub source: Source,
    /// The id under which it stands in the logs.
    pub request_id: String,
    /// The client's address.
    pub address: String,
    /// What the client calls itself.
    pub user_agent: String,
}

/// Whoever is signed in: in the extensions of every request whose rule asks for it.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Whose rows, who, and from where.
    pub actor: Actor,
    /// The session the call belongs to.
    pub session_id: Uuid,
    /// The proof that the caller is of the platform tenant; `None` for everybody else.
    pub platform: Option<PlatformActor>,
    /// What the session must do before anything else.
    pub(super) owes: Vec<Duty>,
    /// Why they read what belongs to another organisation, if they say so; for users of the platform.
    pub(crate) reason: String,
    /// Whether the session has shown its user's second factor of late; always where they have none.
    pub(super) stepped_up: bool,
    /// The path of the RPC.
    pub(super) method: &'static str,
    /// What the client sent to be answered once for, however often it asks.
    pub(super) idempotency_key: Option<HeaderValue>,
    /// Leave to be worked on, beside other calls of the tenant.
    pub(super) turn: Turn,
    /// What is held until the answer was taken.
    pub(super) held: Held,
    pub(super) grants: Arc<HashMap<String, Rights>>,
}

/// What a caller's roles grant in one module.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rights {
    /// Create, view, edit, delete, report.
    pub(super) flags: [bool; 5],
    /// Whether the module is in use: if not, nothing may be done in it, but what is granted stays granted.
    pub(super) is_active: bool,
}

impl Caller {
    /// Takes a request that passed the gate apart: who calls, and what they ask.
    ///
    /// # Errors
    /// [`Error::Internal`] when the request never saw the gate.
    pub fn split<M>(request: tonic::Request<M>) -> Result<(Self, M)> {
        let (_, mut extensions, message) = request.into_parts();
        let caller = extensions.remove::<Self>();
        let caller = caller.ok_or_else(|| Error::Internal("a handler ran without a caller".to_owned()))?;
        Ok((caller, message))
    }

    /// Lets the next call of its tenant be worked on while this one waits for others.
    pub(crate) fn end_turn(&self) {
        self.turn.end();
    }

    /// The client's idempotency key, if it sent one, for what it asks: without what mustn't be kept of it, not even as a
    /// hash.
    ///
    /// # Errors
    /// [`Error::BadRequest`] when it is longer than 255 characters.
    pub fn idempotency_key<M: Message>(&self, asked: &M) -> Result<Option<IdempotencyKey>> {
        let Some(key) = &self.idempotency_key else { return Ok(None) };
        match key.to_str() {
            Ok(key) if (1..=255).contains(&key.len()) => {
                Ok(Some(IdempotencyKey::new(key.to_owned(), self.method, &asked.encode_to_vec())))
            }
            _ => {
                let message = "Idempotency-Key must have 1 to 255 printable characters.".to_owned();
                Err(Error::BadRequest(ErrorReason::InvalidFields, message))
            }
        }
    }

    /// Asks for a right beyond the one that the RPC declares.
    ///
    /// # Errors
    /// [`Error::Denied`] when no role of the caller grants it.
    pub fn require(&self, module: &str, action: Action) -> Result<()> {
        if self.may(module, action) { Ok(()) } else { Err(denied(module, action)) }
    }

    /// Asks for a right that only users of the platform can have.
    ///
    /// # Errors
    /// [`Error::Denied`] when the caller isn't one, or no role of theirs grants it.
    pub fn require_on_platform(&self, module: &str, action: Action) -> Result<()> {
        self.require(module, action)?;
        if self.platform.is_some() { Ok(()) } else { Err(denied(module, action)) }
    }

    /// Asks whoever has a second factor to have shown it of late.
    ///
    /// # Errors
    /// [`Error::Denied`] when they haven't.
    pub fn require_step_up(&self) -> Result<()> {
        if self.stepped_up {
            return Ok(());
        }
        let message = "Show your second factor once more: enter the six digits that your authenticator app shows, or a \
                       recovery code. A program sends it to POST /api/auth/step-up."
            .to_owned();
        Err(Error::Denied { reason: ErrorReason::StepUpRequired, message, facts: HashMap::new() })
    }

    /// The right to do something with the documents of records of one type.
    ///
    /// # Errors
    /// [`Error::Denied`] when no role of the caller grants it.
    pub fn entity(&self, entity_type: EntityType, action: Action) -> Result<EntityGrant> {
        let governed = DOCUMENT_MODULES.iter().find(|(governed, _)| *governed == entity_type);
        let module = governed.map_or("", |(_, module)| *module);
        self.require(module, action)?;
        Ok(EntityGrant::of(entity_type))
    }

    /// The rights to do something with documents that the caller's roles grant.
    pub fn entities(&self, action: Action) -> Vec<EntityGrant> {
        let granted = DOCUMENT_MODULES.iter().filter(|(_, module)| self.may(module, action));
        granted.map(|(entity_type, _)| EntityGrant::of(*entity_type)).collect()
    }

    /// Whether the caller has every right that is granted here: nobody gives what they don't have.
    pub fn covers<'a>(&self, grants: impl IntoIterator<Item = &'a ModuleGrant>) -> bool {
        grants.into_iter().all(|grant| {
            let own = self.flags(&grant.module_name);
            grant.flags().into_iter().zip(own).all(|(wanted, own)| own || !wanted)
        })
    }

    /// What the caller's roles grant in a module, in use or not: create, view, edit, delete, report.
    pub fn flags(&self, module: &str) -> [bool; 5] {
        self.rights(module).flags
    }

    fn rights(&self, module: &str) -> Rights {
        self.grants.get(&module.to_lowercase()).copied().unwrap_or_default()
    }

    /// The path of the RPC.
    pub(crate) fn method(&self) -> &'static str {
        self.method
    }

    /// The caller's own id.
    ///
    /// # Errors
    /// [`Error::Internal`] when the system itself calls, which it never does.
    pub fn user_id(&self) -> Result<Uuid> {
        self.actor.user_id.ok_or_else(|| Error::Internal("a caller without an id".to_owned()))
    }

    /// The caller as one of the platform, who alone crosses tenants.
    ///
    /// # Errors
    /// [`Error::Denied`] when they are of another tenant.
    pub fn of_platform(&self) -> Result<&PlatformActor> {
        self.platform.as_ref().ok_or_else(another_organisations)
    }

    /// The caller at work in a tenant, which may be another one for users of the platform alone.
    ///
    /// # Errors
    /// [`Error::Denied`] when it is another's and the caller isn't of the platform.
    pub fn actor_in(&self, tenant_id: Uuid) -> Result<Actor> {
        if tenant_id == self.actor.tenant_id {
            return Ok(self.actor.clone());
        }
        Ok(self.of_platform()?.within(tenant_id))
    }

    /// The tenant that a request names; `None` where it names none.
    ///
    /// # Errors
    /// [`Error::Denied`] when it is another's and the caller isn't of the platform, whether or not it exists.
    pub fn tenant_named(&self, id: &str) -> Result<Option<Uuid>> {
        let named = Uuid::parse_str(id).ok();
        if id.is_empty() {
            Ok(None)
        } else if self.platform.is_some() || named == Some(self.actor.tenant_id) {
            // To the platform what can't be an id is nobody's.
            Ok(Some(named.unwrap_or_default()))
        } else {
            Err(another_organisations())
        }
    }

    /// Asks that the tenant that a request names, if it names one, is the caller's own.
    ///
    /// # Errors
    /// [`Error::Denied`] when it is another's, whoever calls and whether or not it exists.
    pub fn require_own_tenant(&self, id: &str) -> Result<()> {
        if id.is_empty() || Uuid::parse_str(id) == Ok(self.actor.tenant_id) {
            return Ok(());
        }
        Err(another_organisations())
    }

    /// Whether a role of the caller grants an action on a module that is in use.
    pub fn may(&self, module: &str, action: Action) -> bool {
        let Some(flag) = flag(action) else { return false };
        let rights = self.rights(module);
        rights.is_active && rights.flags.get(flag).copied().unwrap_or(false)
    }
}

impl Origin {
    /// Where a request came from.
    ///
    /// # Errors
    /// [`Error::Internal`] when the request never saw the gate.
    pub fn of<T>(request: &tonic::Request<T>) -> Result<Self> {
        request
            .extensions()
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Error::Internal("a handler ran without an origin".to_owned()))
    }

    pub(super) fn read(headers: &HeaderMap) -> Self {
        let text = |name: &str, max: usize| -> String {
            let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
            value.chars().take(max).collect()
        };
        let source = match text("x-nirmaan-source", 8).as_str() {
            "json" => Source::Json,
            "web" => Source::Web,
            _ => Source::Grpc,
        };
        Self {
            source,
            request_id: text("x-request-id", 64),
            address: text("x-forwarded-for", 64),
            user_agent: text("user-agent", 255),
        }
    }
}

/// Why a user of the platform reads what belongs to another organisation: percent-encoded, since headers have no other
/// letters than English ones. What can't be read so, and what isn't a line, is no reason.
pub(super) fn reason(headers: &HeaderMap) -> String {
    let sent = headers.get("x-nirmaan-reason").map(HeaderValue::as_bytes).unwrap_or_default();
    let text = percent_decode(sent).decode_utf8().unwrap_or_default();
    let is_line = !text.chars().any(char::is_control);
    let first: String = text.trim().chars().take(MOST_REASON).filter(|_| is_line).collect();
    nirmaan_text::normalize(&first)
}

fn flag(action: Action) -> Option<usize> {
    match action {
        Action::Unspecified => None,
        Action::Create => Some(0),
        Action::View => Some(1),
        Action::Edit => Some(2),
        Action::Delete => Some(3),
        Action::Report => Some(4),
    }
}

pub(super) fn denied(module: &str, action: Action) -> Error {
    let action = action.as_str_name().trim_start_matches("ACTION_").to_lowercase();
    let facts =
        HashMap::from([("module".to_owned(), module.to_owned()), ("action".to_owned(), action.clone())]);
    let message =
        format!("You need the right to {action} in {module}. Please ask your administrator for it.");
    Error::Denied { reason: ErrorReason::NotGranted, message, facts }
}

/// What belongs to another tenant, or to none.
pub(super) fn another_organisations() -> Error {
    let message = "This belongs to another organisation.".to_owned();
    Error::Denied { reason: ErrorReason::NotGranted, message, facts: HashMap::new() }
}
