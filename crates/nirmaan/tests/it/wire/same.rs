//! Every wire gives the same answers.

use nirmaan_api::{
    access::Action,
    contracts::{
        BulkUploadContractsRequest, Contract, FileStart, FilterContractsRequest, FilterContractsResponse,
        GetContractRequest, bulk_upload_contracts_request::Part, bulk_upload_contracts_response::Event,
        contract_service_client::ContractServiceClient,
    },
};
use prost::Message;
use serde_json::json;
use tonic::Code;
use tonic_types::StatusExt;

use super::{over_grpc, over_grpc_web};
use crate::harness::{App, signed};

const GET: &str = "/nirmaan.contracts.v1.ContractService/GetContract";
const FILTER: &str = "/nirmaan.contracts.v1.ContractService/FilterContracts";

#[tokio::test]
async fn a_contract_reads_the_same_over_all_three() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created =
        app.contract(&person, json!({"bidId": "A-1", "contractName": "Road", "paperCost": 1.5})).await;
    let id = created["id"].as_str().unwrap().to_owned();
    let message = GetContractRequest { id: id.clone() }.encode_to_vec();
    let token = Some(person.token.as_str());
    let grpc = over_grpc(&app, GET, token, message.clone().into()).await.unwrap();
    let web = over_grpc_web(&app, GET, token, message.into()).await.unwrap();
    assert_eq!(grpc, web);
    let contract = Contract::decode(grpc).unwrap();
    assert_eq!((contract.id, contract.paper_cost.unwrap().paise), (id, 150));
}

// Spec: S6.enforced S6.tenant-scope
#[tokio::test]
async fn nobody_a_forger_a_viewer_and_a_stranger_hear_the_same_on_every_wire() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let outsider = app.person(&tenant, &[("Projects", Action::View)]).await;
    let created = app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let id = created["id"].as_str().unwrap();
    let message = bytes::Bytes::from(GetContractRequest { id: id.to_owned() }.encode_to_vec());
    let forged = format!("{}x", owner.token);
    for (token, code, status) in [
        (None, Code::Unauthenticated, 401),
        (Some(forged.as_str()), Code::Unauthenticated, 401),
        (Some(outsider.token.as_str()), Code::PermissionDenied, 403),
        (Some(stranger.token.as_str()), Code::NotFound, 404),
    ] {
        let grpc = over_grpc(&app, GET, token, message.clone()).await.unwrap_err();
        let (web_code, web_message) = over_grpc_web(&app, GET, token, message.clone()).await.unwrap_err();
        let path = format!("/api/contracts/{id}");
        let json = app.send(reqwest::Method::GET, &path, token, None).await;
        assert_eq!((grpc.code(), web_code), (code, code));
        assert_eq!(json.error(status).1, grpc.message());
        assert_eq!(percent_decoded(&web_message), grpc.message());
        assert!(grpc.get_details_error_info().unwrap().reason.starts_with("ERROR_REASON_"));
    }
}

fn percent_decoded(text: &str) -> String {
    let mut decoded = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digits: String = bytes.by_ref().take(2).map(char::from).collect();
            decoded.push(u8::from_str_radix(&digits, 16).unwrap());
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).unwrap()
}

#[tokio::test]
async fn a_register_can_be_sent_over_grpc() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let mut client = ContractServiceClient::new(app.channel().await);
    let mut imported = Vec::new();
    for _ in 0..2 {
        let start = FileStart { file_name: "tenders.csv".to_owned(), ..Default::default() };
        let mut parts = vec![Part::FileStart(start)];
        let bytes = include_bytes!("../data/tenders.csv");
        parts.extend(bytes.chunks(1000).map(|chunk| Part::Chunk(bytes::Bytes::from_static(chunk))));
        let parts: Vec<_> =
            parts.into_iter().map(|part| BulkUploadContractsRequest { part: Some(part) }).collect();
        let request = signed(tokio_stream::iter(parts), &person.token);
        let mut events = client.bulk_upload_contracts(request).await.unwrap().into_inner();
        let mut last = None;
        while let Some(event) = events.message().await.unwrap() {
            last = event.event;
        }
        let Some(Event::Result(result)) = last else { panic!("the last event is the result") };
        imported.push((result.imported, result.failures.len()));
    }
    assert_eq!(imported, [(14, 0), (0, 14)]);
    let message = FilterContractsRequest::default().encode_to_vec();
    let page = over_grpc_web(&app, FILTER, Some(&person.token), message.into()).await.unwrap();
    assert_eq!(FilterContractsResponse::decode(page).unwrap().total_elements, 14);
}

#[tokio::test]
async fn a_call_says_where_it_came_from() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let create = |bid: &str| {
        let contract =
            Contract { bid_id: bid.to_owned(), contract_name: "Road".to_owned(), ..Default::default() };
        let request = nirmaan_api::contracts::CreateContractRequest { contract: Some(contract) };
        bytes::Bytes::from(request.encode_to_vec())
    };
    let path = "/nirmaan.contracts.v1.ContractService/CreateContract";
    let token = Some(person.token.as_str());
    over_grpc(&app, path, token, create("1")).await.unwrap();
    over_grpc_web(&app, path, token, create("2")).await.unwrap();
    // The client's own word on it counts for nothing.
    let request = app.request(reqwest::Method::POST, "/api/contracts", token);
    let request =
        request.header("x-nirmaan-source", "system").json(&json!({"bidId": "3", "contractName": "x"}));
    crate::harness::answer(request).await.ok();
    let events = app.events("contract").await;
    let sources: Vec<_> = events.iter().map(|event| event["source"].as_str().unwrap()).collect();
    assert_eq!(sources, ["grpc", "web", "json"]);
}
