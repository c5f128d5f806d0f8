//! Changes of some fields of a record.

use nirmaan_api::{
    access::Action,
    contracts::{
        Contract, SecurityDeposit, UpdateContractRequest, UpdateSecurityDepositRequest,
        contract_service_client::ContractServiceClient,
        security_deposit_service_client::SecurityDepositServiceClient,
    },
    types::Money,
};
use prost_reflect::prost_types::FieldMask;
use serde_json::{Value, json};
use tonic::Code;
use tonic_types::StatusExt;

use crate::{
    build::Person,
    harness::{App, signed},
};

/// An update of these fields of a contract.
fn update(
    person: &Person,
    id: &str,
    sent: Contract,
    fields: &[&str],
) -> tonic::Request<UpdateContractRequest> {
    let update_mask = FieldMask { paths: fields.iter().map(ToString::to_string).collect() };
    let request =
        UpdateContractRequest { id: id.to_owned(), contract: Some(sent), update_mask: Some(update_mask) };
    signed(request, &person.token)
}

#[tokio::test]
async fn two_who_change_different_fields_at_once_overwrite_nothing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let id = contract["id"].as_str().unwrap();
    let channel = app.channel().await;
    let change = |sent, fields| {
        let mut client = ContractServiceClient::new(channel.clone());
        let request = update(&person, id, sent, fields);
        async move { client.update_contract(request).await.unwrap() }
    };
    for round in 1..=8 {
        let words = format!("Round {round}");
        let commented = Contract { comments: words.clone(), ..Contract::default() };
        let referred = Contract { reference_no: words.clone(), ..Contract::default() };
        tokio::join!(change(commented, &["comments"]), change(referred, &["reference_no"]));
        let stored = app.get(&format!("/api/contracts/{id}"), &person.token).await.ok();
        assert_eq!((&stored["comments"], &stored["referenceNo"]), (&json!(words), &json!(words)));
        assert_eq!((&stored["bidId"], &stored["version"]), (&json!("A-1"), &json!(1 + 2 * round)));
    }
}

#[tokio::test]
async fn a_change_of_some_fields_of_an_old_version_is_a_conflict() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let id = contract["id"].as_str().unwrap();
    let mut client = ContractServiceClient::new(app.channel().await);
    let commented = |version| Contract { comments: "Site seen".to_owned(), version, ..Contract::default() };
    let changed = client.update_contract(update(&person, id, commented(1), &["comments"])).await.unwrap();
    assert_eq!(changed.into_inner().version, 2);
    let stale = client.update_contract(update(&person, id, commented(1), &["comments"])).await.unwrap_err();
    assert_eq!(stale.code(), Code::Aborted);
    let unknown = client.update_contract(update(&person, id, commented(2), &["comments", "colour"])).await;
    let violations = unknown.unwrap_err().get_details_bad_request().unwrap().field_violations;
    assert_eq!(
        (violations[0].field.as_str(), violations[0].description.as_str()),
        ("update_mask", "There is no field \"colour\" that can be changed.")
    );
    let stored = app.get(&format!("/api/contracts/{id}"), &person.token).await.ok();
    assert_eq!(stored["version"], 2);
}

#[tokio::test]
async fn an_old_version_is_a_conflict_also_where_the_two_changes_break_a_rule_together() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let project = app.project(&person, json!({"projectName": "Road"})).await;
    let days = |start: &str, end: &str| json!({"givenStartDate": start, "givenEndDate": end});
    let mut task = days("2026-03-10", "2026-03-20");
    task["projectId"] = project["id"].clone();
    task["title"] = json!("Earthwork");
    let task = app.post("/api/tasks", &person.token, task).await.ok();
    let at = |mask: &str| format!("/api/tasks/{}?updateMask={mask}", task["id"].as_str().unwrap());
    let moved = days("2026-03-25", "2026-03-30");
    app.put(&at("givenStartDate,givenEndDate"), &person.token, moved).await.ok();
    let mut mine = json!({"givenEndDate": "2026-03-22", "version": 1});
    let (code, _) = app.put(&at("givenEndDate"), &person.token, mine.clone()).await.error(409);
    assert_eq!(code, "ABORTED");
    mine["version"] = json!(2);
    app.put(&at("givenEndDate"), &person.token, mine).await.error(400);
}

