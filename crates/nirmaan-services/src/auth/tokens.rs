//! Access tokens: short-lived, signed, and saying nothing but whose session they belong to.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{seal::Seal, successor::Successor};
use crate::error::{Error, Result};

/// How long an access token counts.
pub const LIFETIME: TimeDelta = TimeDelta::minutes(15);
/// How far clocks of nodes may be apart.
const LEEWAY: TimeDelta = TimeDelta::seconds(5);
const ISSUER: &str = "nirmaan";
const AUDIENCE: &str = "nirmaan-api";
/// The media type of an access token (RFC 9068), so that no other kind of token passes for one.
const TYPE: &str = "at+jwt";

/// Signs and verifies access tokens. The first key signs, all verify: so keys can be changed without signing
/// anybody out.
#[derive(Clone)]
pub struct Tokens {
    keys: Arc<[Key]>,
}

struct Key {
    id: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
    successor: Successor,
    seal: Seal,
}

/// A sealed secret, opened.
pub(super) struct Opened {
    /// The secret.
    pub(super) secret: Vec<u8>,
    /// Whether the newest key had sealed it.
    pub(super) is_newest: bool,
}

/// Whose session a token belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// The user.
    pub user_id: Uuid,
    /// Their tenant.
    pub tenant_id: Uuid,
    /// The session.
    pub session_id: Uuid,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    sub: Uuid,
    tid: Uuid,
    sid: Uuid,
    iss: String,
    aud: String,
    iat: i64,
    nbf: i64,
    exp: i64,
}

impl Tokens {
    /// With secrets of at least 32 bytes, the signing one first.
    ///
    /// # Errors
    /// [`Error::Internal`] when there is none, or one is too short.
    pub fn new(secrets: &[Vec<u8>]) -> Result<Self> {
        if secrets.is_empty() || secrets.iter().any(|secret| secret.len() < 32) {
            return Err(Error::Internal("token keys must have at least 32 bytes each".to_owned()));
        }
        let keys = secrets.iter().map(|secret| {
            Ok(Key {
                id: key_id(secret),
                encoding: EncodingKey::from_secret(secret),
                decoding: DecodingKey::from_secret(secret),
                successor: Successor::new(secret)?,
                seal: Seal::new(secret)?,
            })
        });
        Ok(Self { keys: keys.collect::<Result<_>>()? })
    }

    /// What may follow a refresh token when it is spent, by each key; by the first one from now on.
    pub(super) fn successors(&self, id: Uuid, refresh_token: &str) -> Vec<String> {
        self.keys.iter().map(|key| key.successor.of(id, refresh_token)).collect()
    }

    /// A secret encrypted by the newest key for whoever it belongs to.
    ///
    /// # Errors
    /// [`Error::Internal`] when it can't be encrypted.
    pub(super) fn seal(&self, of: &[u8], secret: &[u8]) -> Result<Vec<u8>> {
        let key = self.keys.first().ok_or_else(|| Error::Internal("no token key".to_owned()))?;
        key.seal.seal(of, secret)
    }

    /// A sealed secret by whichever key sealed it; `None` when that is gone, or it belongs to somebody else.
    pub(super) fn open(&self, of: &[u8], sealed: &[u8]) -> Option<Opened> {
        let mut keys = self.keys.iter().enumerate();
        keys.find_map(|(index, key)| {
            key.seal.open(of, sealed).map(|secret| Opened { secret, is_newest: index == 0 })
        })
    }

    /// A token for a session, from now for 15 minutes.
    ///
    /// # Errors
    /// [`Error::Internal`] when signing fails.
    pub fn issue(&self, claims: Claims, now: DateTime<Utc>) -> Result<String> {
        let key = self.keys.first().ok_or_else(|| Error::Internal("no token key".to_owned()))?;
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some(TYPE.to_owned());
        header.kid = Some(key.id.clone());
        let payload = Payload {
            sub: claims.user_id,
            tid: claims.tenant_id,
            sid: claims.session_id,
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            iat: now.timestamp(),
            nbf: now.timestamp(),
            exp: (now + LIFETIME).timestamp(),
        };
        encode(&header, &payload, &key.encoding)
            .map_err(|error| Error::Internal(format!("signing a token failed: {error}")))
    }

