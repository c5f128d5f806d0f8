//! Texts in one form that people write in several, before they are read as days, amounts or percentages.

/// The letters of Hindi that have a nukta within them, U+0958 to U+095F, without it.
const WITHOUT_NUKTA: [char; 8] = ['क', 'ख', 'ग', 'ज', 'ड', 'ढ', 'फ', 'य'];

/// A text with everything in one form that is written in several: case, spaces, dashes, digits, Hindi letters. A point that
/// only says that a word is short is left out. The web's forms fold in the same way (`web/src/kit/form/fold.ts`).
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        let is_short = c == '.' && folded.chars().next_back().is_some_and(is_letter);
        match c {
            // The nukta and the sign of a short form; marks and joiners without a width.
            '\u{93c}' | '\u{970}' | '\u{200b}'..='\u{200f}' | '\u{feff}' => {}
            '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' => {}
            '.' if is_short => {}
            '\u{958}'..='\u{95f}' => folded.extend(WITHOUT_NUKTA.get(c as usize - 0x958)),
            '\u{966}'..='\u{96f}' => folded.extend(char::from_digit(u32::from(c) - 0x966, 10)),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
            c if c.is_whitespace() => folded.push(' '),
            c => folded.push(c.to_ascii_lowercase()),
        }
    }
    if !folded.is_ascii() {
        folded = folded.replace("म्ब", "ंब");
    }
    folded.trim().to_owned()
}

/// A letter of English or Hindi, or a sign that belongs to one.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || ('\u{900}'..='\u{963}').contains(&c)
}
