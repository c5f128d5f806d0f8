//! What the portals of NIC and GeM, tender notices and the registers of works departments call the fields of a contract, in
//! English and Hindi.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::COLUMNS;
use crate::check::fold::{fold, is_letter};
use crate::unit::spaced;

/// Names by the JSON name of their field, between semicolons. Word order, small words, plurals and short forms don't matter.
const SYNONYMS: &[(&str, &str)] = &[
    (
        "bidId",
        "Tender ID; Tender ID No; Tender No; Bid No; GeM Bid No; GeM Bid ID; निविदा आईडी; निविदा संख्या; \
         निविदा आईडी संख्या; बोली आईडी; बोली संख्या; बिड आईडी; बिड संख्या; टेंडर आईडी; टेंडर संख्या",
    ),
    (
        "referenceNo",
        "Tender Reference; Tender Reference No; Bid Reference No; NIT; NIT No; NIT Reference No; NIT No and \
         Date; Tender Notice No; Notice Inviting Tender No; IFB No; संदर्भ; संदर्भ संख्या; निविदा संदर्भ; \
         निविदा संदर्भ संख्या; निविदा सूचना संख्या; एनआईटी; एनआईटी संख्या",
    ),
    (
        "contractName",
        "Name of Work; Work; Title of Work; Name of Project; Title; Tender Title; Name of Tender; Bid Title; \
         Contract Title; कार्य का नाम; काम का नाम; निर्माण कार्य का नाम; परियोजना का नाम; निविदा का नाम; \
         निविदा शीर्षक; अनुबंध का नाम; शीर्षक",
    ),
    ("contractType", "Type of Contract; Form of Contract; अनुबंध का प्रकार; अनुबंध प्रारूप; ठेके का प्रकार"),
    (
        "paperCost",
        "Tender Fee; Cost of Tender Paper; Cost of Tender Document; Cost of Tender Form; Cost of Bid \
         Document; Price of Tender Form; Tender Document Fee; Tender Form Fee; Tender Paper Fee; Bid Document \
         Fee; Document Cost; Document Fee; Form Fee; निविदा शुल्क; निविदा प्रपत्र शुल्क; निविदा प्रपत्र का \
         मूल्य; निविदा फॉर्म का मूल्य; निविदा दस्तावेज शुल्क; निविदा फीस; टेंडर फीस",
    ),
    (
        "tenderActualValue",
        "Tender Value; Estimated Cost; Estimated Value; Estimated Amount; Estimate; Estimated Cost of Work; \
         Estimated Contract Value; Estimated Cost Put to Tender; Amount Put to Tender; Approximate Cost; \
         Approximate Value; Approximate Amount; Approximate Cost of Work; Advertised Value; Advertised Cost; \
         Probable Amount of Contract; PAC; ECV; ECPT; NIT Amount; NIT Value; NIT Cost; Departmental Estimate; \
         अनुमानित लागत; अनुमानित मूल्य; अनुमानित राशि; कार्य की अनुमानित लागत; प्राक्कलित लागत; प्राक्कलित \
         राशि",
    ),
    (
        "tenderBidValue",
        "Bid Value; Bid Amount; Bid Price; Our Bid; Our Bid Value; Our Bid Amount; Our Quote; Quoted Amount; \
         Quoted Value; Quoted Price; Quoted Cost; Our Quoted Amount; Offered Amount; Offered Value; Tendered \
         Amount; Tendered Value; Tendered Cost; Tender Bid Amount; बोली राशि; बोली मूल्य; उद्धृत राशि",
    ),
    (
        "tenderBidPercentage",
        "Bid %; Quoted %; Our Quoted %; Tendered %; % Above/Below; % Quoted Above/Below; बोली प्रतिशत; उद्धृत \
         प्रतिशत",
    ),
    (
        "openingDate",
        "Bid Submission Start Date; Submission Start Date; Bid Start Date; Bidding Start Date; बोली प्रारंभ \
         तिथि; निविदा जमा प्रारंभ तिथि",
    ),
    (
        "closingDate",
        "Last Date; Last Date of Submission; Last Date of Bid Submission; Last Date of Tender Submission; \
         Last Date of Receipt of Tender; Last Date of Receipt of Bid; Submission End Date; Submission Closing \
         Date; Bid Submission End Date; Bid Submission Closing Date; Tender Submission End Date; Bid \
         Submission Due Date; Submission Due Date; Bid Due Date; Tender Due Date; Bid End Date; Tender End \
         Date; Bid Closing Date; Tender Closing Date; Bidding Closing Date; अंतिम तिथि; निविदा की अंतिम तिथि; \
         जमा करने की अंतिम तिथि; निविदा जमा करने की अंतिम तिथि; निविदा प्रस्तुत करने की अंतिम तिथि; प्रस्तुत \
         करने की अंतिम तिथि; निविदा प्राप्ति की अंतिम तिथि; निविदा बंद होने की तिथि",
    ),
    ("resultDate", "Date of Result; परिणाम तिथि"),
    (
        "awardedDate",
        "Date of Award; LOA Date; Letter of Acceptance Date; Letter of Award Date; स्वीकृति पत्र की तिथि",
    ),
    ("aggreementDate", "Date of Agreement; Contract Agreement Date; अनुबंध की तिथि"),
    (
        "givenStartDate",
        "Stipulated Date of Start; Stipulated Date of Commencement; Scheduled Date of Start; Planned Date of \
         Start",
    ),
    (
        "givenEndDate",
        "Stipulated Date of Completion; Stipulated End Date; Scheduled Date of Completion; Due Date of \
         Completion; Planned Date of Completion",
    ),
    ("actualStartDate", "Actual Date of Commencement; वास्तविक प्रारंभ तिथि"),
    ("actualEndDate", "Actual Date of Completion; वास्तविक समाप्ति तिथि"),
    ("extensionCoun", "No of Extensions"),
    ("licenseHolderName", "License Holder; Licensee; Name of Licensee"),
    (
        "description",
        "Description of Work; Tender Description; Bid Description; Scope of Work; विवरण; कार्य का विवरण",
    ),
    ("comments", "Comment; Remark; Remarks; टिप्पणी; अभ्युक्ति"),
    ("terminationReason", "Reason of Termination; Cause of Termination"),
];

