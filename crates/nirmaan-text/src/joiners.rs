//! Joiners (U+200D) and non-joiners (U+200C): letters of their own in some scripts, and nothing anybody sees in the others.

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{ExtendedPictographic, Script},
};

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';
/// The canonical combining class of the virama, which takes the vowel from its letter.
const VIRAMA: u8 = 9;

/// What a joiner stands behind: the last character that is no mark and no joiner, and whether a virama followed it. The order of
/// the marks in between, which normalization may change, makes no difference.
#[derive(Clone, Copy, Default)]
struct Before {
    letter: Option<char>,
    has_virama: bool,
}

/// The characters without the joiners that have no meaning where they stand; of several in a row, one stays at most.
pub(crate) fn without_needless_joiners(text: impl Iterator<Item = char>) -> String {
    let mut kept = String::new();
    let mut before = Before::default();
    // The kinds of joiners in a row; a second one of a kind adds nothing.
    let mut row: Vec<char> = Vec::new();
    for c in text {
        if !is_joiner(c) {
            kept.extend(row.drain(..).find(|joiner| before.needs(*joiner, Some(c))));
            before.pass(c);
            kept.push(c);
        } else if !row.contains(&c) {
            row.push(c);
        }
    }
    kept.extend(row.into_iter().find(|joiner| before.needs(*joiner, None)));
    kept
}

impl Before {
    fn pass(&mut self, c: char) {
        match class(c) {
            VIRAMA => self.has_virama = true,
            0 if !chooses_look(c) => *self = Self { letter: Some(c), has_virama: false },
            _ => {}
        }
    }

    /// Whether a joiner has a meaning here.
    fn needs(self, joiner: char, after: Option<char>) -> bool {
        let Some(letter) = self.letter else { return false };
        if is_emoji(letter) {
            return joiner == JOINER && after.is_some_and(is_emoji);
        }
        let goes_on = after.is_some_and(|after| class(after) != 0 || is_joining(after));
        // Half a letter at the end of a word: the chillus of Malayalam, and short forms in Arabic.
        let ends = self.has_virama || script(letter) == Script::Arabic;
        is_joining(letter) && (goes_on || (joiner == JOINER && ends))
    }
}

pub(crate) fn is_joiner(c: char) -> bool {
    matches!(c, NON_JOINER | JOINER)
}

fn is_emoji(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

/// Whether a character says how the emoji before it looks.
fn chooses_look(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Whether a character belongs to a script whose letters are joined, or kept apart, by joiners.
fn is_joining(c: char) -> bool {
    matches!(
        script(c),
        Script::Arabic
            | Script::Balinese
            | Script::Bengali
            | Script::Chakma
            | Script::Devanagari
            | Script::Grantha
            | Script::Gujarati
            | Script::Gurmukhi
            | Script::Javanese
            | Script::Kaithi
            | Script::Kannada
            | Script::Khmer
            | Script::Lepcha
            | Script::Limbu
            | Script::Malayalam
            | Script::MeeteiMayek
            | Script::Modi
            | Script::Mongolian
            | Script::Myanmar
            | Script::Newa
            | Script::Nko
            | Script::Oriya
            | Script::Sharada
            | Script::Sinhala
            | Script::Syriac
            | Script::Tamil
            | Script::Telugu
            | Script::Tibetan
            | Script::Tirhuta
    )
}

fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}

fn class(c: char) -> u8 {
    CanonicalCombiningClassMapBorrowed::new().get_u8(c)
}
