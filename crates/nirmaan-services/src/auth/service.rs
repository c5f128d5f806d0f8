//! `AuthService`.

use nirmaan_api::{
    auth::{
        LoginRequest, LoginResponse, LogoutRequest, LogoutResponse, RefreshRequest, RefreshResponse,
        SessionUser, UserPermission, auth_service_server::AuthService,
    },
    errors::ErrorReason,
};
use nirmaan_store::{
    entity::{app_password, tenant, user},
    query::permissions::{SessionGrant, of_session},
};
use tonic::{Request, Response, async_trait};

use super::{
    app_passwords, devices, duties,
    factor::{self, Judged},
    hasher::Verified,
    password,
    sessions::{self, Continued, With},
    throttle::{Attempt, Keys, Verdict},
    tokens::Claims,
};
use crate::{
    Deps,
    access::Origin,
    check::Check,
    error::{Error, Result},
    platform::users::image,
    wire::Rpc,
};

/// What becomes of somebody who knows the password.
enum Decided {
    Started(Continued),
    /// By a password that is none any more.
    Refused,
    CodeRequired,
    WrongCode,
    Wait(u64),
}

/// Signing in, keeping a session alive and ending it.
pub struct Auth {
    deps: Deps,
}

impl Auth {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn login(&self, origin: &Origin, request: LoginRequest) -> Result<LoginResponse> {
        let LoginRequest { email_or_mobile, password, tenant_name, code } = request;
        let mut check = Check::default();
        let identifier = check.required("email_or_mobile", "E-mail or mobile", &email_or_mobile, 255);
        let tenant_name = check.required("tenant_name", "Tenant name", &tenant_name, 255);
        password::check_sent(&mut check, "password", "Password", &password);
        check.done()?;

        let now = self.deps.store.clock().now();
        let (tenant, mut user) = self.look_up(&tenant_name, &identifier).await?;
        let keys = &Keys::new(&tenant_name, &identifier, &origin.address);
        match keys.attempt(&self.deps.store, now).await? {
            Verdict::Wait(seconds) => Err(too_many(seconds)),
            Verdict::After(attempt) => {
                tokio::time::sleep(attempt.delay(self.deps.first_delay)).await;
                let phc =
                    user.as_ref().filter(|user| !user.is_invited()).map(|user| user.password_hash.clone());
                let app_password = self.app_password(user.as_ref(), &password).await?;
                let right = match app_password {
                    Some(_) => true,
                    None => self.is_right(user.as_mut(), password, phc).await?,
                };
                attempt.tell(&self.deps.trail, user.as_ref(), right, origin);
                let proved = tenant.zip(user).filter(|(tenant, user)| {
                    right && user.is_active && tenant.status != tenant::Status::Deleted
                });
                self.decide(origin, (keys, attempt), proved, (code.trim(), app_password)).await
            }
        }
    }

    /// Whom the request means; read and let go of, since hashing takes longer than a connection is spared.
    async fn look_up(
        &self,
        tenant_name: &str,
        identifier: &str,
    ) -> Result<(Option<tenant::Model>, Option<user::Model>)> {
        let db = self.deps.store.identity_read().await?;
        let tenant = db.tenant_named(tenant_name).await?;
        let user = match &tenant {
            Some(tenant) => db.user_called(tenant.id, identifier).await?,
            None => None,
        };
        Ok((tenant, user))
    }

    /// Whether it is the user's password. Its hash is made anew where it should be.
    async fn is_right(
        &self,
        user: Option<&mut user::Model>,
        password: String,
        phc: Option<String>,
    ) -> Result<bool> {
        let verified = self.deps.hasher.verify(password.clone(), phc).await?;
        if let (Verified::NeedsRehash, Some(user)) = (verified, user) {
            self.rehash(user, password).await?;
        }
        Ok(verified.is_right())
    }

    /// Makes the hash of a user's password anew. If there is no time for it now, the next sign-in does it.
    async fn rehash(&self, user: &mut user::Model, password: String) -> Result<()> {
        let Ok(hash) = self.deps.hasher.hash(password.clone()).await else { return Ok(()) };
        let (read, new) = (&*user, hash.as_str());
        if self.deps.store.identity(|db| async move { db.rehash(read, new).await }).await? {
            user.password_hash = hash;
            return Ok(());
        }
        // Somebody was quicker: another sign-in, or another password.
        let now = self.deps.store.identity_read().await?.user(user.tenant_id, user.id).await?;
        let Some(now) = now.map(|now| now.password_hash) else { return Ok(()) };
        if self.deps.hasher.verify(password, Some(now.clone())).await?.is_right() {
            user.password_hash = now;
        }
        Ok(())
    }

