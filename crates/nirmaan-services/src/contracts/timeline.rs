//! `ContractTimelineService`.

mod rules;

use std::collections::HashMap;

use nirmaan_api::contracts::{
    ContractStatusChange, ContractTimeline, DepositStatusChange, GetContractTimelineRequest,
    contract::Status as WireContract, contract_timeline_service_server::ContractTimelineService,
    milestone::Kind, security_deposit::Status as WireDeposit,
};
use nirmaan_store::{
    ColumnTrait, QueryFilter, ReachDb, Table,
    entity::{contract, security_deposit},
    query::{
        people,
        trail::{StatusChange, status_changes},
    },
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use self::rules::{Course, Day};
use super::{deposits, status};
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    wire::{self, Rpc, money, name_and_state, timestamp},
};

/// The most changes of each kind.
const MOST: u64 = 1_000;

/// Histories of status, read from the audit trail.
pub struct Timeline {
    deps: Deps,
}

impl Timeline {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn of_contract(&self, caller: &Caller, id: Uuid) -> Result<ContractTimeline> {
        let db = self.deps.store.read(&caller.actor).await?;
        let contract: contract::Model =
            db.get::<contract::Entity, _>(id).await?.ok_or(Error::NotFound("Contract"))?;
        let below = security_deposit::Column::ContractId.eq(id);
        let deposits = db.find::<security_deposit::Entity>().filter(below).newest(0, MOST).await?;

        let db = ReachDb::from(db);
        let course = Course {
            now: status::to_wire(contract.status).as_str_name(),
            created_at: contract.created_at,
            created_by: contract.created_by,
        };
        let told = status_changes(&db, contract::Entity::NAME, &[id], MOST).await?;
        let mut of_contract = course.complete(id, told.changes);
        of_contract.truncate(MOST as usize);
        let of_deposits = deposit_changes(&db, &deposits).await?;
        let people = of_contract.iter().chain(&of_deposits).filter_map(|change| change.actor_id);
        let people = people::with_emails(&db, people).await?;
        let actor = |change: &StatusChange| name_and_state(people.of(change.actor_id));

        let known: HashMap<Uuid, &security_deposit::Model> =
            deposits.iter().map(|deposit| (deposit.id, deposit)).collect();
        Ok(ContractTimeline {
            milestones: rules::milestones(contract.status, days(&contract), self.deps.store.clock().today()),
            status_changes: of_contract
                .iter()
                .map(|change| {
                    let (actor, actor_state) = actor(change);
                    ContractStatusChange {
                        from: contract_status(change.from.as_deref()),
                        to: contract_status(Some(&change.to)),
                        at: Some(timestamp(change.at)),
                        actor,
                        actor_state,
                    }
                })
                .collect(),
            deposit_changes: of_deposits
                .iter()
                .filter_map(|change| {
                    let deposit = known.get(&change.id)?;
                    let (actor, actor_state) = actor(change);
                    Some(DepositStatusChange {
                        deposit_id: deposit.id.to_string(),
                        deposit_type: deposit.deposit_type.clone(),
                        instrument_no: deposit.instrument_no.clone(),
                        amount: Some(money(deposit.amount)),
                        from: deposit_status(change.from.as_deref()),
                        to: deposit_status(Some(&change.to)),
                        at: Some(timestamp(change.at)),
                        actor,
                        actor_state,
                    })
                })
                .collect(),
        })
    }
}

/// The days that matter in a contract's life, in their order.
fn days(contract: &contract::Model) -> [Day; 9] {
    [
        (Kind::Opening, None, contract.opening_date),
        (Kind::Closing, None, contract.closing_date),
        (Kind::Result, None, contract.result_date),
        (Kind::Drafting, None, contract.drafting_date),
        (Kind::PaymentSubmitted, None, contract.submitted_payment_date),
        (Kind::Award, None, contract.awarded_date),
        (Kind::Agreement, None, contract.agreement_date),
        (Kind::Start, contract.given_start_date, contract.actual_start_date),
        (Kind::End, contract.given_end_date, contract.actual_end_date),
    ]
}

/// The changes of all deposits of a contract, the oldest first.
async fn deposit_changes(db: &ReachDb, rows: &[security_deposit::Model]) -> Result<Vec<StatusChange>> {
    let ids: Vec<_> = rows.iter().map(|deposit| deposit.id).collect();
    let mut by_deposit: HashMap<Uuid, Vec<StatusChange>> = HashMap::new();
    let told = status_changes(db, security_deposit::Entity::NAME, &ids, MOST).await?;
    for change in told.changes {
        by_deposit.entry(change.id).or_default().push(change);
    }
    let mut all: Vec<_> = rows
        .iter()
        // Of what lies behind the cut nothing is known.
        .filter(|deposit| !told.is_cut || by_deposit.contains_key(&deposit.id))
        .flat_map(|deposit| {
            let course = Course {
                now: deposits::status::to_wire(deposit.status).as_str_name(),
                created_at: deposit.created_at,
                created_by: deposit.created_by,
            };
            course.complete(deposit.id, by_deposit.get(&deposit.id).cloned().unwrap_or_default())
        })
        .collect();
    all.sort_by_key(|change| change.at);
    all.truncate(MOST as usize);
    Ok(all)
}

fn contract_status(name: Option<&str>) -> i32 {
    name.and_then(WireContract::from_str_name).unwrap_or_default().into()
}

fn deposit_status(name: Option<&str>) -> i32 {
    name.and_then(WireDeposit::from_str_name).unwrap_or_default().into()
}

#[async_trait]
impl ContractTimelineService for Timeline {
    async fn get_contract_timeline(
        &self,
        request: Request<GetContractTimelineRequest>,
    ) -> Rpc<ContractTimeline> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.contract_id, "Contract")?;
        Ok(Response::new(self.of_contract(&caller, id).await?))
    }
}
