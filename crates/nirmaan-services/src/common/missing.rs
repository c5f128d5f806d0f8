//! What to say of a record that isn't there: where it was deleted, by whom and when. For whoever may view such records alone:
//! the answer names it.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use nirmaan_store::{
    ColumnTrait, StoreError, TenantDb,
    entity::{contract, project, security_deposit, task, user},
    query::{
        deleted::{self, Deletion},
        people::{self, Person},
    },
};
use uuid::Uuid;

use super::KEPT;
use crate::{error::Error, wire::person_facts};

/// Says that there is no such contract, or none any more.
pub(crate) async fn contract(db: &TenantDb, id: Uuid) -> Error {
    use contract::Entity;
    let found = deleted::deletion::<Entity, _>(db, id, None).await;
    Sought { what: "Contract", kind: CONTRACT, id, above: IMPORT }.answer(db, found).await
}

/// Says that there is no such deposit of a contract, or none any more.
pub(crate) async fn deposit(db: &TenantDb, contract_id: Uuid, id: Uuid) -> Error {
    use security_deposit::{Column, Entity};
    let below = Column::ContractId.eq(contract_id);
    let found = deleted::deletion::<Entity, _>(db, id, Some(below)).await;
    // What else a deposit may go along with is the import that is taken back.
    let with = found.as_ref().ok().and_then(|found| found.as_ref()?.along_with);
    let above = if with == Some(contract_id) { CONTRACT } else { IMPORT };
    Sought { what: "Security deposit", kind: "DEPOSIT", id, above }.answer(db, found).await
}

/// Says that there is no such project, or none any more.
pub(crate) async fn project(db: &TenantDb, id: Uuid) -> Error {
    use project::Entity;
    let found = deleted::deletion::<Entity, _>(db, id, None).await;
    Sought { what: "Project", kind: PROJECT, id, above: PROJECT }.answer(db, found).await
}

/// Says that there is no such task, or none any more.
pub(crate) async fn task(db: &TenantDb, id: Uuid) -> Error {
    use task::Entity;
    let found = deleted::deletion::<Entity, _>(db, id, None).await;
    let with = found.as_ref().ok().and_then(|found| found.as_ref()?.along_with).filter(|with| *with != id);
    let is_project = match with {
        Some(with) => deleted::was_project(db, with).await,
        None => Ok(false),
    };
    match is_project {
        Ok(is_project) => {
            let above = if is_project { PROJECT } else { TASK };
            Sought { what: "Task", kind: TASK, id, above }.answer(db, found).await
        }
        Err(error) => error.into(),
    }
}

/// Says that there is no such user of an organisation, or none any more.
pub(crate) async fn user(db: &TenantDb, id: Uuid) -> Error {
    use user::Entity;
    let found = deleted::deletion::<Entity, _>(db, id, None).await;
    Sought { what: "User", kind: "USER", id, above: "USER" }.answer(db, found).await
}

const CONTRACT: &str = "CONTRACT";
const PROJECT: &str = "PROJECT";
const TASK: &str = "TASK";
const IMPORT: &str = "IMPORT";

/// What somebody looked for.
struct Sought {
    what: &'static str,
    kind: &'static str,
    id: Uuid,
    /// The kind of what it went along with, where it did.
    above: &'static str,
}

impl Sought {
    /// What is said of it.
    async fn answer(self, db: &TenantDb, found: Result<Option<Deletion>, StoreError>) -> Error {
        let deletion = match found {
            Ok(Some(deletion)) => deletion,
            Ok(None) => return Error::NotFound(self.what),
            Err(error) => return error.into(),
        };
        match people::with_names(db, deletion.by).await {
            Ok(people) => {
                let by = people.of(deletion.by);
                Error::Deleted { what: self.what, facts: self.facts(&deletion, by) }
            }
            Err(error) => error.into(),
        }
    }

    /// As `ERROR_REASON_NOT_FOUND` describes them.
    fn facts(&self, deletion: &Deletion, by: Person) -> HashMap<String, String> {
        let instant = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
        let mut facts = vec![
            ("kind", self.kind.to_owned()),
            ("id", self.id.to_string()),
            ("name", deletion.name.clone()),
            ("deletedAt", instant(deletion.at)),
        ];
        if let Some(with) = deletion.along_with {
            let went_along = with != self.id;
            if went_along {
                facts.extend([("alongKind", self.above.to_owned()), ("alongId", with.to_string())]);
            }
            // What went along was deleted at the same moment as what it comes back with. What taking an import back deleted
            // doesn't come back.
            if !(went_along && self.above == IMPORT) {
                facts.push(("restorableUntil", instant(deletion.at + KEPT)));
            }
        }
        let facts = facts.into_iter().map(|(name, fact)| (name.to_owned(), fact));
        facts.chain(person_facts("deletedBy", by)).collect()
    }
}
