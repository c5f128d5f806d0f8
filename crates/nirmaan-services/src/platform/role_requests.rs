//! `RoleRequestService`.

use std::slice;

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
/// How far the clocks of nodes may be apart.
const CLOCKS_APART: TimeDelta = TimeDelta::minutes(5);
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
        self.present(&db, user).await
    }

    async fn request(&self, caller: &Caller) -> Result<RoleRequest> {
        let requested = self.deps.store.write(&caller.actor, |db| async move {
            // Held, so that two requests at once are one, and nobody gives a role meanwhile.
            let mut user = users::find_to_change(&db, caller.user_id()?).await?;
            if !roles::with_rights(&*db, [user.id]).await?.is_empty() {
                return Err(Error::Precondition("You have a role already.".to_owned()));
            }
            let now = self.deps.store.clock().now();
            if next_request_at(user.role_requested_at, now).is_none() {
                self.ask(&db, &user, now).await?;
                user.role_requested_at = Some(now);
            }
            self.present(&db, user).await
        });
        let request = requested.await?;
        self.deps.mailer.wake();
        Ok(request)
    }

    /// Asks all administrators.
    async fn ask(&self, db: &WriteDb, user: &user::Model, now: DateTime<Utc>) -> Result<()> {
        let administrators = administrators::emails(db, MOST).await?;
        if administrators.is_empty() {
            let message = "Your organisation has no administrator whom you could ask. Please contact us.";
            return Err(Error::Precondition(message.to_owned()));
        }
        roles::note_request(db, user.id, now).await?;
        let mut changes = Changes::new();
        changes.insert("asked_for_role".to_owned(), json!({"from": null, "to": administrators.join(", ")}));
        db.event(Action::Update, ("user", user.id), changes).await?;
        if !self.deps.link_mailer.is_on() {
            return Ok(());
        }
        let public_url = self.deps.link_mailer.public_url()?;
        let tenant_name = people::own_tenant(db).await?.map(|tenant| tenant.name).unwrap_or_default();
        for administrator in administrators {
            let mail = mail(&self.deps, &administrator, letter(user, &tenant_name, public_url));
            outbox::post(db, NewMail { reply_to_address: user.email.clone(), ..mail }).await?;
        }
        Ok(())
    }

    async fn present(&self, db: &TenantDb, mut user: user::Model) -> Result<RoleRequest> {
        roles::forget_answered(db, slice::from_mut(&mut user)).await?;
        let requested_at = user.role_requested_at;
        Ok(RoleRequest {
            administrators: administrators::emails(db, MOST).await?,
            requested_at: requested_at.map(timestamp),
            next_request_at: next_request_at(requested_at, self.deps.store.clock().now()).map(timestamp),
            by_mail: self.deps.link_mailer.is_on(),
            has_rights: !roles::with_rights(db, [user.id]).await?.is_empty(),
        })
    }
}

/// From when somebody who last asked at a time can ask again; `None` when they can ask now. A time that is further ahead than clocks
/// of nodes are apart, of a clock that was wrong, doesn't count.
fn next_request_at(requested_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    requested_at.filter(|at| (*at - CLOCKS_APART..*at + WAIT).contains(&now)).map(|at| at + WAIT)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_wrong_keeps_nobody_from_asking() {
        let now = DateTime::UNIX_EPOCH;
        let next = |hours: i64, minutes: i64| {
            next_request_at(Some(now + TimeDelta::hours(hours) + TimeDelta::minutes(minutes)), now)
        };
        assert_eq!(next_request_at(None, now), None);
        assert_eq!(next(0, 0), Some(now + WAIT));
        assert_eq!(next(-23, -59), Some(now + TimeDelta::minutes(1)));
        assert_eq!(next(-24, 0), None);
        // Another node was a little ahead.
        assert_eq!(next(0, 4), Some(now + WAIT + TimeDelta::minutes(4)));
        assert_eq!(next(1, 0), None);
    }
}
