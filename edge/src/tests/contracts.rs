//! The product's own calls, before services of this process that answer what the test needs.

use std::{
    convert::Infallible,
    future::Ready,
    task::{Context, Poll},
};

use http::{Request, Response};
use nirmaan_api::{
    Date, auth,
    contracts::{
        Contract, FileContent, FilterContractsResponse, GetBulkUploadTemplateResponse, UpdateContractRequest,
    },
    types::Money,
};
use prost::Message;
use serde_json::json;
use tonic::{Status, server::NamedService, service::Routes};

use super::{Incoming, call, core, reply};
use crate::Limits;

async fn answer(mut incoming: Incoming) -> Result<Vec<u8>, Status> {
    let message = incoming.message().await;
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

/// A service that answers every call with an empty message.
#[derive(Clone)]
struct Empty;

impl NamedService for Empty {
    const NAME: &'static str = "nirmaan.auth.v1.AuthService";
}

impl tower::Service<Request<tonic::body::Body>> for Empty {
    type Response = Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<tonic::body::Body>) -> Self::Future {
        let body = http_body_util::Full::new(bytes::Bytes::from_static(&[0; 5]));
        let trailers = http::HeaderMap::from_iter([("grpc-status".parse().unwrap(), "0".parse().unwrap())]);
        let body = http_body_util::BodyExt::with_trailers(body, std::future::ready(Some(Ok(trailers))));
        std::future::ready(Ok(Response::new(tonic::body::Body::new(body))))
    }
}

#[tokio::test]
async fn services_of_this_process_are_called_without_a_socket() {
    let router = crate::router(crate::in_process(Routes::new(Empty)), Limits::default()).unwrap();
    assert_eq!(call(&router, "POST", "/api/auth/logout", "").await.text(), "{}");
    let elsewhere = call(&router, "GET", "/api/contracts/1", "").await;
    assert_eq!((elsewhere.status.as_u16(), &elsewhere.json()["code"]), (501, &json!("UNIMPLEMENTED")));
}

#[test]
#[ignore]
fn zz_bench() {
    use prost_reflect::ReflectMessage;
    let date = Some(Date { year: 2026, month: 3, day: 31 });
    let money = Some(Money { paise: 123_450_55 });
    let ts = Some(prost_reflect::prost_types::Timestamp { seconds: 1_774_915_200, nanos: 5_000_000 });
    let contract = Contract {
        id: "0199b1c2-1111-7222-8333-444455556666".into(),
        bid_id: "GEM/2026/B/1234567".into(),
        contract_name: "Construction of a two lane bridge over the river".into(),
        reference_no: "REF/2026/0001".into(),
        description: "Some longer text here, as people write it".into(),
        status: 3,
        paper_cost: money.clone(),
        tender_actual_value: money.clone(),
        tender_bid_value: money.clone(),
        tender_bid_percentage: Some(-3.25),
        contract_type: "Item rate".into(),
        opening_date: date.clone(),
        closing_date: date.clone(),
        result_date: date.clone(),
        awarded_date: date.clone(),
        agreement_date: date.clone(),
        license_id: "L1".into(),
        license_holder_name: "Bharat Infra".into(),
        created_at: ts.clone(),
        updated_at: ts,
        created_by: "0199b1c2-1111-7222-8333-444455556666".into(),
        version: 3,
        total_deposit: money.clone(),
        total_amount: money,
        ..Default::default()
    };
    let bytes = FilterContractsResponse { content: vec![contract.clone(); 100], ..Default::default() }
        .encode_to_vec();
    let d = nirmaan_api::descriptors::pool()
        .get_message_by_name("nirmaan.contracts.v1.FilterContractsResponse")
        .unwrap();
    let mut plan = crate::response::plan::Plan::default();
    let index = plan.add(&d).unwrap();
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let mut n = 0;
        for _ in 0..1000 {
            let mut out = Vec::with_capacity(bytes.len() * 2 + 256);
            crate::response::render::message(&plan, index, &bytes, &mut out).unwrap();
            n += out.len();
        }
        println!("render 100: {:?} each, wire {} json {}", t.elapsed() / 1000, bytes.len(), n / 1000);
    }
    let cd = nirmaan_api::descriptors::pool().get_message_by_name("nirmaan.contracts.v1.Contract").unwrap();
    let ci = plan.add(&cd).unwrap();
    let mut json = Vec::new();
    crate::response::render::message(&plan, ci, &contract.encode_to_vec(), &mut json).unwrap();
    let raw: &serde_json::value::RawValue = serde_json::from_slice(&json).unwrap();
    let t = std::time::Instant::now();
    for _ in 0..10000 {
        let mut m = prost_reflect::DynamicMessage::new(cd.clone());
        let mut b = crate::dialect::bind::Binder::default();
        b.object(&mut m, raw, crate::dialect::bind::At::Body);
        assert!(b.violations().is_empty());
        std::hint::black_box((m.encode_to_vec(), m.descriptor()));
    }
    println!("bind contract: {:?}", t.elapsed() / 10000);
    let t = std::time::Instant::now();
    println!("openapi {} in {:?}", crate::openapi::document().to_string().len(), t.elapsed());
}
