//! How a browser is told to name a file, and whether to show or to save it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All that RFC 8187 wants encoded; its attr-char set stays.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// A file to be saved: the value of its `Content-Disposition`, fit for a header whatever the name is.
pub fn attachment(name: &str) -> String {
    disposition("attachment", name)
}

/// A file to be shown, and saved under this name if somebody wishes to.
pub fn inline(name: &str) -> String {
    disposition("inline", name)
}

/// The header by RFC 6266: plain ASCII for old readers, the name itself for all others.
fn disposition(kind: &str, name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).unwrap_or("download");
    let plain: String = name
        .chars()
        .map(|letter| match letter {
            ' '..='~' if !matches!(letter, '"' | '\\' | '%') => letter,
            _ => '_',
        })
        .collect();
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{}", utf8_percent_encode(name, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_a_header() {
        assert_eq!(
            attachment("bids 2026.xlsx"),
            "attachment; filename=\"bids 2026.xlsx\"; filename*=UTF-8''bids%202026.xlsx"
        );
        assert_eq!(
            attachment("../निविदा\"\r\n.csv"),
            "attachment; filename=\"_________.csv\"; \
             filename*=UTF-8''%E0%A4%A8%E0%A4%BF%E0%A4%B5%E0%A4%BF%E0%A4%A6%E0%A4%BE%22%0D%0A.csv"
        );
        assert!(inline("").starts_with("inline; filename=\"download\";"));
    }
}
