//! Imports of deposits, each for the contract that has its bid id.

mod known;
mod rows;
mod store;

use chrono::NaiveDate;
use nirmaan_api::contracts::{
    BulkUploadDepositsRequest, BulkUploadDepositsResponse, SecurityDeposit,
    bulk_upload_contracts_request::Part, bulk_upload_contracts_response::Event, bulk_upload_deposits_request,
    bulk_upload_deposits_response,
};
use nirmaan_import::DepositRow;
use nirmaan_store::{
    Draft, TenantDb, WriteDb,
    entity::{contract, import},
    query::imports,
};
use tokio::task::yield_now;
use uuid::Uuid;

use self::{
    known::{Known, Named},
    store::{Create, Update},
};
use super::{
    imported::Imported,
    plan::{Fate, Planned, Told, Values, noted},
    receive::Options,
};
use crate::{
    contracts::{
        AHEAD,
        deposits::{present, warnings},
    },
    error::Result,
    warnings::warning,
};

/// A plan, and in words what it stores of a file's first rows, as far as there is room for.
pub(super) struct Drafted {
    plan: Vec<Planned>,
    creates: Vec<Create>,
    updates: Vec<Update>,
}

const UNKNOWN: &str = "Bid ID: no contract has it; create the contract first, or correct the Bid ID";
const THERE: &str = "Instrument No: the contract already has a deposit of this type with this number; choose “Update existing deposits” to change it, or remove the row";
const NOT_THERE: &str = "Instrument No: the contract has no deposit of this type with this number; correct the type or the number, or write an amount to create it";
const WHICH: &str = "Amount: is needed, because the number has no figures to tell the deposit by";
const SEVERAL: &str = "Instrument No: the contract has several deposits of this type with this number; change the right one on its page, or remove the row";
/// What a row is warned of whose deposit has no number to be known by.
const BESIDE: &str = "The contract has another deposit of this type with this number and another amount; this one is created beside it.";
/// What a row is warned of that has a day on which the deposit came back.
const STILL_OUT: &str =
    "It has a returned date, but its status says that it isn't back. Write Returned, Refunded or Released.";

impl Imported for DepositRow {
    type Request = BulkUploadDepositsRequest;
    type Response = BulkUploadDepositsResponse;
    type Drafted = Drafted;

    const STORED_AS: import::Record = import::Record::Deposit;

    fn part(request: BulkUploadDepositsRequest) -> Option<Part> {
        use bulk_upload_deposits_request::Part as Sent;
        request.part.map(|part| match part {
            Sent::FileStart(start) => Part::FileStart(start),
            Sent::Chunk(chunk) => Part::Chunk(chunk),
            Sent::Field(field) => Part::Field(field),
        })
    }

    fn response(event: Event) -> BulkUploadDepositsResponse {
        use bulk_upload_deposits_response::Event as Told;
        let event = match event {
            Event::Progress(progress) => Told::Progress(progress),
            Event::Result(result) => Told::Result(result),
        };
        BulkUploadDepositsResponse { event: Some(event) }
    }

    async fn plan(
        db: &TenantDb,
        rows: &[Self],
        options: Options,
        import_id: Uuid,
        tried_on: Option<NaiveDate>,
    ) -> Result<Vec<Planned>> {
        let mut plan = Vec::with_capacity(rows.len());
        for rows in rows.chunks(imports::CHUNK) {
            let rows: Vec<_> = rows.iter().collect();
            let known = Known::of(db, &rows, options.update_existing).await?;
            plan.extend(rows.into_iter().map(|row| {
                let told = fate(row, &known, (options, import_id), tried_on.is_some());
                told.unwrap_or_else(Told::failed).of(row.row, &row.bid_id)
            }));
            // Others on this thread have waited for as long as some hundred rows take.
            yield_now().await;
        }
        Ok(plan)
    }

    async fn draft(draft: &Draft, rows: &[Self], plan: Vec<Planned>, import_id: Uuid) -> Result<Drafted> {
        let mut room = AHEAD;
        let (mut creates, mut updates) = (Vec::new(), Vec::new());
        for rows in to_create(rows, &plan).chunks(imports::CHUNK) {
            if room == 0 {
                break;
            }
            let create = Create::draft(draft, rows, import_id).await?;
            room = room.saturating_sub(create.bytes());
            creates.push(create);
            yield_now().await;
        }
        for rows in to_update(rows, &plan).chunks(imports::CHUNK) {
            if room == 0 {
                break;
            }
            let update = Update::draft(draft, rows, import_id).await?;
            room = room.saturating_sub(update.bytes());
            updates.push(update);
            yield_now().await;
        }
        Ok(Drafted { plan, creates, updates })
    }

