//! One text in several Unicode forms: found, told to be the same, and brought into one form.

use reqwest::Url;
use sea_orm::DatabaseConnection;
use serde_json::{Value, json};

use crate::{
    build::{PASSWORD, Person},
    contracts::imports::{bid_ids, counts, sent},
    harness::App,
};

/// A name with the accent in its letter and the nukta behind it, as it is stored.
const NAME: &str = "Caf\u{e9} स\u{921}\u{93c}क";
/// The same as others write it, or look for it.
const FORMS: [&str; 5] = [
    NAME,
    "Cafe\u{301} स\u{95c}क",
    "CAF\u{c9} स\u{95c}क",
    "cafe सडक",
    "\u{200b}caf\u{e9}\u{a0}स\u{921}\u{93c}\u{200d}क\u{feff}",
];

async fn found(app: &App, person: &Person, query: &str) -> Vec<String> {
    let url = Url::parse_with_params(&app.base, [("query", query)]).unwrap();
    let groups = app.get(&format!("/api/search?{}", url.query().unwrap()), &person.token).await.ok();
    let hits = groups.as_array().unwrap().iter().flat_map(|group| group["hits"].as_array().unwrap().clone());
    hits.map(|hit| hit["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn filters_and_the_search_know_each_form() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let body =
        json!({"bidId": "GEM/1", "contractName": NAME, "licenseHolderName": NAME, "contractType": NAME});
    let contract = app.contract(&person, body).await;
    app.contract(&person, json!({"bidId": "GEM/2", "contractName": "Coffee road"})).await;
    for form in FORMS {
        for field in ["contractName", "licenseHolderName", "contractType"] {
            assert_eq!(bid_ids(&app, &person, json!({field: form})).await, ["GEM/1"], "{field} {form:?}");
        }
        assert_eq!(found(&app, &person, form).await, [contract["id"].as_str().unwrap()], "{form:?}");
    }
    // A vowel sign makes another word.
    assert_eq!(bid_ids(&app, &person, json!({"contractName": "सिडक"})).await, [""; 0]);
}

#[tokio::test]
async fn a_bid_id_is_once_in_whatever_form() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "C09/\u{958}", "contractName": "Road"})).await;
    for form in ["C09/\u{915}\u{93c}", "\u{feff}C09/\u{958}", "C09\u{200b}/\u{958}\u{a0}"] {
        let body = json!({"bidId": form, "contractName": "Bridge"});
        let (code, _) = app.post("/api/contracts", &person.token, body).await.error(409);
        assert_eq!(code, "ALREADY_EXISTS", "{form:?}");
    }
}

#[tokio::test]
async fn a_file_has_a_bid_id_once_and_updates_what_has_it() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name\nC09/\u{921}\u{93c},Road\nC09/\u{95c},Bridge\n\u{200b},Nobody's\n";
    let result = sent(&app, &person, text, &[]).await;
    assert_eq!(counts(&result), [1, 0, 0, 2], "{result}");
    let failures = &result["failures"];
    assert!(failures[0]["reason"].as_str().unwrap().contains("row 2"), "{failures}");
    assert!(failures[1]["reason"].as_str().unwrap().contains("required"), "{failures}");
    for (form, name) in [("C09/\u{95c}", "Bridge"), ("\u{feff}C09/\u{921}\u{93c}", "Culvert")] {
        let text = format!("Bid ID,Contract Name\n{form},{name}\n");
        let result = sent(&app, &person, &text, &["updateExisting"]).await;
        assert_eq!(counts(&result), [0, 1, 0, 0], "{result}");
    }
    assert_eq!(bid_ids(&app, &person, json!({"contractName": "Culvert"})).await, ["C09/\u{921}\u{93c}"]);
}

#[tokio::test]
async fn names_that_people_take_for_the_same_are_taken() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant =
        |name: &str, machine: &str| json!({"name": name, "subdomain": machine, "schemaName": machine});
    for (path, first, again) in [
        ("/api/roles", json!({"name": NAME}), FORMS.map(|form| json!({"name": form}))),
        ("/api/modules", json!({"name": NAME}), FORMS.map(|form| json!({"name": form}))),
        ("/api/tenants", tenant(NAME, "cafe"), FORMS.map(|form| tenant(form, "other"))),
    ] {
        app.post(path, &root.token, first).await.ok();
        for body in again {
            assert_eq!(
                app.post(path, &root.token, body.clone()).await.error(409).0,
                "ALREADY_EXISTS",
                "{path} {body}"
            );
        }
    }
    let view = |name: &str| json!({"list": "contracts", "name": name});
    app.post("/api/settings/views", &root.token, view(NAME)).await.ok();
    app.post("/api/settings/views", &root.token, view("cafe सडक")).await.error(409);
}

