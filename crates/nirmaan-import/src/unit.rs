//! What amounts are counted in, as headings, rows of units and cells say it.

mod currency;
mod tokens;

use serde::{Deserialize, Serialize};

use self::currency::is_foreign_sign;
pub(crate) use self::currency::{CURRENCY, foreign};
pub(crate) use self::tokens::spaced;
use self::tokens::{Meaning, Token, is_apostrophe, is_nearly_a_unit, is_round, tokens};
use crate::check::fold::{fold, is_letter};

/// What an amount is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Unit {
    /// A rupee.
    #[default]
    Rupees,
    /// A hundred rupees.
    Hundred,
    /// A thousand rupees.
    Thousand,
    /// A hundred thousand rupees.
    Lakh,
    /// Ten lakh rupees.
    Million,
    /// A hundred lakh rupees.
    Crore,
    /// A hundred crore rupees.
    Billion,
}

impl Unit {
    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rupees => "rupees",
            Self::Hundred => "hundreds",
            Self::Thousand => "thousands",
            Self::Lakh => "lakh",
            Self::Million => "millions",
            Self::Crore => "crore",
            Self::Billion => "billions",
        }
    }

    /// The zeros that it stands for.
    fn zeros(self) -> usize {
        match self {
            Self::Rupees => 0,
            Self::Hundred => 2,
            Self::Thousand => 3,
            Self::Lakh => 5,
            Self::Million => 6,
            Self::Crore => 7,
            Self::Billion => 9,
        }
    }

    /// How many decimals of it lead to a paisa.
    pub(crate) fn decimals(self) -> usize {
        self.zeros() + 2
    }

    /// Whether an amount in rupees, in plain digits, comes to at least one of it, and to a lakh.
    pub(crate) fn is_reached(self, rupees: &str) -> bool {
        let whole = rupees.split('.').next().unwrap_or_default().trim_start_matches('0');
        whole.len() > self.zeros().max(Self::Lakh.zeros())
    }

    /// The unit that a folded word behind a number means. There, an `m` may be anything.
    pub(crate) fn behind_a_number(word: &str) -> Option<Self> {
        match word {
            "thousand" | "thousands" | "हजार" => Some(Self::Thousand),
            "l" | "lac" | "lacs" | "lakh" | "lakhs" | "लाख" => Some(Self::Lakh),
            "cr" | "crs" | "crore" | "crores" | "करोड" => Some(Self::Crore),
            _ => None,
        }
    }

    /// The power of ten that a folded word stands for where a number format puts it beside a number.
    pub(crate) fn power(word: &str) -> Option<i32> {
        i32::try_from(Self::short(word).or_else(|| Self::named(word))?.zeros()).ok()
    }

    /// The unit that a folded word of a heading means, whatever stands beside it.
    fn named(word: &str) -> Option<Self> {
        match word {
            "hundred" | "hundreds" | "सौ" => Some(Self::Hundred),
            "हजारों" | "हजारात" => Some(Self::Thousand),
            "lak" | "laks" | "lacks" | "lakhes" | "लाखों" | "लाखात" => Some(Self::Lakh),
            "mn" | "mio" | "mln" | "million" | "millions" => Some(Self::Million),
            "cror" | "crors" | "करोडों" | "कोटी" | "कोटीत" => Some(Self::Crore),
            "bn" | "billion" | "billions" => Some(Self::Billion),
            word => Self::behind_a_number(word).filter(|_| word != "l"),
        }
    }

    /// The unit that letters may stand for between words that are about units.
    fn short(word: &str) -> Option<Self> {
        match word {
            "k" | "th" | "thou" => Some(Self::Thousand),
            "l" | "lk" | "lks" => Some(Self::Lakh),
            "m" => Some(Self::Million),
            _ => None,
        }
    }

    /// The unit of which somebody writes the zeros, with a 1 before them or without.
    fn of_zeros(digits: &str) -> Option<Self> {
        let zeros = digits.strip_prefix('1').unwrap_or(digits);
        let all = [Self::Hundred, Self::Thousand, Self::Lakh, Self::Million, Self::Crore, Self::Billion];
        all.into_iter().find(|unit| zeros.bytes().all(|byte| byte == b'0') && unit.zeros() == zeros.len())
    }

    /// The unit that a text names and that says nothing else, such as `lakh`, `Rs. in Crore` or `RUPEES`.
    pub fn written(text: &str) -> Option<Self> {
        match NamedUnit::alone(text) {
            Some(NamedUnit::In(unit)) => Some(unit),
            _ => None,
        }
    }
}

