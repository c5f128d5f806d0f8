//! One text, one spelling: the form in which texts are stored, and the key by which they are compared.
//!
//! Keyboards, phones and spreadsheets write the same letters in several ways: `é` as one character or as two, `क़` with its
//! nukta within it or behind it, a name with a mark of direction that nobody sees. [`normalize`] brings them into one form,
//! [`key`] into one that also leaves out what people don't tell apart when they look for something.
//!
//! Columns of the database hold keys. Whoever changes what [`key`] makes of a text adds a step to `migrations` that fills them
//! anew.

mod joiners;

use std::borrow::Cow;

use icu_casemap::CaseMapper;
use icu_normalizer::{
    ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed,
    properties::CanonicalCombiningClassMapBorrowed,
};
use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};

use self::joiners::without_needless_joiners;

/// A text as it is stored: in NFC, without marks that have no width and turn nothing but the writing's direction, without
/// spaces of any kind around it. Joiners stay between the letters of scripts that are written with them, and in emoji.
pub fn normalize(text: &str) -> String {
    if text.is_ascii() {
        return text.trim().to_owned();
    }
    let visible = text.chars().filter(|c| !is_invisible(*c));
    let text = nfc(without_needless_joiners(visible).chars());
    text.trim_matches(is_space).to_owned()
}

/// Whether nobody sees anything in a text: [`normalize`] leaves nothing of it.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| is_space(c) || is_invisible(c) || joiners::is_joiner(c))
}

/// What two texts have in common if people take them for the same: case, accents, the nukta, joiners and the ways to write a
/// letter aside (NFKC, folded). Vowel signs stay: कि and का are different words. It takes no more bytes than a text of so
/// many characters can have, four each, and is cut where it would: there are characters that stand for a whole sentence.
pub fn key(text: &str) -> String {
    if text.is_ascii() {
        return text.trim().to_ascii_lowercase();
    }
    let text = normalize(text);
    let decomposing = DecomposingNormalizerBorrowed::new_nfkd();
    let decomposed: String = decomposing.normalize_iter(text.chars().filter(|c| !is_ignorable(*c))).collect();
    let folded = CaseMapper::new().fold_string(&decomposed);
    let letters = decomposing.normalize_iter(folded.chars()).filter(|c| !is_accent(*c) && !is_ignorable(*c));
    let mut whole = nfc(letters.flat_map(as_typed));
    // Of a text of marks alone these are what tells it from others.
    if whole.trim().is_empty() {
        whole = text.to_lowercase();
    }
    let most = 4 * text.chars().count();
    let end = whole.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| *end <= most).last();
    whole.truncate(end.unwrap_or_default());
    whole.trim().to_owned()
}

/// A password as it is hashed: in NFC and otherwise as it was typed, whatever keyboard it comes from.
pub fn password(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// The other forms of a password, of which a hash may be that was made before [`password`] was: as it was typed, and with each
/// accent behind its letter. None for most passwords.
pub fn other_passwords(text: &str) -> Vec<String> {
    if text.is_ascii() {
        return Vec::new();
    }
    let usual = password(text);
    let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(text);
    let mut others = vec![text.to_owned(), apart.into_owned()];
    others.dedup();
    others.retain(|other| *other != usual);
    others
}

/// Whether a character has no width and says nothing: breaks, directions, joints that no script needs, tags.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Whether a character is a space, or a letter that looks like one.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

/// Whether a character is left out wherever texts are compared.
fn is_ignorable(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Whether a character is an accent, by its canonical combining class: the nukta (7; the tone of Burmese that shares its class
/// isn't one), the points of Hebrew and Arabic (10 to 36), and what stands above and below a letter (from 200 on).
fn is_accent(c: char) -> bool {
    match CanonicalCombiningClassMapBorrowed::new().get_u8(c) {
        7 => c != '\u{1037}',
        class => matches!(class, 10..=36 | 200..),
    }
}

/// The letters of Malayalam and Bengali that stand for one without its vowel, which is also written with a virama; and the
/// fraction slash as the slash that people type.
fn as_typed(c: char) -> impl Iterator<Item = char> {
    let (letter, virama) = match c {
        '\u{9ce}' => ('\u{9a4}', Some('\u{9cd}')),
        '\u{d7a}' => ('\u{d23}', Some('\u{d4d}')),
        '\u{d7b}' => ('\u{d28}', Some('\u{d4d}')),
        '\u{d7c}' => ('\u{d30}', Some('\u{d4d}')),
        '\u{d7d}' => ('\u{d32}', Some('\u{d4d}')),
        '\u{d7e}' => ('\u{d33}', Some('\u{d4d}')),
        '\u{d7f}' => ('\u{d15}', Some('\u{d4d}')),
        '\u{2044}' => ('/', None),
        letter => (letter, None),
    };
    std::iter::once(letter).chain(virama)
}

fn nfc(text: impl Iterator<Item = char>) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize_iter(text).collect()
}

#[cfg(test)]
mod tests;
