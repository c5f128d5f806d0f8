//! Imports of deposits, each for the contract that has its bid id.

mod rows;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use nirmaan_api::contracts::{
    BulkUploadDepositsRequest, BulkUploadDepositsResponse, bulk_upload_contracts_request::Part,
    bulk_upload_contracts_response::Event, bulk_upload_deposits_request, bulk_upload_deposits_response,
};
use nirmaan_import::{DepositRow, deposit_key};
use nirmaan_store::{
    ColumnTrait, Draft, DraftedRows, StoreError, TenantDb, WriteDb,
    entity::{contract, import, security_deposit},
    query::{
        deposits::{ToldApart, told_apart},
        imports::{self, by_bid_id, ids_by_bid_id},
    },
};
use tokio::task::yield_now;
use uuid::Uuid;

use super::{
    imported::Imported,
    plan::{Fate, Planned, Told, Values, noted},
    receive::Options,
};
use crate::{
    contracts::{AHEAD, deposits::warnings},
    error::{Error, Result},
};

/// A plan, and in words what it stores of a file's first rows, as far as there is room for.
pub(super) struct Drafted {
    plan: Vec<Planned>,
    creates: Vec<Create>,
}

/// New deposits in words.
struct Create {
    rows: DraftedRows,
    /// The contracts that they are for, by their bid ids.
    contracts: HashMap<String, Uuid>,
}

const UNKNOWN: &str = "Bid ID: no contract has it; create the contract first, or correct the Bid ID";
const THERE: &str = "Instrument No: the contract already has a deposit of this type with this number; change it there, or remove the row";

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
        _: Options,
        import_id: Uuid,
        tried_on: Option<NaiveDate>,
    ) -> Result<Vec<Planned>> {
        let mut plan = Vec::with_capacity(rows.len());
        for rows in rows.chunks(imports::CHUNK) {
            let known = Known::of(db, rows).await?;
            plan.extend(rows.iter().map(|row| {
                let told = fate(row, &known, import_id, tried_on.is_some());
                told.unwrap_or_else(Told::failed).of(row.row, &row.bid_id)
            }));
            // Others on this thread have waited for as long as some hundred rows take.
            yield_now().await;
        }
        Ok(plan)
    }

    async fn draft(draft: &Draft, rows: &[Self], plan: Vec<Planned>, import_id: Uuid) -> Result<Drafted> {
        let mut room = AHEAD;
        let mut creates = Vec::new();
        for rows in to_create(rows, &plan).chunks(imports::CHUNK) {
            if room == 0 {
                break;
            }
            let create = draft_create(draft, rows, import_id).await?;
            room = room.saturating_sub(create.rows.bytes());
            creates.push(create);
            yield_now().await;
        }
        Ok(Drafted { plan, creates })
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
                    late = draft_create(&db.draft(), rows, import_id).await?;
                    &late
                }
            };
            hold(db, rows, create).await?;
            db.insert_drafted(&create.rows).await?;
            created += rows.len();
            report(created);
        }
        Ok(())
    }

    async fn update(
        _: &WriteDb,
        _: &[Self],
        _: &Drafted,
        _: Uuid,
        _: impl Fn(usize) + Send + Sync,
    ) -> Result<()> {
        // No plan changes a deposit that is there.
        Ok(())
    }
}

/// What is there of what some rows name.
struct Known {
    /// By their bid ids.
    contracts: HashMap<String, contract::Model>,
    /// The contract of each deposit, and its key.
    deposits: HashSet<(Uuid, String)>,
}

impl Known {
    async fn of(db: &TenantDb, rows: &[DepositRow]) -> Result<Self> {
        let contracts = by_bid_id(db, &bid_ids(rows)).await?;
        let deposits = keys(db, contracts.values().map(|contract| contract.id)).await?;
        Ok(Self { contracts, deposits })
    }
}

/// The bid ids of rows, each once.
fn bid_ids<'a>(rows: impl IntoIterator<Item = &'a DepositRow>) -> Vec<&'a str> {
    let each: HashSet<_> = rows.into_iter().map(|row| row.bid_id.as_str()).collect();
    each.into_iter().collect()
}

/// The deposits of contracts, each by its contract and its key.
async fn keys(db: &TenantDb, contracts: impl Iterator<Item = Uuid>) -> Result<HashSet<(Uuid, String)>> {
    let there = told_apart(db, &contracts.collect::<Vec<_>>()).await?;
    let key = |on: ToldApart| (on.contract_id, deposit_key(&on.deposit_type, &on.instrument_no, on.amount));
    Ok(there.into_iter().map(key).collect())
}

fn key(contract_id: Uuid, row: &DepositRow) -> (Uuid, String) {
    let amount = row.amount.unwrap_or_default();
    (contract_id, deposit_key(&row.deposit_type, &row.instrument_no, amount))
}

/// What becomes of a row, or why it can't be stored.
fn fate(
    row: &DepositRow,
    known: &Known,
    import_id: Uuid,
    is_trial: bool,
) -> std::result::Result<Told, String> {
    let contract = known.contracts.get(&row.bid_id).ok_or(UNKNOWN)?;
    if known.deposits.contains(&key(contract.id, row)) {
        return Err(THERE.to_owned());
    }
    rows::create(row, contract.id, import_id)?;
    if !is_trial {
        return Ok(Told::new(Fate::Create));
    }
    let deposit = rows::to_be(row);
    let worth = warnings::tender_value(contract.tender_actual_value, contract.tender_bid_value);
    let warnings = noted(&row.notes).chain(warnings::of(&deposit, worth)).collect();
    Ok(Told { fate: Fate::Create, warnings, values: Some(Values::Deposit(rows::told(deposit))) })
}

fn to_create<'a>(rows: &'a [DepositRow], plan: &[Planned]) -> Vec<&'a DepositRow> {
    let planned = rows.iter().zip(plan).filter(|(_, planned)| matches!(planned.fate, Fate::Create));
    planned.map(|(row, _)| row).collect()
}

/// Puts into words what creates the deposits of rows.
async fn draft_create(draft: &Draft, rows: &[&DepositRow], import_id: Uuid) -> Result<Create> {
    let contracts = ids_by_bid_id(draft, &bid_ids(rows.iter().copied())).await?;
    let create = |row: &&DepositRow| {
        let contract_id = contracts.get(&row.bid_id).ok_or_else(StoreError::overtaken)?;
        rows::create(row, *contract_id, import_id).map_err(Error::Internal)
    };
    let deposits = rows.iter().map(create).collect::<Result<Vec<_>>>()?;
    Ok(Create { rows: draft.rows::<_, security_deposit::Entity>(deposits, None), contracts })
}

/// Holds the contracts of rows, as whoever creates a deposit does: nobody deletes one meanwhile, and nobody adds a deposit to it.
/// They must still be the ones that have these bid ids, without these deposits.
async fn hold(db: &WriteDb, rows: &[&DepositRow], create: &Create) -> Result<()> {
    let bid_ids = bid_ids(rows.iter().copied());
    db.lock::<contract::Entity>(contract::Column::BidId.is_in(bid_ids.iter().copied())).await?;
    let contracts = ids_by_bid_id(db, &bid_ids).await?;
    let there = keys(db, contracts.values().copied()).await?;
    let is_new = |row: &&DepositRow| {
        contracts.get(&row.bid_id).is_some_and(|contract_id| !there.contains(&key(*contract_id, row)))
    };
    if contracts == create.contracts && rows.iter().all(is_new) {
        Ok(())
    } else {
        Err(StoreError::overtaken().into())
    }
}
