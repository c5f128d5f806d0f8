//! Imports that wait for others to end.

use std::sync::Arc;

use reqwest::{Method, Response};
use serde_json::json;

use super::{UPLOAD, contract, counts, form, imports, sent, tried, undo};
use crate::{
    build::Person,
    contracts::import::total,
    harness::{App, until},
};

const TEXT: &str = "Bid ID,Contract Name\nA,Road\nB,Dam\n";

/// Sends a file; what the answer has said when it says something.
async fn begun(app: &App, person: &Person, word: &str) -> (Response, String) {
    let request = app.request(Method::POST, UPLOAD, Some(&person.token));
    let request = request.header("accept", "application/x-ndjson").multipart(form(TEXT));
    let mut response = request.send().await.unwrap();
    let mut heard = String::new();
    while !heard.contains(word) {
        heard += std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap();
    }
    (response, heard)
}

async fn rest(mut response: Response, mut heard: String) -> String {
    while let Some(piece) = response.chunk().await.unwrap() {
        heard += std::str::from_utf8(&piece).unwrap();
    }
    heard
}

#[tokio::test]
async fn one_that_waits_says_so_and_holds_up_nobody() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let turn = app.deps().import_turn.clone().acquire_owned().await.unwrap();
    let (response, heard) = begun(&app, &person, "WAITING").await;
    // It was checked before; others work and check files meanwhile.
    assert!(heard.contains("CHECKING") && !heard.contains("STORING"), "{heard}");
    for other in [&person, &stranger] {
        app.contract(other, json!({"bidId": "X", "contractName": "Canal"})).await;
        let checked = tried(&app, other, TEXT, &[("dryRun", "true")]).await.ok();
        assert_eq!(counts(&checked), [2, 0, 0, 0]);
        assert_eq!(total(&app, other).await, 1);
    }
    drop(turn);
    let heard = rest(response, heard).await;
    assert!(heard.contains("STORING") && heard.contains("importId"), "{heard}");
    assert_eq!(total(&app, &person).await, 3);
}

#[tokio::test]
async fn one_that_is_given_up_while_it_waits_stores_nothing() {
    let app = App::start_with(|config| config.limits.imports = 1).await;
    let (_, person) = app.firm("Firm").await;
    let turn = app.deps().import_turn.clone().acquire_owned().await.unwrap();
    drop(begun(&app, &person, "WAITING").await);
    // Its place is free once the server has noticed. A check needs no turn.
    let check = async || {
        let checked = tried(&app, &person, TEXT, &[("dryRun", "true")]).await;
        (checked.status == 200).then_some(())
    };
    until("the place of the one that was given up", check).await;
    drop(turn);
    sent(&app, &person, "Bid ID,Contract Name\nC,Weir\n", &[]).await;
    assert_eq!(total(&app, &person).await, 1);
    assert_eq!(imports(&app, &person, json!({})).await.len(), 1);
}

#[tokio::test]
async fn a_file_that_waits_to_be_read_says_so() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let readers = &app.deps().workbook_readers;
    let places = u32::try_from(readers.available_permits()).unwrap();
    let all = Arc::clone(readers).acquire_many_owned(places).await.unwrap();
    let book = crate::contracts::import::workbook();
    let part = reqwest::multipart::Part::bytes(book).file_name("tenders.xlsx");
    let request = app.request(Method::POST, UPLOAD, Some(&person.token));
    let request = request.header("accept", "application/x-ndjson");
    let form = reqwest::multipart::Form::new().part("file", part);
    let mut response = request.multipart(form).send().await.unwrap();
    let first = response.chunk().await.unwrap().unwrap();
    assert!(first.starts_with(br#"{"progress":{"stage":"WAITING""#), "{first:?}");
    // Files that need no reader go past it.
    sent(&app, &person, TEXT, &[]).await;
    drop(all);
    assert!(rest(response, String::new()).await.contains("importId"));
}

#[tokio::test]
async fn taking_one_back_waits_without_the_turn_of_other_calls() {
    // A user has one call worked on at a time.
    let app = App::start_with(|config| config.limits.calls_at_once = 2).await;
    let (_, person) = app.firm("Firm").await;
    let import = sent(&app, &person, TEXT, &[]).await;
    let turn = app.deps().import_turn.clone().acquire_owned().await.unwrap();
    let others = async {
        for _ in 0..20 {
            assert_eq!(contract(&app, &person, "A").await["contractName"], "Road");
        }
        drop(turn);
    };
    let (undone, ()) = tokio::join!(undo(&app, &person, &import), others);
    undone.ok();
    assert_eq!(total(&app, &person).await, 0);
}
