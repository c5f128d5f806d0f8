//! What the audit trail tells of contracts, deposits, projects and tasks: how each came to stand where it does.

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{
    Action, Source,
    entity::{
        audit_event,
        contract::{self, Status as Stage},
        project::{self, Status as ProjectStatus},
        security_deposit::{self, Status},
        task::{self, Status as TaskStatus},
    },
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{chain::Chain, contracts::Work, day::Today, demo_id};

/// From the bid to the last payment. Other ends leave it somewhere.
const COURSE: [Stage; 12] = [
    Stage::Submitted,
    Stage::Awarded,
    Stage::Accepted,
    Stage::WorkOrderIssued,
    Stage::Mobilized,
    Stage::WorkInProgress,
    Stage::Completed,
    Stage::SubmittedForApproval,
    Stage::Approved,
    Stage::PaymentPending,
    Stage::PaymentReceived,
    Stage::Closed,
];

/// The events of a contract. Its last one is the row's last change.
pub(super) fn of_contract(work: &Work, today: &Today) -> Vec<audit_event::Model> {
    let contract::Model { status, created_at, updated_at, .. } = work.row;
    let stages = [vec![Stage::Draft], stages(status)].concat();
    let days = stages.iter().skip(1).map(|stage| match *stage {
        stage if stage == status => updated_at,
        stage => today.at(age(&work.chain, stage), 300),
    });
    let at = in_order(std::iter::once(created_at).chain(days).collect(), updated_at);
    let about = [("bid_id", json!(work.row.bid_id)), ("contract_name", json!(work.row.contract_name))];
    let record = Record {
        entity: "contract",
        tenant_id: work.row.tenant_id,
        id: work.row.id,
        actor_id: work.row.created_by,
        about: &about,
    };
    record.events(&stages, &at)
}

/// The event of the deletion of a record: what it is, whose, and which.
pub(super) fn deletion(
    (entity, tenant_id, entity_id): (&str, Uuid, Uuid),
    actor_id: Option<Uuid>,
    at: DateTime<Utc>,
    changes: Value,
) -> audit_event::Model {
    audit_event::Model {
        tenant_id,
        id: demo_id("event", &format!("{entity_id}/deletion")),
        at,
        actor_id,
        source: Source::Web.as_str().to_owned(),
        request_id: String::new(),
        entity: entity.to_owned(),
        entity_id,
        action: Action::Delete.as_str().to_owned(),
        changes,
        address: String::new(),
    }
}

/// The events of a deposit.
pub(super) fn of_deposit(row: &security_deposit::Model) -> Vec<audit_event::Model> {
    let statuses = match row.status {
        Status::Draft | Status::Pending | Status::Submitted => vec![row.status],
        Status::Refunded | Status::Returned => vec![Status::Submitted, Status::PendingRefund, row.status],
        Status::Released => vec![Status::Submitted, Status::PendingRelease, row.status],
        other => vec![Status::Submitted, other],
    };
    let at = spread(row.created_at, row.updated_at, statuses.len());
    let about = [("deposit_type", json!(row.deposit_type)), ("instrument_no", json!(row.instrument_no))];
    let record = Record {
        entity: "security_deposit",
        tenant_id: row.tenant_id,
        id: row.id,
        actor_id: row.created_by,
        about: &about,
    };
    record.events(&statuses, &at)
}

/// The events of a project.
pub(super) fn of_project(row: &project::Model) -> Vec<audit_event::Model> {
    use ProjectStatus::{Completed, InProgress, Initiated, UnderReview};
    let statuses = match row.status {
        Initiated => vec![Initiated],
        status @ (ProjectStatus::Planned | InProgress) => vec![Initiated, status],
        Completed => vec![Initiated, InProgress, UnderReview, Completed],
        status => vec![Initiated, InProgress, status],
    };
    let at = spread(row.created_at, row.updated_at, statuses.len());
    let about = [
        ("project_name", json!(row.project_name)),
        ("contract_id", json!(row.contract_id)),
        ("contract_bid_id", json!(row.contract_bid_id)),
    ];
    let record = Record {
        entity: "project",
        tenant_id: row.tenant_id,
        id: row.id,
        actor_id: row.created_by,
        about: &about,
    };
    record.events(&statuses, &at)
}

/// The events of a task.
pub(super) fn of_task(row: &task::Model) -> Vec<audit_event::Model> {
    use TaskStatus::{Approved, Assigned, Draft, InProgress, Planned, Rejected, Terminated, UnderReview};
    let statuses = match row.status {
        status @ (Draft | Planned | Assigned) => vec![status],
        status @ (InProgress | Terminated) => vec![Planned, status],
        status @ (Approved | Rejected) => vec![Planned, InProgress, UnderReview, status],
        status => vec![Planned, InProgress, status],
    };
    let at = spread(row.created_at, row.updated_at, statuses.len());
    let about = [("title", json!(row.title)), ("project_id", json!(row.project_id))];
    let record = Record {
        entity: "task",
        tenant_id: row.tenant_id,
        id: row.id,
        actor_id: row.created_by,
        about: &about,
    };
    record.events(&statuses, &at)
}

/// So many instants from the first to the last of a row.
fn spread(created_at: DateTime<Utc>, updated_at: DateTime<Utc>, count: usize) -> Vec<DateTime<Utc>> {
    let steps = i32::try_from(count).unwrap_or(1).saturating_sub(1).max(1);
    let at = (0..count)
        .map(|step| created_at + (updated_at - created_at) / steps * i32::try_from(step).unwrap_or_default());
    in_order(at.collect(), updated_at)
}

/// What a contract went through after it was a draft.
fn stages(status: Stage) -> Vec<Stage> {
    let until = |last: Stage| COURSE.iter().position(|stage| *stage == last).map_or(0, |at| at + 1);
    let (course, then) = match status {
        Stage::Draft => (0, vec![]),
        Stage::Cancelled => (0, vec![status]),
        Stage::Rejected => (until(Stage::Submitted), vec![status]),
        Stage::Resumed => (until(Stage::WorkInProgress), vec![Stage::OnHold, status]),
        Stage::OnHold | Stage::Terminated | Stage::Dispute => (until(Stage::WorkInProgress), vec![status]),
        status => (until(status), vec![]),
    };
    COURSE.into_iter().take(course).chain(then).collect()
}

/// How long ago a contract came to a stage.
pub(super) fn age(chain: &Chain, stage: Stage) -> i64 {
    let ended = chain.actual_end.unwrap_or(0);
    let paid = chain.submitted_payment.unwrap_or(0);
    let age = match stage {
        Stage::Submitted => Some(chain.closing + 1),
        Stage::Awarded => chain.awarded,
        Stage::Accepted => chain.awarded.map(|age| age - 2),
        Stage::WorkOrderIssued => chain.agreement,
        Stage::Mobilized => chain.given_start,
        Stage::WorkInProgress => chain.actual_start,
        Stage::OnHold => chain.actual_start.map(|age| age / 2),
        Stage::Completed => Some(ended),
        Stage::SubmittedForApproval => Some(ended - 2),
        Stage::Approved => Some(ended - 4),
        Stage::PaymentPending => Some(paid),
        Stage::PaymentReceived => Some(paid * 2 / 3),
        Stage::Closed => Some(paid / 3),
        Stage::Rejected => chain.result,
        Stage::Draft | Stage::Cancelled | Stage::Resumed | Stage::Terminated | Stage::Dispute => {
            Some(chain.last())
        }
    };
    age.unwrap_or(0).max(0)
}

/// The same instants, none before the one it follows, and the last at the latest `until`.
fn in_order(mut at: Vec<DateTime<Utc>>, until: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let mut earliest = DateTime::<Utc>::MIN_UTC;
    for at in &mut at {
        *at = (*at).min(until).max(earliest);
        earliest = *at + TimeDelta::seconds(1);
    }
    let late = at.last().map_or(TimeDelta::zero(), |last| (*last - until).max(TimeDelta::zero()));
    at.into_iter().map(|at| at - late).collect()
}

/// Whose events they are.
struct Record<'r> {
    entity: &'static str,
    tenant_id: Uuid,
    id: Uuid,
    actor_id: Option<Uuid>,
    /// What the first event tells beside the status.
    about: &'r [(&'static str, Value)],
}

impl Record<'_> {
    fn events<S: Serialize>(&self, statuses: &[S], at: &[DateTime<Utc>]) -> Vec<audit_event::Model> {
        let mut before = Value::Null;
        let event = |(step, (status, at)): (usize, (&S, &DateTime<Utc>))| {
            let to = json!(status);
            let mut changes = Map::from_iter([("status".to_owned(), json!({"from": before, "to": to}))]);
            if step == 0 {
                let about = self.about.iter();
                changes
                    .extend(about.map(|(field, to)| ((*field).to_owned(), json!({"from": null, "to": to}))));
            }
            before = to;
            audit_event::Model {
                tenant_id: self.tenant_id,
                id: demo_id("event", &format!("{}/{step}", self.id)),
                at: *at,
                actor_id: self.actor_id,
                source: Source::Web.as_str().to_owned(),
                request_id: String::new(),
                entity: self.entity.to_owned(),
                entity_id: self.id,
                action: if step == 0 { Action::Create } else { Action::Update }.as_str().to_owned(),
                changes: Value::Object(changes),
                address: String::new(),
            }
        };
        statuses.iter().zip(at).enumerate().map(event).collect()
    }
}
