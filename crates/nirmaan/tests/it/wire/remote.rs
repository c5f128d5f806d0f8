//! The JSON edge in front of a core that it reaches over a channel.

use serde_json::{Value, json};

use crate::harness::App;

#[tokio::test]
async fn the_edge_answers_the_same_over_a_channel_as_in_process() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;

    let upstream = nirmaan_edge::remote(app.channel().await);
    let router = nirmaan_edge::router(upstream, nirmaan_edge::Limits::default()).unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });

    let http = reqwest::Client::new();
    let id = created["id"].as_str().unwrap();
    let ask = |path: String, token: String| {
        let request = http.get(format!("{base}{path}")).bearer_auth(token);
        async move {
            let response = request.send().await.unwrap();
            (response.status().as_u16(), response.json::<Value>().await.unwrap())
        }
    };
    assert_eq!(ask(format!("/api/contracts/{id}"), person.token.clone()).await, (200, created.clone()));
    let (status, body) = ask(format!("/api/contracts/{id}"), "forged".to_owned()).await;
    assert_eq!((status, &body["code"]), (401, &json!("UNAUTHENTICATED")));
    let random = uuid::Uuid::now_v7();
    let (status, body) = ask(format!("/api/project/contracts/{random}"), person.token.clone()).await;
    assert_eq!((status, &body["message"]), (404, &json!("Contract not found.")));
}
