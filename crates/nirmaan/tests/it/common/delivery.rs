//! What happens to a mail once it is in the outbox.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use nirmaan_services::jobs::outbox::send_due;
use nirmaan_store::{StoreError, query::outbox::NewMail};
use reqwest::Method;
use sea_orm::DatabaseConnection;
use tokio::{net::TcpSocket, sync::Notify};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    contact::letter,
    server::{Aiosmtpd, Manner, Server, send_to},
};
use crate::harness::{App, until};

/// What the outbox says of its only mail.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    state: String,
    attempts: i64,
    error: String,
}

async fn row(app: &App, db: &DatabaseConnection) -> Row {
    let rows = app.platform_rows(db, "SELECT state, attempts, last_error FROM mails").await;
    assert_eq!(rows.len(), 1);
    Row {
        state: rows[0].try_get("", "state").unwrap(),
        attempts: rows[0].try_get("", "attempts").unwrap(),
        error: rows[0].try_get("", "last_error").unwrap(),
    }
}

/// Waits until so many attempts have ended.
async fn attempted(app: &App, db: &DatabaseConnection, times: i64) -> Row {
    until("an attempt", || async {
        let ended =
            format!("SELECT COUNT(*) AS n FROM mails WHERE attempts = {times} AND claimed_until IS NULL");
        (app.platform_count(db, &ended).await == 1).then_some(())
    })
    .await;
    row(app, db).await
}

async fn send(app: &App) {
    app.send(Method::POST, "/api/sendEmail", None, Some(letter())).await.ok();
}

/// Lets time pass, and the worker know.
fn pass(app: &App, time: TimeDelta) {
    app.clock.advance(time);
    app.deps().mailer.wake();
}

/// Does the worker's work beside it; says how many attempts that took.
async fn due(app: &App) -> u32 {
    send_due(app.deps(), &CancellationToken::new()).await.unwrap()
}

fn message_id(text: &str) -> String {
    text.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().to_owned()
}

fn mail(n: u128) -> NewMail {
    NewMail {
        id: Uuid::from_u128(n),
        message_id: format!("<{n}@nirmaan.example>"),
        recipient: "hello@nirmaan.example".to_owned(),
        reply_to_name: String::new(),
        reply_to_address: String::new(),
        subject: "Hello".to_owned(),
        body: "There".to_owned(),
        origin: None,
    }
}

async fn post(app: &App, mail: NewMail, due: DateTime<Utc>) {
    let mail = &mail;
    let posted =
        app.store().platform::<_, StoreError, _, _>(|db| async move { db.post(mail.clone(), due).await });
    posted.await.unwrap();
}

#[tokio::test]
async fn a_mail_server_gets_the_message_signed_in_and_once() {
    let mut server = tokio::task::spawn_blocking(Aiosmtpd::start).await.unwrap();
    let app = App::start_with(send_to(&server.url)).await;
    send(&app).await;
    let read = move || {
        let mail = server.mail();
        // It lives on: it has yet to say that it took the mail.
        (mail, server)
    };
    let (mail, _server) = tokio::task::spawn_blocking(read).await.unwrap();
    assert_eq!(mail["user"], "desk");
    assert_eq!(mail["sender"], "no-reply@nirmaan.example");
    assert_eq!(mail["recipients"], serde_json::json!(["hello@nirmaan.example"]));
    assert_eq!(mail["headers"]["Subject"], "Message from Asha Patil");
    assert_eq!(mail["replyTo"], serde_json::json!(["Asha Patil", "asha@example.in"]));
    let text: Vec<_> = mail["text"].as_str().unwrap().lines().collect();
    let contact = ["Name: Asha Patil", "E-mail: asha@example.in", "Mobile: 9876543210", ""];
    assert_eq!(text, [&contact[..], &["Please call me back about the pilot."]].concat());
    let row = attempted(&app, &app.owner_db().await, 1).await;
    assert_eq!(row, Row { state: "SENT".to_owned(), attempts: 1, error: String::new() });
}

