//! What makes a password (`security.md` §3).

mod words;

use nirmaan_text::key;
use zxcvbn::{Score, zxcvbn};

use super::hasher::Hasher;
use crate::{
    check::{Check, LOOKED_AT},
    error::{Error, Result, Violation},
};

/// The shortest password, in characters.
const MIN: usize = 8;
/// The longest password, in characters.
const MAX: usize = 128;
/// How many characters are judged: the time grows steeply with them, and what is hard to guess by then stays so.
const JUDGED: usize = 24;
/// From this score on somebody who has stolen a hash needs more than 10^8 guesses.
const ENOUGH: Score = Score::Three;

/// Checks a new password; `known` are the user's address and mobile number and the organisation's names, which anybody
/// would try.
///
/// # Errors
/// [`Error::Invalid`], naming the field.
pub async fn check(hasher: &Hasher, field: &str, password: &str, known: &[&str]) -> Result<()> {
    if hasher.accepts(password) {
        return Ok(());
    }
    let complaint = match length(password) {
        Some(complaint) => Some(complaint),
        None => {
            let owned: Vec<_> = known.iter().map(|known| (*known).to_owned()).collect();
            let password = nirmaan_text::password(password).into_owned();
            hasher.run(move || guessable(&password, &owned)).await?
        }
    };
    let Some(message) = complaint else { return Ok(()) };
    Err(Error::Invalid(vec![Violation { field: field.to_owned(), message }]))
}

/// Complains about a password that nobody can have, since it is empty or too long; `label` is what it is called.
pub(super) fn check_sent(check: &mut Check, field: &str, label: &str, password: &str) {
    if password.is_empty() {
        check.complain(field, format!("{label} is required."));
    } else if is_too_long(password) {
        check.complain(field, format!("{label} must have at most {MAX} characters."));
    }
}

/// Whether it has too many characters in the form in which it is hashed. What is longer by far is not brought into that form,
/// which takes time: somebody may send a whole megabyte.
pub(super) fn is_too_long(password: &str) -> bool {
    password.len() > LOOKED_AT * MAX || nirmaan_text::password(password).chars().nth(MAX).is_some()
}

fn length(password: &str) -> Option<String> {
    if is_too_long(password) {
        return Some(format!("Password must have at most {MAX} characters."));
    }
    let is_short = nirmaan_text::password(password).chars().count() < MIN;
    is_short.then(|| format!("Password must have at least {MIN} characters."))
}

fn guessable(password: &str, known: &[String]) -> Option<String> {
    let own = words::of(known);
    if is_one_of(password, known) || words::is_made_of(password, &own) {
        let message = "Password must not be made of the e-mail address, the mobile number or the organisation's name. \
                       Choose three or four words that have nothing to do with each other.";
        return Some(message.to_owned());
    }
    let judged: String = password.chars().take(JUDGED).collect();
    let inputs: Vec<_> = own.iter().map(String::as_str).collect();
    let is_common = words::is_one_common(password) || zxcvbn(&judged, &inputs).score() < ENOUGH;
    let message = "This password is too common: a well-known word stays easy to guess with digits and signs around it. \
                   Choose three or four words that have nothing to do with each other.";
    is_common.then(|| message.to_owned())
}

/// Whether it is the address or a name as it stands, of which not every part may count as a word.
fn is_one_of(password: &str, known: &[String]) -> bool {
    let plain = key(password);
    known.iter().map(|known| key(known)).any(|known| {
        let local = known.split('@').next().unwrap_or_default();
        plain == known || plain == local
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(password: &str) -> Option<String> {
        let known = ["ravi.kumar84@bharat.example", "9876543210", "Bharat Infra", "bharat-infra"];
        length(password).or_else(|| guessable(password, &known.map(str::to_owned)))
    }

    #[test]
    fn good_passwords_pass() {
        for password in [
            "Nirmaan@2026",
            "correct horse battery",
            "harbour lantern 7",
            "नमस्ते दुनिया ७८६",
            "tr0ub4dor&3x",
            "Str0ng!Pass2026",
            "Str0ng!Passw0rd",
            "Str0ng!Pass",
            "Sup3rSecret!42",
            "Test@Pass123",
            "Kx9#mPq2vL",
            "Nine-metre-girder",
            "bharat girder 71 monsoon",
            "girder 8471920365",
        ] {
            assert_eq!(refusal(password), None, "{password}");
        }
        let long: String = (0..128_u8).map(|at| char::from(b'!' + at.wrapping_mul(37) % 94)).collect();
        assert_eq!(refusal(&long), None, "128 characters");
    }

    #[test]
    fn what_is_short_long_or_common_is_refused_with_a_reason() {
        for (password, part) in [
            ("short1!", "at least 8"),
            ("password", "too common"),
            ("12345678", "too common"),
            ("qwertyuiop", "too common"),
            ("aaaaaaaa", "too common"),
            ("Password1", "too common"),
            ("Password@123", "too common"),
            ("P@ssw0rd@2026!", "too common"),
            ("Pa55word#99", "too common"),
            ("India@123", "too common"),
            ("1ndia@2026", "too common"),
            ("2026!Ind1a", "too common"),
            ("Mumbai@2026", "too common"),
            ("Krishna@108", "too common"),
            ("jaihind#1947", "too common"),
            ("Admin@12345", "too common"),
            ("Welcome 2026!", "too common"),
            ("Contract@2027", "too common"),
        ] {
            let message = refusal(password).unwrap_or_default();
            assert!(message.contains(part), "{password}: {message}");
        }
        let long = "x".repeat(129);
        assert!(refusal(&long).unwrap_or_default().contains("at most 128"));
    }

    #[test]
    fn ones_own_and_the_firms_words_are_refused_however_they_are_dressed_up() {
        for password in [
            "Ravi.Kumar84@Bharat.example",
            "bharat infra",
            "bharat-infra",
            "Bharat@2026",
            "Bh4r@t#2026",
            "2026 8harat!",
            "BharatInfra@1",
            "InfraBharat2026",
            "Ravi@Bharat1",
            "kumar_kumar_84",
            "9876543210",
            "Ravi9876543210",
            "bhárat-ínfra-2026",
        ] {
            let message = refusal(password).unwrap_or_default();
            assert!(message.contains("must not be made of"), "{password}: {message}");
        }
    }

    #[test]
    fn of_what_is_known_words_are_taken_that_are_somebodys() {
        let of = |known: &str| words::of(&[known.to_owned()]);
        assert_eq!(of("r.k_mehta@mail.deccan-roads.co.in"), ["deccan", "mail", "mehta", "roads"]);
        assert_eq!(of("Śrī Lakṣmī & Co"), ["laksmi", "sri"]);
        assert_eq!(of("भारत निर्माण"), ["निर्माण", "भारत"]);
        assert_eq!(of(""), [""; 0]);
    }
}
