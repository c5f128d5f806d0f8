//! The words, figures and signs of a text, and what each says of units.

use strsim::osa_distance;

use super::Unit;
use super::currency::{CURRENCY, FOREIGN, is_foreign_sign};
use crate::check::fold::is_letter;

/// Words that say nothing more in a unit.
const FILLERS: [&str; 12] =
    ["in", "of", "the", "figures", "figure", "all", "amount", "amt", "only", "में", "राशि", "s"];

/// What leaves a unit open wherever it stands by one.
const OPEN: [&str; 14] = [
    "^",
    "mm",
    "mil",
    "tn",
    "trillion",
    "trillions",
    "arab",
    "kharab",
    "अरब",
    "खरब",
    "thsnd",
    "paise",
    "paisa",
    "पैसे",
];

/// A word, a figure or a sign of a folded text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) meaning: Meaning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Unit(Unit),
    /// Letters that mean a unit where nothing but units is spoken of.
    Short(Unit),
    /// A unit that amounts aren't read in, or something that makes another one of a unit.
    Open,
    Currency,
    Foreign,
    Filler,
    Figure,
    Other,
}

impl Meaning {
    fn of(token: &str) -> Self {
        if token.contains(|c: char| c.is_ascii_digit()) {
            return Self::of_figure(token);
        }
        // People leave out the space: Rslakhs.
        let without_currency =
            token.strip_prefix("rs").or_else(|| token.strip_prefix("inr")).unwrap_or(token);
        let glued = Unit::named(without_currency.strip_prefix("in").unwrap_or(without_currency));
        match Unit::named(token).or(glued) {
            Some(unit) => Self::Unit(unit),
            None if OPEN.contains(&token) => Self::Open,
            None if CURRENCY.contains(&token) => Self::Currency,
            None if FOREIGN.contains(&token) || token.contains(is_foreign_sign) => Self::Foreign,
            None if FILLERS.contains(&token) || matches!(token, "dr" | "debit" | "credit" | "x" | "us") => {
                Self::Filler
            }
            None => Unit::short(token).map_or(Self::Other, Self::Short),
        }
    }

    /// `'000` and `000s` are units, 1,000 is a figure, and 5th or 18.00 are neither.
    fn of_figure(token: &str) -> Self {
        let digits = token.trim_start_matches(is_apostrophe);
        let bare = digits.trim_end_matches(|c| c == 's' || is_apostrophe(c)).replace(',', "");
        let is_marked = digits.len() < token.len() || bare.len() < digits.replace(',', "").len();
        match Unit::of_zeros(&bare) {
            Some(unit) if is_marked || bare.starts_with("000") => Self::Unit(unit),
            _ if bare.bytes().all(|byte| byte.is_ascii_digit()) => Self::Figure,
            // 10lakh, 100k; 5th is a day.
            _ => match bare.trim_start_matches(|c: char| c.is_ascii_digit()) {
                "th" => Self::Other,
                unit if Unit::named(unit).or(Unit::short(unit)).is_some() => Self::Open,
                _ => Self::Other,
            },
        }
    }
}

/// Whether a figure may stand for a unit: 1,000.
pub(super) fn is_round(figure: &str) -> bool {
    Unit::of_zeros(&figure.replace(',', "")).is_some()
}

/// Whether a word is spelt nearly like a unit, such as `corers`.
pub(super) fn is_nearly_a_unit(word: &str) -> bool {
    let length = word.chars().count();
    let most = if length > 4 { 2 } else { 1 };
    let units = ["lakh", "lakhs", "crore", "crores", "thousand", "thousands", "million", "hundred"];
    length > 2 && units.into_iter().any(|unit| osa_distance(word, unit) <= most)
}

/// The words, figures and signs of a folded text.
pub(super) fn tokens(folded: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = folded;
    std::iter::from_fn(move || {
        let start = rest.find(|c: char| !is_separator(c))?;
        rest = rest.get(start..)?;
        let first = rest.chars().next()?;
        let belongs: fn(char) -> bool = match first {
            c if is_letter(c) => is_letter,
            c if c.is_ascii_digit() || is_apostrophe(c) => {
                |c| c.is_ascii_digit() || is_letter(c) || is_apostrophe(c) || matches!(c, ',' | '.')
            }
            _ => |_| false,
        };
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (token, after) = rest.split_at(end);
        rest = after;
        let text = token.trim_end_matches([',', '.']);
        // An apostrophe that opens no figure is one of quotes.
        let text =
            if text.contains(|c: char| c.is_ascii_digit()) { text } else { text.trim_matches(is_apostrophe) };
        Some(Token { text, meaning: Meaning::of(text) })
    })
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '_' | '/' | '\\' | ',' | '.' | ':' | ';' | '*' | '|')
}

pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '`')
}

/// A text with a space wherever people write two words as one, as in `Rs.in` or `valueInLakhs`.
pub(crate) fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        match c {
            '.' if before.is_alphabetic() && after.is_alphabetic() => spaced.push(' '),
            c if c.is_ascii_uppercase() && before.is_ascii_lowercase() => spaced.extend([' ', c]),
            c => spaced.push(c),
        }
        before = c;
    }
    spaced
}