#[tokio::test]
async fn a_passing_failure_is_tried_again_under_the_same_message_id() {
    for (manner, error) in [
        (Manner::Drops, "incomplete response"),
        (Manner::Says("MAIL", "451 try later"), "transient error (451): try later"),
        (Manner::Says("AUTH", "535 who are you"), "permanent error (535): who are you"),
        (Manner::Says("RCPT", "530 sign in first"), "permanent error (530): sign in first"),
        (Manner::Says("END", "452 no room"), "transient error (452): no room"),
    ] {
        let mut server = Server::start(manner.clone()).await;
        let url = server.url.replace("//", "//desk:secret@");
        let app = App::start_with(send_to(&url)).await;
        let db = app.owner_db().await;
        send(&app).await;
        let row = attempted(&app, &db, 1).await;
        assert_eq!(row.state, "PENDING", "{manner:?}");
        assert!(row.error.contains(error), "{manner:?}: {}", row.error);
        let first = if let Manner::Says("END", _) = manner { Some(server.text().await) } else { None };

        server.behave(Manner::Takes);
        pass(&app, TimeDelta::seconds(61));
        let text = server.text().await;
        assert_eq!(attempted(&app, &db, 2).await.state, "SENT");
        let id = message_id(&text);
        assert!(first.is_none_or(|first| first == text && message_id(&first) == id));
        app.clock.advance(TimeDelta::days(1));
        assert_eq!(due(&app).await, 0, "it is sent once");
    }
}

#[tokio::test]
async fn a_server_that_stalls_is_tried_again() {
    let mut server = Server::start(Manner::Stalls).await;
    let app = App::start_with(|config| {
        send_to(&server.url)(config);
        // Long enough for the second attempt.
        config.limits.mail = Duration::from_secs(5);
    })
    .await;
    let db = app.owner_db().await;
    send(&app).await;
    let row = attempted(&app, &db, 1).await;
    let error = "the mail server took too long".to_owned();
    assert_eq!(row, Row { state: "PENDING".to_owned(), attempts: 1, error });
    server.behave(Manner::Takes);
    pass(&app, TimeDelta::seconds(61));
    server.text().await;
    assert_eq!(attempted(&app, &db, 2).await.state, "SENT");
    assert!(!server.has_more());
}

#[tokio::test]
async fn a_server_that_is_not_there_is_tried_again() {
    // Nobody listens, and as long as the socket is there nobody else gets the port.
    let nobody = TcpSocket::new_v4().unwrap();
    nobody.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let app = App::start_with(send_to(&format!("smtp://{}", nobody.local_addr().unwrap()))).await;
    send(&app).await;
    let row = attempted(&app, &app.owner_db().await, 1).await;
    assert!(row.state == "PENDING" && row.error.starts_with("Connection error"), "{row:?}");
}

#[tokio::test]
async fn a_refused_mail_is_given_up_at_once() {
    for manner in [
        Manner::Says("MAIL", "553 not you"),
        Manner::Says("RCPT", "550 no such user here"),
        Manner::Says("END", "554 spam"),
    ] {
        let server = Server::start(manner.clone()).await;
        let app = App::start_with(send_to(&server.url)).await;
        let db = app.owner_db().await;
        send(&app).await;
        assert_eq!(attempted(&app, &db, 1).await.state, "DEAD", "{manner:?}");
        server.behave(Manner::Takes);
        app.clock.advance(TimeDelta::days(1));
        assert_eq!(due(&app).await, 0);
    }
}

#[tokio::test]
async fn after_ten_attempts_a_mail_is_given_up() {
    let server = Server::start(Manner::Drops).await;
    let app = App::start_with(send_to(&server.url)).await;
    let db = app.owner_db().await;
    send(&app).await;
    for n in 1..10 {
        assert_eq!(attempted(&app, &db, n).await.state, "PENDING", "attempt {n}");
        pass(&app, TimeDelta::minutes(61));
    }
    assert_eq!(attempted(&app, &db, 10).await.state, "DEAD");
}

#[tokio::test]
async fn a_mail_that_ends_whoever_sends_it_is_given_up() {
    let app = App::start().await;
    let db = app.owner_db().await;
    post(&app, mail(1), app.clock.now() + TimeDelta::days(1)).await;
    app.platform_sql(&db, "UPDATE mails SET attempts = 10").await;
    pass(&app, TimeDelta::days(1));
    let row = attempted(&app, &db, 11).await;
    assert_eq!((row.state.as_str(), row.error.as_str()), ("DEAD", "every attempt was cut off"));
    assert!(!app.data_dir().join("outbox").exists());
}

