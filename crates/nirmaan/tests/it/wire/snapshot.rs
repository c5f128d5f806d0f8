//! What a call reads is of one moment, and nothing of it outlives the call.

use futures_util::FutureExt;
use nirmaan_store::{Actor, TenantDb, entity::contract};
use serde_json::json;

use crate::harness::App;

async fn number(db: &TenantDb) -> u64 {
    db.find::<contract::Entity>().count().await.unwrap()
}

#[tokio::test]
async fn what_is_read_through_one_handle_is_of_one_moment() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let actor = Actor::system(tenant.id);
    let db = app.store().read(&actor).await.unwrap();
    // The first statement chooses the moment.
    assert_eq!(number(&db).await, 0);
    app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    assert_eq!(number(&db).await, 0);
    drop(db);
    let db = app.store().read(&actor).await.unwrap();
    assert_eq!(number(&db).await, 1);
}

#[tokio::test]
async fn whoever_goes_away_while_reading_leaves_no_moment_behind() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let actor = Actor::system(tenant.id);
    for round in 1..=50 {
        // Sent, and not waited for: more often than there are connections.
        let db = app.store().read(&actor).await.unwrap();
        let _ = number(&db).now_or_never();
        drop(db);
        app.contract(&person, json!({"bidId": format!("A-{round}"), "contractName": "Road"})).await;
        let db = app.store().read(&actor).await.unwrap();
        assert_eq!(number(&db).await, round);
    }
}
