//! Encrypting what the server must read again, by keys derived from the token keys.

use aws_lc_rs::{
    aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey},
    hkdf,
};

use crate::error::{Error, Result};

/// What the keys are derived for.
const PURPOSE: &[u8] = b"nirmaan sealed secrets 1";

/// Seals by one of the token keys.
pub(super) struct Seal(RandomizedNonceKey);

impl Seal {
    /// With a key derived from a token key.
    ///
    /// # Errors
    /// [`Error::Internal`] when it can't be derived.
    pub(super) fn new(secret: &[u8]) -> Result<Self> {
        let secret = hkdf::Salt::new(hkdf::HKDF_SHA256, &[]).extract(secret);
        let mut key = [0_u8; 32];
        let filled = secret.expand(&[PURPOSE], &AES_256_GCM).and_then(|material| material.fill(&mut key));
        let key = filled.and_then(|()| RandomizedNonceKey::new(&AES_256_GCM, &key));
        key.map(Self).map_err(|_| Error::Internal("a key to seal with can't be derived".to_owned()))
    }

    /// The nonce, and the secret encrypted for whoever it belongs to.
    ///
    /// # Errors
    /// [`Error::Internal`] when it can't be encrypted.
    pub(super) fn seal(&self, of: &[u8], secret: &[u8]) -> Result<Vec<u8>> {
        let mut text = secret.to_vec();
        let nonce = self.0.seal_in_place_append_tag(Aad::from(of), &mut text);
        let nonce = nonce.map_err(|_| Error::Internal("a secret can't be sealed".to_owned()))?;
        Ok([nonce.as_ref().as_slice(), &text].concat())
    }

    /// The secret, if it was sealed by this key for this owner.
    pub(super) fn open(&self, of: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, text) = sealed.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = text.to_vec();
        let length = self.0.open_in_place(nonce, Aad::from(of), &mut text).ok()?.len();
        text.truncate(length);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_opened_by_its_key_for_its_owner_alone() {
        let (one, other) = (Seal::new(&[1; 32]).unwrap(), Seal::new(&[2; 32]).unwrap());
        let sealed = one.seal(b"owner", b"secret").unwrap();
        assert_eq!(Seal::new(&[1; 32]).unwrap().open(b"owner", &sealed).as_deref(), Some(&b"secret"[..]));
        assert_eq!(one.open(b"rival", &sealed), None);
        assert_eq!(other.open(b"owner", &sealed), None);
        assert_eq!(one.open(b"owner", &sealed[..sealed.len() - 1]), None);
        assert_eq!(one.open(b"owner", b"short"), None);
        assert_ne!(one.seal(b"owner", b"secret").unwrap(), sealed);
    }
}