/// Words that may follow "in" and are no unit.
const NO_UNITS: [&str; 5] = ["words", "total", "full", "cash", "boq"];

/// What a heading, or a cell below it, says of the unit of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NamedUnit {
    /// That.
    In(Unit),
    /// Another currency, by its name or sign.
    Foreign(String),
    /// More than one unit, or one that isn't known: what it is, as it is written.
    Unclear(String),
}

impl NamedUnit {
    /// What a text says that is about nothing else. `None` for any other, and for what is an amount of its own.
    pub(crate) fn alone(text: &str) -> Option<Self> {
        let folded = fold(&spaced(text));
        let words = Words::of(&folded);
        let is_amount = words.has_figure && !words.has_in;
        let has_no_words =
            !folded.contains(|c: char| is_letter(c) || is_apostrophe(c)) && folded.contains('0');
        if words.has_others || is_amount || has_no_words { None } else { words.said(text) }
    }
}

/// What the words of a text say of units.
#[derive(Debug, Default)]
pub(crate) struct Words {
    units: Vec<Unit>,
    foreign: Option<String>,
    is_in_rupees: bool,
    is_credit: bool,
    is_debit: bool,
    has_in: bool,
    /// A number that isn't a unit.
    has_figure: bool,
    /// What leaves the unit open: a number before it, letters that may mean one, a word that is spelt nearly like one.
    is_open: bool,
    /// A word where a unit should be.
    is_unknown: bool,
    /// Letters that stand for a unit.
    is_short: bool,
    /// Something that isn't about units.
    has_others: bool,
}

impl Words {
    /// What a text in brackets says, whatever else it says: `(Rs. in Lakhs, excl. GST)`.
    pub(crate) fn aside(text: &str) -> Self {
        Self::of(&fold(&spaced(text)))
    }

