//! Checking a request's fields, collecting every complaint.

use chrono::{Datelike, NaiveDate};
use nirmaan_api::{
    Date,
    types::{JsonObject, Money},
};
use nirmaan_text::normalize;

use crate::{
    error::{Error, Result, Violation},
    mail::Address,
};

/// Ten lakh crore rupees, in paise: the largest amount.
pub const MAX_PAISE: i64 = 1_000_000_000_000_000;
/// The longest text of several lines, in characters.
const LONG_TEXT: usize = 4_000;
/// The most bytes that are looked at for a character: what is longer is refused as it is, since bringing it into form takes time.
pub(crate) const LOOKED_AT: usize = 100;
/// The longest client data, in bytes.
const MAX_JSON: usize = 16 * 1024;

/// Collects what is wrong with a request.
#[derive(Debug, Default)]
pub struct Check {
    prefix: &'static str,
    violations: Vec<Violation>,
}

impl Check {
    /// Of fields under `prefix`, for example `contract.`.
    pub fn under(prefix: &'static str) -> Self {
        Self { prefix, violations: Vec::new() }
    }

    /// Complains about a field.
    pub fn complain(&mut self, field: &str, message: impl Into<String>) {
        self.violations.push(Violation { field: format!("{}{field}", self.prefix), message: message.into() });
    }

    /// A single line of at most `max` characters, in the form in which it is stored ([`nirmaan_text::normalize`]).
    pub fn text(&mut self, field: &str, label: &str, value: &str, max: usize) -> String {
        let Some(text) = normalized(value, max) else {
            self.complain(field, format!("{label} must have at most {max} characters."));
            return String::new();
        };
        if text.chars().any(char::is_control) {
            self.complain(field, format!("{label} must not contain control characters."));
        } else if text.chars().count() > max {
            self.complain(field, format!("{label} must have at most {max} characters."));
        }
        text
    }

    /// Like [`Check::text`], but not empty.
    pub fn required(&mut self, field: &str, label: &str, value: &str, max: usize) -> String {
        let complaints = self.violations.len();
        let text = self.text(field, label, value, max);
        if text.is_empty() && self.violations.len() == complaints {
            self.complain(field, format!("{label} is required."));
        }
        text
    }

    /// Lines of at most 4,000 characters in all.
    pub fn long_text(&mut self, field: &str, label: &str, value: &str) -> String {
        let Some(text) = normalized(value, LONG_TEXT) else {
            self.complain(field, format!("{label} must have at most 4,000 characters."));
            return String::new();
        };
        let text = text.replace("\r\n", "\n");
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            self.complain(field, format!("{label} must not contain control characters."));
        } else if text.chars().count() > LONG_TEXT {
            self.complain(field, format!("{label} must have at most 4,000 characters."));
        }
        text
    }

    /// An e-mail address of at most 255 characters, in lower case; may be empty.
    pub fn email(&mut self, field: &str, label: &str, value: &str) -> String {
        let address = self.text(field, label, value, 255).to_lowercase();
        if !address.is_empty() && !is_email(&address) {
            self.complain(field, format!("{label} must be an e-mail address, such as name@firm.in."));
        }
        address
    }

    /// A mobile number of ten digits, the first 6 to 9; may be empty.
    pub fn mobile(&mut self, field: &str, label: &str, value: &str) -> String {
        let number = self.text(field, label, value, 255);
        if !number.is_empty() && !is_mobile(&number) {
            self.complain(field, format!("{label} must be ten digits, the first 6 to 9."));
        }
        number
    }

    /// An amount from 0 to ten lakh crore rupees, in paise.
    pub fn money(&mut self, field: &str, label: &str, value: Option<Money>) -> Option<i64> {
        let paise = value?.paise;
        if !(0..=MAX_PAISE).contains(&paise) {
            self.complain(field, format!("{label} must be between 0 and 10,00,000 crore rupees."));
            return None;
        }
        Some(paise)
    }

    /// A day that exists, from 1900 to 2200.
    pub fn date(&mut self, field: &str, label: &str, value: Option<Date>) -> Option<NaiveDate> {
        let value = value?;
        let day = u32::try_from(value.month)
            .ok()
            .zip(u32::try_from(value.day).ok())
            .and_then(|(month, day)| NaiveDate::from_ymd_opt(value.year, month, day))
            .filter(|_| (1900..=2200).contains(&value.year));
        if day.is_none() {
            self.complain(field, format!("{label} is not a day between 1900 and 2200."));
        }
        day
    }

    /// A JSON object of at most 16 KiB.
    pub fn json(&mut self, field: &str, label: &str, value: Option<JsonObject>) -> Option<String> {
        let json = value?.json;
        if json.len() > MAX_JSON {
            self.complain(field, format!("{label} must have at most 16 KiB."));
        } else if serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&json).is_err() {
            self.complain(field, format!("{label} must be a JSON object."));
        }
        Some(json)
    }

    /// The day that the first ten characters name; `None` for an empty text.
    pub fn day(&mut self, field: &str, value: &str) -> Option<NaiveDate> {
        if value.is_empty() {
            return None;
        }
        // Of these ten characters chrono would also read a sign or a short month.
        let plain = |day: &&str| {
            let digits = |at: usize, c: char| if matches!(at, 4 | 7) { c == '-' } else { c.is_ascii_digit() };
            day.chars().enumerate().all(|(at, c)| digits(at, c))
        };
        let day = value.get(..10).filter(plain).and_then(|day| day.parse::<NaiveDate>().ok());
        let day = day.filter(|day| (1900..=2200).contains(&day.year()));
        if day.is_none() {
            self.complain(field, "Write the day as YYYY-MM-DD.");
        }
        day
    }

    /// Ends the check.
    ///
    /// # Errors
    /// [`Error::Invalid`] with all complaints, if there are any.
    pub fn done(self) -> Result<()> {
        if self.violations.is_empty() { Ok(()) } else { Err(Error::Invalid(self.violations)) }
    }
}

