//! What follows a refresh token when it is spent.
//!
//! It is computed from the spent token, which only its holder has, and a key, which only the server has: so the same
//! successor can be answered again although nothing but hashes is kept.

use aws_lc_rs::{hkdf, hmac};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

use crate::error::{Error, Result};

/// What the keys are derived for: no other signature made with the token keys passes for a refresh token.
const PURPOSE: &[u8] = b"nirmaan refresh token successors 1";

/// Computes successors by one of the token keys.
pub(super) struct Successor(hmac::Key);

impl Successor {
    /// With a key derived from a token key.
    ///
    /// # Errors
    /// [`Error::Internal`] when it can't be derived.
    pub(super) fn new(secret: &[u8]) -> Result<Self> {
        let secret = hkdf::Salt::new(hkdf::HKDF_SHA256, &[]).extract(secret);
        let key = secret.expand(&[PURPOSE], hmac::HMAC_SHA256).map(hmac::Key::from);
        key.map(Self).map_err(|_| Error::Internal("a key for refresh tokens can't be derived".to_owned()))
    }

    /// The token that follows this one: 256 bits that nobody else can compute.
    pub(super) fn of(&self, id: Uuid, token: &str) -> String {
        let message = [id.as_bytes().as_slice(), token.as_bytes()].concat();
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0, &message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_successor_is_the_same_again_and_another_of_any_other_token_or_key() {
        let (one, other) = (Successor::new(&[1; 32]).unwrap(), Successor::new(&[2; 32]).unwrap());
        let id = Uuid::from_u128(1);
        let next = one.of(id, "token");
        assert_eq!(next, Successor::new(&[1; 32]).unwrap().of(id, "token"));
        assert_eq!(next.len(), 43);
        for another in [one.of(id, "tokeN"), one.of(Uuid::from_u128(2), "token"), other.of(id, "token")] {
            assert_ne!(next, another);
        }
    }
}
