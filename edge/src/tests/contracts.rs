//! The product's own calls.

use nirmaan_api::{
    Date, auth,
    contracts::{
        Contract, FileContent, FilterContractsResponse, GetBulkUploadTemplateResponse, UpdateContractRequest,
    },
    types::Money,
};
use prost::Message;
use serde_json::json;
use tonic::{Status, service::Routes};

use super::{Incoming, Named, call, core, echo, edge, reply};
use crate::Limits;

async fn answer(mut incoming: Incoming) -> Result<Vec<u8>, Status> {
    let message = incoming.message().await.unwrap();
    match incoming.path.rsplit('/').next().unwrap() {
        "Login" => {
            let login = auth::LoginRequest::decode(message).unwrap();
            let access_token = format!("for {}", login.email_or_mobile);
            Ok(auth::LoginResponse { access_token, ..Default::default() }.encode_to_vec())
        }
        "FilterContracts" => {
            let contract = Contract {
                paper_cost: Some(Money { paise: 123_450 }),
                opening_date: Some(Date { year: 2026, month: 3, day: 31 }),
                extension_count: 2,
                ..Default::default()
            };
            Ok(FilterContractsResponse { content: vec![contract], ..Default::default() }.encode_to_vec())
        }
        "UpdateContract" => {
            let update = UpdateContractRequest::decode(message).unwrap();
            Ok(Contract { id: update.id, ..update.contract.unwrap() }.encode_to_vec())
        }
        "GetBulkUploadTemplate" => {
            let data = vec![0xff; 5_000_000].into();
            let file = FileContent { file_name: "template.xlsx".into(), data, ..Default::default() };
            Ok(GetBulkUploadTemplateResponse { file: Some(file) }.encode_to_vec())
        }
        _ => Err(Status::unimplemented("")),
    }
}

fn router() -> axum::Router {
    crate::router(core(|incoming| async { Ok(reply(answer(incoming).await?)) }), Limits::default()).unwrap()
}

#[tokio::test]
async fn login_takes_a_number_for_a_mobile() {
    let login =
        call(&router(), "POST", "/api/auth/auth/login", r#"{"emailOrMobile": 9000000011}"#).await.json();
    assert_eq!(login, json!({"accessToken": "for 9000000011", "refreshToken": "", "user": null}));
}

#[tokio::test]
async fn rows_are_written_as_documented_clients_read_them() {
    let filter = r#"{"pagination": {"size": "x"}, "status": "DRAFT", "dateRange": null}"#;
    let page = call(&router(), "POST", "/api/project/contracts/filter", filter).await.json();
    let row = &page["content"][0];
    assert_eq!((&row["paperCost"], &row["openingDate"]), (&json!(1234.5), &json!("2026-03-31")));
    assert_eq!((&row["extensionCoun"], &row["status"]), (&json!(2), &json!("")));
    assert_eq!((&row["totalDeposit"], &row["tenderBidPercentage"]), (&json!(null), &json!(null)));
    assert_eq!(page["totalElements"], 0);
}

#[tokio::test]
async fn an_entity_is_its_own_body_and_comes_back_exactly() {
    let update = r#"{"id": "other", "status": "DRAFT", "contractMetadata": {"b": 1.0, "a": 2},
        "paperCost": "10000000000000.01", "aggreementDate": "", "terminationReason": null, "version": "3"}"#;
    let updated = call(&router(), "PUT", "/api/contracts/7", update).await;
    let json = updated.json();
    assert_eq!((&json["id"], &json["status"], &json["version"]), (&json!("7"), &json!("DRAFT"), &json!(3)));
    assert!(updated.text().contains(r#""contractMetadata":{"b":1.0,"a":2}"#));
    assert!(updated.text().contains(r#""paperCost":10000000000000.01"#));
}

#[tokio::test]
async fn files_may_be_larger_than_a_message_usually_is() {
    let template = call(&router(), "GET", "/api/contracts/bulk-upload/template", "").await;
    assert_eq!((template.status.as_u16(), template.body.len()), (200, 5_000_000));
    assert_eq!(template.header("content-type"), "application/octet-stream");
    assert!(template.header("content-disposition").contains("template.xlsx"));
}

#[tokio::test]
async fn services_of_this_process_are_called_without_a_socket() {
    let upstream = crate::in_process(Routes::new(Named(echo())));
    let known = call(&edge(upstream.clone()), "POST", "/api/echo", r#"{"id": "1"}"#).await;
    assert_eq!(known.json()["id"], "1");
    let others = crate::router(upstream, Limits::default()).unwrap();
    let unknown = call(&others, "GET", "/api/contracts/1", "").await;
    assert_eq!((unknown.status.as_u16(), &unknown.json()["code"]), (501, &json!("UNIMPLEMENTED")));
}
