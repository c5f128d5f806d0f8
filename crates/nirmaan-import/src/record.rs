//! What the rows of a file are about.

use std::sync::LazyLock;

use crate::column::{Column, Field, Kind, OF_CONTRACTS, OF_DEPOSITS, Purpose, find};
use crate::deposit_key::deposit_key;
use crate::{ContractRow, DepositRow, Note};

/// The JSON name of the field with a deposit's type.
const DEPOSIT_TYPE: &str = "depositType";

/// What a row of a file is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Record {
    /// A contract, known by its bid id.
    #[default]
    Contract,
    /// A deposit of a contract, known by the contract's bid id, its type and the number of its instrument.
    Deposit,
}

impl Record {
    /// Its columns, in the order of the template.
    pub fn columns(self) -> &'static [Column] {
        static CONTRACTS: LazyLock<Vec<Column>> =
            LazyLock::new(|| OF_CONTRACTS.iter().map(|field| field.column).collect());
        static DEPOSITS: LazyLock<Vec<Column>> =
            LazyLock::new(|| OF_DEPOSITS.iter().map(|field| field.column).collect());
        match self {
            Self::Contract => &CONTRACTS,
            Self::Deposit => &DEPOSITS,
        }
    }

    /// The columns that every row must have a value in. `has_type` says that rows without a type have one all the same.
    pub(crate) fn needed(self, purpose: Purpose, has_type: bool) -> impl Iterator<Item = &'static Column> {
        let is_needed = move |column: &&Column| {
            column.need.everywhere(purpose) && !(has_type && column.json_name == DEPOSIT_TYPE)
        };
        self.columns().iter().filter(is_needed)
    }

    /// The name for people of the field with this name, in any of its spellings.
    pub fn label(self, name: &str) -> Option<&'static str> {
        find(self, name).map(|column| column.label)
    }

    /// The JSON name of the field of a kind with this name, in any of its spellings.
    pub fn field_of(self, kind: Kind, name: &str) -> Option<&'static str> {
        find(self, name).filter(|column| column.kind == kind).map(|column| column.json_name)
    }

    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Deposit => "deposit",
        }
    }

    /// The name of a sheet of them.
    pub(crate) fn sheet(self) -> &'static str {
        match self {
            Self::Contract => "Contracts",
            Self::Deposit => "Deposits",
        }
    }
}

/// What a row becomes.
pub trait SheetRow: Default + 'static {
    /// What it is about.
    const RECORD: Record;
    /// Its columns, and where their cells go.
    const FIELDS: &'static [Field<Self>];

    /// A row with this number in its sheet and nothing else.
    fn numbered(row: u32) -> Self;

    /// The bid id; empty where it has none.
    fn bid_id(&self) -> &str;

    /// By what it is known: no two rows of a file have the same.
    fn key(&self) -> String;

    /// What is wrong with a row whose key an earlier one has.
    fn already_in(first_row: u32) -> String;

    /// What is wrong with a row of which each cell can be read.
    fn problem(&self) -> Option<String> {
        None
    }

    /// Takes a type that rows have which name none.
    fn assume_type(&mut self, _deposit_type: &str) {}

    /// What was assumed where a cell leaves something open.
    fn notes(&mut self) -> &mut Vec<Note>;
}

impl SheetRow for ContractRow {
    const RECORD: Record = Record::Contract;
    const FIELDS: &'static [Field<Self>] = OF_CONTRACTS;

    fn numbered(row: u32) -> Self {
        Self { row, ..Self::default() }
    }

    fn bid_id(&self) -> &str {
        &self.bid_id
    }

    fn key(&self) -> String {
        self.bid_id.clone()
    }

    fn already_in(first_row: u32) -> String {
        format!("Bid ID: is already in row {first_row}")
    }

    fn notes(&mut self) -> &mut Vec<Note> {
        &mut self.notes
    }
}

impl SheetRow for DepositRow {
    const RECORD: Record = Record::Deposit;
    const FIELDS: &'static [Field<Self>] = OF_DEPOSITS;

    fn numbered(row: u32) -> Self {
        Self { row, ..Self::default() }
    }

    fn bid_id(&self) -> &str {
        &self.bid_id
    }

    fn key(&self) -> String {
        let key = deposit_key(&self.deposit_type, &self.instrument_no, self.amount.unwrap_or_default());
        format!("{}\n{key}", self.bid_id)
    }

    fn already_in(first_row: u32) -> String {
        format!(
            "Instrument No: row {first_row} has the same type and number for this Bid ID; write its own number, or remove the row"
        )
    }

    fn problem(&self) -> Option<String> {
        (self.amount == Some(0)).then(|| "Amount: must be above 0".to_owned())
    }

    fn assume_type(&mut self, deposit_type: &str) {
        deposit_type.clone_into(&mut self.deposit_type);
    }

    fn notes(&mut self) -> &mut Vec<Note> {
        &mut self.notes
    }
}
