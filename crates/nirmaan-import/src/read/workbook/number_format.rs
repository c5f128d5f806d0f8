//! What a number format makes of what a cell holds: 42 that shows as `NIT-0042`, 12550000 as `125.50 Lacs`, -0.1125 as
//! `11.25% below`. Grouping, decimals, colours and the sign of the rupee say no more than the number.

mod tokens;

use self::tokens::{Token, tokens};
use crate::check::fold::{fold, is_letter};
use crate::check::plain_number;
use crate::unit::{CURRENCY, foreign};
use crate::{Cell, Lost, Shown};

/// The built-in formats have lower numbers; which currency they show is up to the program.
const OWN_FORMATS: u32 = 164;
/// What a spreadsheet program takes for a format.
const MAX_CODE_BYTES: usize = 4 * 255;
/// Beyond it, a spreadsheet keeps no more than the first fifteen digits.
const TOO_LONG: f64 = 1e15;
/// Sections for positive and negative numbers, zero and texts.
const ALL_SECTIONS: usize = 4;

/// A format as a workbook has it.
#[derive(Debug, Default)]
pub(super) struct NumberFormat {
    /// For numbers.
    sections: Vec<Section>,
    /// For texts, where it says more than the text.
    text: Option<Section>,
    /// Whether a date shows a month or a year and no day.
    lacks_day: bool,
}

/// What is shown for some of the numbers, or for texts.
#[derive(Debug)]
struct Section {
    /// For which numbers, where the format says so.
    condition: Option<(Comparison, f64)>,
    tokens: Vec<Token>,
    /// The power of ten by which a number is shown: 2 for a percentage, -3 for thousands.
    shift: i32,
    /// How many digits a number has at least before its decimal point, and behind it.
    least_digits: usize,
    least_decimals: usize,
    shows: Shows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// The number, and nothing that matters.
    Number,
    /// The number as a percentage.
    Percent,
    /// The number with words or with other digits.
    More,
    /// No number: a text, or nothing.
    Fixed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    Other,
    AtLeast,
    More,
}

impl NumberFormat {
    /// Reads a format by its code, and its number where that is known.
    pub(super) fn read(code: &str, number: Option<u32>) -> Self {
        if code.is_empty() || code.len() > MAX_CODE_BYTES {
            return Self::default();
        }
        let is_own = number.is_none_or(|number| number >= OWN_FORMATS);
        let mut sections: Vec<_> =
            tokens(code).into_iter().map(|tokens| Section::of(tokens, is_own)).collect();
        let is_for_text = sections.len() >= ALL_SECTIONS || sections.last().is_some_and(Section::has_text);
        let text = if is_for_text { sections.pop() } else { None };
        let text = text.filter(|section| section.shows != Shows::Number);
        let runs: Vec<&Token> = sections.first().map_or_else(Vec::new, |first| first.tokens.iter().collect());
        let has = |letters: &[char], most: usize| {
            runs.iter().any(
                |token| matches!(token, Token::Date(letter, run) if letters.contains(letter) && *run <= most),
            )
        };
        let is_elapsed = runs.contains(&&Token::Other);
        let lacks_day =
            !is_elapsed && has(&['m', 'y'], usize::MAX) && !has(&['d'], 2) && !has(&['h', 's'], usize::MAX);
        Self { sections, text, lacks_day }
    }

    /// Whether it may say more than a value does.
    pub(super) fn says_more(&self) -> bool {
        self.lacks_day
            || self.text.is_some()
            || self.sections.iter().any(|section| section.shows != Shows::Number)
    }

    /// Whether a date shows a month or a year and no day.
    pub(super) fn lacks_day(&self) -> bool {
        self.lacks_day
    }

