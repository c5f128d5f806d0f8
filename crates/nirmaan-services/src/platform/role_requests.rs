//! `RoleRequestService`.

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_api::platform::{
    GetRoleRequestRequest, RequestRoleRequest, RoleRequest, role_request_service_server::RoleRequestService,
};
use nirmaan_store::{
    Action, Changes, TenantDb, WriteDb,
    entity::user,
    query::{
        outbox::{self, NewMail},
        people, roles,
    },
};
use serde_json::json;
use tonic::{Request, Response, async_trait};

use super::{administrators, users};
use crate::{
    Deps,
    access::Caller,
    auth::mail_links::{Letter, mail},
    error::{Error, Result},
    wire::{Rpc, timestamp},
};

/// How long after a request the next one is sent.
const WAIT: TimeDelta = TimeDelta::days(1);
/// How many administrators are named and asked.
const MOST: u64 = 20;

/// What somebody does who has no role yet.
pub struct RoleRequests {
    deps: Deps,
}

impl RoleRequests {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn read(&self, caller: &Caller) -> Result<RoleRequest> {
        let db = self.deps.store.read(&caller.actor).await?;
        let user = db.get::<user::Entity, _>(caller.user_id()?).await?.ok_or(Error::NotFound("User"))?;
        self.present(&db, caller, user.role_requested_at).await
    }

    async fn request(&self, caller: &Caller) -> Result<RoleRequest> {
        if caller.has_rights() {
            return Err(Error::Precondition("You have a role already.".to_owned()));
        }
        let requested = self.deps.store.write(&caller.actor, |db| async move {
            // Held, so that two requests at once are one.
            let user = users::find_to_change(&db, caller.user_id()?).await?;
            let now = self.deps.store.clock().now();
            let requested_at = match next_request_at(user.role_requested_at, now) {
                Some(_) => user.role_requested_at,
                None => self.ask(&db, &user, now).await.map(Some)?,
            };
            self.present(&db, caller, requested_at).await
        });
        let request = requested.await?;
        self.deps.mailer.wake();
        Ok(request)
    }

    /// Asks all administrators, and says when.
    async fn ask(&self, db: &WriteDb, user: &user::Model, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
        let administrators = administrators::emails(db, MOST).await?;
        if administrators.is_empty() {
            let message = "Your organisation has no administrator whom you could ask. Please contact us.";
            return Err(Error::Precondition(message.to_owned()));
        }
        roles::note_request(db, user.id, Some(now)).await?;
        let mut changes = Changes::new();
        changes.insert("asked_for_role".to_owned(), json!({"from": null, "to": administrators.join(", ")}));
        db.event(Action::Update, ("user", user.id), changes).await?;
        if !self.deps.link_mailer.is_on() {
            return Ok(now);
        }
        let public_url = self.deps.link_mailer.public_url()?;
        let tenant_name = people::own_tenant(db).await?.map(|tenant| tenant.name).unwrap_or_default();
        for administrator in administrators {
            let mail = mail(&self.deps, &administrator, letter(user, &tenant_name, public_url));
            outbox::post(db, NewMail { reply_to_address: user.email.clone(), ..mail }).await?;
        }
        Ok(now)
    }

    async fn present(
        &self,
        db: &TenantDb,
        caller: &Caller,
        requested_at: Option<DateTime<Utc>>,
    ) -> Result<RoleRequest> {
        Ok(RoleRequest {
            administrators: administrators::emails(db, MOST).await?,
            requested_at: requested_at.map(timestamp),
            next_request_at: next_request_at(requested_at, self.deps.store.clock().now()).map(timestamp),
            by_mail: self.deps.link_mailer.is_on(),
            has_rights: caller.has_rights(),
        })
    }
}

/// From when somebody who last asked at a time can ask again; `None` when they can ask now. A time in the future, of a clock that
/// was wrong, doesn't count.
fn next_request_at(requested_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    requested_at.filter(|at| (*at..*at + WAIT).contains(&now)).map(|at| at + WAIT)
}

/// What administrators read.
fn letter(user: &user::Model, tenant_name: &str, public_url: &str) -> Letter {
    let email = &user.email;
    let who = match user.designation.as_str() {
        "" => email.clone(),
        designation => format!("{email} ({designation})"),
    };
    Letter {
        subject: format!("{email} asks for a role at Nirmaan"),
        body: format!(
            "{who} can sign in to {tenant_name} at Nirmaan, but has no role yet and can't see anything there.\n\n\
             Give them a role: {public_url}/admin/users/{id}/roles\n\n\
             If they shouldn't have an account, deactivate it: {public_url}/admin/users/{id}\n",
            id = user.id
        ),
    }
}

#[async_trait]
impl RoleRequestService for RoleRequests {
    async fn get_role_request(&self, request: Request<GetRoleRequestRequest>) -> Rpc<RoleRequest> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(self.read(&caller).await?))
    }

    async fn request_role(&self, request: Request<RequestRoleRequest>) -> Rpc<RoleRequest> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(self.request(&caller).await?))
    }
}