#[tokio::test]
async fn of_a_bid_what_was_not_sent_follows_from_what_was() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    const NONE: Option<i64> = None;
    let bid = |[actual, percentage, value]: [Option<i64>; 3], prefix: &str| {
        json!({
            format!("{prefix}ActualValue"): actual,
            format!("{prefix}BidPercentage"): percentage,
            format!("{prefix}BidValue"): value,
        })
    };
    let linked = [Some(1_000), Some(10), Some(1_100)];
    let loose = [NONE, Some(10), Some(1_100)];
    let quoted = [NONE, NONE, Some(1_100)];
    let (actual, percentage, value) = ("ActualValue", "BidPercentage", "BidValue");
    for (list, prefix, name) in
        [("/api/contracts", "tender", "contractName"), ("/api/projects", "project", "projectName")]
    {
        let cases = [
            (linked, &[percentage][..], [NONE, Some(20), NONE], [Some(1_000), Some(20), Some(1_200)]),
            (linked, &[percentage], [NONE; 3], [Some(1_000), NONE, NONE]),
            (linked, &[value], [NONE, NONE, Some(900)], [Some(1_000), Some(-10), Some(900)]),
            (linked, &[value], [NONE; 3], [Some(1_000), NONE, NONE]),
            (linked, &[actual], [Some(2_000), NONE, NONE], [Some(2_000), Some(10), Some(2_200)]),
            (
                linked,
                &[actual, value],
                [Some(2_000), NONE, Some(1_000)],
                [Some(2_000), Some(-50), Some(1_000)],
            ),
            (
                linked,
                &[actual, percentage],
                [Some(2_000), Some(20), NONE],
                [Some(2_000), Some(20), Some(2_400)],
            ),
            // Without an estimate nothing follows.
            (linked, &[actual], [NONE; 3], [NONE, Some(10), Some(1_100)]),
            (loose, &[percentage], [NONE, Some(20), NONE], [NONE, Some(20), Some(1_100)]),
            (loose, &[value], [NONE, NONE, Some(900)], [NONE, Some(10), Some(900)]),
            (quoted, &[actual], [Some(1_000), NONE, NONE], [Some(1_000), Some(10), Some(1_100)]),
        ];
        for (place, (stored, fields, sent, expected)) in cases.into_iter().enumerate() {
            let mut body = bid(stored, prefix);
            body["bidId"] = json!(format!("{prefix} {place}"));
            body[name] = json!("Road");
            let created = app.post(list, &person.token, body).await.ok();
            let mask: Vec<_> = fields.iter().map(|field| format!("{prefix}{field}")).collect();
            let path = format!("{list}/{}?updateMask={}", created["id"].as_str().unwrap(), mask.join(","));
            let changed = app.put(&path, &person.token, bid(sent, prefix)).await.ok();
            for (field, value) in bid(expected, prefix).as_object().unwrap() {
                assert_eq!(&changed[field], value, "{path} of {stored:?}: {field}");
            }
        }
    }
}

#[tokio::test]
async fn a_projects_bid_id_can_be_emptied_by_either_name() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    for name in ["contractBidId", "contractBidNo"] {
        let body = json!({"projectName": "Road", "contractBidId": "A-1"});
        let project = app.project(&person, body).await;
        let path = format!("/api/projects/{}?updateMask={name}", project["id"].as_str().unwrap());
        let changed = app.put(&path, &person.token, json!({})).await.ok();
        assert_eq!(
            (&changed["contractBidId"], &changed["projectName"]),
            (&json!(""), &json!("Road")),
            "{name}"
        );
    }
}