    /// What is seen of a number.
    pub(super) fn number(&self, value: f64) -> Cell {
        let Some(section) = self.section(value) else {
            return if self.sections.is_empty() { Cell::Number(value) } else { Cell::Lost(Lost::Hidden) };
        };
        let is_negated = value < 0.0 && self.is_for_negatives(section);
        match section.shows {
            Shows::Number => Cell::Number(value),
            Shows::Percent => Cell::Percent(value),
            Shows::Fixed => match section.fixed() {
                Cell::Text(text) => Cell::Shown(Box::new(Shown { value, text, shift: None })),
                _ if value == 0.0 => Cell::Number(value),
                hidden => hidden,
            },
            Shows::More if value.abs() >= TOO_LONG => Cell::Number(value),
            Shows::More => {
                let Some((text, shift)) = section.shown(value) else { return Cell::Number(value) };
                // The section for negative numbers shows them without their sign, which is in its words or colour.
                let is_said = is_negated && (section.is_signed() || self.differs_in_words(section));
                let text = if value < 0.0 && !is_said { format!("-{text}") } else { text };
                let bare = text.trim_matches(|c: char| c.is_whitespace() || "()+-".contains(c));
                let bare =
                    if bare.contains('.') { bare.trim_end_matches('0').trim_end_matches('.') } else { bare };
                match plain_number(value.abs(), 0) {
                    Some(plain) if plain == bare => Cell::Number(value),
                    _ => Cell::Shown(Box::new(Shown { value, text, shift })),
                }
            }
        }
    }

    /// What is seen of a text, where that is more or less than the text.
    pub(super) fn text(&self, text: &str) -> Option<Cell> {
        let section = self.text.as_ref()?;
        if section.shows == Shows::Fixed {
            return Some(section.fixed());
        }
        let shown = section.tokens.iter().map(|token| match token {
            Token::Literal(literal) => literal.as_str(),
            Token::Text => text,
            _ => "",
        });
        Some(Cell::Text(shown.collect()))
    }

    /// The section that shows a number. Spreadsheets show only signs of what none is for.
    fn section(&self, value: f64) -> Option<&Section> {
        let holds =
            |section: &Section| section.condition.map(|(comparison, limit)| comparison.holds(value, limit));
        match &self.sections[..] {
            [first, rest @ ..] if first.condition.is_some() => match (holds(first), rest) {
                (Some(true), _) => Some(first),
                (_, [second, third, ..]) if second.condition.is_none() => {
                    // The second is for the other sign, and the third for what is left.
                    let is_for_less =
                        matches!(first.condition, Some((Comparison::Less | Comparison::AtMost, _)));
                    let is_other = if is_for_less { value > 0.0 } else { value < 0.0 };
                    Some(if is_other { second } else { third })
                }
                (_, rest) => rest.iter().find(|section| holds(section) != Some(false)),
            },
            [first, second, ..] if second.condition.is_some() => {
                let is_second = holds(second) == Some(true);
                Some(if is_second {
                    second
                } else {
                    self.sections.get(2).filter(|_| value < 0.0).unwrap_or(first)
                })
            }
            [] => None,
            [only] => Some(only),
            [_, second, ..] if value < 0.0 => Some(second),
            [_, _, third, ..] if value == 0.0 => Some(third),
            [first, ..] => Some(first),
        }
    }

    /// Whether a section is for negative numbers alone, which it shows without their sign.
    fn is_for_negatives(&self, section: &Section) -> bool {
        let is_first = self.sections.first().is_some_and(|first| std::ptr::eq(first, section));
        match section.condition {
            Some((Comparison::Less, limit)) => limit <= 0.0,
            Some((Comparison::AtMost, limit)) => limit < 0.0,
            Some(_) => false,
            None => !is_first,
        }
    }

    /// Whether a section has other words than another.
    fn differs_in_words(&self, section: &Section) -> bool {
        let words = |section: &Section| fold(&section.literals()).replace(' ', "");
        let other = self.sections.iter().find(|other| !std::ptr::eq(*other, section));
        other.is_some_and(|other| words(other) != words(section))
    }
}

