//! What a message of the contact form must be.

use nirmaan_api::common::SendEmailRequest;
use nirmaan_text::{is_blank, normalize};

use crate::{
    check::{Check, is_email, is_mobile},
    error::Result,
    mail,
};

/// The shortest message, in characters without the space around them.
const SHORTEST: usize = 20;
/// The longest name and address, in characters.
const LINE: usize = 255;

/// A message as it may be sent on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) name: String,
    pub(super) email: String,
    pub(super) mobile: String,
    pub(super) message: String,
}

/// Checks a message, rule by rule: the first that fails is told.
///
/// # Errors
/// [`crate::Error::Invalid`] with that rule's sentence.
pub(super) fn read(request: SendEmailRequest) -> Result<Letter> {
    let SendEmailRequest { name, email, mobile, message } = request;
    let (email, mobile) = (normalize(&email), normalize(&mobile));

    let mut check = Check::default();
    for (field, text) in [("name", &name), ("email", &email), ("mobile", &mobile), ("message", &message)] {
        if is_blank(text) {
            check.complain(field, "All fields are required.");
        }
    }
    check.done()?;
    rule(is_address(&email), "email", "Please enter a valid email.")?;
    rule(is_mobile(&mobile), "mobile", "Please enter a valid 10-digit mobile number.")?;
    let long_enough = normalize(&message).chars().count() >= SHORTEST;
    rule(long_enough, "message", "Message should be at least 20 characters.")?;

    let mut check = Check::default();
    let name = check.text("name", "Name", &name, LINE);
    let message = check.long_text("message", "Message", &message);
    check.done()?;
    Ok(Letter { name, email, mobile, message })
}

fn rule(holds: bool, field: &str, sentence: &str) -> Result<()> {
    let mut check = Check::default();
    if !holds {
        check.complain(field, sentence);
    }
    check.done()
}

/// Whether it has the shape of an address, and nothing that mail can't carry.
fn is_address(text: &str) -> bool {
    is_email(text) && mail::address(text).is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Error;

    fn request(name: &str, email: &str, mobile: &str, message: &str) -> SendEmailRequest {
        SendEmailRequest {
            name: name.to_owned(),
            email: email.to_owned(),
            mobile: mobile.to_owned(),
            message: message.to_owned(),
        }
    }

    fn good() -> SendEmailRequest {
        request(" Asha Patil ", " asha@example.in ", " 9876543210 ", " Please call me back.\r\nSoon. ")
    }

    /// The fields and sentences of a refusal.
    fn refusal(request: SendEmailRequest) -> Vec<(String, String)> {
        let Err(Error::Invalid(violations)) = read(request) else { panic!("it should be refused") };
        violations.into_iter().map(|violation| (violation.field, violation.message)).collect()
    }

    #[test]
    fn a_good_message_is_trimmed() {
        let letter = read(good()).unwrap();
        let expected = Letter {
            name: "Asha Patil".to_owned(),
            email: "asha@example.in".to_owned(),
            mobile: "9876543210".to_owned(),
            message: "Please call me back.\nSoon.".to_owned(),
        };
        assert_eq!(letter, expected);
    }

    #[test]
    fn addresses_have_a_simple_shape() {
        for address in ["a@b.in", "first.last+tag@mail.example.co.in"] {
            assert!(is_address(address), "{address}");
        }
        for address in
            ["a", "@", "a@", "@b.in", "a@b", "a@b.", "a@.in", "a b@c.in", "a@b@c.in", "a@b.in\r\nBcc: c@d.in"]
        {
            assert!(!is_address(address), "{address}");
        }
    }

    #[test]
    fn mobile_numbers_have_ten_digits_from_6_to_9() {
        for number in ["6000000000", "9999999999"] {
            assert!(is_mobile(number), "{number}");
        }
        for number in ["5999999999", "987654321", "98765432100", "98765 4321", "९८७६५४३२१०", "+919876543210"]
        {
            assert!(!is_mobile(number), "{number}");
        }
    }

    #[test]
    fn a_message_has_20_to_4000_characters() {
        let of = |message: String| SendEmailRequest { message, ..good() };
        let short = "Message should be at least 20 characters.";
        assert_eq!(
            refusal(of(format!("  {}  ", "न".repeat(19)))),
            [("message".to_owned(), short.to_owned())]
        );
        assert!(read(of("न".repeat(20))).is_ok() && read(of("न".repeat(4_000))).is_ok());
        let long = "Message must have at most 4,000 characters.";
        assert_eq!(refusal(of("न".repeat(4_001))), [("message".to_owned(), long.to_owned())]);
    }

    #[test]
    fn control_characters_are_refused() {
        let message = "Name must not contain control characters.".to_owned();
        let name = "Asha\r\nBcc: x@example.in".to_owned();
        assert_eq!(refusal(SendEmailRequest { name, ..good() }), [("name".to_owned(), message)]);
        let name = "a".repeat(256);
        let message = "Name must have at most 255 characters.".to_owned();
        assert_eq!(refusal(SendEmailRequest { name, ..good() }), [("name".to_owned(), message)]);
        let message = format!("{}\u{0}", "a".repeat(30));
        assert_eq!(refusal(SendEmailRequest { message, ..good() })[0].0, "message");
    }

    proptest! {
        #[test]
        fn what_passes_has_no_line_break_where_a_header_is(
            name in "(?s).{0,20}", email in "[a-z\r\n\u{0}@. ]{0,20}", mobile in "[5-9\r\n]{0,12}",
        ) {
            let filled = request(&name, &email, &mobile, "Twenty characters at least.");
            if let Ok(letter) = read(filled) {
                let lines = [letter.name, letter.email, letter.mobile];
                prop_assert!(lines.iter().all(|line| !line.contains(char::is_control)));
            }
        }
    }
}
