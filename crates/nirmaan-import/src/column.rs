//! The columns that an import understands: one line each, from which the header is matched, the cells
//! are checked and the template is made.

pub(crate) mod synonyms;

use chrono::NaiveDate;

use crate::ContractRow;

/// How a column's cells are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One line of text, at most so many characters.
    Text(usize),
    /// Text with line breaks, at most so many characters.
    LongText(usize),
    /// One of [`STATUSES`], by name or label.
    Status,
    /// An amount, in rupees or in the unit of its column, exact to the paisa.
    Money,
    /// Percent with at most four decimals.
    Percentage,
    /// A whole number from 0 to 1,000.
    Count,
    /// A calendar day.
    Date,
    /// The text of a JSON object.
    Json,
}

/// A column that an import understands.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The field's name in JSON, misspelt where the documented API misspells it.
    pub json_name: &'static str,
    /// The name for people, which the template and the failures use.
    pub label: &'static str,
    /// How its cells are read.
    pub kind: Kind,
    /// What a file without it, and a row without a value in it, is refused for.
    pub need: Need,
    /// What to write into it, in a few words.
    pub hint: &'static str,
    pub(crate) slot: Slot,
}

impl PartialEq for Column {
    /// No two have a name in common.
    fn eq(&self, other: &Self) -> bool {
        self.json_name == other.json_name
    }
}

impl Eq for Column {}

/// When a column must be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Always: it says which contract a row is about.
    Always,
    /// For a new contract; one that is there keeps its value.
    ToCreate,
    /// Never.
    Never,
}

/// What the rows of a file may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// Create contracts.
    #[default]
    Create,
    /// Create contracts, and change those that are there, which takes no more than a bid id. Whoever stores the
    /// rows knows which is which.
    Update,
}

impl Need {
    /// Whether it must be filled in every row.
    pub(crate) fn everywhere(self, purpose: Purpose) -> bool {
        self == Self::Always || (self == Self::ToCreate && purpose == Purpose::Create)
    }
}

/// Where a checked cell goes. The kinds that share a type still differ, because each is checked its own way.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Slot {
    Text(fn(&mut ContractRow) -> &mut String),
    Status(fn(&mut ContractRow) -> &mut Option<String>),
    Money(fn(&mut ContractRow) -> &mut Option<i64>),
    Percentage(fn(&mut ContractRow) -> &mut Option<i64>),
    Count(fn(&mut ContractRow) -> &mut Option<i32>),
    Date(fn(&mut ContractRow) -> &mut Option<NaiveDate>),
    Json(fn(&mut ContractRow) -> &mut Option<String>),
}

const fn column(json_name: &'static str, label: &'static str, kind: Kind, slot: Slot) -> Column {
    let hint = match kind {
        Kind::Text(_) => "One line of text",
        Kind::LongText(_) => "Text; line breaks are kept",
        Kind::Status => "One of the drop-down's choices; Draft when empty",
        Kind::Money => {
            "Rupees, for example 12,50,000.50 or 12.5 lakh, unless the heading names another unit: (Rs. in Lakhs)"
        }
        Kind::Percentage => "Percent, negative below the estimate, for example -11.25 or 11.25 below",
        Kind::Count => "A whole number from 0 to 1,000",
        Kind::Date => "DD-MM-YYYY, for example 31-03-2026, or 31 Mar 2026",
        Kind::Json => "A JSON object of your own data; normally left empty",
    };
    Column { json_name, label, kind, need: Need::Never, hint, slot }
}

const fn text(name: &'static str, label: &'static str, max: usize, slot: TextSlot) -> Column {
    column(name, label, Kind::Text(max), Slot::Text(slot))
}

const fn long_text(name: &'static str, label: &'static str, slot: TextSlot) -> Column {
    column(name, label, Kind::LongText(4_000), Slot::Text(slot))
}

const fn money(name: &'static str, label: &'static str, slot: NumberSlot) -> Column {
    column(name, label, Kind::Money, Slot::Money(slot))
}

const fn date(name: &'static str, label: &'static str, slot: DateSlot) -> Column {
    column(name, label, Kind::Date, Slot::Date(slot))
}

