//! What the server tells whoever watches it.

use nirmaan_api::contracts::{GetContractRequest, contract_service_client::ContractServiceClient};
use reqwest::{Method, StatusCode};
use serde_json::json;
use tonic::Code;

use crate::{
    contracts::import::{TENDERS, upload},
    harness::{App, answer, http_client, signed, until},
};

/// The text, and where it is told.
pub(super) async fn told(app: &App) -> String {
    let at = format!("http://{}/metrics", app.metrics_addr());
    let told = answer(http_client().build().unwrap().get(at)).await;
    assert_eq!(told.status, StatusCode::OK);
    let media_type = told.headers["content-type"].to_str().unwrap();
    assert!(media_type.starts_with("application/openmetrics-text"), "{media_type}");
    assert!(told.text.ends_with("# EOF\n"));
    told.text
}

/// The value of one line, by all that stands before it.
pub(super) fn value(text: &str, line: &str) -> Option<f64> {
    text.lines().find_map(|it| it.strip_prefix(line)?.strip_prefix(' ')?.parse().ok())
}

#[tokio::test]
async fn calls_jobs_imports_and_connections_are_counted() {
    let app = App::start_with(|config| config.metrics_listen = Some(([127, 0, 0, 1], 0).into())).await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let id = contract["id"].as_str().unwrap().to_owned();
    app.get(&format!("/api/contracts/{id}"), &person.token).await.ok();
    let mut client = ContractServiceClient::new(app.channel().await);
    client.get_contract(signed(GetContractRequest { id }, &person.token)).await.unwrap();
    let nobodys = GetContractRequest { id: uuid::Uuid::now_v7().to_string() };
    let refused = client.get_contract(signed(nobodys, &person.token)).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
    let imported = upload(&app, &person, "tenders.csv", TENDERS).await.ok();

    let text = told(&app).await;
    let calls = |code: &str| {
        let rpc = "/nirmaan.contracts.v1.ContractService/GetContract";
        format!("nirmaan_call_duration_seconds_count{{rpc=\"{rpc}\",code=\"{code}\"}}")
    };
    assert_eq!(value(&text, &calls("Ok")), Some(2.0), "over JSON and over gRPC\n{text}");
    assert_eq!(value(&text, &calls("NotFound")), Some(1.0));
    assert_eq!(value(&text, "nirmaan_imports_total{outcome=\"stored\"}"), Some(1.0));
    let created = value(&text, "nirmaan_imported_rows_total{outcome=\"created\"}");
    assert_eq!(created, imported["imported"].as_f64());
    let pool = if app.is_postgres() { "all" } else { "writer" };
    let state = |state: &str| {
        value(&text, &format!("nirmaan_database_connections{{pool=\"{pool}\",state=\"{state}\"}}"))
    };
    assert!(state("idle").unwrap() + state("used").unwrap() >= 1.0, "{text}");
    assert!(value(&text, "nirmaan_write_wait_seconds_count").unwrap() >= 2.0);
    assert!(value(&text, "nirmaan_read_wait_seconds_count").unwrap() >= 2.0);
    assert_eq!(value(&text, "nirmaan_calls_under_way"), Some(0.0));
    until("a job is counted", async || {
        value(&told(&app).await, "nirmaan_job_runs_total{job=\"fold_figures\",outcome=\"done\"}")
    })
    .await;
}

#[tokio::test]
async fn every_name_is_documented() {
    let app = App::start_with(|config| config.metrics_listen = Some(([127, 0, 0, 1], 0).into())).await;
    let (_, person) = app.firm("Firm").await;
    upload(&app, &person, "tenders.csv", TENDERS).await.ok();
    let documented = include_str!("../../../../../docs/operations.md");
    let text = told(&app).await;
    let names: Vec<_> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    assert!(names.len() >= 7, "{names:?}");
    for name in names {
        assert!(documented.contains(&format!("`{name}")), "{name} isn't in docs/operations.md");
    }
}

#[tokio::test]
async fn without_the_setting_nothing_is_told_and_never_on_the_servers_own_port() {
    let app = App::start().await;
    let own = answer(app.request(Method::GET, "/metrics", None)).await;
    assert!(!own.text.contains("nirmaan_"), "{}", own.text);
    let app = App::start_with(|config| config.metrics_listen = Some(([127, 0, 0, 1], 0).into())).await;
    let own = answer(app.request(Method::GET, "/metrics", None)).await;
    assert!(!own.text.contains("nirmaan_"), "{}", own.text);
}