#[tokio::test]
async fn a_name_of_characters_that_stand_for_many_is_kept() {
    let app = App::start().await;
    let root = app.root().await;
    let name = "\u{33c2}".repeat(255);
    let body = json!({"name": name, "subdomain": "am", "schemaName": "am"});
    assert_eq!(app.post("/api/tenants", &root.token, body).await.ok()["name"], name);
    let name = "\u{fdfa}".repeat(100);
    assert_eq!(app.post("/api/roles", &root.token, json!({"name": name})).await.ok()["name"], name);
}

/// Takes the step back that brought all texts into one form, and the texts with it.
async fn as_before(app: &App, db: &DatabaseConnection, sql: &[String]) {
    app.platform_sql(db, "DELETE FROM seaql_migrations WHERE version = 'm20261201_000034_text_forms'").await;
    for sql in sql {
        app.platform_sql(db, sql).await;
    }
}

async fn migrate(app: &App) {
    let role = app.is_postgres().then_some("nirmaan_app");
    nirmaan_migrations::migrate(&app.owner_url, role).await.unwrap();
}

#[tokio::test]
async fn texts_from_before_are_brought_into_one_form() {
    let app = App::start().await;
    let root = app.root().await;
    let (_, person) = app.building("Firm").await;
    let id = |answer: &Value| app.sql_id(answer["id"].as_str().unwrap().parse().unwrap());
    let contract = app.contract(&person, json!({"bidId": "C/1", "contractName": "x"})).await;
    let bare = app.contract(&person, json!({"bidId": "C/2", "contractName": "Ring road"})).await;
    let project = app.project(&person, json!({"projectName": "x"})).await;
    let task = json!({"projectId": project["id"], "title": "x"});
    let task = app.post("/api/tasks", &person.token, task).await.ok();
    let role = app.post("/api/roles", &root.token, json!({"name": "x"})).await.ok();
    let view = json!({"list": "contracts", "name": "x"});
    let view = app.post("/api/settings/views", &person.token, view).await.ok();
    let db = app.owner_db().await;
    let old = "\u{a0}Cafe\u{301} स\u{95c}क\u{200b}";
    as_before(
        &app,
        &db,
        &[
            format!("UPDATE contracts SET contract_name = '{old}', comments = '{old}', contract_metadata = NULL, search = '' WHERE id = {}", id(&contract)),
            format!("UPDATE projects SET project_name = '{old}', search = '' WHERE id = {}", id(&project)),
            format!("UPDATE tasks SET title = '{old}', search = '' WHERE id = {}", id(&task)),
            format!("UPDATE roles SET name = '{old}', name_key = '{old}' WHERE id = {}", id(&role)),
            format!("UPDATE saved_views SET name = '{old}', name_key = '{old}' WHERE id = {}", id(&view)),
        ],
    )
    .await;
    migrate(&app).await;
    let read = async |path: &str, of: &Value| {
        app.get(&format!("{path}/{}", of["id"].as_str().unwrap()), &person.token).await.ok()
    };
    let after = read("/api/contracts", &contract).await;
    assert_eq!((&after["contractName"], &after["comments"]), (&json!(NAME), &json!(NAME)));
    // Nobody changed it, so whoever has it open may go on.
    assert_eq!((&after["version"], &after["updatedAt"]), (&contract["version"], &contract["updatedAt"]));
    assert_eq!(read("/api/contracts", &bare).await, bare);
    assert_eq!(read("/api/projects", &project).await["projectName"], NAME);
    assert_eq!(read("/api/tasks", &task).await["title"], NAME);
    for form in FORMS {
        assert_eq!(found(&app, &person, form).await.len(), 3, "{form:?}");
        app.post("/api/roles", &root.token, json!({"name": form})).await.error(409);
        let view = json!({"list": "contracts", "name": form});
        app.post("/api/settings/views", &person.token, view).await.error(409);
    }
    // Begun anew, it finds nothing to do.
    as_before(&app, &db, &[]).await;
    migrate(&app).await;
    assert_eq!(read("/api/contracts", &contract).await, after);
}