type TextSlot = fn(&mut ContractRow) -> &mut String;
type NumberSlot = fn(&mut ContractRow) -> &mut Option<i64>;
type DateSlot = fn(&mut ContractRow) -> &mut Option<NaiveDate>;

impl Column {
    const fn needed(self, need: Need, hint: &'static str) -> Column {
        Column { need, hint, ..self }
    }

    const fn hint(self, hint: &'static str) -> Column {
        Column { hint, ..self }
    }
}

/// Every column that an import understands, in the order of the template.
pub const COLUMNS: &[Column] = &[
    text("bidId", "Bid ID", 64, |row| &mut row.bid_id)
        .needed(Need::Always, "The tender's id on its portal, used once"),
    text("referenceNo", "Reference No", 100, |row| &mut row.reference_no).hint("The authority's reference"),
    text("contractName", "Contract Name", 255, |row| &mut row.contract_name)
        .needed(Need::ToCreate, "What is to be built"),
    text("contractType", "Contract Type", 64, |row| &mut row.contract_type)
        .hint("For example Item rate or EPC"),
    column("status", "Status", Kind::Status, Slot::Status(|row| &mut row.status)),
    money("paperCost", "Paper Cost", |row| &mut row.paper_cost),
    money("tenderActualValue", "Tender Actual Value", |row| &mut row.tender_actual_value)
        .hint("The authority's estimate in rupees, for example 1,25,00,000"),
    money("tenderBidValue", "Tender Bid Value", |row| &mut row.tender_bid_value)
        .hint("Your quote in rupees; computed from the percentage when empty"),
    column(
        "tenderBidPercentage",
        "Tender Bid Percentage",
        Kind::Percentage,
        Slot::Percentage(|row| &mut row.tender_bid_percentage),
    ),
    date("openingDate", "Opening Date", |row| &mut row.opening_date),
    date("closingDate", "Closing Date", |row| &mut row.closing_date),
    date("resultDate", "Result Date", |row| &mut row.result_date),
    date("draftingDate", "Drafting Date", |row| &mut row.drafting_date),
    date("submittedPaymentDate", "Submitted Payment Date", |row| &mut row.submitted_payment_date),
    date("awardedDate", "Awarded Date", |row| &mut row.awarded_date),
    date("aggreementDate", "Agreement Date", |row| &mut row.agreement_date),
    date("givenStartDate", "Given Start Date", |row| &mut row.given_start_date),
    date("givenEndDate", "Given End Date", |row| &mut row.given_end_date),
    date("actualStartDate", "Actual Start Date", |row| &mut row.actual_start_date),
    date("actualEndDate", "Actual End Date", |row| &mut row.actual_end_date),
    column("extensionCoun", "Extension Count", Kind::Count, Slot::Count(|row| &mut row.extension_count)),
    text("licenseId", "License ID", 64, |row| &mut row.license_id),
    text("licenseHolderName", "License Holder Name", 150, |row| &mut row.license_holder_name),
    text("licenseNo", "License No", 100, |row| &mut row.license_no),
    long_text("description", "Description", |row| &mut row.description),
    long_text("comments", "Comments", |row| &mut row.comments),
    long_text("terminationReason", "Termination Reason", |row| &mut row.termination_reason),
    column("contractMetadata", "Contract Metadata", Kind::Json, Slot::Json(|row| &mut row.contract_metadata)),
];

/// The statuses of a contract: name and label.
pub const STATUSES: [(&str, &str); 19] = [
    ("DRAFT", "Draft"),
    ("SUBMITTED", "Submitted"),
    ("AWARDED", "Awarded"),
    ("ACCEPTED", "Accepted"),
    ("REJECTED", "Rejected"),
    ("CANCELLED", "Cancelled"),
    ("WORK_ORDER_ISSUED", "Work order issued"),
    ("MOBILIZED", "Mobilized"),
    ("WORK_IN_PROGRESS", "Work in progress"),
    ("ON_HOLD", "On hold"),
    ("RESUMED", "Resumed"),
    ("COMPLETED", "Completed"),
    ("SUBMITTED_FOR_APPROVAL", "Submitted for approval"),
    ("APPROVED", "Approved"),
    ("PAYMENT_PENDING", "Payment pending"),
    ("PAYMENT_RECEIVED", "Payment received"),
    ("CLOSED", "Closed"),
    ("TERMINATED", "Terminated"),
    ("DISPUTE", "Dispute"),
];

