//! The gate: who may call what. The only place that decides it, for every wire.

mod caller;
mod calls;
mod judged;
mod places;

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Instant,
};

use futures_util::future::BoxFuture;
use http::{Extensions, HeaderMap, Request, Response};
use nirmaan_api::{
    access::{Action, rule::Kind},
    errors::ErrorReason,
    method::{self, Method},
    request::{Held, NamedTenant},
};
use nirmaan_store::{
    Actor,
    entity::{document::EntityType, tenant},
    query::permissions::SessionGrant,
};
use tonic::{Status, body::Body, codegen::StdError};
use tower::{Layer, Service};
use tracing::Instrument;
use uuid::Uuid;

use self::{caller::Rights, places::Turn};
pub use self::{
    caller::{Caller, Origin},
    calls::Calls,
    places::{LargeRead, Places},
};
use crate::{
    Deps,
    auth::{duties, step_up, tokens::Claims},
    error::{Error, Result},
    garbled::in_our_words,
};

/// Set by the edge on an upload that it can't read: whoever may not call shall not see why.
const UNBOUND: &str = "x-nirmaan-unbound";
/// The modules that govern documents, by what these belong to: a grant by entity is first asked on any of them.
const DOCUMENT_MODULES: [(EntityType, &str); 7] = [
    (EntityType::Contract, "Contracts"),
    (EntityType::Project, "Projects"),
    (EntityType::Task, "Project Tasks"),
    (EntityType::Vehicle, "Vehicles"),
    (EntityType::VehicleInsurance, "Vehicle Insurance"),
    (EntityType::Payment, "Payments"),
    (EntityType::Deposit, "Contracts"),
];

/// Puts the [`Gate`] in front of services.
#[derive(Clone)]
pub struct GateLayer {
    deps: Deps,
}

impl GateLayer {
    /// A gate that looks callers up in the store.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }
}

impl<S> Layer<S> for GateLayer {
    type Service = Gate<S>;
    fn layer(&self, inner: S) -> Gate<S> {
        Gate { deps: self.deps.clone(), inner }
    }
}

/// Lets a call through to its service, or answers in its place.
#[derive(Clone)]
pub struct Gate<S> {
    deps: Deps,
    inner: S,
}

impl<S, B, R> Service<Request<B>> for Gate<S>
where
    S: Service<Request<Body>, Response = Response<R>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: http_body::Body<Data = bytes::Bytes, Error: Into<StdError>> + Send + 'static,
    R: http_body::Body<Data = bytes::Bytes, Error: Into<StdError>> + Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, std::result::Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<std::result::Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        // The service that was polled ready answers; its clone waits for the next call.
        let next = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, next);
        let deps = self.deps.clone();
        let request_id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok());
        // Whatever is logged on the way carries the id that the client was told.
        let span = tracing::info_span!("call", request_id = request_id.unwrap_or_default());
        let calls = deps.calls.clone();
        let method = method::find(request.uri().path());
        let call = async move {
            match admit(&deps, method, request.headers(), request.extensions()).await {
                Ok(admitted) => {
                    let mut request = judged::request(request, admitted.caller.as_ref());
                    request.extensions_mut().insert(admitted.origin);
                    let turn = admitted.caller.as_ref().map(|caller| caller.turn.clone());
                    if let Some(caller) = admitted.caller {
                        request.extensions_mut().insert(caller);
                    }
                    let Ok(response) = inner.call(request).await;
                    if let Some(turn) = turn {
                        turn.end();
                    }
                    in_our_words(response.map(Body::new))
                }
                Err(status) => status.into_http(),
            }
        };
        Box::pin(async move { Ok(calls.run(method, call.instrument(span)).await) })
    }
}

struct Admitted {
    origin: Origin,
    caller: Option<Caller>,
}

async fn admit(
    deps: &Deps,
    method: Option<&'static Method>,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> std::result::Result<Admitted, Status> {
    let method = method.ok_or_else(|| Status::unimplemented("There is no such call."))?;
    let origin = Origin::read(headers);
    let held = extensions.get::<Held>().cloned().unwrap_or_default();
    let caller = match &method.rule {
        // Deny by default: a call that doesn't say who may make it is for nobody.
        None => return Err(Status::permission_denied("Nobody may make this call.")),
        Some(Kind::Public(_)) => {
            held.hold(deps.places.strangers_seat(&origin.address)?);
            None
        }
        Some(rule) => {
            let claims = claims(deps, headers)?;
            let seat = deps.places.seat(claims.tenant_id, claims.user_id)?;
            // Uploads take as long as their client's line; they have places of their own.
            let is_upload = method.descriptor.is_client_streaming();
            let turn = if is_upload { Turn::default() } else { seat.turn().await? };
            held.hold(seat);
            let caller =
                Caller { turn, held, ..authenticate(deps, claims, &method.path, &origin, headers).await? };
            authorise(&caller, rule)?;
            if method.step_up {
                caller.require_step_up()?;
            }
            let named = extensions.get::<NamedTenant>().and_then(NamedTenant::told);
            judged::same_tenant(named, caller.actor.tenant_id)?;
            Some(caller)
        }
    };
    if headers.contains_key(UNBOUND) {
        return Err(Status::invalid_argument("The request can't be read."));
    }
    Ok(Admitted { origin, caller })
}