    /// The app password that was sent in the place of a password, if it is one of the user's.
    async fn app_password(
        &self,
        user: Option<&user::Model>,
        password: &str,
    ) -> Result<Option<app_password::Model>> {
        let Some((user, hash)) = user.zip(app_passwords::hash(password)) else { return Ok(None) };
        Ok(self.deps.store.identity_read().await?.app_password(user.tenant_id, user.id, &hash).await?)
    }

    /// Starts a session, or says why not.
    async fn decide(
        &self,
        origin: &Origin,
        (keys, attempt): (&Keys, Attempt),
        proved: Option<(tenant::Model, user::Model)>,
        (code, app_password): (&str, Option<app_password::Model>),
    ) -> Result<LoginResponse> {
        let now = self.deps.store.clock().now();
        let Some((tenant, user)) = proved else { return Err(wrong()) };
        match tenant.status {
            tenant::Status::Suspended => return Err(inactive("suspended")),
            tenant::Status::Terminated => return Err(inactive("terminated")),
            tenant::Status::Active | tenant::Status::Deleted => {}
        }
        let (user, most) = (&user, self.deps.sessions);
        let (tokens, app_password) = (&self.deps.tokens, app_password.as_ref());
        let decided = self.deps.store.identity(|db| async move {
            let mut with = With::Password;
            if let Some(used) = app_password {
                // Locked from here on: it isn't taken away meanwhile.
                if !db.may_still_start(user).await? || !db.use_app_password(used, now).await? {
                    return Ok(Decided::Refused);
                }
                with = With::AppPassword(used);
            } else if user.second_factor_since.is_some() {
                // Locked from here on: a code isn't taken twice at once.
                if !db.may_still_start(user).await? {
                    return Ok(Decided::Refused);
                }
                if code.is_empty() {
                    keys.withdraw(&db).await?;
                    return Ok(Decided::CodeRequired);
                }
                let actor = sessions::actor(user.tenant_id, user.id, origin);
                match factor::take(&db, tokens, user, &actor, code, now).await? {
                    Judged::Taken => with = With::Code,
                    Judged::Wrong => return Ok(Decided::WrongCode),
                    Judged::Wait(seconds) => return Ok(Decided::Wait(seconds)),
                }
            }
            keys.forgive(&db).await?;
            let session = sessions::start(&db, user, origin, now, most, with).await?;
            Ok(session.map_or(Decided::Refused, Decided::Started))
        });
        let session = match decided.await? {
            Decided::Started(session) => session,
            Decided::Refused => return Err(wrong()),
            Decided::CodeRequired => return Err(code_required()),
            Decided::WrongCode => {
                attempt.tell(&self.deps.trail, Some(user), false, origin);
                return Err(wrong());
            }
            Decided::Wait(seconds) => return Err(too_many(seconds)),
        };
        devices::tell(&self.deps, user, &tenant.name, origin, now);
        let (access_token, user) = self.present(&session).await?;
        Ok(LoginResponse { access_token, refresh_token: session.refresh_token, user: Some(user) })
    }

    async fn refresh(&self, origin: &Origin, request: RefreshRequest) -> Result<RefreshResponse> {
        let now = self.deps.store.clock().now();
        let (token, tokens) = (&request.refresh_token, &self.deps.tokens);
        if !self.is_known(token).await? {
            return Err(ended());
        }
        let session = self
            .deps
            .store
            .identity(|db| async move { sessions::go_on(&db, tokens, token, origin, now).await })
            .await?
            .ok_or_else(ended)?;
        let (access_token, user) = self.present(&session).await?;
        Ok(RefreshResponse { access_token, refresh_token: session.refresh_token, user: Some(user) })
    }

