//! What comes out of an import.

use std::sync::Arc;

use chrono::NaiveDate;

/// A row that passed every check. What its cells don't say is empty or `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContractRow {
    /// The row's number as the sheet counts, its header included.
    pub row: u32,
    /// The tender's id on its portal; never empty, unique in the file.
    pub bid_id: String,
    /// What is to be built; empty only where contracts may be changed that have a name.
    pub contract_name: String,
    /// The authority's reference.
    pub reference_no: String,
    /// Long text.
    pub description: String,
    /// A name of [`STATUSES`](crate::STATUSES).
    pub status: Option<String>,
    /// Paise.
    pub paper_cost: Option<i64>,
    /// Paise.
    pub tender_actual_value: Option<i64>,
    /// Paise.
    pub tender_bid_value: Option<i64>,
    /// Ten-thousandths of a percent: -112500 is 11.25 % below the estimate.
    pub tender_bid_percentage: Option<i64>,
    /// Free text, for example `Item rate`.
    pub contract_type: String,
    /// Long text.
    pub termination_reason: String,
    /// 0 to 1,000.
    pub extension_count: Option<i32>,
    /// The first day on which bids may be submitted.
    pub opening_date: Option<NaiveDate>,
    /// The last day on which bids may be submitted.
    pub closing_date: Option<NaiveDate>,
    /// The result is announced.
    pub result_date: Option<NaiveDate>,
    /// The agreement is drafted.
    pub drafting_date: Option<NaiveDate>,
    /// The payment was submitted.
    pub submitted_payment_date: Option<NaiveDate>,
    /// The work was awarded.
    pub awarded_date: Option<NaiveDate>,
    /// The agreement was signed.
    pub agreement_date: Option<NaiveDate>,
    /// The work order's start.
    pub given_start_date: Option<NaiveDate>,
    /// The work order's end.
    pub given_end_date: Option<NaiveDate>,
    /// Work began.
    pub actual_start_date: Option<NaiveDate>,
    /// Work ended.
    pub actual_end_date: Option<NaiveDate>,
    /// The licence's id in the firm's own records.
    pub license_id: String,
    /// In whose name the licence is.
    pub license_holder_name: String,
    /// The licence's number.
    pub license_no: String,
    /// Long text.
    pub comments: String,
    /// The text of a JSON object, as it stood in the cell.
    pub contract_metadata: Option<String>,
    /// What was assumed where a cell leaves something open.
    pub notes: Vec<Note>,
}

/// A row of a register of deposits that passed every check. What its cells don't say is empty or `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DepositRow {
    /// The row's number as the sheet counts, its header included.
    pub row: u32,
    /// The bid id of the contract that it is for; never empty.
    pub bid_id: String,
    /// Free text, for example `EMD`; never empty.
    pub deposit_type: String,
    /// The number of the draft, guarantee, fixed deposit or payment; never empty.
    pub instrument_no: String,
    /// Paise; absent only where deposits may be changed that have one.
    pub amount: Option<i64>,
    /// A name of the documented statuses.
    pub status: Option<String>,
    /// The deposit was made.
    pub deposit_created_date: Option<NaiveDate>,
    /// It was handed over.
    pub deposit_submitted_date: Option<NaiveDate>,
    /// The authority gave it back.
    pub deposit_returned_date: Option<NaiveDate>,
    /// It arrived in the firm's own account.
    pub deposit_transferred_own_account_date: Option<NaiveDate>,
    /// Of the account that it was paid from.
    pub bank_account_no: String,
    /// The bank's name.
    pub bank_name: String,
    /// In whose name the account is.
    pub account_holder_name: String,
    /// Long text.
    pub bank_address: String,
    /// Long text.
    pub comment: String,
    /// What was assumed where a cell leaves something open.
    pub notes: Vec<Note>,
}

/// How a cell was read that leaves something open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The field's name in JSON.
    pub field: String,
    /// A sentence for people.
    pub message: String,
}

/// A row that was not taken, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The row's number as the sheet counts.
    pub row: u32,
    /// The row's bid id, or `Row n` when it has none that can be shown.
    pub ref_id: String,
    /// What is wrong with the row, for people: `Paper Cost: …; Opening Date: …`. Of more than three problems it names the
    /// first three, and how many there are besides.
    pub reason: String,
    /// All problems of the row one by one, where it has several. Of thousands of rows they are many: copies share them.
    pub reasons: Arc<[String]>,
}

/// The most problems of a row that its `reason` names: an answer tells of twenty thousand rows.
const MOST_NAMED: usize = 3;

impl Failure {
    /// A row with these problems.
    pub(crate) fn new(row: u32, ref_id: String, problems: Vec<String>) -> Self {
        let (named, more) = problems.split_at(problems.len().min(MOST_NAMED));
        let named = named.join("; ");
        let reason = if more.is_empty() { named } else { format!("{named}; and {} more", more.len()) };
        let reasons = if problems.len() > 1 { problems.into() } else { Arc::default() };
        Self { row, ref_id, reason, reasons }
    }

    /// Everything that is wrong with the row, a line for each problem.
    pub(crate) fn lines(&self) -> String {
        if self.reasons.is_empty() { self.reason.clone() } else { self.reasons.join("\n") }
    }
}

/// What a table's check gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed<R> {
    /// The good rows, in the order of the sheet.
    pub rows: Vec<R>,
    /// The bad rows, in the order of the sheet.
    pub failures: Vec<Failure>,
    /// Names of columns that no field has; what they hold was ignored.
    pub unknown_columns: Vec<String>,
}
