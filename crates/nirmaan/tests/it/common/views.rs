//! Saved views of lists.

use futures_util::future::join_all;
use nirmaan_api::access::Action;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    build::Person,
    harness::{App, answer},
    platform::{column, complaint},
};

const PATH: &str = "/api/settings/views";

async fn saved(app: &App, person: &Person, body: Value) -> Value {
    app.post(PATH, &person.token, body).await.ok()
}

async fn listed(app: &App, person: &Person, list: &str) -> Value {
    app.get(&format!("{PATH}?list={list}"), &person.token).await.ok()
}

fn path_of(view: &Value) -> String {
    format!("{PATH}/{}", view["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_view_is_saved_changed_and_deleted_by_whose_it_is() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let body = json!({"list": "contracts", "name": " Won ", "query": "status=AWARDED&size=50"});
    let view = saved(&app, &person, body).await;
    let told = ["list", "name", "query", "isShared", "isOwn", "ownerEmail", "version"];
    let told: Vec<_> = told.iter().map(|field| &view[*field]).collect();
    let email = json!(person.email);
    assert_eq!(
        told,
        [
            &json!("contracts"),
            &json!("Won"),
            &json!("status=AWARDED&size=50"),
            &json!(false),
            &json!(true),
            &email,
            &json!(1)
        ]
    );
    assert!(view["updatedAt"].as_str().is_some());
    assert_eq!(listed(&app, &person, "contracts").await, json!([view]));
    assert_eq!(listed(&app, &person, "projects").await, json!([]));

    let body = json!({"list": "projects", "name": "Lost", "query": "", "isShared": true, "version": 1});
    let changed = app.put(&path_of(&view), &person.token, body.clone()).await.ok();
    assert_eq!((&changed["list"], &changed["name"]), (&json!("contracts"), &json!("Lost")), "its list stays");
    assert_eq!((&changed["isShared"], &changed["version"]), (&json!(true), &json!(2)));
    let stale = app.put(&path_of(&view), &person.token, body).await;
    assert_eq!(stale.error(409).0, "ABORTED");
    assert_eq!(stale.json()["details"]["updatedBy"], email);

    assert_eq!(app.delete(&path_of(&view), &person.token).await.ok(), json!({}));
    assert_eq!(listed(&app, &person, "contracts").await, json!([]));
    app.delete(&path_of(&view), &person.token).await.error(404);
}

#[tokio::test]
async fn shared_views_are_seen_by_everybody_of_the_organisation_and_changed_by_their_owner() {
    let app = App::start().await;
    let (firm, owner) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let colleague = app.person(&firm, &[("User", Action::View)]).await;
    let shared = saved(&app, &owner, json!({"list": "tasks", "name": "b", "isShared": true})).await;
    let private = saved(&app, &owner, json!({"list": "tasks", "name": "c"})).await;
    saved(&app, &colleague, json!({"list": "tasks", "name": "A"})).await;
    saved(&app, &colleague, json!({"list": "tasks", "name": "B"})).await;

    let seen = listed(&app, &colleague, "tasks").await;
    let mut names = column(&seen, "name");
    assert_eq!(names[0], "A", "by name, in any case");
    names.sort();
    assert_eq!(names, ["A", "B", "b"]);
    let theirs = seen.as_array().unwrap().iter().find(|view| view["name"] == "b").unwrap();
    assert_eq!((&theirs["isOwn"], &theirs["ownerEmail"]), (&json!(false), &json!(owner.email)));
    assert_eq!(listed(&app, &stranger, "tasks").await, json!([]));
    // Of the platform, too, nobody sees another organisation's.
    let root = app.root().await;
    assert_eq!(listed(&app, &root, "tasks").await, json!([]));

    let body = json!({"name": "Mine"});
    for (person, view) in
        [(&colleague, &shared), (&colleague, &private), (&stranger, &shared), (&root, &shared)]
    {
        let refused = app.put(&path_of(view), &person.token, body.clone()).await;
        assert_eq!(refused.error(404).1, "View not found.");
        assert_eq!(app.delete(&path_of(view), &person.token).await.error(404).1, "View not found.");
    }
    assert_eq!(column(&listed(&app, &owner, "tasks").await, "name"), ["b", "c"]);
}

#[tokio::test]
async fn who_may_edit_users_tidies_up_what_others_share() {
    let app = App::start().await;
    let (firm, owner) = app.firm("Firm").await;
    let editor = app.person(&firm, &[("User", Action::Edit)]).await;
    let shared = saved(&app, &owner, json!({"list": "tasks", "name": "b", "isShared": true})).await;
    let private = saved(&app, &owner, json!({"list": "tasks", "name": "c"})).await;
    app.put(&path_of(&shared), &editor.token, json!({"name": "Mine"})).await.error(404);
    app.delete(&path_of(&private), &editor.token).await.error(404);
    app.delete(&path_of(&shared), &editor.token).await.ok();
    assert_eq!(column(&listed(&app, &owner, "tasks").await, "name"), ["c"]);
    let events = app.events("saved_view").await;
    let last = events.last().unwrap();
    assert_eq!((&last["action"], &last["actor"]), (&json!("delete"), &json!(editor.id)));
}

#[tokio::test]
async fn a_name_is_free_once_for_each_list_and_person() {
    let app = App::start().await;
    let (firm, person) = app.firm("Firm").await;
    let colleague = app.person(&firm, &[]).await;
    let of = |list: &str, name: &str| json!({"list": list, "name": name, "isShared": true});
    saved(&app, &person, of("tasks", "सड़क कार्य Ä")).await;
    let second = saved(&app, &person, of("tasks", "Other")).await;
    saved(&app, &person, of("contracts", "सड़क कार्य Ä")).await;
    saved(&app, &colleague, of("tasks", "सड़क कार्य Ä")).await;
    let taken = app.post(PATH, &person.token, of("tasks", "सड़क कार्य ä")).await;
    assert_eq!(taken.error(409).0, "ALREADY_EXISTS");
    assert_eq!(complaint(&taken.json(), "name"), "You have a view of this name already.");
    let taken = app.put(&path_of(&second), &person.token, json!({"name": "सड़क कार्य ä"})).await;
    assert_eq!(taken.error(409).0, "ALREADY_EXISTS");
    // Its own name, written otherwise, is free to it.
    app.put(&path_of(&second), &person.token, json!({"name": "OTHER"})).await.ok();
}

#[tokio::test]
async fn somebody_has_a_hundred_views_at_most_also_when_they_come_at_once() {
    let app = App::start().await;
    let (firm, person) = app.firm("Firm").await;
    let create = |at: usize| app.post(PATH, &person.token, json!({"list": "tasks", "name": format!("{at}")}));
    for answer in join_all((0..97).map(create)).await {
        answer.ok();
    }
    let answers = join_all((97..117).map(create)).await;
    let taken = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(taken, 3);
    let refused = answers.iter().find(|answer| answer.status != 200).unwrap();
    let (code, message) = refused.error(409);
    assert_eq!(code, "FAILED_PRECONDITION");
    assert_eq!(message, "You have 100 saved views. Delete one that you don't need.");
    let colleague = app.person(&firm, &[]).await;
    saved(&app, &colleague, json!({"list": "tasks", "name": "1"})).await;
}

#[tokio::test]
async fn a_view_under_a_key_is_saved_once() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let send = |name: &str| {
        let request = app.request(Method::POST, PATH, Some(&person.token)).header("idempotency-key", "k1");
        answer(request.json(&json!({"list": "tasks", "name": name})))
    };
    let first = send("Late").await.ok();
    assert_eq!(send("Late").await.ok(), first);
    send("Later").await.error(409);
    assert_eq!(column(&listed(&app, &person, "tasks").await, "name"), ["Late"]);
}

#[tokio::test]
async fn views_have_bounds() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for (body, field, sentence) in [
        (json!({"name": "a"}), "list", "List is required."),
        (
            json!({"list": "a/b", "name": "a"}),
            "list",
            "List must have at most 64 letters, digits, dots and hyphens.",
        ),
        (json!({"list": "a", "name": " "}), "name", "Name is required."),
        (json!({"list": "a", "name": "n".repeat(101)}), "name", "Name must have at most 100 characters."),
        (
            json!({"list": "a", "name": "b", "query": "q".repeat(2_001)}),
            "query",
            "Query must have at most 2000 characters.",
        ),
        (
            json!({"list": "a", "name": "b", "query": "a\u{0}"}),
            "query",
            "Query must not contain control characters.",
        ),
    ] {
        let refused = app.post(PATH, &person.token, body.clone()).await;
        refused.error(400);
        assert_eq!(complaint(&refused.json(), field), sentence, "{body}");
    }
    // The longest that lower case makes of a name still has room.
    let body = json!({"list": "l".repeat(64), "name": "İ".repeat(100), "query": "q".repeat(2_000)});
    saved(&app, &person, body).await;
    let refused = app.get(PATH, &person.token).await;
    assert_eq!(
        (refused.error(400).1, complaint(&refused.json(), "list")),
        ("List is required.".to_owned(), "List is required.")
    );
    for unknown in ["x", "00000000-0000-7000-8000-000000000000"] {
        let path = format!("{PATH}/{unknown}");
        app.put(&path, &person.token, json!({"name": "a"})).await.error(404);
        app.delete(&path, &person.token).await.error(404);
    }
}