    fn planned(drafted: &Drafted) -> &[Planned] {
        &drafted.plan
    }

    async fn create(
        db: &WriteDb,
        rows: &[Self],
        drafted: &Drafted,
        _: &mut [Planned],
        (_, import_id): (Options, Uuid),
        report: impl Fn(usize) + Send + Sync,
    ) -> Result<()> {
        let mut created = 0;
        for (number, rows) in to_create(rows, &drafted.plan).chunks(imports::CHUNK).enumerate() {
            let late;
            let create = match drafted.creates.get(number) {
                Some(ahead) => ahead,
                None => {
                    late = Create::draft(&db.draft(), rows, import_id).await?;
                    &late
                }
            };
            create.write(db, rows).await?;
            created += rows.len();
            report(created);
        }
        Ok(())
    }

    async fn update(
        db: &WriteDb,
        rows: &[Self],
        drafted: &Drafted,
        import_id: Uuid,
        report: impl Fn(usize) + Send + Sync,
    ) -> Result<()> {
        let mut updated = 0;
        for (number, rows) in to_update(rows, &drafted.plan).chunks(imports::CHUNK).enumerate() {
            let late;
            let update = match drafted.updates.get(number) {
                Some(ahead) => ahead,
                None => {
                    late = Update::draft(&db.draft(), rows, import_id).await?;
                    &late
                }
            };
            update.write(db, rows).await?;
            updated += rows.len();
            report(updated);
        }
        Ok(())
    }
}

/// What becomes of a row, or why it can't be stored.
fn fate(
    row: &DepositRow,
    known: &Known,
    (options, import_id): (Options, Uuid),
    is_trial: bool,
) -> std::result::Result<Told, String> {
    let contract = known.contracts.get(&row.bid_id).ok_or(UNKNOWN)?;
    let (fate, deposit) = match known.named(contract.id, row) {
        Named::None if options.update_existing && row.amount.is_none() => {
            let why = if known.has_namesake(contract.id, row) { WHICH } else { NOT_THERE };
            return Err(why.to_owned());
        }
        Named::None => {
            rows::create(row, contract.id, import_id)?;
            (Fate::Create, rows::to_be(row))
        }
        Named::One(Some(old)) => match rows::change(old, row)? {
            None => (Fate::Skip, present::to_keep(old.clone())),
            Some(change) => (Fate::Update(change.fields(rows::label)), present::to_keep(change.new)),
        },
        Named::One(None) => return Err(THERE.to_owned()),
        Named::Several => return Err(SEVERAL.to_owned()),
    };
    if !is_trial {
        return Ok(Told::new(fate));
    }
    let mut told = tried(row, contract, fate, deposit);
    if options.update_existing && matches!(told.fate, Fate::Create) && known.has_namesake(contract.id, row) {
        told.warnings.push(warning("amount", BESIDE));
    }
    Ok(told)
}

/// What a dry run says of a row that would leave this deposit.
fn tried(row: &DepositRow, contract: &contract::Model, fate: Fate, deposit: SecurityDeposit) -> Told {
    let worth = warnings::tender_value(contract.tender_actual_value, contract.tender_bid_value);
    let still_out = deposit.deposit_returned_date.is_some() && warnings::is_out(&deposit);
    let still_out = still_out.then(|| warning("status", STILL_OUT));
    let warnings = match fate {
        Fate::Skip => Vec::new(),
        _ => noted(&row.notes).chain(still_out).chain(warnings::of(&deposit, worth)).collect(),
    };
    Told { fate, warnings, values: Some(Values::Deposit(rows::told(deposit))) }
}

fn to_create<'a>(rows: &'a [DepositRow], plan: &[Planned]) -> Vec<&'a DepositRow> {
    planned(rows, plan, |fate| matches!(fate, Fate::Create))
}

fn to_update<'a>(rows: &'a [DepositRow], plan: &[Planned]) -> Vec<&'a DepositRow> {
    planned(rows, plan, |fate| matches!(fate, Fate::Update(_)))
}

fn planned<'a>(rows: &'a [DepositRow], plan: &[Planned], is_it: fn(&Fate) -> bool) -> Vec<&'a DepositRow> {
    rows.iter().zip(plan).filter(|(_, planned)| is_it(&planned.fate)).map(|(row, _)| row).collect()
}
