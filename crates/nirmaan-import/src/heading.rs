//! What a header cell says: which column it names, and in which unit its amounts are.

use crate::check::fold::{fold, is_letter};
use crate::check::shown;
use crate::column::{self, synonyms};
use crate::unit::{NamedUnit, Words};
use crate::{Column, DateOrder, Kind, Record, Unit};

/// How surely a header cell names a column. What is surer comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Match {
    /// Somebody chose it.
    Chosen,
    /// By the column's name as it is.
    Name,
    /// By the column's name, with a unit beside it: it may have the same amounts as another one, in two units.
    NameWithUnit,
    /// By what registers call it.
    Synonym,
    /// By the column's name, where that alone may be the name of something else.
    General,
}

/// A header cell, read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// The column that it names, and how surely.
    pub(crate) column: Option<(&'static Column, Match)>,
    /// What it says of the unit of amounts.
    pub(crate) said: Option<NamedUnit>,
    /// Whether it names an amount that is recorded as a deposit, in a file of other records.
    pub(crate) is_deposit: bool,
}

impl Heading {
    /// Reads a header cell of a file of such records: a name, with notes in brackets, and with a unit in them or at either end of
    /// it.
    pub(crate) fn read(record: Record, cell: &str) -> Self {
        let parts = Parts::of(cell);
        let (at_the_ends, rest) = Words::at_the_ends(&parts.name).unwrap_or_default();
        let before = cell.split('(').next().unwrap_or_default();
        let money = |name: &str| column::find(record, name).filter(|column| column.kind == Kind::Money);
        let named =
            column::find(record, &parts.name).filter(|_| !parts.is_loose).or_else(|| money(&parts.name));
        if let Some(column) = named {
            // Signs are no part of a name: $ Paper Cost.
            let written = if parts.asides.is_empty() { cell } else { &parts.asides.join(", ") };
            let said = at_the_ends.and(parts.unit()).said(written);
            return Self { column: Some((column, Match::Name)), said, is_deposit: false };
        }
        // Only amounts have units beside their name.
        if let Some(column) = money(&rest) {
            let said = at_the_ends.and(parts.unit()).said(cell);
            return Self { column: Some((column, Match::NameWithUnit)), said, is_deposit: false };
        }
        // All that is behind a bracket may be a note.
        if let Some(column) = column::find(record, before) {
            let behind = cell.get(before.len()..).unwrap_or_default();
            let said = Words::aside(behind).said(behind);
            return Self { column: Some((column, Match::Name)), said, is_deposit: false };
        }
        // A note may make another thing of it: Work (% done). What ends in a colon has its value beside it.
        let is_plain =
            parts.asides.iter().all(|aside| is_harmless(aside)) && !parts.name.trim_end().ends_with(':');
        let has_unit = at_the_ends.said(&parts.name).is_some() || parts.unit().said(cell).is_some();
        let said = at_the_ends.and(parts.unit()).said(cell);
        // With a unit beside the name, a word for an amount at its end was taken for a part of that.
        let of_amounts = [rest.clone(), format!("{rest} amount"), format!("{rest} राशि")];
        let of_amounts = of_amounts.iter().filter(|_| has_unit);
        let names = std::iter::once(&parts.name).chain(of_amounts);
        let accepts = |column: &&Column| column.kind == Kind::Money || !(has_unit || parts.is_loose);
        let column = names
            .clone()
            .filter(|_| is_plain)
            .find_map(|name| in_two_languages(record, name).filter(accepts));
        let is_deposit = record != Record::Deposit
            && column.is_none()
            && names.clone().any(|name| synonyms::is_deposit(name));
        Self { column: column.map(|column| (column, Match::Synonym)), said, is_deposit }
    }

    /// What a header cell says of the unit of amounts, whatever it names.
    pub(crate) fn unit(cell: &str) -> Option<NamedUnit> {
        let parts = Parts::of(cell);
        let (at_the_ends, _) = Words::at_the_ends(&parts.name).unwrap_or_default();
        at_the_ends.and(parts.unit()).said(cell)
    }

    /// What a row of totals says of the unit of its amounts, alone or behind an "in": `Total (Rs. in Lakhs)`. Amounts in words are
    /// no units.
    pub(crate) fn unit_of_total(text: &str) -> Option<NamedUnit> {
        let of_aside = |text: &str| NamedUnit::alone(text).or_else(|| introduced(Words::aside(text), text));
        Parts::of(text).unit_of_amounts(text, of_aside, NamedUnit::alone)
    }

    /// What a cell of a row above the headings says of the unit of amounts below them: alone, in brackets, or at its end behind
    /// an "in", as in `Figures in lakhs`. Where it may be that of something else, it is unclear; that they are in rupees says
    /// nothing.
    pub(crate) fn unit_of_title(cell: &str) -> Option<NamedUnit> {
        let named = |text: &str| Some(Words::aside(text)).filter(Words::are_of_units)?.said(text);
        let parts = Parts::of(cell);
        let said = parts.unit_of_amounts(cell, named, named)?;
        // An amount behind it has that unit itself: Works in hand (Rs. in Crore): 85.20.
        let behind = cell.rsplit(is_closing).next().filter(|_| !parts.asides.is_empty());
        if behind.is_some_and(is_amount) {
            return None;
        }
        let is_alone = parts.name.trim().is_empty() || NamedUnit::alone(cell).is_some();
        let folded = fold(cell);
        let mut words = folded.split(|c: char| !is_letter(c));
        let is_of_all = is_alone || words.any(|word| OF_A_TABLE.contains(&word));
        Some(if is_of_all { said } else { NamedUnit::Unclear(shown(cell)) })
    }
}

