//! Passwords, by argon2id.

use std::sync::Arc;

use argon2::{
    Argon2, Params,
    password_hash::{PasswordHasher, PasswordVerifier},
};
use rand::RngCore;

use crate::{
    blocking::Blocking,
    error::{Error, Result},
};

/// Hashes and verifies passwords, off the async threads and as many at a time as there are cores to spare.
#[derive(Clone)]
pub struct Hasher {
    params: Params,
    blocking: Blocking,
    dummy: Arc<str>,
    accepted: Option<&'static str>,
}

impl Hasher {
    /// With OWASP's minimum cost: 19 MiB, two passes, one lane.
    ///
    /// # Errors
    /// When the machine has no memory for one hash.
    pub fn new() -> Result<Self> {
        Self::with_cost(Params::new(19 * 1024, 2, 1, None).map_err(fault)?)
    }

    /// With next to no cost, for tests.
    ///
    /// # Errors
    /// As [`Hasher::new`].
    pub fn cheap() -> Result<Self> {
        Self::with_cost(Params::new(8, 1, 1, None).map_err(fault)?)
    }

    fn with_cost(params: Params) -> Result<Self> {
        let blocking = Blocking::new("Too many people are signing in right now. Please try again.");
        let dummy = hash(&params, "nobody has this password")?.into();
        Ok(Self { params, blocking, dummy, accepted: None })
    }

    /// Takes one password as a new one whatever it is made of: that of the demo, which everybody has there.
    #[must_use]
    pub fn accepting(mut self, password: &'static str) -> Self {
        self.accepted = Some(password);
        self
    }

    /// Whether it is the one that is taken whatever it is made of.
    pub(super) fn accepts(&self, password: &str) -> bool {
        self.accepted == Some(password)
    }

    /// The PHC string of a password. Its Unicode forms are one password.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when too many wait already.
    pub async fn hash(&self, password: String) -> Result<String> {
        let params = self.params.clone();
        self.blocking.run(move || hash(&params, &password)).await?
    }

    /// Other work on passwords that takes its time.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when too many wait already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        self.blocking.run(work).await
    }

    /// Whether a password is the one of a PHC string. Without one a dummy is verified, in the same time, and
    /// the answer is no.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when too many wait already.
    pub async fn verify(&self, password: String, phc: Option<String>) -> Result<Verified> {
        let known = phc.is_some();
        let phc = phc.unwrap_or_else(|| self.dummy.to_string());
        let params = self.params.clone();
        let verified = self.blocking.run(move || verify(&params, &password, &phc)).await?;
        Ok(if known { verified } else { Verified::Wrong })
    }
}

/// Whether a password is the one of a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// It isn't.
    Wrong,
    /// It is.
    Right,
    /// It is, and should be hashed anew: its hash was made when each Unicode form of a password was another one.
    NeedsRehash,
}

impl Verified {
    /// Whether it is the right password.
    pub fn is_right(self) -> bool {
        self != Self::Wrong
    }
}

fn hash(params: &Params, password: &str) -> Result<String> {
    let mut salt = [0_u8; 16];
    rand::rng().fill_bytes(&mut salt);
    let password = nirmaan_text::password(password);
    let phc =
        Argon2::from(params.clone()).hash_password_with_salt(password.as_bytes(), &salt).map_err(fault)?;
    Ok(phc.to_string())
}

fn verify(params: &Params, password: &str, phc: &str) -> Verified {
    let argon2 = Argon2::from(params.clone());
    let fits = |password: &str| argon2.verify_password(password.as_bytes(), phc).is_ok();
    if fits(&nirmaan_text::password(password)) {
        Verified::Right
    } else if nirmaan_text::other_passwords(password).iter().any(|other| fits(other)) {
        Verified::NeedsRehash
    } else {
        Verified::Wrong
    }
}

fn fault(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("hashing a password failed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_itself_matches() {
        let hasher = Hasher::cheap().unwrap();
        let phc = hasher.hash("नमस्ते 1".to_owned()).await.unwrap();
        let verify = async |password: &str, phc: Option<&String>| {
            hasher.verify(password.to_owned(), phc.cloned()).await.unwrap()
        };
        assert_eq!(verify("नमस्ते 1", Some(&phc)).await, Verified::Right);
        assert_eq!(verify("नमस्ते 2", Some(&phc)).await, Verified::Wrong);
        assert_eq!(verify("nobody has this password", None).await, Verified::Wrong);
    }

    #[tokio::test]
    async fn each_unicode_form_of_a_password_is_the_same_one() {
        let hasher = Hasher::cheap().unwrap();
        let (composed, apart) = ("café crème 12", "cafe\u{301} cre\u{300}me 12");
        for (set, typed) in [(composed, apart), (apart, composed), (apart, apart)] {
            let phc = hasher.hash(set.to_owned()).await.unwrap();
            let verified = hasher.verify(typed.to_owned(), Some(phc)).await.unwrap();
            assert_eq!(verified, Verified::Right, "{set:?} typed as {typed:?}");
        }
        // As hashes were made before: of the characters as they were typed.
        for typed in [composed, apart, "café cre\u{300}me 12"] {
            let argon2 = Argon2::from(hasher.params.clone());
            let old = argon2.hash_password_with_salt(apart.as_bytes(), &[7; 16]).unwrap().to_string();
            let verified = hasher.verify(typed.to_owned(), Some(old)).await.unwrap();
            assert_eq!(verified, Verified::NeedsRehash, "{typed:?}");
        }
    }
}