/// What is compared of a name: letters and digits, without case. A licence may be spelt as at home.
pub(crate) fn key(name: &str) -> String {
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    letters.replace("licence", "license")
}

/// The index in [`COLUMNS`] of the column with a name, in any of its spellings.
pub(crate) fn find(name: &str) -> Option<usize> {
    let wanted = key(name);
    // The labels spell right what the JSON names misspell, so the proto's names are found by them.
    COLUMNS.iter().position(|column| key(column.json_name) == wanted || key(column.label) == wanted)
}

/// The name for people of the field with this name, in any of its spellings.
pub fn label(name: &str) -> Option<&'static str> {
    find(name).and_then(|index| COLUMNS.get(index)).map(|column| column.label)
}

/// The JSON name of the field of a kind with this name, in any of its spellings.
pub fn field_of(kind: Kind, name: &str) -> Option<&'static str> {
    let column = find(name).and_then(|index| COLUMNS.get(index));
    column.filter(|column| column.kind == kind).map(|column| column.json_name)
}

/// Whether a header names the column in which failures are handed back, which holds nothing to import.
pub(crate) fn is_error(header: &str) -> bool {
    key(header) == "error"
}

/// The name of the status that a cell writes by name or label, which differ in case and spaces only. A remark in brackets is
/// not part of it.
pub(crate) fn status(written: &str) -> Option<&'static str> {
    let wanted = key(written.split('(').next().unwrap_or_default()).to_uppercase();
    let same = |name: &str| name.chars().filter(|c| *c != '_').eq(wanted.chars());
    STATUSES.iter().map(|(name, _)| *name).find(|name| same(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str) -> Option<&'static str> {
        find(name).map(|index| COLUMNS[index].json_name)
    }

    #[test]
    fn columns_are_found_by_json_name_label_and_proto_name() {
        for (name, json_name) in [
            ("bidId", "bidId"),
            ("Bid ID", "bidId"),
            (" BID-ID * ", "bidId"),
            ("bid_id", "bidId"),
            ("Reference No.", "referenceNo"),
            ("aggreementDate", "aggreementDate"),
            ("agreement_date", "aggreementDate"),
            ("Agreement Date", "aggreementDate"),
            ("extensionCoun", "extensionCoun"),
            ("extension_count", "extensionCoun"),
            ("Extension Count", "extensionCoun"),
            ("Licence Holder Name", "licenseHolderName"),
        ] {
            assert_eq!(found(name), Some(json_name), "{name}");
        }
        for name in ["", "(Rs.)", "Remark", "id", "createdAt", "totalDeposit", "बोली"] {
            assert_eq!(found(name), None, "{name}");
        }
    }

    #[test]
    fn the_check_offers_every_column() {
        let offered: Vec<String> = serde_json::from_str(include_str!("fields.json")).unwrap();
        assert!(
            offered.iter().eq(COLUMNS.iter().map(|column| column.json_name)),
            "the web client lists them"
        );
    }

    #[test]
    fn every_name_finds_its_own_column() {
        for (index, column) in COLUMNS.iter().enumerate() {
            assert_eq!(find(column.json_name), Some(index), "{}", column.json_name);
            assert_eq!(find(column.label), Some(index), "{}", column.label);
        }
    }

    #[test]
    fn statuses_match_by_name_and_label() {
        for (name, label) in STATUSES {
            assert_eq!(status(name), Some(name));
            assert_eq!(status(label), Some(name), "the label says the name in words");
        }
        assert_eq!(status("work-in PROGRESS"), Some("WORK_IN_PROGRESS"));
        assert_eq!(status("Done"), None);
        assert_eq!(status(""), None);
    }
}
