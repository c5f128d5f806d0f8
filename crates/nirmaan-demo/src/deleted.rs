//! What the firms deleted recently: a tender that was entered twice, and somebody who has left.

use nirmaan_store::entity::{
    audit_event,
    contract::{self, Status},
    security_deposit, user,
};
use serde_json::json;

use super::{Firm, contracts::Work, day::Today, demo_id, trail};

/// How many days ago.
const AGE: i64 = 4;

/// A deleted contract with the deposits that went along, and its events.
pub(super) struct DeletedContract {
    pub contract: contract::Model,
    pub deposits: Vec<security_deposit::Model>,
    pub events: Vec<audit_event::Model>,
}

/// A copy of the newest bid of which there is a deposit, with a digit too many in its bid id; deleted when somebody noticed.
pub(super) fn of_firm(
    firm: &Firm,
    works: &[Work],
    deposits: &[security_deposit::Model],
    today: &Today,
) -> Option<DeletedContract> {
    let at = today.at(AGE, 130);
    let of = |work: &Work| deposits.iter().filter(|row| row.contract_id == work.row.id).cloned().collect();
    let (work, deposits): (&Work, Vec<_>) = works
        .iter()
        .filter(|work| work.row.status == Status::Submitted && work.row.updated_at < at)
        .map(|work| (work, of(work)))
        .filter(|(_, deposits): &(_, Vec<security_deposit::Model>)| {
            !deposits.is_empty() && deposits.iter().all(|row| row.updated_at < at)
        })
        .max_by_key(|(work, _)| work.row.created_at)?;
    let mut copy = work.clone();
    let row = &mut copy.row;
    row.id = demo_id("contract", &format!("{}/twice", firm.profile.no));
    row.bid_id = format!("{}0", row.bid_id);
    let (name, reference) = (&row.contract_name, &row.reference_no);
    row.search =
        contract::search_text(&row.bid_id, name, reference, &row.license_holder_name, &row.contract_type);
    let mut events = trail::of_contract(&copy, today);

    let mut contract = copy.row;
    let (id, owner) = (contract.id, Some(firm.owner_id));
    contract.version += 1;
    (contract.updated_at, contract.updated_by) = (at, owner);
    (contract.deleted_at, contract.deleted_by, contract.deleted_with) = (Some(at), owner, Some(id));
    let copies: Vec<_> = (1..)
        .zip(deposits)
        .map(|(no, deposit)| security_deposit::Model {
            id: demo_id("deposit", &format!("{}/twice/{no}", firm.profile.no)),
            contract_id: id,
            ..deposit
        })
        .collect();
    events.extend(copies.iter().flat_map(trail::of_deposit));
    let delete = |deposit: security_deposit::Model| security_deposit::Model {
        version: deposit.version + 1,
        updated_at: at,
        updated_by: owner,
        deleted_at: Some(at),
        deleted_by: owner,
        deleted_with: Some(id),
        ..deposit
    };
    let deposits: Vec<_> = copies.into_iter().map(delete).collect();
    let changes = json!({
        "deleted_at": {"from": null, "to": at},
        "deleted_by": {"from": null, "to": owner},
        "security_deposits": {"from": deposits.len(), "to": 0},
    });
    events.push(trail::deletion(("contract", firm.tenant_id, id), owner, at, changes));
    Some(DeletedContract { contract, deposits, events })
}

/// The event of a user's deletion, if they are deleted.
pub(super) fn of_user(row: &user::Model) -> Option<audit_event::Model> {
    let at = row.deleted_at?;
    let changes = json!({
        "deleted_at": {"from": null, "to": at},
        "deleted_by": {"from": null, "to": row.deleted_by},
        "user_roles": {"from": 1, "to": 0},
    });
    Some(trail::deletion(("user", row.tenant_id, row.id), row.deleted_by, at, changes))
}