impl Section {
    fn of((condition, mut tokens): (Option<(Comparison, f64)>, Vec<Token>), is_own: bool) -> Self {
        if !is_own {
            tokens.retain(|token| !matches!(token, Token::Literal(sign) if foreign(sign).is_some()));
        }
        let percents = tokens.iter().filter(|token| **token == Token::Percent).count();
        let thousands = without_commas(&mut tokens);
        let shift = i32::try_from(percents * 2).unwrap_or_default()
            - i32::try_from(thousands * 3).unwrap_or_default();
        let whole = tokens.iter().take_while(|token| **token != Token::Point);
        let least_digits = whole.filter_map(Token::digit).skip_while(|is_zero| !is_zero).count();
        let behind = tokens.iter().skip_while(|token| **token != Token::Point);
        let least_decimals = behind.filter(|token| **token == Token::Digit(true)).count();
        let mut section =
            Self { condition, tokens, shift, least_digits, least_decimals, shows: Shows::Number };
        section.shows = section.shows(percents, thousands);
        section
    }

    fn shows(&self, percents: usize, thousands: usize) -> Shows {
        let is_any = |wanted: fn(&Token) -> bool| self.tokens.iter().any(wanted);
        if is_any(|token| matches!(token, Token::Other | Token::Date(..))) {
            return Shows::Number;
        }
        if !is_any(|token| matches!(token, Token::Digit(_) | Token::General | Token::Text)) {
            return Shows::Fixed;
        }
        match (says_more(&self.literals()) || self.has_inner_literals(), percents, thousands) {
            (false, 0, 0) if self.least_digits < 2 => Shows::Number,
            (false, 1, 0) if self.least_digits < 2 => Shows::Percent,
            _ => Shows::More,
        }
    }

    fn has_text(&self) -> bool {
        self.tokens.contains(&Token::Text)
    }

    /// Whether a sign or a bracket stands before the number, with nothing but the rupee between.
    fn is_signed(&self) -> bool {
        let before = self.tokens.iter().map_while(|token| match token {
            Token::Literal(literal) => Some(literal.as_str()),
            _ => None,
        });
        let before = fold(&before.collect::<String>());
        let rest = CURRENCY.iter().fold(before, |rest, currency| rest.replace(currency, ""));
        matches!(rest.replace(['.', ' '], "").as_str(), "-" | "(")
    }

    fn literals(&self) -> String {
        let literals = self.tokens.iter().filter_map(|token| match token {
            Token::Literal(literal) => Some(literal.as_str()),
            _ => None,
        });
        literals.collect()
    }

    /// Whether something stands between the digits: `000-000`.
    fn has_inner_literals(&self) -> bool {
        let is_digit = |token: &Token| token.digit().is_some();
        let first = self.tokens.iter().position(is_digit).unwrap_or_default();
        let last = self.tokens.iter().rposition(is_digit).unwrap_or_default();
        let inner = self.tokens.get(first..last).unwrap_or_default();
        inner.iter().any(|token| matches!(token, Token::Literal(_)))
    }

    /// What is shown whatever the number or text is.
    fn fixed(&self) -> Cell {
        let literals = self.literals();
        if literals.chars().any(char::is_alphanumeric) {
            Cell::Text(literals)
        } else {
            Cell::Lost(Lost::Hidden)
        }
    }

