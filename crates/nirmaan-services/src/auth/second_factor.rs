//! `SecondFactorService`.

use nirmaan_api::auth::{
    BeginEnrolmentRequest, BeginEnrolmentResponse, ConfirmEnrolmentRequest, GetSecondFactorRequest,
    RecoveryCodes, RemoveSecondFactorRequest, RemoveSecondFactorResponse, RenewRecoveryCodesRequest,
    SecondFactor, StepUpRequest, StepUpResponse, second_factor_service_server::SecondFactorService,
};
use nirmaan_store::{
    Action, Changes, WriteDb,
    entity::user,
    query::{second_factors, sessions},
};
use serde_json::json;
use tonic::{Request, Response, async_trait};

use super::{
    app_passwords,
    factor::{self, Judged},
    password,
    profile::own,
    prove, service,
};
use crate::{
    Deps,
    access::{Caller, Origin},
    error::{Error, Result, Violation},
    platform::users,
    wire::{Rpc, timestamp},
};

/// One's own second factor.
pub struct SecondFactors {
    pub(super) deps: Deps,
}

impl SecondFactors {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn get(&self, caller: &Caller) -> Result<SecondFactor> {
        let db = self.deps.store.read(&caller.actor).await?;
        let (user, _) = own(&db, caller).await?;
        let left = second_factors::codes_left(&db, user.id).await?;
        Ok(SecondFactor {
            since: user.second_factor_since.map(timestamp),
            recovery_codes_left: i32::try_from(left).unwrap_or(i32::MAX),
        })
    }

    async fn begin(
        &self,
        caller: &Caller,
        origin: &Origin,
        password: String,
    ) -> Result<BeginEnrolmentResponse> {
        let user = &self.prove(caller, origin, password, None).await?;
        let secret = factor::secret();
        let app = factor::app(&secret, &user.email)?;
        let owner = factor::owned_by(user.tenant_id, user.id);
        let sealed = &self.deps.tokens.seal(&owner, &secret)?;
        let begun = self.deps.store.write(&caller.actor, |db| async move {
            none_yet(&users::find_to_change(&db, user.id).await?)?;
            second_factors::begin(&db, user.id, sealed.clone()).await?;
            tell(&db, user, "second_factor_enrolment", (json!(null), json!("begun"))).await
        });
        begun.await?;
        let otpauth_uri = app
            .to_url()
            .map_err(|error| Error::Internal(format!("an otpauth address can't be made: {error}")))?;
        Ok(BeginEnrolmentResponse { secret: app.secret().to_base32(), otpauth_uri })
    }

    async fn confirm(&self, caller: &Caller, code: &str) -> Result<RecoveryCodes> {
        if code.trim().is_empty() {
            return Err(wrong("code", "Code is required."));
        }
        let (codes, hashes) = factor::recovery_codes();
        let (user_id, now) = (caller.user_id()?, self.deps.store.clock().now());
        let (hashes, tokens) = (&hashes, &self.deps.tokens);
        let confirmed = self.deps.store.write(&caller.actor, |db| async move {
            let user = users::find_to_change(&db, user_id).await?;
            none_yet(&user)?;
            let begun = second_factors::of(&db, user_id).await?;
            let opened = begun.and_then(|begun| tokens.open(&factor::owner(&begun), &begun.sealed_secret));
            let opened =
                opened.ok_or_else(|| Error::Precondition("Begin the enrolment first.".to_owned()))?;
            let app = factor::app(&opened.secret, &user.email)?;
            let step = factor::step(&app, code, now).ok_or_else(|| wrong("code", WRONG_CODE))?;
            second_factors::confirm(&db, user_id, step, now).await?;
            sessions::proved(&db, caller.session_id, now).await?;
            let before = second_factors::renew_codes(&db, user_id, hashes).await?;
            let mut changes = Changes::new();
            changes.insert("second_factor_since".to_owned(), json!({"from": null, "to": now}));
            changes.insert("recovery_codes".to_owned(), json!({"from": before, "to": hashes.len()}));
            Ok::<_, Error>(db.event(Action::Update, ("user", user_id), changes).await?)
        });
        confirmed.await?;
        Ok(RecoveryCodes { codes })
    }

    async fn renew(
        &self,
        caller: &Caller,
        origin: &Origin,
        proof: (String, String),
    ) -> Result<RecoveryCodes> {
        let user = &self.prove(caller, origin, proof.0, Some(proof.1)).await?;
        let (codes, hashes) = factor::recovery_codes();
        let hashes = &hashes;
        let renewed = self.deps.store.write(&caller.actor, |db| async move {
            some(&users::find_to_change(&db, user.id).await?)?;
            let before = second_factors::renew_codes(&db, user.id, hashes).await?;
            tell(&db, user, "recovery_codes", (json!(before), json!(hashes.len()))).await
        });
        renewed.await?;
        Ok(RecoveryCodes { codes })
    }

    async fn remove(&self, caller: &Caller, origin: &Origin, proof: (String, String)) -> Result<()> {
        let user = self.prove(caller, origin, proof.0, Some(proof.1)).await?;
        let removed = self.deps.store.write(&caller.actor, |db| async move {
            remove_from(&db, &users::find_to_change(&db, user.id).await?).await
        });
        removed.await
    }

