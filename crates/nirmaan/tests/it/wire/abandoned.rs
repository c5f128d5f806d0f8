//! Clients that go away in the midst of their calls. What was begun ends as if they had stayed.

use std::{
    fmt::Debug,
    sync::{LazyLock, Mutex},
    time::Duration,
};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use nirmaan::config::Config;
use nirmaan_api::{
    access::Action,
    contracts::{Contract, CreateContractRequest, GetContractRequest},
};
use nirmaan_store::{Actor, Source};
use prost::Message;
use reqwest::{
    Method, RequestBuilder, StatusCode,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use tokio::time::timeout;
use tonic::Code;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    subscriber,
};
use tracing_subscriber::{
    layer::{Context, Layer, SubscriberExt},
    registry,
};

use crate::{
    build::{PASSWORD, Person, Tenant},
    documents::{ONE, PDF},
    harness::{App, until},
    wire::{
        metrics::{told, value},
        over_grpc_web, web_request,
    },
};

/// How many of each kind of call are abandoned, each a little later than the one before.
const ROUNDS: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abandoned_calls_leave_nothing_half_done_and_nobody_in_their_transactions() {
    let notices = Notices::listen();
    // They sign in again and again, and go on with the first session.
    let app = App::start_with(|config| {
        config.limits.sessions = 1_000;
        config.limits.calls_burst = 10_000;
    })
    .await;
    let (tenant, person) = firm(&app, "Hasty").await;
    let contract = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let (_, patient) = firm(&app, "Patient").await;
    let kept = app.contract(&patient, json!({"bidId": "B-1", "contractName": "Bridge"})).await;
    let path = format!("/api/contracts/{}", kept["id"].as_str().unwrap());

    let hasty = stream::iter(0..ROUNDS).for_each_concurrent(4, |round| {
        let (app, tenant, person, contract) = (&app, &tenant, &person, &contract);
        async move {
            for request in calls(app, tenant, person, contract, round) {
                // From before the call is read to after it is answered.
                let patience = Duration::from_millis((round % 10) as u64);
                let _ = timeout(patience, async { request.send().await?.bytes().await }).await;
            }
        }
    });
    let patient = async {
        for _ in 0..ROUNDS {
            assert_eq!(app.get(&path, &patient.token).await.ok()["bidId"], "B-1");
        }
    };
    tokio::join!(hasty, patient);

    let db = app.owner_db().await;
    if app.is_postgres() {
        let of_sessions = |state: &str| {
            format!(
                "SELECT COUNT(*) AS n FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid() AND {state}"
            )
        };
        let busy = of_sessions("state <> 'idle'");
        let stuck =
            of_sessions("state LIKE 'idle in transaction%' AND state_change < now() - INTERVAL '10 seconds'");
        until("no session is left in a transaction", async || {
            assert_eq!(app.platform_count(&db, &stuck).await, 0, "it waits for somebody who has gone");
            (app.platform_count(&db, &busy).await == 0).then_some(())
        })
        .await;
    }
    // What goes on without its client has its place until it has ended.
    until("a place is free again", async || {
        let status = app.get("/api/profile", &person.token).await.status;
        (status != StatusCode::TOO_MANY_REQUESTS).then_some(())
    })
    .await;
    // Whoever comes next works by themselves: what they write is there, and theirs alone.
    for number in 0..20 {
        let body = json!({"bidId": format!("after-{number}"), "contractName": "Road"});
        let created = app.contract(&person, body).await;
        let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
        assert_eq!(app.get(&path, &person.token).await.ok(), created);
    }
    for (table, entity) in
        [("contracts", "contract"), ("security_deposits", "security_deposit"), ("documents", "document")]
    {
        // Some may still be on their way.
        until(&format!("an event for each of the {table}"), async || {
            let rows = app.platform_count(&db, &format!("SELECT COUNT(*) AS n FROM {table}")).await;
            let events = app.events(entity).await;
            let created = events.iter().filter(|event| event["action"] == "create").count();
            (rows == created as i64).then_some(())
        })
        .await;
    }
    assert_eq!(notices.heard(), Vec::<String>::new());
}

#[tokio::test]
async fn a_call_whose_client_has_gone_ends_by_itself() {
    let app = App::start_with(|config| config.metrics_listen = Some(([127, 0, 0, 1], 0).into())).await;
    let (_, person) = firm(&app, "Firm").await;
    let body = json!({"bidId": "A-1", "contractName": "Road"});
    for (number, request) in [
        app.request(Method::POST, "/api/contracts", Some(&person.token)).json(&body),
        web_request(&app, CREATE, Some(&person.token), &message("A-2")),
    ]
    .into_iter()
    .enumerate()
    {
        // The call can't end without this lock when its client goes.
        let db = app.owner_db().await;
        let lock = app.hold(&db, "contracts").await;
        under_way(&app, 0.0).await;
        let waits = async {
            under_way(&app, 1.0).await;
            if app.is_postgres() {
                app.until_lock_wait(&db).await;
            }
        };
        tokio::select! { answer = request.send() => panic!("{answer:?}"), () = waits => {} }
        lock.commit().await.unwrap();
        until("what was asked for is there", async || {
            let page = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
            (page["totalElements"] == number + 1).then_some(())
        })
        .await;
    }
}

