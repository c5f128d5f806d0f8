//! The parts of a number format's code.

use std::iter::Peekable;
use std::str::Chars;

use super::Comparison;

/// A part of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// What is shown as it is.
    Literal(String),
    /// A place for a digit, and whether it is never empty.
    Digit(bool),
    /// The decimal point.
    Point,
    /// A comma: between digits it groups them, behind them it divides by a thousand.
    Comma,
    /// The number is shown a hundredfold.
    Percent,
    /// The number as it is.
    General,
    /// The text as it is.
    Text,
    /// A part of a date or time: its letter, and how often it is repeated.
    Date(char, usize),
    /// Exponents, fractions and elapsed time: nothing that says more than the number.
    Other,
}

impl Token {
    /// Whether a place for a digit is never empty; `None` where this is none.
    pub(super) fn digit(&self) -> Option<bool> {
        match self {
            Token::Digit(is_zero) => Some(*is_zero),
            _ => None,
        }
    }
}

/// A section: for which numbers it is, and its parts.
pub(super) type Section = (Option<(Comparison, f64)>, Vec<Token>);

/// The sections of a code.
pub(super) fn tokens(code: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut rest = code.chars().peekable();
    while let Some(first) = rest.next() {
        if first == ';' {
            sections.push(Section::default());
            continue;
        }
        let Some((condition, tokens)) = sections.last_mut() else { break };
        match first {
            '"' => push(tokens, rest.by_ref().take_while(|c| *c != '"').collect()),
            '\\' | '!' => push(tokens, rest.next().into_iter().collect()),
            // A space as wide as a letter, and what fills the cell.
            '_' => {
                rest.next();
                push(tokens, " ".to_owned());
            }
            '*' => {
                rest.next();
            }
            '[' => bracketed(&rest.by_ref().take_while(|c| *c != ']').collect::<String>(), condition, tokens),
            '0' => tokens.push(Token::Digit(true)),
            '#' | '?' => tokens.push(Token::Digit(false)),
            '.' => tokens.push(Token::Point),
            ',' => tokens.push(Token::Comma),
            '%' => tokens.push(Token::Percent),
            '@' => tokens.push(Token::Text),
            '/' if tokens.iter().any(|token| token.digit().is_some()) => tokens.push(Token::Other),
            'E' | 'e' if matches!(rest.peek(), Some('+' | '-')) => tokens.push(Token::Other),
            'G' | 'g' if is_general(&rest) => {
                rest.nth("eneral".len() - 1);
                tokens.push(Token::General);
            }
            'A' | 'a' if matches!(rest.peek(), Some('M' | 'm' | '/')) => {
                rest.by_ref().next_if(|c| matches!(c, 'M' | 'm'));
                tokens.push(Token::Date('h', 1));
            }
            'd' | 'm' | 'y' | 'h' | 's' | 'D' | 'M' | 'Y' | 'H' | 'S' => {
                let letter = first.to_ascii_lowercase();
                let mut run = 1;
                while rest.next_if(|c| c.eq_ignore_ascii_case(&letter)).is_some() {
                    run += 1;
                }
                tokens.push(Token::Date(letter, run));
            }
            other => push(tokens, other.to_string()),
        }
    }
    sections
}

/// Adds a literal to the one before it.
fn push(tokens: &mut Vec<Token>, literal: String) {
    match tokens.last_mut() {
        Some(Token::Literal(before)) => before.push_str(&literal),
        _ if literal.is_empty() => {}
        _ => tokens.push(Token::Literal(literal)),
    }
}

fn is_general(rest: &Peekable<Chars<'_>>) -> bool {
    rest.clone().take("eneral".len()).collect::<String>().eq_ignore_ascii_case("eneral")
}

/// What is in square brackets: a currency, a condition, elapsed time; or a colour or a language, which say nothing.
fn bracketed(text: &str, condition: &mut Option<(Comparison, f64)>, tokens: &mut Vec<Token>) {
    if let Some(currency) = text.strip_prefix('$') {
        let sign = currency.split_once('-').map_or(currency, |(sign, _)| sign);
        push(tokens, sign.to_owned());
        return;
    }
    let comparisons = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<>", Comparison::Other),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Equal),
    ];
    let compared = comparisons
        .into_iter()
        .find_map(|(sign, comparison)| Some((comparison, text.strip_prefix(sign)?.trim().parse().ok()?)));
    if compared.is_some() {
        *condition = compared;
    } else if !text.is_empty() && text.chars().all(|c| "hmsHMS".contains(c)) {
        tokens.push(Token::Other);
    }
}