#[tokio::test]
async fn a_mail_waits_a_minute_and_then_twice_as_long() {
    let server = Server::start(Manner::Drops).await;
    let app = App::start_with(send_to(&server.url)).await;
    let db = app.owner_db().await;
    send(&app).await;
    for (n, seconds) in [(1, 60), (2, 120), (3, 240)] {
        attempted(&app, &db, n).await;
        app.clock.advance(TimeDelta::seconds(seconds - 20));
        assert_eq!(due(&app).await, 0, "attempt {n}");
        pass(&app, TimeDelta::seconds(20));
        attempted(&app, &db, n + 1).await;
    }
}

#[tokio::test]
async fn many_workers_send_each_mail_once() {
    let mut server = Server::start(Manner::Takes).await;
    let app = App::start_with(send_to(&server.url)).await;
    let now = app.clock.now();
    for n in 1..=20 {
        post(&app, mail(n), now).await;
    }
    join_all((0..4).map(|_| due(&app))).await;
    let mut ids = BTreeSet::new();
    for _ in 0..20 {
        ids.insert(message_id(&server.text().await));
    }
    assert_eq!(ids.len(), 20);
    assert!(!server.has_more());
}

#[tokio::test]
async fn a_sent_mail_is_marked_when_the_database_has_time() {
    let go_on = Arc::new(Notify::new());
    let mut server = Server::start(Manner::Waits(go_on.clone())).await;
    let app = App::start_with(|config| {
        send_to(&server.url)(config);
        config.patience.writer = Duration::from_secs(2);
    })
    .await;
    send(&app).await;
    server.text().await;
    // Has the one writer of SQLite, as a long import would.
    let (has_it, let_go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (store, told, asked) = (app.store().clone(), has_it.clone(), let_go.clone());
    let holder = tokio::spawn(async move {
        let (told, asked) = (&told, &asked);
        let hold = |_| async move {
            told.notify_one();
            asked.notified().await;
            Ok(())
        };
        store.platform::<_, StoreError, _, _>(hold).await
    });
    has_it.notified().await;
    go_on.notify_one();
    // Whoever asks meanwhile is told to come again, the worker too.
    for _ in 0..2 {
        let asked = app.store().platform::<_, StoreError, _, _>(|_| async { Ok(()) }).await;
        assert_eq!(asked.is_ok(), app.is_postgres());
    }
    let_go.notify_one();
    holder.await.unwrap().unwrap();
    assert_eq!(attempted(&app, &app.owner_db().await, 1).await.state, "SENT");
    assert!(!server.has_more());
}

#[tokio::test]
async fn a_worker_that_was_given_up_changes_nothing_any_more() {
    let app = App::start().await;
    // Of tomorrow, which the server's own worker doesn't see.
    let now = app.clock.now() + TimeDelta::days(1);
    post(&app, mail(1), now).await;
    let claim = |minutes| {
        let at = now + TimeDelta::minutes(minutes);
        app.store().platform::<_, StoreError, _, _>(move |db| async move {
            db.claim_mail(at, at + TimeDelta::minutes(2)).await
        })
    };
    let first = &claim(0).await.unwrap().expect("it is due");
    assert_eq!(claim(1).await.unwrap(), None, "somebody has it");
    let second = claim(2).await.unwrap().expect("its time is over");
    assert_eq!((first.attempts, second.attempts, &second.message_id), (1, 2, &first.message_id));
    app.store()
        .platform::<_, StoreError, _, _>(|db| async move { db.mail_failed(first, "late", None).await })
        .await
        .unwrap();
    let row = row(&app, &app.owner_db().await).await;
    assert_eq!(row, Row { state: "PENDING".to_owned(), attempts: 2, error: String::new() });
}

#[tokio::test]
async fn sent_mails_are_swept_after_thirty_days() {
    let app = App::start().await;
    let db = app.owner_db().await;
    send(&app).await;
    assert_eq!(attempted(&app, &db, 1).await.state, "SENT");
    post(&app, mail(1), app.clock.now() + TimeDelta::days(100)).await;
    let left = || async {
        nirmaan::jobs::sweep(app.deps()).await.unwrap();
        app.platform_count(&db, "SELECT COUNT(*) AS n FROM mails").await
    };
    app.clock.advance(TimeDelta::days(29));
    assert_eq!(left().await, 2);
    app.clock.advance(TimeDelta::days(2));
    assert_eq!(left().await, 1, "what wasn't sent stays");
}
