//! Codes of authenticator apps, and recovery codes.

use chrono::{DateTime, Utc};
use nirmaan_store::{
    Action, Actor, Changes, IdentityDb, StoreError,
    entity::{second_factor, user},
};
use rand::RngCore;
use serde_json::json;
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Secret, Totp};

use super::{throttle::CodeKey, tokens::Tokens};
use crate::error::{Error, Result};

/// What apps show beside the user's address.
const ISSUER: &str = "Nirmaan";
/// How many recovery codes are made at a time.
const CODES: usize = 10;
/// The longest code that is looked at, with spaces and dashes.
pub(super) const MAX: usize = 64;

/// A new secret of 160 bits.
pub(super) fn secret() -> [u8; 20] {
    let mut secret = [0; 20];
    rand::rng().fill_bytes(&mut secret);
    secret
}

/// What a secret makes of the time: SHA-1, six digits, 30 seconds, one step either side.
///
/// # Errors
/// [`Error::Internal`] when the secret is none.
pub(super) fn app(secret: &[u8], account: &str) -> Result<Totp> {
    let app = Builder::new()
        .with_secret(secret)
        // What divides the two names in an app.
        .with_account_name(account.replace(':', " "))
        .with_issuer(Some(ISSUER))
        .build();
    app.map_err(|error| Error::Internal(format!("a secret of an app is unusable: {error}")))
}

/// The time step of a code that an app shows about now.
pub(super) fn step(app: &Totp, code: &str, now: DateTime<Utc>) -> Option<i64> {
    let step = app.check(&bare(code), u64::try_from(now.timestamp()).ok()?)?;
    i64::try_from(step).ok()
}

/// New recovery codes of 80 bits, and their hashes.
pub(super) fn recovery_codes() -> (Vec<String>, Vec<Vec<u8>>) {
    let code = || {
        let mut bytes = [0; 10];
        rand::rng().fill_bytes(&mut bytes);
        let text = Secret::from(bytes.as_slice()).to_base32();
        let groups: Vec<String> =
            text.as_bytes().chunks(4).map(|group| String::from_utf8_lossy(group).into_owned()).collect();
        groups.join("-")
    };
    let codes: Vec<String> = std::iter::repeat_with(code).take(CODES).collect();
    let hashes = codes.iter().map(|code| digest(code)).collect();
    (codes, hashes)
}

/// A code as it is compared: however people space it.
fn bare(code: &str) -> String {
    code.chars().filter(|char| !char.is_whitespace() && *char != '-').collect::<String>().to_uppercase()
}

/// A recovery code is 80 random bits: a plain hash of it can't be guessed.
fn digest(code: &str) -> Vec<u8> {
    Sha256::digest(bare(code)).to_vec()
}

/// What became of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    /// It was right, and isn't again.
    Taken,
    /// It was wrong, or had been used.
    Wrong,
    /// Too many were wrong: again in so many seconds.
    Wait(u64),
}

/// Takes a code of somebody who has a second factor, once. Wrong ones are counted by user, wherever they come from: only
/// whoever knows the password, or has a session, gets here. The user's row must be locked, so that a code isn't taken twice at
/// once.
pub(super) async fn take(
    db: &IdentityDb,
    tokens: &Tokens,
    user: &user::Model,
    actor: &Actor,
    code: &str,
    now: DateTime<Utc>,
) -> std::result::Result<Judged, StoreError> {
    let key = CodeKey::new(user.tenant_id, user.id);
    if let Some(seconds) = key.wait(db, now).await? {
        return Ok(Judged::Wait(seconds));
    }
    if is_taken(db, tokens, user, actor, code, now).await? {
        key.forgive(db).await?;
        return Ok(Judged::Taken);
    }
    key.count(db, now).await?;
    Ok(Judged::Wrong)
}