    /// Proves that the caller knows their password, or where there may be one has a code; says who they are. Where there may
    /// be a code, the password is enough for whoever has just shown one. Failures count as those of signing in do.
    async fn prove(
        &self,
        caller: &Caller,
        origin: &Origin,
        password: String,
        code: Option<String>,
    ) -> Result<user::Model> {
        // Let go of before hashing, which takes longer than a connection is spared.
        let (user, tenant) = own(&self.deps.store.read(&caller.actor).await?, caller).await?;
        let touches_factor = code.is_some();
        match code.filter(|code| !code.trim().is_empty()) {
            _ if password::is_too_long(&password) => Err(wrong("password", WRONG_PASSWORD)),
            _ if !password.is_empty() => {
                if touches_factor {
                    caller.require_step_up()?;
                }
                match prove::password(&self.deps, &user, &tenant.name, origin, password).await? {
                    true => Ok(user),
                    false => Err(wrong("password", WRONG_PASSWORD)),
                }
            }
            Some(code) => {
                some(&user)?;
                match prove::code(&self.deps, &user, &caller.actor, &code).await? {
                    Judged::Taken => Ok(user),
                    Judged::Wrong => Err(wrong("code", WRONG_CODE)),
                    Judged::Wait(seconds) => Err(service::too_many(seconds)),
                }
            }
            None => Err(wrong("password", "Password is required.")),
        }
    }
}

const WRONG_PASSWORD: &str = "The password is wrong.";
pub(super) const WRONG_CODE: &str =
    "The code is wrong or was used already. Enter the one that your app shows now.";

pub(super) fn wrong(field: &str, message: &str) -> Error {
    Error::Invalid(vec![Violation { field: field.to_owned(), message: message.to_owned() }])
}

fn none_yet(user: &user::Model) -> Result<()> {
    match user.second_factor_since {
        None => Ok(()),
        Some(_) => Err(Error::Precondition("You have a second factor already. Remove it first.".to_owned())),
    }
}

pub(super) fn some(user: &user::Model) -> Result<()> {
    match user.second_factor_since {
        Some(_) => Ok(()),
        None => Err(Error::Precondition("There is no second factor.".to_owned())),
    }
}

/// Takes a user's second factor away; their row must be locked.
///
/// # Errors
/// [`Error::Precondition`] when they have none.
pub(crate) async fn remove_from(db: &WriteDb, user: &user::Model) -> Result<()> {
    some(user)?;
    let codes = second_factors::remove(db, user.id).await?;
    let mut changes = app_passwords::end_of_user(db, user.id).await?;
    changes.insert("second_factor_since".to_owned(), json!({"from": user.second_factor_since, "to": null}));
    changes.insert("recovery_codes".to_owned(), json!({"from": codes, "to": 0}));
    Ok(db.event(Action::Update, ("user", user.id), changes).await?)
}

pub(super) async fn tell(
    db: &WriteDb,
    user: &user::Model,
    field: &str,
    (from, to): (serde_json::Value, serde_json::Value),
) -> Result<()> {
    let mut changes = Changes::new();
    changes.insert(field.to_owned(), json!({"from": from, "to": to}));
    Ok(db.event(Action::Update, ("user", user.id), changes).await?)
}

#[async_trait]
impl SecondFactorService for SecondFactors {
    async fn get_second_factor(&self, request: Request<GetSecondFactorRequest>) -> Rpc<SecondFactor> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(self.get(&caller).await?))
    }

    async fn begin_enrolment(&self, request: Request<BeginEnrolmentRequest>) -> Rpc<BeginEnrolmentResponse> {
        let origin = Origin::of(&request)?;
        let (caller, BeginEnrolmentRequest { password }) = Caller::split(request)?;
        Ok(Response::new(self.begin(&caller, &origin, password).await?))
    }

    async fn confirm_enrolment(&self, request: Request<ConfirmEnrolmentRequest>) -> Rpc<RecoveryCodes> {
        let (caller, ConfirmEnrolmentRequest { code }) = Caller::split(request)?;
        Ok(Response::new(self.confirm(&caller, &code).await?))
    }

    async fn renew_recovery_codes(&self, request: Request<RenewRecoveryCodesRequest>) -> Rpc<RecoveryCodes> {
        let origin = Origin::of(&request)?;
        let (caller, RenewRecoveryCodesRequest { password, code }) = Caller::split(request)?;
        Ok(Response::new(self.renew(&caller, &origin, (password, code)).await?))
    }

    async fn step_up(&self, request: Request<StepUpRequest>) -> Rpc<StepUpResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.step_up(&caller, request).await?))
    }

    async fn remove_second_factor(
        &self,
        request: Request<RemoveSecondFactorRequest>,
    ) -> Rpc<RemoveSecondFactorResponse> {
        let origin = Origin::of(&request)?;
        let (caller, RemoveSecondFactorRequest { password, code }) = Caller::split(request)?;
        self.remove(&caller, &origin, (password, code)).await?;
        Ok(Response::new(RemoveSecondFactorResponse {}))
    }
}