    /// Whose session a token belongs to; `None` for one that isn't ours, or doesn't count now.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Option<Claims> {
        let header = decode_header(token).ok()?;
        if header.typ.as_deref() != Some(TYPE) {
            return None;
        }
        let key = self.keys.iter().find(|key| Some(&key.id) == header.kid.as_ref())?;
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
        // The times are checked below, against the product's clock.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        let payload = decode::<Payload>(token, &key.decoding, &validation).ok()?.claims;
        let counts = payload.nbf <= (now + LEEWAY).timestamp() && payload.exp > (now - LEEWAY).timestamp();
        counts.then_some(Claims { user_id: payload.sub, tenant_id: payload.tid, session_id: payload.sid })
    }
}

/// Tells keys apart without telling them.
fn key_id(secret: &[u8]) -> String {
    let digest = Sha256::digest(secret);
    digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Claims {
        Claims { user_id: Uuid::from_u128(1), tenant_id: Uuid::from_u128(2), session_id: Uuid::from_u128(3) }
    }

    #[test]
    fn a_token_counts_for_fifteen_minutes() {
        let tokens = Tokens::new(&[vec![7; 32]]).unwrap();
        let now = Utc::now();
        let token = tokens.issue(claims(), now).unwrap();
        assert_eq!(tokens.verify(&token, now), Some(claims()));
        assert_eq!(tokens.verify(&token, now + LIFETIME + TimeDelta::seconds(6)), None);
        assert_eq!(tokens.verify(&token, now - TimeDelta::seconds(10)), None);
    }

    #[test]
    fn keys_rotate_and_foreign_ones_do_not_count() {
        let old = Tokens::new(&[vec![1; 32]]).unwrap();
        let both = Tokens::new(&[vec![2; 32], vec![1; 32]]).unwrap();
        let foreign = Tokens::new(&[vec![3; 32]]).unwrap();
        let token = old.issue(claims(), Utc::now()).unwrap();
        assert!(both.verify(&token, Utc::now()).is_some());
        assert!(foreign.verify(&token, Utc::now()).is_none());
        assert!(old.verify(&both.issue(claims(), Utc::now()).unwrap(), Utc::now()).is_none());
    }

    #[test]
    fn another_algorithm_or_type_does_not_count() {
        let tokens = Tokens::new(&[vec![1; 32]]).unwrap();
        let token = tokens.issue(claims(), Utc::now()).unwrap();
        let payload = token.split('.').nth(1).unwrap();
        for header in [r#"{"alg":"none","typ":"at+jwt"}"#, r#"{"alg":"HS256","typ":"JWT"}"#] {
            use base64::Engine;
            let header = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(header);
            assert_eq!(tokens.verify(&format!("{header}.{payload}."), Utc::now()), None);
        }
    }

    #[test]
    fn a_successor_by_an_older_key_is_found_again() {
        let old = Tokens::new(&[vec![1; 32]]).unwrap().successors(Uuid::from_u128(1), "token");
        let both = Tokens::new(&[vec![2; 32], vec![1; 32]]).unwrap().successors(Uuid::from_u128(1), "token");
        assert_eq!((old.len(), both.len()), (1, 2));
        assert_eq!(old.first(), both.get(1));
        assert_ne!(old.first(), both.first());
    }

    #[test]
    fn what_an_older_key_sealed_is_opened_and_told_from_the_newest() {
        let old = Tokens::new(&[vec![1; 32]]).unwrap();
        let both = Tokens::new(&[vec![2; 32], vec![1; 32]]).unwrap();
        let sealed = old.seal(b"owner", b"secret").unwrap();
        for (tokens, newest) in [(&old, true), (&both, false)] {
            let opened = tokens.open(b"owner", &sealed).unwrap();
            assert_eq!((opened.secret.as_slice(), opened.is_newest), (&b"secret"[..], newest));
        }
        assert!(Tokens::new(&[vec![2; 32]]).unwrap().open(b"owner", &sealed).is_none());
    }

    #[test]
    fn short_keys_are_refused() {
        assert!(Tokens::new(&[vec![1; 31]]).is_err());
        assert!(Tokens::new(&[]).is_err());
    }
}