/// Whether a request that is no call comes from a user of the platform who may do something there.
pub async fn may_on_platform(deps: &Deps, headers: &HeaderMap, module: &str, action: Action) -> bool {
    let Ok(claims) = claims(deps, headers) else { return false };
    let caller = authenticate(deps, claims, "", &Origin::read(headers), headers).await;
    caller.is_ok_and(|caller| caller.owes.is_empty() && caller.require_on_platform(module, action).is_ok())
}

fn signed_out() -> Error {
    Error::Unauthenticated(ErrorReason::SignedOut, "Please sign in.".to_owned())
}

/// What the caller's token says, which counts as one of its tenant's calls.
fn claims(deps: &Deps, headers: &HeaderMap) -> Result<Claims> {
    let token = headers
        .get(http::header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .ok_or_else(signed_out)?;
    let claims = deps.tokens.verify(token, deps.store.clock().now()).ok_or_else(signed_out)?;
    // Before the database is asked, so that a tenant that floods costs the others nothing.
    deps.rate_limit.take(claims.tenant_id)?;
    Ok(claims)
}

/// Who calls, by their session, its user, tenant and grants as they are now: a revocation counts on the next call.
async fn authenticate(
    deps: &Deps,
    claims: Claims,
    method: &'static str,
    origin: &Origin,
    headers: &HeaderMap,
) -> Result<Caller> {
    let now = deps.store.clock().now();
    let rows = deps.store.session(claims.tenant_id, claims.session_id).await?;
    let session = rows.first().ok_or_else(signed_out)?;
    let alive = session.ended_at.is_none()
        && session.expires_at > now
        && session.is_active
        && session.user_deleted_at.is_none()
        && session.tenant_status == tenant::Status::Active
        && session.user_id == claims.user_id;
    if !alive {
        return Err(signed_out());
    }
    let actor = Actor {
        tenant_id: claims.tenant_id,
        user_id: Some(session.user_id),
        source: origin.source,
        request_id: origin.request_id.clone(),
        address: origin.address.clone(),
    };
    Ok(Caller {
        platform: session.platform_actor(&actor),
        actor,
        session_id: claims.session_id,
        owes: duties::owed(session, deps.require_second_factor),
        reason: caller::reason(headers),
        stepped_up: step_up::is_fresh(session, now),
        method,
        idempotency_key: headers.get("idempotency-key").cloned(),
        turn: Turn::default(),
        held: Held::default(),
        grants: Arc::new(rows.iter().filter_map(rights).collect()),
    })
}

fn rights(row: &SessionGrant) -> Option<(String, Rights)> {
    let on = |flag: Option<i32>| flag == Some(1);
    let flags = [row.can_create, row.can_view, row.can_edit, row.can_delete, row.can_report].map(on);
    Some((row.module_name.as_ref()?.to_lowercase(), Rights { flags, is_active: on(row.module_is_active) }))
}

fn authorise(caller: &Caller, rule: &Kind) -> Result<()> {
    let before_duties = matches!(rule, Kind::SignedIn(signed_in) if signed_in.before_duties);
    if !before_duties && let Some(refusal) = duties::refusal(&caller.owes) {
        return Err(refusal);
    }
    match rule {
        Kind::Public(_) | Kind::SignedIn(_) => Ok(()),
        Kind::Grant(grant) => {
            if grant.platform {
                caller.require_on_platform(&grant.module, grant.action())
            } else {
                caller.require(&grant.module, grant.action())
            }
        }
        Kind::GrantByEntity(grant) => {
            let any = DOCUMENT_MODULES.iter().any(|(_, module)| caller.may(module, grant.action()));
            if any { Ok(()) } else { Err(caller::denied("Contracts", grant.action())) }
        }
    }
}

/// How often each tenant may call on this node: a bucket of calls that refills by the second.
#[derive(Clone)]
pub struct RateLimit {
    per_second: f64,
    burst: f64,
    buckets: Arc<Mutex<HashMap<Uuid, (f64, Instant)>>>,
}

impl RateLimit {
    /// So many calls a second, and so many at once.
    pub fn new(per_second: u32, burst: u32) -> Self {
        Self { per_second: per_second.into(), burst: burst.into(), buckets: Arc::default() }
    }

    fn take(&self, tenant: Uuid) -> Result<()> {
        let now = Instant::now();
        // A poisoned lock only means that a count may be off by one.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, at) = buckets.entry(tenant).or_insert((self.burst, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * self.per_second).min(self.burst);
        *at = now;
        if *left < 1.0 {
            let message = "Your organisation makes too many calls. Please wait a moment.".to_owned();
            return Err(Error::TooMany { message, retry_after_seconds: 1 });
        }
        *left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_that_floods_waits_and_others_do_not() {
        let limit = RateLimit::new(1, 3);
        let (flood, calm) = (Uuid::from_u128(1), Uuid::from_u128(2));
        for _ in 0..3 {
            limit.take(flood).unwrap();
        }
        assert!(matches!(limit.take(flood), Err(Error::TooMany { .. })));
        assert!(limit.take(calm).is_ok());
    }
}
