//! `ProfileService`.

use nirmaan_api::auth::{
    ChangePasswordRequest, ChangePasswordResponse, EndOtherSessionsRequest, EndOtherSessionsResponse,
    EndSessionRequest, EndSessionResponse, GetProfileRequest, ListSessionsRequest, ListSessionsResponse,
    Profile, Session, UpdateProfileRequest, profile_service_server::ProfileService,
};
use nirmaan_store::{
    Action, Changes, ColumnTrait, QueryFilter, QueryOrder, Set, TenantDb,
    entity::{session, tenant, user},
    query::{mail_links, people, sessions as living},
};
use serde_json::json;
use tonic::{Request, Response, async_trait};

use super::{app_passwords, password, prove, sessions, tokens::Claims};
use crate::{
    Deps,
    access::{Caller, Origin},
    check::Check,
    error::{Error, Result, Violation},
    platform::users::{
        self,
        image::{self, ImageChange},
    },
    wire::{self, Rpc, timestamp},
};

/// One's own account.
pub struct Profiles {
    deps: Deps,
}

impl Profiles {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn get(&self, caller: &Caller) -> Result<Profile> {
        let db = self.deps.store.read(&caller.actor).await?;
        let (row, tenant) = own(&db, caller).await?;
        Ok(self.present(row, tenant.name))
    }

    async fn update(&self, caller: &Caller, profile: Profile) -> Result<Profile> {
        caller.require_own_tenant(&profile.tenant_id)?;
        let mut check = Check::under("profile.");
        let mobile_no = check.mobile("mobile_no", "Mobile", &profile.mobile_no);
        check.done()?;
        let version = (profile.version != 0).then_some(profile.version);
        let user_id = caller.user_id()?;
        let wanted = ImageChange::read(profile.profile_image);
        let tenant_id = caller.actor.tenant_id;
        let image = image::store(&self.deps, "profile.profile_image", wanted, tenant_id, user_id).await?;
        let (mobile_no, new_image) = (&mobile_no, &image);
        let updated = self.deps.store.write(&caller.actor, |db| async move {
            let old = users::find_to_change(&db, user_id).await?;
            let before = old.profile_image.clone();
            let change = |row: &mut user::ActiveModel| {
                row.mobile_no = Set(mobile_no.clone());
                if let Some(image) = new_image {
                    row.profile_image = Set(image.clone());
                }
            };
            let saved = db.update(old, version, change).await;
            let row = saved.map_err(|error| users::explain("profile", error))?;
            let tenant = people::own_tenant(&db).await?.ok_or(Error::NotFound("User"))?;
            Ok::<_, Error>((before, row, tenant.name))
        });
        match updated.await {
            Ok((before, row, tenant_name)) => {
                if before != row.profile_image {
                    image::forget(&self.deps, &before).await;
                }
                Ok(self.present(row, tenant_name))
            }
            Err(error) => {
                image::take_back(&self.deps, image, &error).await;
                Err(error.naming_the_other(&self.deps.store, &caller.actor).await)
            }
        }
    }

    async fn change_password(
        &self,
        caller: &Caller,
        origin: &Origin,
        request: ChangePasswordRequest,
    ) -> Result<ChangePasswordResponse> {
        let ChangePasswordRequest { current_password, new_password } = request;
        let mut check = Check::default();
        for (field, label, password) in [
            ("current_password", "Current password", &current_password),
            ("new_password", "New password", &new_password),
        ] {
            password::check_sent(&mut check, field, label, password);
        }
        check.done()?;
        let is_new = nirmaan_text::password(&new_password) != nirmaan_text::password(&current_password);
        // Let go of before hashing, which takes longer than a connection is spared.
        let (row, tenant) = own(&self.deps.store.read(&caller.actor).await?, caller).await?;
        if !prove::password(&self.deps, &row, &tenant.name, origin, current_password).await? {
            return Err(wrong_password("current_password"));
        }
        // Both are known by now to be what is stored, which therefore needn't be hashed for once more.
        if !is_new {
            return Err(same_password());
        }
        let known = [row.email.as_str(), &row.mobile_no, &tenant.name, &tenant.subdomain];
        password::check(&self.deps.hasher, "new_password", &new_password, &known).await?;
        let hash = &self.deps.hasher.hash(new_password).await?;
        let proved = &row.password_hash;
        let now = self.deps.store.clock().now();
        let changed = self.deps.store.write(&caller.actor, |db| async move {
            let old = users::find_to_change(&db, row.id).await?;
            // Of two changes at once, the second has proved a password that is none any more.
            if old.password_hash != *proved || !living::lives(&db, caller.session_id).await? {
                return Err(wrong_password("current_password"));
            }
            let ended = living::end_of_user(&db, old.id, None, "password").await?;
            mail_links::end_of_user(&db, old.id).await?;
            let mut along = app_passwords::end_of_user(&db, old.id).await?;
            along.insert("sessions".to_owned(), json!({"from": ended, "to": 1}));
            let version = Some(old.version);
            let change = |row: &mut user::ActiveModel| {
                row.password_hash = Set(hash.clone());
                row.must_change_password = Set(false);
            };
            let row = db.change_as(Action::Update, old, version, change, along).await?;
            Ok::<_, Error>(sessions::open(&db, &row, origin, now).await?)
        });
        let session = changed.await?;
        let claims =
            Claims { user_id: session.user_id, tenant_id: session.tenant_id, session_id: session.session_id };
        let access_token = self.deps.tokens.issue(claims, now)?;
        Ok(ChangePasswordResponse { access_token, refresh_token: session.refresh_token })
    }