    /// A number as it is shown, without its sign and grouping, and with all its decimals: an amount is what the cell holds. With
    /// it, the power of ten by which it is shown, if all its digits are those of the number.
    fn shown(&self, value: f64) -> Option<(String, Option<i32>)> {
        let plain = plain_number(value.abs(), self.shift)?;
        let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, ""));
        let (width, zeros) = (self.least_digits, self.least_decimals);
        let (whole, decimals) = (format!("{whole:0>width$}"), format!("{decimals:0<zeros$}"));
        let mut left =
            self.tokens.iter().take_while(|token| **token != Token::Point).filter_map(Token::digit).count();
        let (mut shown, mut rest) = (String::new(), whole.as_str());
        let (mut has_digits, mut is_behind_point) = (false, false);
        // How many digits stand behind a point that is written between them.
        let mut places = None;
        for token in &self.tokens {
            match token {
                Token::Digit(_) if is_behind_point => {}
                Token::Digit(_) => {
                    left -= 1;
                    has_digits = true;
                    // The first place has all digits for which there is none; some places have none.
                    let (digits, after) = rest.split_at(rest.len().saturating_sub(left));
                    rest = after;
                    shown.push_str(digits);
                    if left == 0 && !self.tokens.contains(&Token::Point) && !decimals.is_empty() {
                        // Behind a point that is written between the digits there are decimals already.
                        shown.push_str(if places.is_some() { "" } else { "." });
                        shown.push_str(&decimals);
                    }
                }
                Token::Point => {
                    is_behind_point = true;
                    // Without a place before the point there are still digits of what is more than one.
                    if !has_digits && whole != "0" {
                        shown.push_str(&whole);
                    }
                    if !decimals.is_empty() {
                        shown.push('.');
                        shown.push_str(&decimals);
                    }
                }
                Token::Percent => shown.push('%'),
                Token::General | Token::Text => shown.push_str(&plain),
                Token::Literal(literal) => {
                    if has_digits && left > 0 && literal.contains('.') {
                        places = Some(left);
                    }
                    shown.push_str(literal);
                }
                Token::Comma | Token::Other | Token::Date(..) => {}
            }
        }
        let places = places.and_then(|places| i32::try_from(places).ok()).unwrap_or_default();
        let has_others = self.literals().contains(char::is_numeric);
        Some((shown.trim().to_owned(), (!has_others).then_some(self.shift - places)))
    }
}

impl Comparison {
    fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Self::Less => value < limit,
            Self::AtMost => value <= limit,
            Self::Equal => value == limit,
            Self::Other => value != limit,
            Self::AtLeast => value >= limit,
            Self::More => value > limit,
        }
    }
}

/// Takes the commas out, and what stands between digits to group them. Gives how many commas divide the number by a thousand:
/// those with no digit behind them, before the decimal point or at the end.
fn without_commas(tokens: &mut Vec<Token>) -> usize {
    let point = tokens.iter().position(|token| *token == Token::Point).unwrap_or(tokens.len());
    let is_followed = |at: usize| {
        let part = if at < point { tokens.get(at..point) } else { tokens.get(at..) };
        part.unwrap_or_default().iter().any(|token| token.digit().is_some())
    };
    let mut thousands = 0;
    let mut before = None;
    let mut kept = vec![true; tokens.len()];
    for ((at, token), keep) in tokens.iter().enumerate().zip(&mut kept) {
        match token {
            Token::Digit(is_zero) => before = Some(*is_zero),
            Token::Comma => {
                *keep = false;
                thousands += usize::from(before.is_some() && !is_followed(at));
            }
            Token::Literal(literal) if before.is_some() && is_followed(at) && at < point => {
                let is_comma = literal.chars().all(|c| c == ',');
                let is_space = literal.chars().all(char::is_whitespace);
                *keep = !(is_comma || (is_space && before == Some(false)));
            }
            _ => {}
        }
    }
    let mut kept = kept.into_iter();
    tokens.retain(|_| kept.next().unwrap_or(true));
    thousands
}

/// Whether what is written beside a number says more than that it is in rupees.
fn says_more(literals: &str) -> bool {
    let folded = fold(literals);
    let is_word = |word: &str| !word.is_empty() && !CURRENCY.contains(&word);
    folded.split(|c| !is_letter(c)).any(is_word)
        || foreign(&folded).is_some()
        || folded.chars().any(|c| c == '%' || (c.is_alphanumeric() && !is_letter(c)))
}

#[cfg(test)]
mod tests;
