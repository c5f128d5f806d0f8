//! Names of files, as senders give them.

use nirmaan_text::normalize;

/// The longest name, in characters.
const MAX_NAME: usize = 255;
/// The longest ending, in characters.
const MAX_ENDING: usize = 16;
/// What a part of a key may have of a name, in bytes.
const MAX_IN_KEY: usize = 180;

/// A name without the folders before it and without what can't be seen: control characters, and those that turn the
/// writing's direction and so make `exe.pdf` of `fdp.exe`. Joiners stay, which many scripts are written with.
pub(super) fn safe(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let on_one_line = |c: &char| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}');
    let visible = normalize(&last.chars().filter(on_one_line).collect::<String>());
    shorten(visible.trim_matches('.').trim(), MAX_NAME, |name| name.chars().count())
}

/// The ending of a name, without its dot, in lower case.
pub(super) fn ending(name: &str) -> Option<String> {
    let (_, ending) = name.rsplit_once('.')?;
    let fits = (1..=MAX_ENDING).contains(&ending.chars().count());
    fits.then(|| ending.to_lowercase())
}

/// What stands for a name in a key: the same, as far as every storage takes it.
pub(super) fn in_key(name: &str) -> String {
    let plain =
        |c: char| if c.is_alphanumeric() || matches!(c, '-' | '.' | '_' | '(' | ')') { c } else { '_' };
    shorten(&name.chars().map(plain).collect::<String>(), MAX_IN_KEY, str::len)
}

/// Takes as much from before the ending as is too much.
fn shorten(name: &str, most: usize, length: impl Fn(&str) -> usize) -> String {
    if length(name) <= most {
        return name.to_owned();
    }
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if ending.chars().count() <= MAX_ENDING => (stem, format!(".{ending}")),
        _ => (name, String::new()),
    };
    let mut stem = stem.to_owned();
    while length(&stem) + length(&ending) > most && stem.pop().is_some() {}
    format!("{}{ending}", stem.trim_end())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn folders_and_what_can_not_be_seen_are_gone() {
        for (name, expected) in [
            ("notice.pdf", "notice.pdf"),
            ("C:\\Users\\asha\\EMD receipt.pdf", "EMD receipt.pdf"),
            ("../../etc/passwd.txt", "passwd.txt"),
            ("a/..", ""),
            (".htaccess", "htaccess"),
            (" ..plan.dwg.. ", "plan.dwg"),
            ("bill\u{202e}fdp.exe", "billfdp.exe"),
            ("a\0b\nc\u{7f}.csv", "abc.csv"),
            ("निविदा\u{200d}सूचना.pdf", "निविदा\u{200d}सूचना.pdf"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
    }

    #[test]
    fn a_long_name_keeps_its_ending() {
        let name = safe(&format!("{}.pdf", "न".repeat(400)));
        assert_eq!((name.chars().count(), ending(&name).as_deref()), (255, Some("pdf")));
        let key = in_key(&name);
        assert!(key.len() <= MAX_IN_KEY && key.ends_with(".pdf"), "{key}");
    }

    #[test]
    fn endings_are_in_lower_case() {
        assert_eq!(ending("Plan.v2.DWG").as_deref(), Some("dwg"));
        assert_eq!(ending("plan"), None);
        assert_eq!(ending("plan."), None);
    }

    proptest! {
        #[test]
        fn no_name_leads_anywhere(name in ".{0,300}") {
            let safe = safe(&name);
            prop_assert!(safe.chars().count() <= MAX_NAME);
            prop_assert!(!safe.contains(['/', '\\']) && !safe.starts_with('.') && !safe.chars().any(char::is_control));
            let key = in_key(&safe);
            prop_assert!(key.len() <= MAX_IN_KEY && !key.contains(['/', '\\', '#', '%', '?', ' ']));
        }
    }
}
