//! What becomes of each row of a file, and of those with contracts: decided in one place, for a dry run and for the import that
//! follows.

use std::sync::Arc;

use chrono::NaiveDate;
use nirmaan_api::{
    contracts::{Contract, ImportDeposit, ImportValues},
    types::Warning,
};
use nirmaan_import::{ContractRow, Failure, Note, Record};
use nirmaan_store::{TenantDb, entity::contract, query::imports};
use uuid::Uuid;

use super::{receive::Options, rows, values};
use crate::{
    bid,
    contracts::{
        contract::{present, warnings},
        status,
    },
    error::Result,
    warnings::warning,
    wire::{date, money},
};

/// A hundredth of a percent, in its ten-thousandths.
const HUNDREDTH: u64 = 100;

/// What becomes of a row: no more than the answer needs, because a plan holds all rows of a file.
#[derive(Clone)]
pub(super) enum Fate {
    Create,
    /// The fields that change, by their names for people.
    Update(String),
    /// It says what is there already.
    Skip,
    /// Why it can't be stored.
    Fail(String),
}

/// A row, and what becomes of it.
#[derive(Clone)]
pub(super) struct Planned {
    /// As the sheet counts.
    pub(super) number: u32,
    pub(super) bid_id: String,
    pub(super) fate: Fate,
    /// How its cells were read where they leave something open, and what is unusual about what it would store; of a dry run.
    pub(super) warnings: Vec<Warning>,
    /// What the record would have in it; of a dry run.
    pub(super) values: Option<Values>,
}

/// What a record would have in it.
#[derive(Clone)]
pub(super) enum Values {
    Contract(ImportValues),
    Deposit(ImportDeposit),
}

/// What becomes of a row, and what a dry run says of it.
pub(super) struct Told {
    pub(super) fate: Fate,
    pub(super) warnings: Vec<Warning>,
    pub(super) values: Option<Values>,
}

impl Told {
    pub(super) fn new(fate: Fate) -> Self {
        Self { fate, warnings: Vec::new(), values: None }
    }

    pub(super) fn failed(reason: String) -> Self {
        Self::new(Fate::Fail(reason))
    }

    /// Of the row with this number and bid id.
    pub(super) fn of(self, number: u32, bid_id: &str) -> Planned {
        let Self { fate, warnings, values } = self;
        Planned { number, bid_id: bid_id.to_owned(), fate, warnings, values }
    }
}

/// What a file's good rows come to.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) created: usize,
    pub(super) updated: usize,
    pub(super) skipped: usize,
}

impl Planned {
    /// The failure of a row that can't be stored.
    pub(super) fn failure(&self) -> Option<Failure> {
        let Fate::Fail(reason) = &self.fate else { return None };
        Some(Failure {
            row: self.number,
            ref_id: self.bid_id.clone(),
            reason: reason.clone(),
            reasons: Arc::default(),
        })
    }

    /// Lets a row fail whose bid id somebody took meanwhile.
    pub(super) fn is_taken(&mut self) {
        self.fate = Fate::Fail(taken());
    }
}

fn taken() -> String {
    "A contract with this Bid ID already exists.".to_owned()
}

/// How a row's cells were read, before what is unusual about them.
fn with_notes(row: &ContractRow, kept: Option<i64>, warnings: Vec<Warning>) -> Vec<Warning> {
    noted(&row.notes).chain(replaced(row, kept)).chain(warnings).collect()
}

/// How cells were read that leave something open.
pub(super) fn noted(notes: &[Note]) -> impl Iterator<Item = Warning> {
    notes.iter().map(|Note { field, message }| warning(field, message.clone()))
}

/// That a row's percentage isn't kept, because its bid value comes to another one. Rounding to two decimals is no matter.
fn replaced(row: &ContractRow, kept: Option<i64>) -> Option<Warning> {
    let (given, kept) = (row.tender_bid_percentage?, kept?);
    let [percent_given, percent_kept] = [given, kept].map(bid::percentage_to_wire);
    let message = || format!("The bid value counts: it comes to {percent_kept} %, not to {percent_given} %.");
    (given.abs_diff(kept) >= HUNDREDTH).then(|| warning("tenderBidPercentage", message()))
}

/// Counts the rows of a plan that don't fail.
pub(super) fn counts(plan: &[Planned]) -> Counts {
    let mut counts = Counts::default();
    for row in plan {
        match row.fate {
            Fate::Create => counts.created += 1,
            Fate::Update(_) => counts.updated += 1,
            Fate::Skip => counts.skipped += 1,
            Fate::Fail(_) => {}
        }
    }
    counts
}