    async fn sessions(&self, caller: &Caller) -> Result<Vec<Session>> {
        let user_id = caller.user_id()?;
        let now = self.deps.store.clock().now();
        let db = self.deps.store.read(&caller.actor).await?;
        let rows = db
            .find::<session::Entity>()
            .filter(session::Column::UserId.eq(user_id))
            .filter(session::Column::EndedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now))
            .filter(session::Column::LastUsedAt.gt(now - sessions::IDLE))
            .order_by_desc(session::Column::LastUsedAt)
            .all()
            .await?;
        let mut sessions: Vec<_> = rows.into_iter().map(|row| session(row, caller)).collect();
        sessions.sort_by_key(|session| !session.is_current);
        Ok(sessions)
    }

    async fn end(&self, caller: &Caller, id: &str) -> Result<()> {
        let (user_id, id) = (caller.user_id()?, wire::id(id, "Session")?);
        let ended = self.deps.store.write(&caller.actor, |db| async move {
            if !living::end(&db, user_id, id, "ended").await? {
                return Err(Error::NotFound("Session"));
            }
            let mut changes = Changes::new();
            changes.insert("end_reason".to_owned(), json!({"from": "", "to": "ended"}));
            Ok(db.event(Action::SignOut, ("session", id), changes).await?)
        });
        ended.await
    }

    async fn end_others(&self, caller: &Caller) -> Result<u64> {
        let user_id = caller.user_id()?;
        let ended = self.deps.store.write(&caller.actor, |db| async move {
            let ended = living::end_of_user(&db, user_id, Some(caller.session_id), "ended").await?;
            if ended > 0 {
                let mut changes = Changes::new();
                changes.insert("sessions".to_owned(), json!({"from": ended + 1, "to": 1}));
                db.event(Action::SignOut, ("user", user_id), changes).await?;
            }
            Ok::<_, Error>(ended)
        });
        ended.await
    }

    fn present(&self, row: user::Model, tenant_name: String) -> Profile {
        let links = image::links(&self.deps, &row.profile_image);
        Profile {
            id: row.id.to_string(),
            tenant_id: row.tenant_id.to_string(),
            tenant_name,
            email: row.email,
            mobile_no: row.mobile_no,
            designation: row.designation,
            profile_image: links.full,
            profile_thumbnail: links.small,
            version: row.version,
        }
    }
}

fn same_password() -> Error {
    Error::Invalid(vec![Violation {
        field: "new_password".to_owned(),
        message: "This is the present password. Choose another one.".to_owned(),
    }])
}

pub(super) fn wrong_password(field: &str) -> Error {
    Error::Invalid(vec![Violation {
        field: field.to_owned(),
        message: "The current password is wrong.".to_owned(),
    }])
}

/// The caller's own row, and their organisation's.
pub(super) async fn own(db: &TenantDb, caller: &Caller) -> Result<(user::Model, tenant::Model)> {
    let row = db.get::<user::Entity, _>(caller.user_id()?).await?.ok_or(Error::NotFound("User"))?;
    let tenant = people::own_tenant(db).await?.ok_or(Error::NotFound("User"))?;
    Ok((row, tenant))
}

fn session(row: session::Model, caller: &Caller) -> Session {
    Session {
        id: row.id.to_string(),
        user_agent: row.user_agent,
        address: row.address,
        created_at: Some(timestamp(row.created_at)),
        last_used_at: Some(timestamp(row.last_used_at)),
        expires_at: Some(timestamp(row.expires_at)),
        is_current: row.id == caller.session_id,
    }
}

#[async_trait]
impl ProfileService for Profiles {
    async fn get_profile(&self, request: Request<GetProfileRequest>) -> Rpc<Profile> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(self.get(&caller).await?))
    }

    async fn update_profile(&self, request: Request<UpdateProfileRequest>) -> Rpc<Profile> {
        let (caller, request) = Caller::split(request)?;
        let profile = request.profile.unwrap_or_default();
        Ok(Response::new(self.update(&caller, profile).await?))
    }

    async fn change_password(&self, request: Request<ChangePasswordRequest>) -> Rpc<ChangePasswordResponse> {
        let origin = Origin::of(&request)?;
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.change_password(&caller, &origin, request).await?))
    }

    async fn list_sessions(&self, request: Request<ListSessionsRequest>) -> Rpc<ListSessionsResponse> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(ListSessionsResponse { sessions: self.sessions(&caller).await? }))
    }

    async fn end_session(&self, request: Request<EndSessionRequest>) -> Rpc<EndSessionResponse> {
        let (caller, request) = Caller::split(request)?;
        self.end(&caller, &request.id).await?;
        Ok(Response::new(EndSessionResponse {}))
    }

    async fn end_other_sessions(
        &self,
        request: Request<EndOtherSessionsRequest>,
    ) -> Rpc<EndOtherSessionsResponse> {
        let (caller, _) = Caller::split(request)?;
        let ended = self.end_others(&caller).await?;
        Ok(Response::new(EndOtherSessionsResponse { ended: i32::try_from(ended).unwrap_or(i32::MAX) }))
    }
}