/// Names of amounts that are deposits, which have rows of their own, between semicolons.
const DEPOSITS: &str = "EMD; EMD Amount; EMD Value; Earnest Money; Earnest Money Amount; Earnest Money Deposit; Bid \
    Security; Bid Security Amount; Security Deposit; Security Deposit Amount; Performance Security; \
    Performance Guarantee; धरोहर राशि; बयाना राशि; अमानत राशि; सुरक्षा राशि";

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
    let all: Vec<&str> = folded.split(|c| !is_part(c)).filter(|word| !word.is_empty()).collect();
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

static BY_WORDS: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let mut by_words = HashMap::new();
    for (index, column) in COLUMNS.iter().enumerate() {
        // Of this one the order matters: the "date of opening" is that of the bids.
        if column.json_name != "openingDate" {
            by_words.insert(words(column.label), index);
        }
        let of_column = SYNONYMS.iter().filter(|(field, _)| *field == column.json_name);
        by_words.extend(of_column.flat_map(|(_, listed)| names(listed)).map(|name| (words(name), index)));
    }
    by_words
});

static DEPOSITS_BY_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| names(DEPOSITS).map(words).collect());

/// The index in [`COLUMNS`] of the field that registers call by this name.
pub(crate) fn find(name: &str) -> Option<usize> {
    BY_WORDS.get(&words(name)).copied()
}