    async fn logout(&self, origin: &Origin, request: LogoutRequest) -> Result<LogoutResponse> {
        let now = self.deps.store.clock().now();
        let token = &request.refresh_token;
        if !self.is_known(token).await? {
            return Ok(LogoutResponse {});
        }
        self.deps
            .store
            .identity(|db| async move { sessions::sign_out(&db, token, origin, now).await })
            .await?;
        Ok(LogoutResponse {})
    }

    /// Whether there ever was such a token: whoever makes one up shall not make the database write.
    async fn is_known(&self, refresh_token: &str) -> Result<bool> {
        let db = self.deps.store.identity_read().await?;
        Ok(sessions::is_known(&db, refresh_token).await?)
    }

    /// The access token of a session and its user, if they still may work.
    async fn present(&self, session: &Continued) -> Result<(String, SessionUser)> {
        let db = self.deps.store.identity_read().await?;
        let tenant = db.tenant(session.tenant_id).await?.ok_or_else(ended)?;
        let user = db.user(session.tenant_id, session.user_id).await?.ok_or_else(ended)?;
        let works = tenant.status == tenant::Status::Active && user.is_active && user.deleted_at.is_none();
        if !works {
            return Err(ended());
        }
        let grants = of_session(&db, session.tenant_id, session.session_id).await?;
        let now = grants.first().ok_or_else(ended)?;
        let duties = duties::owed(now, self.deps.require_second_factor);
        let claims =
            Claims { user_id: session.user_id, tenant_id: session.tenant_id, session_id: session.session_id };
        let token = self.deps.tokens.issue(claims, self.deps.store.clock().now())?;
        let user = SessionUser {
            id: user.id.to_string(),
            tenant_id: tenant.id.to_string(),
            tenant_name: tenant.name,
            username: user.email.clone(),
            email: user.email,
            profile_image: image::links(&self.deps, &user.profile_image).small,
            duties: duties.into_iter().map(Into::into).collect(),
            permissions: grants.into_iter().filter_map(permission).collect(),
        };
        Ok((token, user))
    }
}

#[async_trait]
impl AuthService for Auth {
    async fn login(&self, request: Request<LoginRequest>) -> Rpc<LoginResponse> {
        let origin = Origin::of(&request)?;
        Ok(Response::new(self.login(&origin, request.into_inner()).await?))
    }

    async fn refresh(&self, request: Request<RefreshRequest>) -> Rpc<RefreshResponse> {
        let origin = Origin::of(&request)?;
        Ok(Response::new(self.refresh(&origin, request.into_inner()).await?))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Rpc<LogoutResponse> {
        let origin = Origin::of(&request)?;
        Ok(Response::new(self.logout(&origin, request.into_inner()).await?))
    }
}

fn permission(row: SessionGrant) -> Option<UserPermission> {
    let on = |flag: Option<i32>| flag == Some(1);
    if !on(row.module_is_active) {
        return None;
    }
    Some(UserPermission {
        module_id: row.module_id?.to_string(),
        module_name: row.module_name?,
        module_description: row.module_description.unwrap_or_default(),
        can_create: on(row.can_create),
        can_view: on(row.can_view),
        can_edit: on(row.can_edit),
        can_delete: on(row.can_delete),
        can_report: on(row.can_report),
    })
}

pub(super) fn too_many(seconds: u64) -> Error {
    let minutes = seconds.div_ceil(60);
    let plural = if minutes == 1 { "" } else { "s" };
    let message = format!("Too many failed attempts. Please try again in {minutes} minute{plural}.");
    Error::TooMany { message, retry_after_seconds: seconds }
}

/// Whatever was wrong, the answer is the same.
fn wrong() -> Error {
    let message = "Invalid credentials. Please try again.".to_owned();
    Error::Unauthenticated(ErrorReason::BadCredentials, message)
}

fn code_required() -> Error {
    let message = "This account has a second factor. Enter the six digits that your authenticator app shows, or a recovery \
                   code; a program sends it as \"code\", or has an app password."
        .to_owned();
    Error::Unauthenticated(ErrorReason::SecondFactorRequired, message)
}

fn inactive(how: &str) -> Error {
    let message = format!("This organisation's account is {how}.");
    Error::Denied { reason: ErrorReason::TenantInactive, message, facts: Default::default() }
}

fn ended() -> Error {
    Error::Unauthenticated(ErrorReason::SignedOut, "Your session has ended. Please sign in again.".to_owned())
}