async fn is_taken(
    db: &IdentityDb,
    tokens: &Tokens,
    user: &user::Model,
    actor: &Actor,
    code: &str,
    now: DateTime<Utc>,
) -> std::result::Result<bool, StoreError> {
    if code.chars().count() > MAX {
        return Ok(false);
    }
    let Some(factor) = db.second_factor(user.tenant_id, user.id).await? else { return Ok(false) };
    if let Some((step, sealed)) = shown_now(tokens, &factor, code, now) {
        return db.take_step(&factor, step, sealed).await;
    }
    let Some(left) = db.use_recovery_code(user.tenant_id, user.id, &digest(code)).await? else {
        return Ok(false);
    };
    let mut changes = Changes::new();
    changes.insert("recovery_codes".to_owned(), json!({"from": left + 1, "to": left}));
    db.event(actor, Action::Update, ("user", user.id), changes).await?;
    Ok(true)
}

/// The time step of a code of the user's app, and the app's secret as the newest key seals it.
fn shown_now(
    tokens: &Tokens,
    factor: &second_factor::Model,
    code: &str,
    now: DateTime<Utc>,
) -> Option<(i64, Vec<u8>)> {
    let Some(opened) = tokens.open(&owner(factor), &factor.sealed_secret) else {
        tracing::error!(user = %factor.user_id, "no token key opens this second factor; its recovery codes still count");
        return None;
    };
    let step = step(&app(&opened.secret, "user").ok()?, code, now)?;
    let sealed = match opened.is_newest {
        true => factor.sealed_secret.clone(),
        false => tokens.seal(&owner(factor), &opened.secret).ok()?,
    };
    Some((step, sealed))
}

/// Whose secret it is: sealed with it, so that it is of no use in the row of somebody else.
pub(super) fn owner(factor: &second_factor::Model) -> Vec<u8> {
    owned_by(factor.tenant_id, factor.user_id)
}

/// The same of a secret that has no row yet.
pub(super) fn owned_by(tenant_id: uuid::Uuid, user_id: uuid::Uuid) -> Vec<u8> {
    [b"second factor".as_slice(), tenant_id.as_bytes(), user_id.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    /// The secret and the codes of RFC 6238, appendix B, as six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let app = app(b"12345678901234567890", "a@b.example").unwrap();
        for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(step(&app, code, at(seconds)), Some(seconds / 30), "{code}");
            assert_eq!(
                step(&app, &format!(" {} {}", &code[..3], &code[3..]), at(seconds)),
                Some(seconds / 30)
            );
        }
    }

    #[test]
    fn a_code_counts_one_step_before_and_after_its_own() {
        let app = app(b"12345678901234567890", "a@b.example").unwrap();
        for (seconds, counts) in [(29, false), (30, true), (59, true), (60, true), (119, true), (120, false)]
        {
            let found = step(&app, &app.generate(75).to_string(), at(seconds));
            assert_eq!(found, counts.then_some(2), "{seconds}");
        }
    }

    #[test]
    fn what_is_no_code_is_refused() {
        let app = app(&secret(), "a@b.example").unwrap();
        for code in ["", "12345", "1234567", "abcdef", "१२३४५६"] {
            assert_eq!(step(&app, code, at(59)), None, "{code}");
        }
    }

    #[test]
    fn recovery_codes_are_ten_different_ones_however_they_are_typed() {
        let (codes, hashes) = recovery_codes();
        assert_eq!((codes.len(), hashes.len()), (10, 10));
        for (code, hash) in codes.iter().zip(&hashes) {
            assert_eq!(code.len(), 19, "{code}");
            assert_eq!(&digest(&code.to_lowercase().replace('-', " ")), hash);
            assert_eq!(hashes.iter().filter(|other| *other == hash).count(), 1);
        }
    }

    #[test]
    fn the_address_names_issuer_and_account() {
        let address = app(b"12345678901234567890", "a:b@c.example").unwrap().to_url().unwrap();
        assert!(address.starts_with("otpauth://totp/Nirmaan:a%20b%40c.example?secret="), "{address}");
        assert!(address.contains("issuer=Nirmaan"), "{address}");
    }
}
