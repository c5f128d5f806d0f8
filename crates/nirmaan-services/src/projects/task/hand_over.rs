//! Handing the open tasks of a user who is deleted over to somebody else, and giving them back.

use nirmaan_store::{
    QueryFilter, SimpleExpr, WriteDb,
    entity::task::{Entity, Model},
    query::tasks::{is_handed_over_from, is_open_of},
};
use uuid::Uuid;

use crate::error::Result;

/// Tasks that are changed together.
const CHUNK: u64 = 5_000;

/// Gives the open tasks of a user to somebody else, each with its event; says how many.
pub(crate) async fn hand_over(db: &WriteDb, from: Uuid, to: Uuid) -> Result<u64> {
    let hand_over = |row: &mut Model| {
        row.assigned_to = Some(to);
        row.handed_over_from = Some(from);
    };
    change(db, is_open_of(from), hand_over).await
}

/// Gives a user those tasks back that were handed over when they were deleted, if they are still open and nobody has assigned
/// them anew; each with its event. Says how many.
pub(crate) async fn give_back(db: &WriteDb, to: Uuid) -> Result<u64> {
    let give_back = |row: &mut Model| {
        row.assigned_to = Some(to);
        row.handed_over_from = None;
    };
    change(db, is_handed_over_from(to), give_back).await
}

/// Changes the tasks for which a condition holds; it doesn't any more then.
async fn change(db: &WriteDb, which: SimpleExpr, change: impl Fn(&mut Model)) -> Result<u64> {
    db.take_time().await?;
    db.lock::<Entity>(which.clone()).await?;
    let draft = db.draft();
    let mut changed = 0;
    loop {
        let rows: Vec<Model> = db.find::<Entity>().filter(which.clone()).newest(0, CHUNK).await?;
        if rows.is_empty() {
            return Ok(changed);
        }
        changed += rows.len() as u64;
        let changes = rows.into_iter().map(|old| {
            let mut new = old.clone();
            change(&mut new);
            (old, new)
        });
        db.change_drafted(&draft.changes(changes.collect())?).await?;
    }
}
