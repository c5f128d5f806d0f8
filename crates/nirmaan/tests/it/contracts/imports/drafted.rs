//! Writes that are put into words before the transaction that makes them.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use nirmaan_store::{
    Actor, ColumnTrait, Draft, DraftedChanges, QueryFilter, Set, StoreError, TenantDb, WriteDb,
    entity::contract::{ActiveModel, Column, Entity, Model},
};
use serde_json::json;

use super::{contract, counts, sent, undo};
use crate::harness::App;

async fn named(db: &TenantDb, bid_id: &str) -> Model {
    db.find::<Entity>().filter(Column::BidId.eq(bid_id)).all().await.unwrap().remove(0)
}

#[tokio::test]
async fn others_write_while_a_write_is_put_into_words_and_are_not_overwritten() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    for bid_id in ["A", "B"] {
        app.contract(&person, json!({"bidId": bid_id, "contractName": "Road"})).await;
    }
    let (store, actor, tries) = (app.store(), Actor::system(tenant.id), AtomicUsize::new(0));
    let others = |db: WriteDb| async move {
        let old = named(&db, "B").await;
        db.update(old, None, |row: &mut ActiveModel| row.comments = Set("theirs".to_owned())).await
    };
    let draft = |draft: Draft| {
        let (tries, actor, others) = (&tries, &actor, &others);
        async move {
            let mut pairs = Vec::new();
            for bid_id in ["A", "B"] {
                let old = named(&draft, bid_id).await;
                pairs.push((old.clone(), Model { contract_name: "Dam".to_owned(), ..old }));
            }
            if tries.fetch_add(1, Ordering::Relaxed) == 0 {
                // It would wait for ever if the write had begun.
                store.write::<_, StoreError, _, _>(actor, others).await?;
            }
            draft.changes(pairs)
        }
    };
    let write = |db: WriteDb, changes: Arc<DraftedChanges>| async move { db.change_drafted(&changes).await };
    store.write_drafted::<_, _, StoreError, _, _, _, _>(&actor, draft, write).await.unwrap();

    assert_eq!(tries.load(Ordering::Relaxed), 2, "once more, from what is there by then");
    for (bid_id, comments, version) in [("A", "", 2), ("B", "theirs", 3)] {
        let row = contract(&app, &person, bid_id).await;
        assert_eq!((&row["contractName"], &row["comments"]), (&json!("Dam"), &json!(comments)));
        assert_eq!(row["version"], version);
    }
}

/// More than is put into words ahead: the rest is when the transaction has begun.
#[tokio::test]
async fn texts_of_any_length_are_changed_and_restored() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    // In the trail each of its characters takes two.
    let file = |length: usize| {
        let text = "\\".repeat(length);
        let rows: String = (0..2_300).map(|number| format!("B-{number},Road,{text}\n")).collect();
        format!("Bid ID,Contract Name,Description\n{rows}")
    };
    sent(&app, &person, &file(4_000), &[]).await;
    let import = sent(&app, &person, &file(3_999), &["updateExisting"]).await;
    assert_eq!(counts(&import), [0, 2_300, 0, 0]);
    let lengths = async || {
        let mut lengths = Vec::new();
        for bid_id in ["B-0", "B-2299"] {
            let row = contract(&app, &person, bid_id).await;
            lengths.push((row["description"].as_str().unwrap().len(), row["version"].as_i64().unwrap()));
        }
        lengths
    };
    assert_eq!(lengths().await, [(3_999, 2); 2]);
    undo(&app, &person, &import).await.ok();
    assert_eq!(lengths().await, [(4_000, 3); 2]);
}