    /// What the words at the end and at the beginning of a name say, and the name without them: `Paper Cost in Lakhs`.
    pub(crate) fn at_the_ends(name: &str) -> Option<(Self, String)> {
        let folded = fold(&spaced(name));
        let tokens: Vec<Token<'_>> = tokens(&folded).collect();
        let is_part = |token: &Token<'_>| {
            !matches!(token.meaning, Meaning::Figure | Meaning::Other | Meaning::Open)
                && !matches!(token.text, "dr" | "debit" | "credit" | "x" | "s")
        };
        let last = tokens.iter().rposition(|token| !is_part(token))?;
        let first = tokens.iter().position(|token| !is_part(token))?;
        let (named, end) = tokens.split_at(last + 1);
        let (beginning, named) = named.split_at(first);
        let name = named.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
        Some((Self::of_tokens(&[beginning, end].concat()), name))
    }

    fn of(folded: &str) -> Self {
        Self::of_tokens(&tokens(folded).collect::<Vec<_>>())
    }

    fn of_tokens(tokens: &[Token<'_>]) -> Self {
        let beside = |index: Option<usize>| index.and_then(|index| tokens.get(index));
        // L-1 is the lowest bidder.
        let meaning = |index: usize, token: &Token<'_>| match (token.meaning, beside(index.checked_add(1))) {
            (Meaning::Short(_), Some(Token { meaning: Meaning::Figure, .. })) => Meaning::Other,
            (meaning, _) => meaning,
        };
        let read: Vec<_> =
            tokens.iter().enumerate().map(|(index, token)| (index, token, meaning(index, token))).collect();
        let has = |wanted: Meaning| read.iter().any(|(.., meaning)| *meaning == wanted);
        let says = |words: &[&str]| tokens.iter().any(|token| words.contains(&token.text));
        let mut words = Self {
            is_in_rupees: has(Meaning::Currency),
            is_credit: says(&["cr", "credit"]),
            is_debit: says(&["dr", "debit"]),
            has_in: says(&["in"]),
            has_figure: has(Meaning::Figure),
            has_others: has(Meaning::Other),
            ..Self::default()
        };
        let is_introduced = words.is_in_rupees || words.has_in;
        for (index, token, meaning) in read {
            let before = beside(index.checked_sub(1));
            let is_behind = |word: &str| before.is_some_and(|before| before.text == word);
            let is_behind_currency = before.is_some_and(|before| before.meaning == Meaning::Currency);
            match meaning {
                Meaning::Unit(unit) => {
                    // Ten lakh is no unit that anybody names.
                    let is_multiple = before.is_some_and(|before| before.meaning == Meaning::Figure);
                    words.is_open |= is_multiple || is_behind("ten") || is_behind("दस");
                    words.add(unit);
                }
                Meaning::Short(unit) if !words.has_others && is_introduced => {
                    words.is_short = true;
                    words.add(unit);
                }
                // Between other words, letters may be anything.
                Meaning::Short(_) => words.is_open |= !words.has_others,
                Meaning::Open => words.is_open |= is_introduced || !words.has_others,
                Meaning::Foreign => {
                    // In a sentence, CAD may be drawings.
                    if words.has_others && !token.text.contains(is_foreign_sign) {
                        words.is_open = true;
                    } else {
                        words.foreign.get_or_insert_with(|| token.text.to_uppercase());
                    }
                }
                Meaning::Figure => {
                    let is_unit = is_introduced || is_behind("x");
                    words.is_open |= is_unit && !words.has_others && is_round(token.text);
                }
                Meaning::Other => {
                    let opens =
                        beside(index.checked_sub(2)).is_none_or(|first| first.meaning == Meaning::Currency);
                    let is_named = is_behind("in") && opens && index + 1 == tokens.len();
                    let is_unknown = is_named && !NO_UNITS.contains(&token.text);
                    let is_misspelt = is_behind("in") || is_behind_currency || tokens.len() == 1;
                    words.is_unknown |= is_unknown;
                    words.is_open |= is_misspelt && is_nearly_a_unit(token.text);
                }
                Meaning::Currency | Meaning::Filler => {}
            }
        }
        words
    }

    fn add(&mut self, unit: Unit) {
        if !self.units.contains(&unit) {
            self.units.push(unit);
        }
    }

    /// What this and another part of a heading say together.
    pub(crate) fn and(mut self, other: Self) -> Self {
        for unit in other.units {
            self.add(unit);
        }
        self.foreign = self.foreign.or(other.foreign);
        self.is_in_rupees |= other.is_in_rupees;
        self.is_credit |= other.is_credit;
        self.is_debit |= other.is_debit;
        self.has_in |= other.has_in;
        self.has_figure |= other.has_figure;
        self.is_open |= other.is_open;
        self.is_unknown |= other.is_unknown;
        self.is_short |= other.is_short;
        self.has_others |= other.has_others;
        self
    }

    /// Whether they say a unit of the amounts of a table, and not that of one amount.
    pub(crate) fn are_of_units(&self) -> bool {
        let names_one = !self.units.is_empty() || self.foreign.is_some() || self.is_in_rupees;
        self.is_of_money()
            && !self.has_figure
            && (names_one || (self.is_open && self.is_introduced()))
            && (!self.has_others || self.is_introduced())
    }

    /// Whether a unit of amounts follows an "in".
    pub(crate) fn are_introduced(&self) -> bool {
        self.is_of_money() && self.has_in && !self.has_figure && !self.units.is_empty()
    }

    /// Letters may stand for a unit of lengths: in m.
    fn is_of_money(&self) -> bool {
        !self.is_short || self.is_in_rupees
    }

    fn is_introduced(&self) -> bool {
        self.has_in || self.is_in_rupees
    }

    /// What they come to, of a text as it is written.
    pub(crate) fn said(&self, text: &str) -> Option<NamedUnit> {
        if let Some(currency) = &self.foreign {
            return Some(NamedUnit::Foreign(currency.clone()));
        }
        if self.is_open || self.is_unknown || self.units.len() > 1 || (self.is_credit && self.is_debit) {
            return Some(NamedUnit::Unclear(crate::check::shown(text)));
        }
        // The currency says the least: (Rs.) in Lakhs.
        self.units.first().copied().or(self.is_in_rupees.then_some(Unit::Rupees)).map(NamedUnit::In)
    }
}

#[cfg(test)]
mod tests;