/// Whether a name is that of a deposit.
pub(crate) fn is_deposit(name: &str) -> bool {
    DEPOSITS_BY_WORDS.contains(&words(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column;

    fn found(name: &str) -> Option<&'static str> {
        find(name).map(|index| COLUMNS[index].json_name)
    }

    #[test]
    fn names_of_registers_are_found_in_any_spelling() {
        for (name, field) in [
            ("Tender ID", "bidId"),
            ("TENDER_ID", "bidId"),
            ("e-Tender Id.", "bidId"),
            ("Tender No.", "bidId"),
            ("GeM Bid Number", "bidId"),
            ("निविदा क्र.", "bidId"),
            ("निविदा नं०", "bidId"),
            ("NIT No.", "referenceNo"),
            ("N.I.T. No", "referenceNo"),
            ("Tender Ref. No", "referenceNo"),
            ("Ref No", "referenceNo"),
            ("Name of the Work", "contractName"),
            ("Work Name", "contractName"),
            ("Name of Works", "contractName"),
            ("कार्य का नाम", "contractName"),
            ("Tender Value", "tenderActualValue"),
            ("Est. Cost", "tenderActualValue"),
            ("Estimated Amt.", "tenderActualValue"),
            ("अनुमानित लागत", "tenderActualValue"),
            ("Tender Fees", "paperCost"),
            ("Cost of Tender Documents", "paperCost"),
            ("Amount Quoted", "tenderBidValue"),
            ("% above / below", "tenderBidPercentage"),
            ("Percentage Above/Below", "tenderBidPercentage"),
            ("Last date of submission", "closingDate"),
            ("Last Date & Time for Submission of Bids", "closingDate"),
            ("Bid End Date/Time", "closingDate"),
            ("Tender Closing Date and Tender Time", "closingDate"),
            ("Closing Dt. of Tender", "closingDate"),
            ("अंतिम दिनांक", "closingDate"),
            ("Date of Award", "awardedDate"),
            ("Remarks", "comments"),
            ("Remark", "comments"),
            ("No. of extensions", "extensionCoun"),
        ] {
            assert_eq!(found(name), Some(field), "{name}");
        }
    }

    #[test]
    fn what_may_be_two_things_is_none() {
        for name in [
            "",
            "No",
            "Sr. No.",
            "Date",
            "Amount",
            "Value",
            "Cost",
            "Tender",
            "Tender Cost",
            "Tender Amount",
            // Bids are opened after the last day of submission.
            "Bid Opening Date",
            "Tender Opening Date",
            "Date of Opening",
            "Date of Completion",
            "Contract Value",
            "EMD",
            "Due Date",
            "Estimated Time",
            "Estimated By",
            "Extension of Time",
            "Extension (days)",
            "No. of Bids",
            "No. of Tenders",
            "Works",
            "Tender Status",
            "% of Bid",
            "निविदा मूल्य",
        ] {
            assert_eq!(found(name), None, "{name}");
        }
    }

    #[test]
    fn deposits_are_known_as_such() {
        for name in ["EMD", "E.M.D.", "Earnest Money Deposit", "EMD Amt", "धरोहर राशि"] {
            assert!(is_deposit(name), "{name}");
        }
        assert!(!is_deposit("Deposit Type") && !is_deposit(""));
    }

    #[test]
    fn every_synonym_is_one_fields_alone_and_not_a_name_of_its_own() {
        let all =
            || SYNONYMS.iter().flat_map(|(field, listed)| names(listed).map(move |name| (*field, name)));
        for (field, name) in all() {
            assert_eq!(found(name), Some(field), "{name}");
            assert_eq!(column::find(name), None, "{name}");
            assert!(!is_deposit(name), "{name}");
        }
        let all: Vec<String> = all().map(|(_, name)| words(name)).collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        let twice: Vec<_> =
            once.iter().filter(|words| all.iter().filter(|each| each == words).count() > 1).collect();
        assert!(twice.is_empty(), "{twice:?}");
        // A field's own words in another order are that field, or nothing.
        for (index, column) in COLUMNS.iter().enumerate() {
            assert!(find(column.label).is_none_or(|found| found == index), "{}", column.label);
        }
    }
}