/// Waits until so many calls are under way.
async fn under_way(app: &App, calls: f64) {
    until("calls under way", async || {
        (value(&told(app).await, "nirmaan_calls_under_way") == Some(calls)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_call_beyond_its_time_is_told_so_and_leaves_nothing() {
    let app = App::start().await;
    // Of its few connections no late call may spoil one.
    let few = |config: &mut Config| {
        config.limits.request = Duration::from_secs(1);
        (config.limits.connections, config.limits.sqlite_readers) = (2, 1);
    };
    let hasty = app.start_beside(few).await;
    let (_, person) = firm(&app, "Firm").await;
    let body = json!({"bidId": "A-1", "contractName": "Road"});
    let db = app.owner_db().await;
    let lock = app.hold(&db, "contracts").await;
    let late = hasty.post("/api/contracts", &person.token, body.clone()).await;
    assert_eq!(late.error(504).0, "DEADLINE_EXCEEDED");
    let late = over_grpc_web(&hasty, CREATE, Some(&person.token), message("A-1")).await.unwrap_err();
    assert_eq!(late.0, Code::DeadlineExceeded);
    lock.commit().await.unwrap();
    // Neither took the bid.
    until("it is made by whoever comes next", async || {
        let answer = app.post("/api/contracts", &person.token, body.clone()).await;
        (answer.status == 200).then_some(())
    })
    .await;
    assert_eq!(app.events("contract").await.len(), 1);
    // Nor did they spoil a connection: each has its turn. On a busy machine a call may be late again.
    for _ in 0..20 {
        until("an answer", async || {
            let answer = hasty.post("/api/contracts/filter", &person.token, json!({})).await;
            assert!(answer.status == 200 || answer.status == 504, "{}", answer.text);
            (answer.status == 200).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_transaction_whose_begin_nobody_waits_for_is_nobodys() {
    let notices = Notices::listen();
    let app = App::start().await;
    let (tenant, person) = firm(&app, "Firm").await;
    let actor = Actor {
        tenant_id: tenant.id,
        user_id: Some(person.id),
        source: Source::Grpc,
        request_id: String::new(),
        address: String::new(),
    };
    for patience in 0..40 {
        let waits = async {
            for _ in 0..patience % 4 {
                tokio::task::yield_now().await;
            }
        };
        // Polled at least once, so that the BEGIN may be on its way.
        tokio::select! { biased; _ = app.store().read(&actor) => {}, () = waits => {} }
        app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    }
    assert_eq!(notices.heard(), Vec::<String>::new());
}

const CREATE: &str = "/nirmaan.contracts.v1.ContractService/CreateContract";
const GET: &str = "/nirmaan.contracts.v1.ContractService/GetContract";

async fn firm(app: &App, name: &str) -> (Tenant, Person) {
    let tenant = app.tenant(name).await;
    let actions = [Action::Create, Action::View, Action::Report].map(|action| ("Contracts", action));
    let person = app.person(&tenant, &actions).await;
    (tenant, person)
}

/// One call of each kind: of reads, writes, sign-ins, streams and uploads, over JSON and gRPC-web.
fn calls(app: &App, tenant: &Tenant, person: &Person, contract: &Value, round: usize) -> Vec<RequestBuilder> {
    let token = Some(person.token.as_str());
    let id = contract["id"].as_str().unwrap();
    let post = |path: &str, body: Value| app.request(Method::POST, path, token).json(&body);
    let sign_in = json!({"emailOrMobile": person.email, "password": PASSWORD, "tenantName": tenant.name});
    let file = Part::bytes(PDF).file_name(format!("{round}.pdf"));
    vec![
        app.request(Method::GET, &format!("/api/contracts/{id}"), token),
        post("/api/contracts/filter", json!({})),
        post("/api/contracts", json!({"bidId": format!("J-{round}"), "contractName": "Road"})),
        post(
            &format!("/api/contracts/{id}/security-deposit"),
            json!({"depositType": "EMD", "instrumentNo": format!("DD {round}"), "amount": 100}),
        ),
        app.request(Method::POST, "/api/auth/login", None).json(&sign_in),
        post("/api/contracts/export", json!({"format": "CSV"})),
        app.request(Method::POST, ONE, token)
            .multipart(Form::new().text("entityId", id.to_owned()).part("file", file)),
        web_request(app, CREATE, token, &message(&format!("G-{round}"))),
        web_request(app, GET, token, &GetContractRequest { id: id.to_owned() }.encode_to_vec().into()),
    ]
}

/// A request for a contract of this bid.
fn message(bid_id: &str) -> Bytes {
    let contract =
        Contract { bid_id: bid_id.to_owned(), contract_name: "Road".to_owned(), ..Contract::default() };
    CreateContractRequest { contract: Some(contract) }.encode_to_vec().into()
}

/// What PostgreSQL warns of, to any connection of this process: that a statement found itself in a transaction that
/// somebody else had begun, or in none.
#[derive(Clone, Copy)]
struct Notices;

static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Notices {
    /// Begins to listen, once for all tests.
    fn listen() -> Self {
        static LISTENING: LazyLock<()> =
            LazyLock::new(|| subscriber::set_global_default(registry().with(Notices)).unwrap());
        LazyLock::force(&LISTENING);
        Self
    }

    fn heard(self) -> Vec<String> {
        HEARD.lock().unwrap().clone()
    }
}

impl<S: Subscriber> Layer<S> for Notices {
    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        metadata.target() == "sqlx::postgres::notice"
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        struct Text(String);
        impl Visit for Text {
            fn record_debug(&mut self, _: &Field, value: &dyn Debug) {
                self.0 = format!("{value:?}");
            }
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        if text.0.contains("transaction in progress") {
            HEARD.lock().unwrap().push(text.0);
        }
    }
}