/// A text as it is stored; `None` for one that is longer by far than so many characters.
fn normalized(text: &str, max: usize) -> Option<String> {
    (text.len() <= LOOKED_AT * max).then(|| normalize(text))
}

/// Whether a text is an e-mail address that people may have: its domain has a dot, and nothing has a space in it.
pub fn is_email(text: &str) -> bool {
    let address = text.parse::<Address>();
    address.is_ok_and(|address| address.domain().contains('.')) && !text.contains(char::is_whitespace)
}

/// Whether a text is an Indian mobile number: ten digits, the first 6 to 9.
pub fn is_mobile(text: &str) -> bool {
    text.len() == 10
        && text.bytes().all(|digit| digit.is_ascii_digit())
        && text.starts_with(['6', '7', '8', '9'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_complaint_is_collected_under_its_path() {
        let mut check = Check::under("contract.");
        check.required("bid_id", "Bid ID", "  ", 64);
        check.text("reference_no", "Reference no.", "a\u{0}b", 100);
        check.money("paper_cost", "Paper cost", Some(Money { paise: -1 }));
        check.date("opening_date", "Opening date", Some(Date { year: 2026, month: 2, day: 30 }));
        let Err(Error::Invalid(violations)) = check.done() else { panic!("four complaints") };
        let fields: Vec<_> = violations.iter().map(|violation| violation.field.as_str()).collect();
        let expected =
            ["contract.bid_id", "contract.reference_no", "contract.paper_cost", "contract.opening_date"];
        assert_eq!(fields, expected);
    }

    #[test]
    fn a_text_is_as_long_as_what_is_seen_of_it_and_not_looked_at_for_ever() {
        let mut check = Check::default();
        let padded = format!("\u{feff}{}ab\u{200b}{}", " ".repeat(50), "\u{2003}".repeat(20));
        assert_eq!(check.required("bid_id", "Bid ID", &padded, 2), "ab");
        check.done().unwrap();
        for much in [" ".repeat(LOOKED_AT * 64 + 1), format!("ab{}", "\u{200b}".repeat(LOOKED_AT * 64))] {
            let mut check = Check::default();
            check.required("bid_id", "Bid ID", &much, 64);
            check.long_text("comment", "Comment", &much.repeat(64));
            let Err(Error::Invalid(complaints)) = check.done() else { panic!("both are too long") };
            let messages: Vec<_> = complaints.iter().map(|it| it.message.as_str()).collect();
            let expected =
                ["Bid ID must have at most 64 characters.", "Comment must have at most 4,000 characters."];
            assert_eq!(messages, expected);
        }
    }

    #[test]
    fn the_first_ten_characters_name_the_day() {
        let mut check = Check::default();
        let day = check.day("date_range.from", "2026-03-31T23:59:59Z");
        assert_eq!(day, NaiveDate::from_ymd_opt(2026, 3, 31));
        for wrong in ["31-03-2026", "-9999-1-01", "+99999-1-1", "1899-12-31", "2026-3-011", "today"] {
            assert_eq!(check.day("date_range.from", wrong), None, "{wrong}");
        }
        assert!(check.done().is_err());
    }

    #[test]
    fn addresses_and_mobile_numbers_have_their_shapes() {
        for address in ["a@b.in", "first.last+x@mail.firm.example", "नाम@फर्म.भारत"] {
            assert!(is_email(address), "{address}");
        }
        for wrong in [
            "",
            "a",
            "a@b",
            "@b.in",
            "a@",
            "a@.in",
            "a@b.",
            "a b@c.in",
            "a@b@c.in",
            "a@b..in",
            "a..b@c.in",
            "\"a b\"@c.in",
        ] {
            assert!(!is_email(wrong), "{wrong}");
        }
        for wrong in
            ["", "5876543210", "98765432", "98765432101", "+919876543210", "98765 4321", "९८७६५४३२१०"]
        {
            assert!(!is_mobile(wrong), "{wrong}");
        }
        assert!(is_mobile("9876543210") && is_mobile("6000000000"));
    }
}
