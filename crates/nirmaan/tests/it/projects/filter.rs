//! Lists, and the same as files.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::Figures;
use crate::{
    build::{Person, Tenant},
    harness::App,
    platform::column,
};

const LIST: &str = "/api/projects/filter";

async fn names(app: &App, person: &Person, filter: Value) -> Vec<String> {
    column(&app.post(LIST, &person.token, filter).await.ok()["content"], "projectName")
}

async fn firm_with_projects(app: &App) -> (Tenant, Person) {
    let (tenant, person) = app.building("Firm").await;
    for (name, bid, kind, status, value, start) in [
        ("Widening of Pali Road", "GJ/71", "Road", "PLANNED", json!(300), json!("2026-03-01")),
        ("100% lining_of canal", "GJ/72", "Water", "IN_PROGRESS", json!(100), Value::Null),
        ("राष्ट्रीय राजमार्ग ÄRA", "MP/9", "ROAD", "DRAFT", Value::Null, json!("2025-01-01")),
    ] {
        let body = json!({
            "projectName": name, "contractBidId": bid, "projectType": kind, "status": status,
            "projectBidValue": value, "givenStartDate": start, "licenseHolderName": "Shah & Sons",
        });
        app.project(&person, body).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    (tenant, person)
}

const ROAD: &str = "Widening of Pali Road";
const CANAL: &str = "100% lining_of canal";
const HIGHWAY: &str = "राष्ट्रीय राजमार्ग ÄRA";

// Spec: S7.projects.filter S9.sort-default
#[tokio::test]
async fn filters_find_what_they_say_in_any_case_and_literally() {
    let app = App::start().await;
    let (_, person) = firm_with_projects(&app).await;
    for (filter, expected) in [
        (json!({}), &[HIGHWAY, CANAL, ROAD][..]),
        (json!({"projectName": "ROAD"}), &[ROAD]),
        (json!({"projectName": "%"}), &[CANAL]),
        (json!({"projectName": "ära"}), &[HIGHWAY]),
        (json!({"contractBidId": "gj"}), &[CANAL, ROAD]),
        (json!({"projectType": "road"}), &[HIGHWAY, ROAD]),
        (json!({"licenseHolderName": "& sons", "projectType": "water"}), &[CANAL]),
        (json!({"status": ["PLANNED", "DRAFT"]}), &[HIGHWAY, ROAD]),
        (json!({"status": []}), &[HIGHWAY, CANAL, ROAD]),
        (json!({"dateRange": {"to": "2020-01-01"}}), &[]),
        (json!({"contractId": "none"}), &[]),
    ] {
        assert_eq!(names(&app, &person, filter.clone()).await, expected, "{filter}");
    }
    for wrong in [
        json!({"status": ["LOST"]}),
        json!({"projectName": "a\u{2}b"}),
        json!({"dateRange": {"from": "yesterday"}}),
        json!({"sort": {"field": "tenantId"}}),
    ] {
        app.post(LIST, &person.token, wrong).await.error(400);
    }
}

// Spec: S7.projects.filter S3.page
#[tokio::test]
async fn every_sortable_column_sorts_both_ways_and_pages_are_cut() {
    let app = App::start().await;
    let (_, person) = firm_with_projects(&app).await;
    let sorted = |field: &str, direction: &str| json!({"sort": {"field": field, "direction": direction}});
    for (field, ascending, descending) in [
        ("projectName", [CANAL, ROAD, HIGHWAY], [HIGHWAY, ROAD, CANAL]),
        ("contractBidId", [ROAD, CANAL, HIGHWAY], [HIGHWAY, CANAL, ROAD]),
        ("projectBidValue", [CANAL, ROAD, HIGHWAY], [ROAD, CANAL, HIGHWAY]),
        ("givenStartDate", [HIGHWAY, ROAD, CANAL], [ROAD, HIGHWAY, CANAL]),
        ("createdAt", [ROAD, CANAL, HIGHWAY], [HIGHWAY, CANAL, ROAD]),
    ] {
        assert_eq!(names(&app, &person, sorted(field, "asc")).await, ascending, "{field}");
        assert_eq!(names(&app, &person, sorted(field, "DESC")).await, descending, "{field}");
    }
    for field in [
        "licenseHolderName",
        "projectType",
        "status",
        "projectActualValue",
        "givenEndDate",
        "actualStartDate",
        "actualEndDate",
        "updatedAt",
    ] {
        assert_eq!(names(&app, &person, sorted(field, "asc")).await.len(), 3, "{field}");
    }
    let page = app.post(LIST, &person.token, json!({"pagination": {"page": 1, "size": 2}})).await.ok();
    let numbers =
        ["number", "size", "totalPages", "totalElements"].map(|field| page[field].as_i64().unwrap());
    assert_eq!((numbers, page["content"].as_array().unwrap().len()), ([1, 2, 2, 3], 1));
}

// Spec: S6.flags
#[tokio::test]
async fn projects_are_exported_as_the_list_finds_them() {
    let app = App::start().await;
    let (tenant, person) = firm_with_projects(&app).await;
    let page = app.post(LIST, &person.token, json!({"projectName": "canal"})).await.ok();
    let figures = Figures { progress: 2_500, estimated: 10_050, actual: 1 };
    app.task_row(&tenant, &page["content"][0], None, figures).await;
    let filter = json!({"licenseHolderName": "shah", "sort": {"field": "projectName", "direction": "asc"}});
    let sheet = app.export("projects", &person, json!({"filter": filter})).await.csv();
    for (label, cells) in [
        ("Project Name", [CANAL, ROAD, HIGHWAY]),
        ("Contract Bid ID", ["GJ/72", "GJ/71", "MP/9"]),
        ("Status", ["In progress", "Planned", "Draft"]),
        ("Project Bid Value", ["100.00", "300.00", ""]),
        ("Given Start Date", ["", "2026-03-01", "2025-01-01"]),
        ("Tasks", ["1", "0", "0"]),
        ("Estimated Amount", ["100.50", "0.00", "0.00"]),
        ("Actual Amount", ["0.01", "0.00", "0.00"]),
        ("Created By", [person.email.as_str(); 3]),
    ] {
        assert_eq!(sheet.column(label), cells, "{label}");
    }
    let book = app.export("projects", &person, json!({"format": "XLSX"})).await.xlsx();
    assert_eq!(book.rows.len(), 3);
    let wrong = json!({"filter": {"status": ["LOST"]}});
    app.post("/api/projects/export", &person.token, wrong).await.error(400);
}
