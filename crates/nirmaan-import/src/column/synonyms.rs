//! What the portals of NIC and GeM, tender notices and the registers of works departments and of firms call the fields of a
//! record, in English and Hindi. Word order, small words, plurals and short forms don't matter.

mod contract;
mod deposit;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Column, Record};
use crate::check::fold::{fold, is_letter};
use crate::unit::spaced;

/// Words that say nothing about what a name means.
const SMALL_WORDS: [&str; 28] = [
    "a",
    "an",
    "and",
    "as",
    "at",
    "e",
    "for",
    "in",
    "of",
    "on",
    "online",
    "or",
    "the",
    "to",
    "का",
    "की",
    "के",
    "को",
    "करने",
    "होने",
    "हेतु",
    "लिए",
    "तक",
    "में",
    "ई",
    "एवं",
    "व",
    "और",
];
/// Words that say no more beside a day.
const OF_THE_DAY: [&str; 3] = ["time", "hrs", "समय"];

/// A word as it is compared.
fn root(word: &str) -> &str {
    match word {
        "%" | "percentage" | "pct" | "perc" => "percent",
        "amt" => "amount",
        "approx" => "approximate",
        "dt" | "dated" => "date",
        "est" | "estimate" | "estimates" => "estimated",
        "commencing" => "commencement",
        "completing" => "completion",
        "doc" => "document",
        "fees" => "fee",
        "licence" => "license",
        "num" | "number" | "numbers" | "nos" => "no",
        "offer" => "offered",
        "opn" => "opening",
        "qty" => "quantity",
        "quote" => "quoted",
        "ref" => "reference",
        "starting" => "start",
        "val" => "value",
        "तारीख" | "दिनांक" | "तिथी" => "तिथि",
        "सं" | "सं0" | "क्र" | "क्र0" | "नं0" | "क्रमांक" | "नं" | "नंबर" | "नम्बर" | "नंबंर" => {
            "संख्या"
        }
        "आइडी" => "आईडी",
        "प्रारम्भ" => "प्रारंभ",
        "अनुबन्ध" => "अनुबंध",
        "सन्दर्भ" => "संदर्भ",
        "अन्तिम" => "अंतिम",
        // Plurals. Words that end in an s for another reason lose it in all names.
        word => word.strip_suffix('s').filter(|root| root.len() > 2).unwrap_or(word),
    }
}

/// What is compared of a name: its words without the small ones, in any order. A word that stands alone is compared as it is.
fn words(name: &str) -> String {
    let folded = fold(&spaced(&without_initials(name))).replace('%', " % ");
    let is_part = |c: char| is_letter(c) || c.is_ascii_digit() || c == '%';
    let mut all: Vec<&str> = folded.split(|c| !is_part(c)).filter(|word| !word.is_empty()).collect();
    // Refunded on is a day, and Refunded may be a yes.
    if let [.., last] = all.as_mut_slice()
        && *last == "on"
    {
        *last = "date";
    }
    let starts = |first: &str| matches!(all.as_slice(), [word, "of", ..] if root(word) == first);
    // A percentage of something isn't one of its own: 2 % of the bid.
    if starts("percent") {
        return String::new();
    }
    let has_day = all.iter().any(|word| matches!(root(word), "date" | "तिथि"));
    let says_more = |word: &&str| !(SMALL_WORDS.contains(word) || (has_day && OF_THE_DAY.contains(word)));
    let mut words: Vec<&str> = all.iter().copied().filter(says_more).collect();
    if words.len() > 1 {
        words = words.into_iter().map(root).collect();
        words.sort_unstable();
        words.dedup();
    }
    let words = words.join(" ");
    // How many there are isn't which one: No. of bids, Bid no.
    if starts("no") { format!("count of {words}") } else { words }
}

/// A name in which initials are one word: `N.I.T. No.`
fn without_initials(name: &str) -> String {
    let mut whole = String::with_capacity(name.len());
    let (mut before, mut last) = (' ', ' ');
    for c in name.chars() {
        let is_initial = c == '.' && last.is_alphabetic() && !before.is_alphanumeric();
        if !is_initial {
            whole.push(c);
        }
        (before, last) = (last, c);
    }
    whole
}

fn names(listed: &'static str) -> impl Iterator<Item = &'static str> {
    listed.split(';').map(str::trim)
}

type ByWords = HashMap<String, &'static Column>;

fn by_words(record: Record, synonyms: &[(&'static str, &'static str)]) -> ByWords {
    let mut by_words = HashMap::new();
    for column in record.columns() {
        // Of this one the order matters: the "date of opening" is that of the bids.
        if column.json_name != "openingDate" {
            by_words.insert(words(column.label), column);
        }
        let of_column = synonyms.iter().filter(|(field, _)| *field == column.json_name);
        by_words.extend(of_column.flat_map(|(_, listed)| names(listed)).map(|name| (words(name), column)));
    }
    by_words
}

static CONTRACTS: LazyLock<ByWords> = LazyLock::new(|| by_words(Record::Contract, contract::SYNONYMS));
static DEPOSITS: LazyLock<ByWords> = LazyLock::new(|| by_words(Record::Deposit, deposit::SYNONYMS));

static AMOUNTS_OF_DEPOSITS: LazyLock<Vec<String>> =
    LazyLock::new(|| names(contract::DEPOSITS).map(words).collect());

/// The column of a record that registers call by this name.
pub(crate) fn find(record: Record, name: &str) -> Option<&'static Column> {
    let by_words = match record {
        Record::Contract => &CONTRACTS,
        Record::Deposit => &DEPOSITS,
    };
    by_words.get(&words(name)).copied()
}

/// Whether a name is that of a deposit's amount.
pub(crate) fn is_deposit(name: &str) -> bool {
    AMOUNTS_OF_DEPOSITS.contains(&words(name))
}

#[cfg(test)]
mod tests;
