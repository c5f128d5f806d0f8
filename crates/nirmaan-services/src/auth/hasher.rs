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

    /// The PHC string of a password.
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
    pub async fn verify(&self, password: String, phc: Option<String>) -> Result<bool> {
        let known = phc.is_some();
        let phc = phc.unwrap_or_else(|| self.dummy.to_string());
        let params = self.params.clone();
        let matches = self
            .blocking
            .run(move || Argon2::from(params).verify_password(password.as_bytes(), phc.as_str()).is_ok())
            .await?;
        Ok(matches && known)
    }
}

fn hash(params: &Params, password: &str) -> Result<String> {
    let mut salt = [0_u8; 16];
    rand::rng().fill_bytes(&mut salt);
    let phc =
        Argon2::from(params.clone()).hash_password_with_salt(password.as_bytes(), &salt).map_err(fault)?;
    Ok(phc.to_string())
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
        assert!(hasher.verify("नमस्ते 1".to_owned(), Some(phc.clone())).await.unwrap());
        assert!(!hasher.verify("नमस्ते 2".to_owned(), Some(phc)).await.unwrap());
        assert!(!hasher.verify("nobody has this password".to_owned(), None).await.unwrap());
    }
}