/// What words say of a unit that follows an "in".
fn introduced(words: Words, text: &str) -> Option<NamedUnit> {
    Some(words).filter(Words::are_introduced)?.said(text)
}

/// Whether a text is a number, and neither a day nor a year.
pub(crate) fn is_amount(text: &str) -> bool {
    let figure = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '-' | '/'));
    let is_year = figure.len() == 4 && (figure.starts_with("19") || figure.starts_with("20"));
    !is_year
        && figure.starts_with(char::is_numeric)
        && figure.chars().all(|c| c.is_numeric() || matches!(c, ',' | '.'))
}

/// Words of titles that are about all amounts below them.
const OF_A_TABLE: [&str; 30] = [
    "register",
    "list",
    "statement",
    "detail",
    "details",
    "summary",
    "sheet",
    "report",
    "table",
    "schedule",
    "annexure",
    "figure",
    "figures",
    "amount",
    "amounts",
    "amt",
    "value",
    "values",
    "all",
    "tenders",
    "रजिस्टर",
    "पंजी",
    "पंजिका",
    "सूची",
    "विवरण",
    "विवरणी",
    "तालिका",
    "राशि",
    "रकम",
    "आंकडे",
];

/// What notes in brackets say, in letters alone, that leaves the meaning of a name as it is.
const HARMLESS: [&str; 20] = [
    "",
    "ddmonyyyy",
    "yyyymmdd",
    "online",
    "offline",
    "nic",
    "gem",
    "gepnic",
    "eproc",
    "eprocurement",
    "mandatory",
    "required",
    "optional",
    "exclgst",
    "exclofgst",
    "excludinggst",
    "inclgst",
    "inclofgst",
    "includinggst",
    "aspernit",
];

fn is_harmless(aside: &str) -> bool {
    let letters: String = fold(aside).chars().filter(|c| is_letter(*c) || *c == '%').collect();
    HARMLESS.contains(&letters.as_str())
        || DateOrder::is_pattern(aside)
        || Words::aside(aside).said(aside).is_some()
}

/// The column that registers call by a name, which may say it twice, in English and in Hindi.
fn in_two_languages(record: Record, name: &str) -> Option<&'static Column> {
    let one = |name: &str| synonyms::find(record, name).or_else(|| column::find(record, name));
    one(name).or_else(|| {
        let mut parts = name.split(['/', '|', '\n']).filter(|part| !part.trim().is_empty());
        let first = one(parts.next()?)?;
        parts.all(|part| one(part) == Some(first)).then_some(first)
    })
}

/// What stands outside of brackets, and what stands in them.
#[derive(Default)]
struct Parts {
    name: String,
    asides: Vec<String>,
    /// Whether some of them are in other brackets than round ones.
    is_loose: bool,
}

impl Parts {
    /// What stands in them says of the unit of amounts.
    fn unit(&self) -> Words {
        self.asides.iter().map(|aside| Words::aside(aside)).reduce(Words::and).unwrap_or_default()
    }

    /// The unit of several amounts that a text of these parts names: in brackets, as a whole, or at its end behind an "in".
    /// That they are in rupees says nothing.
    fn unit_of_amounts(
        &self,
        text: &str,
        of_aside: impl Fn(&str) -> Option<NamedUnit>,
        of_whole: impl Fn(&str) -> Option<NamedUnit>,
    ) -> Option<NamedUnit> {
        let said = self.asides.iter().find_map(|aside| of_aside(aside)).or_else(|| of_whole(text));
        let said = said.or_else(|| introduced(Words::at_the_ends(text)?.0, text))?;
        Some(said).filter(|said| *said != NamedUnit::In(Unit::Rupees))
    }

    /// Of round brackets all that is in them is a note; of others, what names a unit or an order of day and month.
    fn of(cell: &str) -> Self {
        let mut parts = Self::default();
        let mut rest = cell;
        while let Some((before, after)) = rest.split_once(is_opening) {
            parts.name.push_str(before);
            let (aside, behind) = after.split_once(is_closing).unwrap_or((after, ""));
            let is_round = rest.get(before.len()..).is_some_and(|bracket| bracket.starts_with(['(', '（']));
            let is_order = DateOrder::is_pattern(aside);
            if is_round || is_order || Words::aside(aside).said(aside).is_some() {
                parts.is_loose |= !is_round && !is_order;
                parts.asides.push(aside.to_owned());
            } else {
                parts.name.push_str(aside);
            }
            parts.name.push(' ');
            rest = behind;
        }
        parts.name.push_str(rest);
        parts
    }
}

fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '<' | '（' | '［' | '【')
}

fn is_closing(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '>' | '）' | '］' | '】')
}

#[cfg(test)]
mod tests;
