//! Handing the open tasks of a user who is deleted or made inactive over to somebody else, and giving them back.

use nirmaan_store::{
    QueryFilter, SimpleExpr, WriteDb,
    entity::task::{Entity, Model},
    query::tasks::{forget_hand_over, hold_projects, is_handed_over_from, is_open_of},
};
use uuid::Uuid;

use crate::error::Result;

/// Tasks that are changed together.
const CHUNK: u64 = 5_000;

/// Gives the open tasks of a user to somebody else, each with its event.
pub(crate) async fn hand_over(db: &WriteDb, from: Uuid, to: Uuid) -> Result<()> {
    let handed_over = |row: &mut Model| {
        row.assigned_to = Some(to);
        row.handed_over_from = Some(from);
    };
    change_all(db, is_open_of(from), handed_over).await
}

/// Gives a user those tasks back that were handed over when they were deleted or made inactive, if they are still open and nobody
/// has assigned them anew; each with its event. What was handed over twice goes to the last who had it.
pub(crate) async fn give_back(db: &WriteDb, to: Uuid) -> Result<()> {
    let given_back = |row: &mut Model| {
        row.assigned_to = Some(to);
        row.handed_over_from = None;
    };
    change_all(db, is_handed_over_from(to), given_back).await?;
    Ok(forget_hand_over(db, to).await?)
}

/// Changes the tasks for which a condition holds; it doesn't any more then.
async fn change_all(db: &WriteDb, which: SimpleExpr, change: impl Fn(&mut Model)) -> Result<()> {
    db.take_time().await?;
    hold_projects(db, which.clone()).await?;
    db.lock::<Entity>(which.clone()).await?;
    let draft = db.draft();
    loop {
        let rows: Vec<Model> = db.find::<Entity>().filter(which.clone()).newest(0, CHUNK).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let changes = rows.into_iter().map(|old| {
            let mut new = old.clone();
            change(&mut new);
            (old, new)
        });
        db.change_drafted(&draft.changes(changes.collect())?).await?;
    }
}
