//! Exports as streams: over gRPC, broken off, and too many at once.

use nirmaan_api::contracts::{
    ExportContractsRequest, ExportContractsResponse, contract_service_client::ContractServiceClient,
};
use nirmaan_api::types::{FilePart, file_part::Part};
use serde_json::json;
use tonic::{Code, Status, Streaming};

use crate::{
    build::{Person, Tenant},
    harness::{App, signed, until},
};

/// More than any buffer on the way takes.
async fn firm_with_much(app: &App) -> (Tenant, Person) {
    let (tenant, person) = app.firm("Firm").await;
    let metadata = format!("\"{{\"\"notes\"\":\"\"{}\"\"}}\"", "x".repeat(15_000));
    let mut csv = "Bid ID,Contract Name,Contract Metadata\n".to_owned();
    for number in 0..600 {
        csv += &format!("B{number},Road,{metadata}\n");
    }
    assert_eq!(app.import(&person, "much.csv", csv.into_bytes()).await["imported"], 600);
    (tenant, person)
}

async fn open(app: &App, person: &Person) -> Result<Streaming<ExportContractsResponse>, Status> {
    let mut client = ContractServiceClient::new(app.channel().await);
    let request = signed(ExportContractsRequest::default(), &person.token);
    client.export_contracts(request).await.map(tonic::Response::into_inner)
}

fn part(response: Option<ExportContractsResponse>) -> Option<Part> {
    response?.part.and_then(|FilePart { part }| part)
}

#[tokio::test]
async fn grpc_gets_the_same_bytes_in_parts() {
    let app = App::start().await;
    let (_, person) = firm_with_much(&app).await;
    let mut stream = open(&app, &person).await.unwrap();
    let Some(Part::FileStart(start)) = part(stream.message().await.unwrap()) else { panic!("no start") };
    assert_eq!(start.content_type, "text/csv; charset=utf-8");
    assert_eq!(start.file_name, format!("contracts-{}.csv", app.clock.today()));
    let (mut bytes, mut parts) = (Vec::new(), 0);
    while let Some(Part::Chunk(chunk)) = part(stream.message().await.unwrap()) {
        assert!(chunk.len() <= 128 * 1024);
        bytes.extend(chunk);
        parts += 1;
    }
    assert!(parts > 60, "{parts}");
    assert_eq!(bytes, app.export("contracts", &person, json!({})).await.bytes);
}

#[tokio::test]
async fn an_export_ends_with_its_reader_and_makes_room_for_another() {
    let app = App::start_with(|config| config.limits.exports = 1).await;
    let (tenant, person) = firm_with_much(&app).await;
    let administrator = app.administrator(&app.root().await, &tenant, "boss@firm.example").await;
    let mut stream = open(&app, &person).await.unwrap();
    stream.message().await.unwrap();
    let refused = open(&app, &person).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert_eq!(
        refused.message(),
        "Your organisation runs 1 exports already. Please wait until one has ended."
    );
    let trail = async || app.post("/api/audit/export", &administrator.token, json!({})).await.status;
    assert_eq!(trail().await, 429, "the trail takes a place as well");
    let (_, other) = app.firm("Other").await;
    app.export("contracts", &other, json!({})).await;
    drop(stream);
    until("the export ends", async || open(&app, &person).await.ok()).await;
    until("that one ends", async || (trail().await == 200).then_some(())).await;
}
