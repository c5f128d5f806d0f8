//! One's own settings.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{build::Person, harness::App, platform::complaint};

const PATH: &str = "/api/settings";

async fn save(app: &App, person: &Person, body: Value) -> Value {
    app.put(PATH, &person.token, body).await.ok()
}

#[tokio::test]
async fn whoever_never_set_any_has_the_defaults() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let defaults = json!({"theme": "AUTO", "density": "COMFORTABLE", "pageSize": 10, "columns": []});
    assert_eq!(app.get(PATH, &person.token).await.ok(), defaults);
    // What is absent is the default, too.
    let columns = json!([{"list": "contracts", "order": ["bidId", "status"], "hidden": ["paperCost"]}]);
    let body = json!({"theme": "DARK", "density": "COMPACT", "pageSize": 50, "columns": columns});
    assert_eq!(save(&app, &person, body.clone()).await, body);
    assert_eq!(app.get(PATH, &person.token).await.ok(), body);
    assert_eq!(save(&app, &person, json!({})).await, defaults);
    assert_eq!(app.get(PATH, &person.token).await.ok(), defaults);
}

#[tokio::test]
async fn settings_are_ones_own_and_leave_an_event_only_when_they_change() {
    let app = App::start().await;
    let (firm, person) = app.firm("Firm").await;
    let (colleague, root) = (app.person(&firm, &[]).await, app.root().await);
    for (theme, person) in [("DARK", &person), ("LIGHT", &colleague), ("DARK", &root)] {
        for _ in 0..2 {
            save(&app, person, json!({"theme": theme})).await;
        }
    }
    for (theme, person) in [("DARK", &person), ("LIGHT", &colleague), ("DARK", &root)] {
        assert_eq!(app.get(PATH, &person.token).await.ok()["theme"], theme);
    }
    save(&app, &person, json!({"theme": "DARK", "pageSize": 25})).await;
    let events = app.events("user_settings").await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["create", "create", "create", "update"]);
    assert_eq!(events[3]["changes"], json!({"page_size": {"from": 10, "to": 25}}));
}

#[tokio::test]
async fn settings_that_come_at_once_make_one_row() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let sizes = 1..=20;
    let answers =
        join_all(sizes.map(|size| app.put(PATH, &person.token, json!({"pageSize": size + 10})))).await;
    assert!(answers.iter().all(|answer| answer.status == 200), "{}", answers[0].text);
    let db = app.owner_db().await;
    assert_eq!(app.platform_count(&db, "SELECT COUNT(*) AS n FROM user_settings").await, 1);
}

#[tokio::test]
async fn settings_have_bounds() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let names =
        |count: usize, length: usize| -> Vec<_> { (0..count).map(|at| format!("{at:0>length$}")).collect() };
    let lists = |count: usize| -> Vec<_> { (0..count).map(|at| json!({"list": format!("l{at}")})).collect() };
    let columns = |columns: Value| json!({"columns": [columns]});
    for (body, field, sentence) in [
        (json!({"pageSize": 201}), "pageSize", "Rows a page must be between 1 and 200."),
        (json!({"pageSize": -1}), "pageSize", "Rows a page must be between 1 and 200."),
        (columns(json!({"order": ["a"]})), "columns", "List is required."),
        (
            columns(json!({"list": "a b"})),
            "columns",
            "List must have at most 64 letters, digits, dots and hyphens.",
        ),
        (
            columns(json!({"list": "l".repeat(65)})),
            "columns",
            "List must have at most 64 letters, digits, dots and hyphens.",
        ),
        (json!({"columns": lists(51)}), "columns", "Columns of at most 50 lists are kept."),
        (json!({"columns": [{"list": "a"}, {"list": " a "}]}), "columns", "Each list must be there once."),
        (columns(json!({"list": "a", "order": names(51, 3)})), "columns", "A list has at most 50 columns."),
        (columns(json!({"list": "a", "hidden": names(51, 3)})), "columns", "A list has at most 50 columns."),
        (
            columns(json!({"list": "a", "order": ["b", "b"]})),
            "columns",
            "Each column of a list must be there once.",
        ),
        (
            columns(json!({"list": "a", "hidden": ["c".repeat(65)]})),
            "columns",
            "Column must have at most 64 characters.",
        ),
        (columns(json!({"list": "a", "order": [" "]})), "columns", "Column is required."),
        (
            columns(json!({"list": "a", "order": ["b\u{0}"]})),
            "columns",
            "Column must not contain control characters.",
        ),
    ] {
        let refused = app.put(PATH, &person.token, body.clone()).await;
        refused.error(400);
        assert_eq!(complaint(&refused.json(), field), sentence, "{body}");
    }
    app.put(PATH, &person.token, json!({"theme": "PURPLE"})).await.error(400);
    // Fifty lists of fifty columns each would be a row that everybody carries about all day.
    let full: Vec<_> = (0..50).map(|at| json!({"list": format!("l{at}"), "order": names(50, 64)})).collect();
    let refused = app.put(PATH, &person.token, json!({"columns": full})).await;
    assert_eq!(refused.error(400).1, "The names of columns must have at most 16 KiB in all.");
    let body =
        json!({"pageSize": 200, "columns": [{"list": "a.b-C1", "order": names(50, 64), "hidden": []}]});
    let kept = save(&app, &person, body.clone()).await;
    assert_eq!((&kept["pageSize"], &kept["columns"]), (&body["pageSize"], &body["columns"]));
}
