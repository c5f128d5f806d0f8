//! The tree of a project's tasks.

use std::{collections::BTreeSet, iter, pin::Pin};

use nirmaan_api::{
    access::Action,
    projects::{Assignee, StreamTaskTreeResponse, TaskChange},
};
use nirmaan_store::{
    entity::project,
    query::{
        people, sums,
        tasks::{self, Node},
    },
    sum::Sum,
};
use tokio_stream::Stream;
use tonic::Status;
use uuid::Uuid;

use super::{
    present::{assignee, node},
    roll_up::roll_up,
};
use crate::{
    Deps,
    access::Caller,
    common::missing,
    error::{Error, Result},
};

/// A tree of more tasks than this takes one of the places for large reads: until it is sent, it takes some hundred
/// bytes a task.
const LARGE: i64 = 2_000;
/// Tasks of the first part, so that something is there to be shown.
const FIRST: usize = 200;
/// Tasks of every other part.
const PART: usize = 1_000;

/// The answer of a tree.
pub(super) type Parts =
    Pin<Box<dyn Stream<Item = std::result::Result<StreamTaskTreeResponse, Status>> + Send>>;

/// All tasks of a project, part by part, as they are now.
pub(super) async fn of_project(deps: &Deps, caller: &Caller, id: Uuid) -> Result<Parts> {
    let db = deps.store.read(&caller.actor).await?;
    if db.get::<project::Entity, _>(id).await?.is_none() {
        return Err(match caller.may("Projects", Action::View) {
            true => missing::project(&db, id).await,
            false => Error::NotFound("Project"),
        });
    }
    let is_large = sums::count_tasks(&db, id).await? > LARGE;
    drop(db);
    // Not beside a snapshot of the database: that would keep a connection from others for as long as it waits.
    let _leave = if is_large { Some(deps.places.large_read(caller).await?) } else { None };
    let db = deps.store.read(&caller.actor).await?;
    let nodes = tasks::tree(&db, id).await?;
    let assigned: BTreeSet<_> = nodes.iter().filter_map(|node| node.assigned_to).collect();
    let people = people::with_emails(&db, assigned).await?;
    let people = people.into_all().map(|(id, person)| assignee(id, person)).collect();
    drop(db);
    // Some ten milliseconds for the largest tree: not on a thread that others wait for.
    let rolled_up = tokio::task::spawn_blocking(move || {
        let sums = roll_up(nodes.iter().map(|node| &node.figures));
        (nodes, sums)
    });
    let (nodes, sums) = rolled_up.await.map_err(|error| Error::Internal(error.to_string()))?;
    Ok(Box::pin(tokio_stream::iter(parts(nodes, sums, people).map(Ok))))
}

/// The parts of a tree, made as they are asked for; the first one even when there are no tasks.
fn parts(
    nodes: Vec<Node>,
    sums: Vec<Sum>,
    people: Vec<Assignee>,
) -> impl Iterator<Item = StreamTaskTreeResponse> {
    // At most as many as a project may have: it fits.
    let total = nodes.len() as i32;
    let mut rows = nodes.into_iter().zip(sums);
    let first = rows.by_ref().take(FIRST).map(|(row, sum)| node(row, sum)).collect();
    let first = StreamTaskTreeResponse { nodes: first, total, people };
    let rest = iter::from_fn(move || {
        let nodes: Vec<_> = rows.by_ref().take(PART).map(|(row, sum)| node(row, sum)).collect();
        let part = StreamTaskTreeResponse { nodes, total: 0, people: Vec::new() };
        (!part.nodes.is_empty()).then_some(part)
    });
    iter::once(first).chain(rest)
}

/// A task that was changed, and the one that was made for the own figures of the task above, if one was; with all above the
/// former by these paths: that of its place, and of the one that it had.
pub(super) async fn change(
    deps: &Deps,
    caller: &Caller,
    (id, balance_id): (Uuid, Option<Uuid>),
    paths: &[&str],
) -> Result<TaskChange> {
    // In a snapshot of its own, so that nobody who wants to write waits for what is read here.
    let db = deps.store.read(&caller.actor).await?;
    let ids: BTreeSet<Uuid> = paths
        .iter()
        .flat_map(|path| path.split('/'))
        .filter_map(|id| id.parse().ok())
        .chain(balance_id)
        .collect();
    let sums = sums::below(&db, ids.iter().copied()).await?;
    let mut above = Vec::new();
    let (mut changed, mut balance) = (None, None);
    for row in tasks::nodes_of(&db, ids).await? {
        let own = row.figures.id;
        let sum = sums.get(&own).copied().unwrap_or_else(|| Sum::of(&row.figures));
        let shown = node(row, sum);
        if own == id {
            changed = Some(shown);
        } else if balance_id == Some(own) {
            balance = Some(shown);
        } else {
            above.push(shown);
        }
    }
    let task = Some(changed.ok_or(Error::NotFound("Task"))?);
    Ok(TaskChange { task, above, balance, warnings: Vec::new() })
}
