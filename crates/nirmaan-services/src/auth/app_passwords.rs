//! `AppPasswordService`: what programs sign in with as somebody who has a second factor.

use nirmaan_api::auth::{
    AppPassword, CreateAppPasswordRequest, CreateAppPasswordResponse, DeleteAppPasswordRequest,
    DeleteAppPasswordResponse, ListAppPasswordsRequest, ListAppPasswordsResponse,
    app_password_service_server::AppPasswordService,
};
use nirmaan_store::{
    Action, Changes, WriteDb, entity::app_password, new_id, query::app_passwords, query::sessions,
};
use rand::RngCore;
use serde_json::json;
use tonic::{Request, Response, async_trait};
use totp_rs::Secret;

use super::{second_factor::some, sessions::digest};
use crate::{
    Deps,
    access::Caller,
    check::Check,
    error::{Error, Result},
    platform::users,
    wire::{self, Rpc, timestamp},
};

/// How many somebody has at a time.
const MOST: usize = 20;
/// How one begins, by which people and scanners for secrets know it.
const PREFIX: &str = "nirmaan-";
/// The characters of its random part: 160 bits in Base32.
const CHARACTERS: usize = 32;

/// One's own app passwords.
pub struct AppPasswords {
    deps: Deps,
}

/// A new one, in the clear for the only time.
fn generate() -> String {
    let mut bytes = [0; 20];
    rand::rng().fill_bytes(&mut bytes);
    format!("{PREFIX}{}", Secret::from(bytes.as_slice()).to_base32().to_lowercase())
}

/// The hash of what may be an app password; `None` for whatever looks different.
pub(super) fn hash(password: &str) -> Option<Vec<u8>> {
    let random = password.strip_prefix(PREFIX)?;
    let is_one = random.len() == CHARACTERS && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_one.then(|| digest(password))
}

/// Takes all app passwords of a user away, who must be locked, and ends the sessions that these began; what the trail says
/// of it.
pub(crate) async fn end_of_user(db: &WriteDb, user_id: uuid::Uuid) -> Result<Changes> {
    let gone = app_passwords::delete(db, user_id, None).await?;
    let ended = sessions::end_of_app_passwords(db, user_id, None, "app_password").await?;
    let mut changes = Changes::new();
    for (field, before) in [("app_passwords", gone), ("sessions", ended)] {
        if before > 0 {
            changes.insert(field.to_owned(), json!({"from": before, "to": 0}));
        }
    }
    Ok(changes)
}

impl AppPasswords {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn create(&self, caller: &Caller, name: &str) -> Result<CreateAppPasswordResponse> {
        let mut check = Check::default();
        let name = &check.required("name", "Name", name, 100);
        check.done()?;
        let password = generate();
        let user_id = caller.user_id()?;
        let row = &app_password::Model {
            tenant_id: caller.actor.tenant_id,
            id: new_id(),
            user_id,
            name: name.clone(),
            secret_hash: digest(&password),
            created_at: self.deps.store.clock().now(),
            last_used_at: None,
        };
        let created = self.deps.store.write(&caller.actor, |db| async move {
            some(&users::find_to_change(&db, user_id).await?)?;
            let own = app_passwords::of_user(&db, user_id).await?;
            if own.iter().any(|other| other.name == *name) {
                let message = "You have an app password of this name. Choose another name.".to_owned();
                return Err(Error::AlreadyExists { field: "name".to_owned(), message });
            }
            if own.len() >= MOST {
                let message = format!("You have {MOST} app passwords. Delete one that isn't used any more.");
                return Err(Error::Precondition(message));
            }
            app_passwords::create(&db, row.clone()).await?;
            let mut changes = Changes::new();
            changes.insert("app_password".to_owned(), json!({"from": null, "to": name}));
            Ok::<_, Error>(db.event(Action::Update, ("user", user_id), changes).await?)
        });
        created.await?;
        Ok(CreateAppPasswordResponse { app_password: Some(present(row.clone())), password })
    }

    async fn delete(&self, caller: &Caller, id: &str) -> Result<()> {
        let (user_id, id) = (caller.user_id()?, wire::id(id, "App password")?);
        let deleted = self.deps.store.write(&caller.actor, |db| async move {
            users::find_to_change(&db, user_id).await?;
            let own = app_passwords::of_user(&db, user_id).await?;
            let found = own.into_iter().find(|own| own.id == id).ok_or(Error::NotFound("App password"))?;
            app_passwords::delete(&db, user_id, Some(id)).await?;
            let ended = sessions::end_of_app_passwords(&db, user_id, Some(id), "app_password").await?;
            let mut changes = Changes::new();
            changes.insert("app_password".to_owned(), json!({"from": found.name, "to": null}));
            if ended > 0 {
                changes.insert("sessions".to_owned(), json!({"from": ended, "to": 0}));
            }
            Ok::<_, Error>(db.event(Action::Update, ("user", user_id), changes).await?)
        });
        deleted.await
    }
}

fn present(row: app_password::Model) -> AppPassword {
    AppPassword {
        id: row.id.to_string(),
        name: row.name,
        created_at: Some(timestamp(row.created_at)),
        last_used_at: row.last_used_at.map(timestamp),
    }
}

#[async_trait]
impl AppPasswordService for AppPasswords {
    async fn list_app_passwords(
        &self,
        request: Request<ListAppPasswordsRequest>,
    ) -> Rpc<ListAppPasswordsResponse> {
        let (caller, _) = Caller::split(request)?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let own = app_passwords::of_user(&db, caller.user_id()?).await.map_err(Error::from)?;
        Ok(Response::new(ListAppPasswordsResponse { app_passwords: own.into_iter().map(present).collect() }))
    }

    async fn create_app_password(
        &self,
        request: Request<CreateAppPasswordRequest>,
    ) -> Rpc<CreateAppPasswordResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.create(&caller, &request.name).await?))
    }

    async fn delete_app_password(
        &self,
        request: Request<DeleteAppPasswordRequest>,
    ) -> Rpc<DeleteAppPasswordResponse> {
        let (caller, request) = Caller::split(request)?;
        self.delete(&caller, &request.id).await?;
        Ok(Response::new(DeleteAppPasswordResponse {}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_generated_is_told_from_what_people_choose() {
        let (one, other) = (generate(), generate());
        assert_ne!(one, other);
        assert!(hash(&one).is_some(), "{one}");
        assert_ne!(hash(&one), hash(&other));
        for password in ["granite pulley 26", "nirmaan-", "nirmaan-granite pulley twenty-six mmm", &one[1..]]
        {
            assert_eq!(hash(password), None, "{password}");
        }
    }
}