#[tokio::test]
async fn no_rule_is_passed_by_naming_fields() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let project = app.project(&person, json!({"projectName": "Road"})).await;
    let other = app.project(&person, json!({"projectName": "Bridge"})).await;
    let task = json!({"projectId": project["id"], "title": "Earthwork", "givenStartDate": "2026-03-10"});
    let task = app.post("/api/tasks", &person.token, task).await.ok();
    let above = json!({"projectId": project["id"], "title": "Roadway"});
    let above = app.post("/api/tasks", &person.token, above).await.ok();
    let at = |list: &str, record: &Value, mask: &str| {
        format!("/api/{list}/{}?updateMask={mask}", record["id"].as_str().unwrap())
    };
    for (path, body, field) in [
        (at("tasks", &task, "givenEndDate"), json!({"givenEndDate": "2026-03-01"}), "givenEndDate"),
        (at("tasks", &task, "title"), json!({"title": " "}), "title"),
        (at("tasks", &task, "projectId"), json!({"projectId": other["id"]}), "projectId"),
        (at("projects", &project, "contractId"), json!({"contractId": other["id"]}), "contractId"),
        (at("projects", &project, "id"), json!({"id": other["id"]}), "updateMask"),
    ] {
        let refused = app.put(&path, &person.token, body).await;
        refused.error(400);
        assert_eq!(refused.json()["fields"][0]["field"], field, "{path}");
    }
    let moved =
        app.put(&at("tasks", &task, "parentId"), &person.token, json!({"parentId": above["id"]})).await.ok();
    assert_eq!((&moved["parentId"], &moved["title"]), (&above["id"], &json!("Earthwork")));
    let stays = app.put(&at("tasks", &task, "parentId"), &person.token, json!({})).await.ok();
    assert_eq!(stays["parentId"], above["id"]);

    // Somebody with a right that the administrator of users doesn't have.
    let tenant = app.tenant("Other").await;
    let admin = app.person(&tenant, &[("User", Action::Edit)]).await;
    let stronger = app.person(&tenant, &[("Contracts", Action::Delete)]).await;
    for (mask, body) in [
        ("password", json!({"password": "harbour lantern 7"})),
        ("email", json!({"email": "taken@firm.example"})),
        ("isActive", json!({"isActive": false})),
    ] {
        let path = format!("/api/users/{}?updateMask={mask}", stronger.id);
        app.put(&path, &admin.token, body).await.error(403);
    }
    let root = app.root().await;
    let modules = app.get("/api/modules", &root.token).await.ok();
    let needed = modules.as_array().unwrap().iter().find(|module| module["name"] == "Role").unwrap();
    app.put(&at("modules", needed, "status"), &root.token, json!({"status": false})).await.error(409);
    app.put(&at("modules", needed, "name"), &root.token, json!({"name": "Roles"})).await.error(409);
}

#[tokio::test]
async fn an_account_number_stays_when_another_field_of_its_deposit_changes() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let deposit = json!({
        "depositType": "EMD", "instrumentNo": "DD 7", "amount": 100, "bankAccountNo": "30011234567890",
    });
    let deposit = app.lodge(&person, &contract, deposit).await;
    let text = |name: &str| deposit[name].as_str().unwrap().to_owned();
    let request = UpdateSecurityDepositRequest {
        contract_id: text("contractId"),
        id: text("id"),
        deposit: Some(SecurityDeposit {
            amount: Some(Money { paise: 20_050 }),
            ..SecurityDeposit::default()
        }),
        update_mask: Some(FieldMask { paths: vec!["amount".to_owned()] }),
    };
    let mut client = SecurityDepositServiceClient::new(app.channel().await);
    let changed = client.update_security_deposit(signed(request, &person.token)).await.unwrap().into_inner();
    assert_eq!(changed.amount, Some(Money { paise: 20_050 }));
    assert_eq!(
        (changed.instrument_no.as_str(), changed.bank_account_no.as_str()),
        ("DD 7", "30011234567890")
    );
}

#[tokio::test]
async fn a_user_stays_signed_in_until_the_password_or_the_activity_is_named() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let admin = app.person(&tenant, &[("User", Action::Edit)]).await;
    let person = app.person(&tenant, &[]).await;
    let path = format!("/api/users/{}", person.id);
    let body = json!({"designation": "Clerk", "email": "", "password": "", "isActive": false});
    let changed = app.put(&format!("{path}?updateMask=designation"), &admin.token, body.clone()).await.ok();
    assert_eq!(
        (&changed["designation"], &changed["email"], &changed["isActive"]),
        (&json!("Clerk"), &json!(person.email), &json!(true))
    );
    app.get("/api/profile", &person.token).await.ok();
    let other = json!({"password": "harbour lantern 7"});
    app.put(&format!("{path}?updateMask=password"), &admin.token, other).await.ok();
    app.get("/api/profile", &person.token).await.error(401);
    let again = app.log_in(&tenant.name, &person.email, "harbour lantern 7").await;
    let token = again["accessToken"].as_str().unwrap();
    app.put(&format!("{path}?updateMask=isActive"), &admin.token, body).await.ok();
    app.get("/api/profile", token).await.error(401);
}