/// Decides what becomes of rows, by the contracts that are there now, of which it holds some hundred at a time. With the day
/// of a dry run it warns, too.
pub(super) async fn make(
    db: &TenantDb,
    rows: &[ContractRow],
    options: Options,
    import_id: Uuid,
    tried_on: Option<NaiveDate>,
) -> Result<Vec<Planned>> {
    let create = |row: &ContractRow| match (rows::create(row, import_id), tried_on) {
        (Err(reason), _) => Told::failed(reason),
        (Ok(_), None) => Told::new(Fate::Create),
        (Ok(new), Some(today)) => {
            let percentage = new.tender_bid_percentage.as_option().copied();
            let contract = to_be(new);
            let warnings = with_notes(row, percentage, warnings::of(&contract, Some(today)));
            Told { fate: Fate::Create, warnings, values: Some(Values::Contract(values::of(contract))) }
        }
    };
    let label = |column: &str| Record::Contract.label(column);
    let change = |old: &contract::Model, row: &ContractRow| match (rows::change(old, row), tried_on) {
        (Err(reason), _) => Told::failed(reason),
        (Ok(None), None) => Told::new(Fate::Skip),
        (Ok(None), Some(_)) => Told {
            fate: Fate::Skip,
            warnings: replaced(row, old.tender_bid_percentage).into_iter().collect(),
            values: Some(Values::Contract(values::of(present::new(old.clone())))),
        },
        (Ok(Some(change)), None) => Told::new(Fate::Update(change.fields(label))),
        (Ok(Some(change)), Some(_)) => {
            let fate = Fate::Update(change.fields(label));
            let percentage = change.new.tender_bid_percentage;
            // Whatever is deposited for it: no warning is about that.
            let contract = present::new(change.new);
            let warnings = with_notes(row, percentage, warnings::of(&contract, None));
            Told { fate, warnings, values: Some(Values::Contract(values::of(contract))) }
        }
    };
    let mut plan = Vec::with_capacity(rows.len());
    for rows in rows.chunks(imports::CHUNK) {
        let fates: Vec<_> = if options.update_existing {
            let known = imports::by_bid_id(db, &bid_ids(rows)).await?;
            let fate = |row: &ContractRow| match known.get(&row.bid_id) {
                None => create(row),
                Some(old) => change(old, row),
            };
            rows.iter().map(fate).collect()
        } else {
            let known = imports::taken(db, &bid_ids(rows)).await?;
            let fate = |row: &ContractRow| match known.contains(&row.bid_id) {
                true => Told::failed(taken()),
                false => create(row),
            };
            rows.iter().map(fate).collect()
        };
        let planned = rows.iter().zip(fates);
        plan.extend(planned.map(|(row, told)| told.of(row.row, &row.bid_id)));
        // Others on this thread have waited for as long as some hundred rows take.
        tokio::task::yield_now().await;
    }
    Ok(plan)
}

/// Of a new contract, what a dry run says.
fn to_be(mut new: contract::ActiveModel) -> Contract {
    let [actual, bid, paper_cost] = [new.tender_actual_value, new.tender_bid_value, new.paper_cost]
        .map(|mut paise| paise.take().flatten());
    let [opening, closing, result, drafting, submitted_payment, awarded, agreement] = [
        new.opening_date,
        new.closing_date,
        new.result_date,
        new.drafting_date,
        new.submitted_payment_date,
        new.awarded_date,
        new.agreement_date,
    ]
    .map(|mut day| day.take().flatten().map(date));
    let [given_start, given_end, actual_start, actual_end] =
        [new.given_start_date, new.given_end_date, new.actual_start_date, new.actual_end_date]
            .map(|mut day| day.take().flatten().map(date));
    Contract {
        contract_name: new.contract_name.take().unwrap_or_default(),
        status: new
            .status
            .try_as_ref()
            .map_or_else(Default::default, |status| status::to_wire(*status).into()),
        tender_actual_value: actual.map(money),
        tender_bid_value: bid.map(money),
        tender_bid_percentage: new.tender_bid_percentage.take().flatten().map(bid::percentage_to_wire),
        paper_cost: paper_cost.map(money),
        opening_date: opening,
        closing_date: closing,
        result_date: result,
        drafting_date: drafting,
        submitted_payment_date: submitted_payment,
        awarded_date: awarded,
        agreement_date: agreement,
        given_start_date: given_start,
        given_end_date: given_end,
        actual_start_date: actual_start,
        actual_end_date: actual_end,
        ..Contract::default()
    }
}

/// The bid ids of rows.
pub(super) fn bid_ids<'a>(rows: impl IntoIterator<Item = &'a ContractRow>) -> Vec<&'a str> {
    rows.into_iter().map(|row| row.bid_id.as_str()).collect()
}
