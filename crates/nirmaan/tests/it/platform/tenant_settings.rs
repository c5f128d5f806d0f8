//! What an organisation asks of its people.

use futures_util::future::join_all;
use nirmaan_api::access::Action;
use serde_json::{Value, json};

use crate::{auth::second_factor::Authenticator, harness::App};

const PATH: &str = "/api/settings/organisation";

#[tokio::test]
async fn everything_is_off_until_somebody_turns_it_on() {
    let app = App::start().await;
    let (firm, person) = app.firm("Firm").await;
    let administrator = app.person(&firm, &[("User", Action::Edit)]).await;
    let read = app.get(PATH, &person.token).await.ok();
    let off = json!({"fourEyes": false, "changeFirstPassword": false, "requireSecondFactor": false, "version": 0, "updatedAt": null});
    assert_eq!(read, off);
    app.put(PATH, &administrator.token, json!({"fourEyes": true})).await.ok();
    // What is absent stays.
    let saved =
        app.put(PATH, &administrator.token, json!({"changeFirstPassword": true, "version": 1})).await.ok();
    assert_eq!(app.get(PATH, &person.token).await.ok(), saved);
    assert_eq!((&saved["fourEyes"], &saved["changeFirstPassword"]), (&json!(true), &json!(true)));
    assert_eq!((&saved["requireSecondFactor"], &saved["version"]), (&json!(false), &json!(2)));
    // Nothing new is no change.
    let again = app.put(PATH, &administrator.token, json!({"fourEyes": true, "version": 2})).await.ok();
    assert_eq!(again, saved);
    let events = app.events("tenant_settings").await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["create", "update"]);
    assert_eq!(events[1]["changes"], json!({"change_first_password": {"from": false, "to": true}}));
    // Another's are their own.
    let (_, stranger) = app.firm("Other").await;
    assert_eq!(app.get(PATH, &stranger.token).await.ok(), off);
}

#[tokio::test]
async fn an_old_version_is_told_who_was_faster() {
    let app = App::start().await;
    let (firm, _) = app.firm("Firm").await;
    let administrator = app.person(&firm, &[("User", Action::Edit)]).await;
    let put = async |body: Value| app.put(PATH, &administrator.token, body).await;
    put(json!({"fourEyes": true})).await.ok();
    put(json!({"fourEyes": false, "version": 1})).await.ok();
    let refused = put(json!({"changeFirstPassword": true, "version": 1})).await;
    assert_eq!(refused.error(409).0, "ABORTED");
    assert!(refused.text.contains(&administrator.email), "{}", refused.text);
}

#[tokio::test]
async fn whoever_may_not_edit_users_changes_nothing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    assert_eq!(
        app.put(PATH, &person.token, json!({"fourEyes": true})).await.error(403).0,
        "PERMISSION_DENIED"
    );
    assert_eq!(app.get(PATH, &person.token).await.ok()["fourEyes"], false);
}

#[tokio::test]
async fn changes_that_come_at_once_make_one_row() {
    let app = App::start().await;
    let (firm, _) = app.firm("Firm").await;
    let administrator = app.person(&firm, &[("User", Action::Edit)]).await;
    // Or they would owe one in the midst of it.
    Authenticator::enrol(&app, &administrator).await;
    let names = ["fourEyes", "changeFirstPassword", "requireSecondFactor"].repeat(4);
    let put = |name: &str| app.put(PATH, &administrator.token, json!({name: true}));
    let answers = join_all(names.into_iter().map(put)).await;
    assert!(answers.iter().all(|answer| answer.status == 200), "{}", answers[0].text);
    let saved = app.get(PATH, &administrator.token).await.ok();
    assert_eq!((&saved["fourEyes"], &saved["requireSecondFactor"]), (&json!(true), &json!(true)));
    assert_eq!(saved["version"], 3);
}
