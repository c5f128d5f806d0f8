//! Lists read to their end by keyset.

use nirmaan_store::{
    Actor, KeysetPage, PageRequest, Source, StoreError,
    entity::{contract, user},
};
use serde_json::json;
use uuid::Uuid;

use crate::{build::Tenant, harness::App};

fn reader(tenant: &Tenant) -> Actor {
    Actor {
        tenant_id: tenant.id,
        user_id: None,
        source: Source::System,
        request_id: String::new(),
        address: String::new(),
    }
}

fn order(sort: &str, direction: &str) -> PageRequest {
    PageRequest { sort: sort.to_owned(), direction: direction.to_owned(), ..PageRequest::default() }
}

/// Reads contracts by twos, and does something between two steps.
async fn read(app: &App, tenant: &Tenant, order: &PageRequest, between: impl AsyncFn(usize)) -> Vec<String> {
    let (mut ids, mut after) = (Vec::new(), None);
    for step in 0.. {
        let db = app.store().read(&reader(tenant)).await.unwrap();
        let rows = db.find::<contract::Entity>();
        let KeysetPage { content, next } = rows.keyset_page(order, after.as_ref(), 2).await.unwrap();
        ids.extend(content.into_iter().map(|row| row.bid_id));
        drop(db);
        after = next;
        if after.is_none() {
            break;
        }
        between(step).await;
    }
    ids
}

#[tokio::test]
async fn ties_and_gaps_are_passed_once_in_every_order() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    for (bid, cost, start) in [
        ("A", json!(5), json!(null)),
        ("B", json!(null), json!("2026-01-01")),
        ("C", json!(5), json!("2026-01-01")),
        ("D", json!(1), json!(null)),
        ("E", json!(null), json!(null)),
        ("F", json!(5), json!("2025-01-01")),
        ("G", json!(null), json!(null)),
    ] {
        let body = json!({"bidId": bid, "contractName": "x", "paperCost": cost, "actualStartDate": start});
        app.contract(&person, body).await;
    }
    for (sort, direction, expected) in [
        ("", "", "GFEDCBA"),
        ("createdAt", "asc", "ABCDEFG"),
        ("contractName", "asc", "ABCDEFG"),
        ("contractName", "desc", "GFEDCBA"),
        ("paperCost", "asc", "DACFBEG"),
        ("paperCost", "desc", "FCADGEB"),
        ("actualStartDate", "asc", "FBCADEG"),
        ("actualStartDate", "desc", "CBFGEDA"),
        ("tenderBidValue", "asc", "ABCDEFG"),
        ("status", "desc", "GFEDCBA"),
    ] {
        let read = read(&app, &tenant, &order(sort, direction), async |_| {}).await;
        assert_eq!(read.concat(), expected, "{sort} {direction}");
    }
    let db = app.store().read(&reader(&tenant)).await.unwrap();
    let unknown = db.find::<user::Entity>().keyset_page(&order("passwordHash", "asc"), None, 2).await;
    assert!(matches!(unknown, Err(StoreError::UnknownSort(_))));
}

#[tokio::test]
async fn what_is_inserted_or_deleted_meanwhile_repeats_and_skips_nothing() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let mut ids = Vec::<Uuid>::new();
    for bid in ["B", "D", "F", "H", "J"] {
        let contract = app.contract(&person, json!({"bidId": bid, "contractName": "x"})).await;
        ids.push(contract["id"].as_str().unwrap().parse().unwrap());
    }
    let read = read(&app, &tenant, &order("bidId", "asc"), async |step| {
        // One that was passed already, one that is still to come, and the row that marks the place goes.
        let inserted = [["A", "E"], ["C", "I"], ["G", "Z"]];
        for bid in inserted.get(step).into_iter().flatten() {
            app.contract(&person, json!({"bidId": bid, "contractName": "x"})).await;
        }
        if step == 0 {
            app.delete(&format!("/api/contracts/{}", ids[1]), &person.token).await.ok();
        }
    })
    .await;
    assert_eq!(read.concat(), "BDEFHIJZ");
}
