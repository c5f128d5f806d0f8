//! A mail as it travels.

use std::time::SystemTime;

use lettre::{Message, message::header::ContentType};
use nirmaan_store::entity::mail;

use super::Failure;

pub use lettre::{Address, message::Mailbox};

/// The longest address that SMTP carries.
const MAX_ADDRESS: usize = 254;

/// The address that a text is: ASCII, since not every server takes others.
pub fn address(text: &str) -> Option<Address> {
    let fits = text.is_ascii() && text.len() <= MAX_ADDRESS;
    text.parse().ok().filter(|_| fits)
}

/// The mailbox that a text is, an address with or without a name: `Nirmaan <no-reply@nirmaan.example>`.
pub fn mailbox(text: &str) -> Option<Mailbox> {
    let fits = |mailbox: &Mailbox| address(mailbox.email.as_ref()).is_some();
    text.parse().ok().filter(fits).filter(|_| !text.chars().any(char::is_control))
}

/// The message of a mail: with the same words, date and id whenever it is built.
pub(super) fn build(mail: &mail::Model, from: &Mailbox) -> Result<Message, Failure> {
    let recipient =
        address(&mail.recipient).ok_or_else(|| Failure::Final("the recipient is no address".to_owned()))?;
    let mut message = Message::builder()
        .message_id(Some(one_line(&mail.message_id)))
        .date(SystemTime::from(mail.created_at))
        .from(from.clone())
        .to(Mailbox::new(None, recipient))
        .subject(one_line(&mail.subject))
        .header(ContentType::TEXT_PLAIN);
    // An address that can't stand in a header still stands in the text.
    if let Some(reply_to) = address(&mail.reply_to_address) {
        let name = Some(one_line(&mail.reply_to_name)).filter(|name| !name.is_empty());
        message = message.reply_to(Mailbox::new(name, reply_to));
    }
    message.body(mail.body.clone()).map_err(|error| Failure::Final(error.to_string()))
}

/// A text fit for a header, which ends at a line break; lettre panics at one in a name.
fn one_line(text: &str) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.replace(breaks, " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use nirmaan_store::entity::mail::State;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn from() -> Mailbox {
        mailbox("Nirmaan <no-reply@nirmaan.example>").unwrap()
    }

    fn mail(name: &str, address: &str, subject: &str, body: &str) -> mail::Model {
        let at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        mail::Model {
            id: Uuid::from_u128(7),
            message_id: "<7@nirmaan.example>".to_owned(),
            recipient: "hello@nirmaan.example".to_owned(),
            reply_to_name: name.to_owned(),
            reply_to_address: address.to_owned(),
            subject: subject.to_owned(),
            body: body.to_owned(),
            state: State::Pending,
            attempts: 1,
            next_attempt_at: at,
            claimed_until: None,
            last_error: String::new(),
            origin: None,
            created_at: at,
            sent_at: None,
        }
    }

    /// The names of the headers of a message, and its formatted text.
    fn written(mail: &mail::Model) -> (Vec<String>, String) {
        let text = String::from_utf8(build(mail, &from()).unwrap().formatted()).unwrap();
        let (head, _) = text.split_once("\r\n\r\n").unwrap();
        let names = head.split("\r\n").filter(|line| !line.starts_with([' ', '\t']));
        let names = names.map(|line| line.split_once(':').unwrap().0.to_owned()).collect();
        (names, text)
    }

    #[test]
    fn a_mail_says_who_wrote_and_whom_to_answer() {
        let mail = mail("Asha Patil", "asha@example.in", "Message from Asha Patil", "Namaste\nनमस्ते");
        let (_, text) = written(&mail);
        for line in [
            "Message-ID: <7@nirmaan.example>",
            "Date: Fri, 15 Jan 2027 08:00:00 +0000",
            "From: Nirmaan <no-reply@nirmaan.example>",
            "To: hello@nirmaan.example",
            "Reply-To: \"Asha Patil\" <asha@example.in>",
            "Subject: Message from Asha Patil",
            "Content-Type: text/plain; charset=utf-8",
        ] {
            assert!(text.split("\r\n").any(|found| found == line), "{line} is not in {text}");
        }
        assert_eq!(written(&mail).1, text, "the same whenever it is built");
    }

    #[test]
    fn addresses_are_plain() {
        for good in ["a@b.in", "first.last+tag@mail.example.in"] {
            assert!(address(good).is_some(), "{good}");
        }
        let long = format!("{}@example.in", "a".repeat(250));
        for bad in ["", "a", "a@", "@b.in", "a b@c.in", "a@b.in\r\nBcc: c@d.in", "राम@b.in", long.as_str()]
        {
            assert!(address(bad).is_none(), "{bad}");
        }
        assert!(mailbox("a@b.in").is_some() && mailbox("\"A\u{7}\" <a@b.in>").is_none());
    }

    proptest! {
        #[test]
        fn no_text_adds_a_header_or_panics(
            name in "(?s).{0,80}", subject in "(?s).{0,80}", body in "(?s).{0,200}",
            address in "[a-z\r\n@.<>, \u{0}]{0,30}",
        ) {
            let plain = ["Message-ID", "Date", "From", "To", "Subject", "Content-Type"];
            let allowed = [&plain[..], &["Reply-To", "Content-Transfer-Encoding"]].concat();
            let (names, text) = written(&mail(&name, &address, &subject, &body));
            prop_assert!(plain.iter().all(|name| names.iter().filter(|found| found == name).count() == 1));
            prop_assert!(names.len() <= allowed.len() && names.iter().all(|name| allowed.contains(&name.as_str())));
            prop_assert!(text.is_ascii());
        }

        #[test]
        fn line_breaks_in_a_name_stay_out_of_the_header(before in "[a-zé]{0,9}", after in "[a-zé]{0,9}") {
            for broken in ["\r\n", "\n", "\r", "\u{0}", "\u{85}", "\u{2028}"] {
                let name = format!("{before}{broken}Bcc: {after}@evil.example");
                let (names, _) = written(&mail(&name, "a@b.in", &name, "text"));
                prop_assert!(!names.contains(&"Bcc".to_owned()));
            }
        }
    }
}
