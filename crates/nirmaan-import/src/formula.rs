//! Texts that a spreadsheet would take for formulas: exported behind an apostrophe, imported without it.

use std::borrow::Cow;

/// The text with an apostrophe before it, where a spreadsheet would otherwise take it for a formula; and where it
/// begins with apostrophes before such a beginning already, so that each text is exported differently.
pub fn defused(text: &str) -> Cow<'_, str> {
    if starts_formula(text.trim_start_matches('\'')) && !is_number(text) {
        format!("'{text}").into()
    } else {
        text.into()
    }
}

/// The text that [`defused`] was given.
pub(crate) fn restored(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| starts_formula(rest.trim_start_matches('\''))).unwrap_or(text)
}

/// The full-width signs count as the others do where East Asian text is written.
fn starts_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
}

/// A negative number is what it says, whether or not it is calculated.
fn is_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let Some(number) = text.strip_prefix('-') else { return false };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    digits(whole) && digits(fraction)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for text in
            ["=1+1", "+1", "+91 98250 00000", "-1+2", "-x", "-", "@SUM(A1)", "\t=1", "\r=1", "-1.", "'=1"]
        {
            assert_eq!(defused(text), format!("'{text}"));
        }
        for text in ["＝1+1", "＋1", "－1", "＠SUM(A1)"] {
            assert_eq!(defused(text), format!("'{text}"));
        }
        for text in ["", "1-2=3", "'quoted'", "-1", "-11.25", "00042", "सड़क"] {
            assert_eq!(defused(text), text);
        }
    }

    proptest! {
        #[test]
        fn what_is_exported_is_imported(text in "'{0,3}[-+=@\t\r＝＋－＠]?[0-9a-z.'=]{0,4}") {
            let exported = defused(&text);
            prop_assert_eq!(restored(&exported), &text);
        }
    }
}
