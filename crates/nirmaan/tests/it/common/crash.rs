//! A program that is ended while it sends.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
    sync::Arc,
};

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};
use serde_json::json;
use tokio::{net::TcpStream, sync::Notify};

use super::{
    contact::letter,
    server::{Manner, Server},
};
use crate::{
    harness::until,
    process::{nirmaan, serve, serve_as},
};

async fn database(data_dir: &Path) -> DatabaseConnection {
    Database::connect(format!("sqlite://{}/nirmaan.db", data_dir.display())).await.unwrap()
}

/// The states of all mails.
async fn states(db: &DatabaseConnection) -> Vec<String> {
    let statement = Statement::from_string(db.get_database_backend(), "SELECT state FROM mails");
    let rows = db.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get("", "state").unwrap()).collect()
}

#[tokio::test]
async fn a_mail_is_sent_again_after_kill_9_under_the_same_message_id() {
    let dir = tempfile::tempdir().unwrap();
    // The server has the whole mail, and never says so.
    let mut server = Server::start(Manner::Waits(Arc::new(Notify::new()))).await;
    let flag = format!("--smtp-url={}", server.url);
    let mut serving = serve(dir.path(), &[&flag]);
    let answer = serving.post("/api/sendEmail", "", letter()).await;
    assert_eq!(answer, json!({"message": "Message sent successfully!"}));
    let first = server.text().await;
    serving.signal("-KILL");
    serving.child.wait().unwrap();

    let db = database(dir.path()).await;
    assert_eq!(states(&db).await, ["PENDING"]);
    // The dead program's claim would last for minutes.
    db.execute_unprepared("UPDATE mails SET claimed_until = created_at").await.unwrap();
    server.behave(Manner::Takes);
    let mut serving = serve(dir.path(), &[&flag]);
    let second = server.text().await;
    assert_eq!(second, first, "with its Message-ID");
    assert!(first.contains("Message-ID: <"), "{first}");
    until("the mark", || async { (states(&db).await == ["SENT"]).then_some(()) }).await;
    serving.signal("-TERM");
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
    assert!(!server.has_more());
}

#[tokio::test]
async fn a_stop_lets_the_mail_under_way_finish() {
    let dir = tempfile::tempdir().unwrap();
    let go_on = Arc::new(Notify::new());
    let mut server = Server::start(Manner::Waits(go_on.clone())).await;
    let mut serving = serve(dir.path(), &[&format!("--smtp-url={}", server.url)]);
    serving.post("/api/sendEmail", "", letter()).await;
    server.text().await;
    serving.signal("-TERM");
    let address = serving.base.trim_start_matches("http://").to_owned();
    until("the stop", || async { TcpStream::connect(&address).await.is_err().then_some(()) }).await;
    go_on.notify_one();
    // Not on this thread, on which the mail server runs.
    let ended = tokio::task::spawn_blocking(move || serving.child.wait()).await.unwrap().unwrap();
    assert_eq!(ended.code(), Some(0));
    assert_eq!(states(&database(dir.path()).await).await, ["SENT"]);
    assert!(!server.has_more());
}

#[tokio::test]
async fn a_mail_that_is_given_up_is_logged_by_its_id_alone() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(Manner::Says("RCPT", "550 no hello@nirmaan.example here")).await;
    let mut command = nirmaan(dir.path());
    let flags = [&format!("--smtp-url={}", server.url), "--log=debug"];
    let mut serving = serve_as(command.stderr(Stdio::piped()), &flags);
    serving.post("/api/sendEmail", "", letter()).await;
    let mut log = BufReader::new(serving.child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let read = tokio::task::spawn_blocking(move || {
        let mut seen = Vec::new();
        while !seen.last().is_some_and(|line: &String| line.contains("a mail was given up")) {
            seen.push(log.next().expect("a line that says so"));
        }
        // The rest is read so that the program never waits for us.
        std::thread::spawn(move || log.for_each(drop));
        seen
    });
    let lines = read.await.unwrap();
    assert!(lines.last().is_some_and(|line| line.contains("WARN") && line.contains("mail=")), "{lines:?}");
    for secret in ["hello@nirmaan.example", "asha@example.in", "Asha Patil", "9876543210", "pilot"] {
        assert!(lines.iter().all(|line| !line.contains(secret)), "{secret}");
    }
    assert_eq!(states(&database(dir.path()).await).await, ["DEAD"]);
    serving.signal("-TERM");
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}