#[tokio::test]
async fn rows_whose_texts_become_one_both_stay() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, rival) = app.firm("Rival").await;
    let stored = "C/\u{921}\u{93c}";
    let first = app.contract(&person, json!({"bidId": stored, "contractName": "Road"})).await;
    let second = app.contract(&person, json!({"bidId": "C/2", "contractName": "Bridge"})).await;
    let theirs = app.contract(&rival, json!({"bidId": "C/2", "contractName": "Bridge"})).await;
    let deleted = app.contract(&person, json!({"bidId": "C/3", "contractName": "Bridge"})).await;
    app.delete(&format!("/api/contracts/{}", deleted["id"].as_str().unwrap()), &person.token).await.ok();
    let db = app.owner_db().await;
    let old = "C/\u{95c}";
    let become_old = |row: &Value| {
        let id = app.sql_id(row["id"].as_str().unwrap().parse().unwrap());
        format!("UPDATE contracts SET bid_id = '{old}', search = '' WHERE id = {id}")
    };
    as_before(&app, &db, &[become_old(&second), become_old(&theirs), become_old(&deleted)]).await;
    migrate(&app).await;
    let read = async |person: &Person, of: &Value| {
        app.get(&format!("/api/contracts/{}", of["id"].as_str().unwrap()), &person.token).await.ok()
    };
    assert_eq!(read(&person, &first).await["bidId"], stored);
    assert_eq!(read(&person, &second).await["bidId"], old);
    // What another firm has, and what is deleted, is in nobody's way.
    assert_eq!(read(&rival, &theirs).await["bidId"], stored);
    let id = app.sql_id(deleted["id"].as_str().unwrap().parse().unwrap());
    let rows = app.platform_rows(&db, &format!("SELECT bid_id FROM contracts WHERE id = {id}")).await;
    assert_eq!(rows[0].try_get::<String>("", "bid_id").unwrap(), stored);
    assert_eq!(found(&app, &person, "C/\u{95c}").await.len(), 2);
}

#[tokio::test]
async fn organisations_whose_names_become_one_keep_theirs_and_their_people_sign_in() {
    let app = App::start().await;
    let mut owners = Vec::new();
    for name in ["First", "Cafe", "Third", "Fourth"] {
        let tenant = app.tenant(name).await;
        app.user(&tenant, "owner@firm.example", &[]).await;
        owners.push((tenant.id, app.sql_id(tenant.id)));
    }
    let db = app.owner_db().await;
    let rename = |at: usize, name: &str, key: &str| {
        format!("UPDATE tenants SET name = '{name}', name_key = '{key}' WHERE id = {}", owners[at].1)
    };
    let subdomain = format!("UPDATE tenants SET subdomain = 'barre' WHERE id = {}", owners[3].1);
    as_before(
        &app,
        &db,
        &[rename(0, "Caf\u{e9}", "caf\u{e9}"), rename(2, "Barr\u{e9}", "barr\u{e9}"), subdomain],
    )
    .await;
    migrate(&app).await;
    for (name, at) in [
        ("Caf\u{e9}", 0),
        ("CAFE\u{301}", 0),
        ("Cafe", 1),
        ("first", 0),
        ("Barr\u{e9}", 2),
        ("barre", 3),
        ("Fourth", 3),
    ] {
        let login = app.log_in(name, "owner@firm.example", PASSWORD).await;
        assert_eq!(login["user"]["tenantId"], json!(owners[at].0), "{name:?}");
    }
}

#[tokio::test]
async fn more_rows_than_one_turn_takes_are_brought_into_one_form() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, rival) = app.firm("Rival").await;
    for (person, rows) in [(&person, 1_200), (&rival, 900)] {
        let rows: String = (0..rows).map(|row| format!("B/{row},Road\n")).collect();
        let result = sent(&app, person, &format!("Bid ID,Contract Name\n{rows}"), &[]).await;
        assert_eq!(counts(&result)[3], 0, "{result}");
    }
    let db = app.owner_db().await;
    let old = "UPDATE contracts SET contract_name = 'Cafe\u{301}\u{200b} ' || bid_id, search = ''";
    as_before(&app, &db, &[old.to_owned()]).await;
    migrate(&app).await;
    for (person, rows) in [(&person, 1_200), (&rival, 900)] {
        let body = json!({"contractName": "Caf\u{e9} B/"});
        let page = app.post("/api/contracts/filter", &person.token, body).await.ok();
        assert_eq!(page["totalElements"], rows);
    }
}
