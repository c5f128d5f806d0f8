//! What makes a password (`security.md` §3).

use zxcvbn::{Score, zxcvbn};

use super::hasher::Hasher;
use crate::error::{Error, Result, Violation};

/// The shortest password, in characters.
const MIN: usize = 8;
/// The longest password, in characters.
pub(crate) const MAX: usize = 128;
/// How many characters are judged: the time grows steeply with them, and what is hard to guess by then stays so.
const JUDGED: usize = 24;

/// Checks a new password; `known` are the user's address and the organisation's names, which anybody would try.
///
/// # Errors
/// [`Error::Invalid`], naming the field.
pub async fn check(hasher: &Hasher, field: &str, password: &str, known: &[&str]) -> Result<()> {
    let owned: Vec<_> = known.iter().map(|known| (*known).to_owned()).collect();
    let complaint = match shape(password, known) {
        Some(complaint) => Some(complaint),
        None => {
            let password = password.to_owned();
            hasher.run(move || strength(&password, &owned)).await?
        }
    };
    let Some(message) = complaint else { return Ok(()) };
    Err(Error::Invalid(vec![Violation { field: field.to_owned(), message }]))
}

fn shape(password: &str, known: &[&str]) -> Option<String> {
    // Counted no further than needed: somebody may send a whole megabyte.
    let length = password.chars().take(MAX + 1).count();
    if length < MIN {
        return Some(format!("Password must have at least {MIN} characters."));
    }
    if length > MAX {
        return Some(format!("Password must have at most {MAX} characters."));
    }
    let plain = password.trim().to_lowercase();
    let is_known = known.iter().any(|known| {
        let known = known.to_lowercase();
        let local = known.split('@').next().unwrap_or_default();
        plain == known || plain == local
    });
    is_known.then(|| "Password must not be the e-mail address or the organisation's name.".to_owned())
}

fn strength(password: &str, known: &[String]) -> Option<String> {
    let judged: String = password.chars().take(JUDGED).collect();
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    let is_common = zxcvbn(&judged, &known).score() < Score::Two;
    is_common.then(|| "This password is too common. Choose one that is harder to guess.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(password: &str) -> Option<String> {
        let known = ["owner@bharat.example", "Bharat Infra", "bharat"];
        shape(password, &known).or_else(|| strength(password, &known.map(str::to_owned)))
    }

    #[test]
    fn good_passwords_pass() {
        for password in ["Nirmaan@2026", "correct horse battery", "नमस्ते दुनिया ७८६", "tr0ub4dor&3x"]
        {
            assert_eq!(refusal(password), None, "{password}");
        }
        let long: String = (0..128_u8).map(|at| char::from(b'!' + at.wrapping_mul(37) % 94)).collect();
        assert_eq!(refusal(&long), None, "128 characters");
    }

    #[test]
    fn others_are_refused_with_a_reason() {
        for (password, part) in [
            ("short1!", "at least 8"),
            ("password", "too common"),
            ("12345678", "too common"),
            ("qwertyuiop", "too common"),
            ("aaaaaaaa", "too common"),
            ("Password1", "too common"),
            ("Owner@Bharat.example", "must not be"),
            ("bharat infra", "must not be"),
        ] {
            let message = refusal(password).unwrap_or_default();
            assert!(message.contains(part), "{password}: {message}");
        }
        let long = "x".repeat(129);
        assert!(refusal(&long).unwrap_or_default().contains("at most 128"));
    }
}
