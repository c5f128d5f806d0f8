//! An import by its id, and the contracts that it brought in.

use serde_json::json;

use super::{bid_ids, contract, imports, sent, undo};
use crate::harness::App;

const TEXT: &str = "Bid ID,Contract Name,Status\nOLD,,Awarded\nB,Dam,\nC,Weir,\n";

#[tokio::test]
async fn a_list_is_narrowed_to_what_an_import_brought_in() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for bid_id in ["OLD", "OTHER"] {
        app.contract(&person, json!({"bidId": bid_id, "contractName": "Road"})).await;
    }
    let first = sent(&app, &person, TEXT, &["updateExisting"]).await["importId"].clone();
    let changed = "Bid ID,Contract Name,Status\nC,,Awarded\nD,Canal,\n";
    let import = sent(&app, &person, changed, &["updateExisting"]).await;
    let second = import["importId"].clone();
    assert_eq!(bid_ids(&app, &person, json!({"importId": first})).await, ["B", "C", "OLD"]);
    assert_eq!(bid_ids(&app, &person, json!({"importId": second})).await, ["C", "D"]);
    // Beside other filters, and page by page.
    let awarded = json!({"importId": first, "status": ["AWARDED"]});
    assert_eq!(bid_ids(&app, &person, awarded).await, ["C", "OLD"]);
    let body = json!({"importId": first, "pagination": {"page": 1, "size": 2}});
    let page = app.post("/api/contracts/filter", &person.token, body).await.ok();
    assert_eq!((&page["totalElements"], page["content"].as_array().unwrap().len()), (&json!(3), 1));
    let sort = json!({"field": "bidId", "direction": "asc"});
    let file = app.export("contracts", &person, json!({"filter": {"importId": second, "sort": sort}})).await;
    assert_eq!(file.csv().column("Bid ID"), ["C", "D"]);

    // What becomes of them later changes nothing, but for what is gone.
    let mut edited = contract(&app, &person, "B").await;
    edited["comments"] = json!("mine");
    let path = format!("/api/contracts/{}", edited["id"].as_str().unwrap());
    app.put(&path, &person.token, edited).await.ok();
    let gone = contract(&app, &person, "OLD").await;
    app.delete(&format!("/api/contracts/{}", gone["id"].as_str().unwrap()), &person.token).await.ok();
    assert_eq!(bid_ids(&app, &person, json!({"importId": first})).await, ["B", "C"]);

    // One that was taken back brought nothing in, also where somebody brings one of its contracts back.
    let gone = contract(&app, &person, "D").await["id"].as_str().unwrap().to_owned();
    app.delete(&format!("/api/contracts/{gone}"), &person.token).await.ok();
    undo(&app, &person, &import).await.ok();
    let body = json!({"kind": "CONTRACT", "id": gone});
    app.post("/api/deleted/restore", &person.token, body).await.ok();
    assert!(bid_ids(&app, &person, json!({"importId": second})).await.is_empty());
    assert_eq!(bid_ids(&app, &person, json!({})).await, ["B", "C", "D", "OTHER"]);
}

#[tokio::test]
async fn nobody_elses_import_is_found() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let id = sent(&app, &person, "Bid ID,Contract Name\nA,Road\n", &[]).await["importId"].clone();
    let path = |id: &str| format!("/api/contracts/imports/{id}");
    let known = path(id.as_str().unwrap());
    let import = app.get(&known, &person.token).await.ok();
    assert_eq!(imports(&app, &person, json!({})).await, [import]);
    let unknown = [known, path("018f2f6e-0000-7000-8000-000000000000"), path("nonsense")];
    for path in unknown {
        let (code, message) = app.get(&path, &stranger.token).await.error(404);
        assert_eq!((code.as_str(), message.as_str()), ("NOT_FOUND", "Import not found."), "{path}");
    }
    for id in [id, json!("018f2f6e-0000-7000-8000-000000000000"), json!("nonsense")] {
        assert!(bid_ids(&app, &stranger, json!({"importId": id})).await.is_empty(), "{id}");
    }
}
