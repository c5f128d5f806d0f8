//! `SendEmail`.

use std::fs;

use chrono::TimeDelta;
use futures_util::future::join_all;
use nirmaan_api::common::{SendEmailRequest, contact_service_client::ContactServiceClient};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::Code;
use tonic_types::StatusExt;

use crate::harness::{Answer, App, answer, until};

const PATH: &str = "/api/sendEmail";

pub fn letter() -> Value {
    json!({
        "name": "Asha Patil", "email": "asha@example.in", "mobile": "9876543210",
        "message": "Please call me back about the pilot.",
    })
}

async fn send(app: &App, body: Value) -> Answer {
    app.send(Method::POST, PATH, None, Some(body)).await
}

async fn send_from(app: &App, address: &str) -> Answer {
    answer(app.request(Method::POST, PATH, None).header("x-forwarded-for", address).json(&letter())).await
}

async fn mails(app: &App) -> i64 {
    app.platform_count(&app.owner_db().await, "SELECT COUNT(*) AS n FROM mails").await
}

/// How many answers say that the message was taken; the others say that there were too many.
fn taken(answers: &[Answer]) -> usize {
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 429)));
    answers.iter().filter(|answer| answer.status == 200).count()
}

// Spec: S5.contact.order S5.contact.required S5.contact.email S5.contact.mobile S5.contact.message
// Spec: S9.contact.mobile S9.contact.message
#[tokio::test]
async fn the_rules_are_checked_in_their_order_and_the_first_is_told() {
    let app = App::start().await;
    let mut grpc = ContactServiceClient::new(app.channel().await);
    for (name, email, mobile, message, fields, sentence) in [
        ("", "", "", "", &["name", "email", "mobile", "message"][..], "All fields are required."),
        ("", "asha", "123", "short", &["name"], "All fields are required."),
        ("Asha", " ", "123", "short", &["email"], "All fields are required."),
        ("Asha", "asha", "", "short", &["mobile"], "All fields are required."),
        ("Asha", "asha", "123", "\r\n", &["message"], "All fields are required."),
        ("Asha", "asha", "123", "short", &["email"], "Please enter a valid email."),
        ("A\nB", "asha@example", "123", "short", &["email"], "Please enter a valid email."),
        ("Asha", "a@b.in\r\nBcc: c@d.in", "123", "short", &["email"], "Please enter a valid email."),
        (
            "Asha",
            "a@b.in",
            "5876543210",
            "short",
            &["mobile"],
            "Please enter a valid 10-digit mobile number.",
        ),
        (
            "Asha",
            "a@b.in",
            "98765432101",
            "short",
            &["mobile"],
            "Please enter a valid 10-digit mobile number.",
        ),
        (
            "A\nB",
            "a@b.in",
            "9876543210",
            "  nineteen characters  ",
            &["message"],
            "Message should be at least 20 characters.",
        ),
        (
            "A\r\nBcc: c@d.in",
            "a@b.in",
            "9876543210",
            "twenty characters ok",
            &["name"],
            "Name must not contain control characters.",
        ),
    ] {
        let body = json!({"name": name, "email": email, "mobile": mobile, "message": message});
        let answer = send(&app, body).await;
        assert_eq!(answer.error(400), ("INVALID_ARGUMENT".to_owned(), sentence.to_owned()));
        let expected: Vec<_> =
            fields.iter().map(|field| json!({"field": field, "message": sentence})).collect();
        assert_eq!(answer.json()["fields"], json!(expected));

        let request = SendEmailRequest {
            name: name.to_owned(),
            email: email.to_owned(),
            mobile: mobile.to_owned(),
            message: message.to_owned(),
        };
        let status = grpc.send_email(request).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::InvalidArgument, sentence));
        let violations = status.get_details_bad_request().unwrap().field_violations;
        let named: Vec<_> = violations.iter().map(|violation| violation.field.as_str()).collect();
        assert_eq!(named, fields);
    }
    assert_eq!(mails(&app).await, 0);
}

// Spec: S3.contact-message S7.contact.send
#[tokio::test]
async fn a_message_is_taken_over_every_wire_and_lies_in_the_spool() {
    let app = App::start().await;
    for path in [PATH, "/api/common/sendEmail", "/api/api/sendEmail"] {
        let taken = app.send(Method::POST, path, None, Some(letter())).await.ok();
        assert_eq!(taken, json!({"message": "Message sent successfully!"}));
    }
    let mut grpc = ContactServiceClient::new(app.channel().await);
    let request = SendEmailRequest {
        name: "आशा".to_owned(),
        email: "asha@example.in".to_owned(),
        mobile: "9876543210".to_owned(),
        message: "कृपया मुझे वापस फोन करें।".to_owned(),
    };
    let taken = grpc.send_email(request).await.unwrap().into_inner();
    assert_eq!(taken.message, "Message sent successfully!");

    let folder = app.data_dir().join("outbox");
    let texts = until("four files", || async {
        let files = fs::read_dir(&folder).ok()?.map(|file| file.unwrap().path());
        let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|e| e == "eml")).collect();
        files.sort();
        (files.len() == 4).then(|| files.into_iter().map(|file| fs::read_to_string(file).unwrap()))
    })
    .await;
    let texts: Vec<_> = texts.collect();
    for line in [
        "From: no-reply@nirmaan.example",
        "To: hello@nirmaan.example",
        "Reply-To: \"Asha Patil\" <asha@example.in>",
        "Subject: Message from Asha Patil",
        "Name: Asha Patil",
        "E-mail: asha@example.in",
        "Mobile: 9876543210",
        "Please call me back about the pilot.",
    ] {
        assert!(texts[0].lines().any(|found| found == line), "{line} is not in {}", texts[0]);
    }
    assert!(texts[3].is_ascii() && texts[3].contains("Reply-To: =?utf-8?b?"), "{}", texts[3]);
}

#[tokio::test]
async fn an_address_may_send_five_messages_an_hour() {
    let app = App::start().await;
    for _ in 0..5 {
        send(&app, letter()).await.ok();
        send(&app, json!({})).await.error(400);
    }
    app.clock.advance(TimeDelta::minutes(30));
    let refused = send(&app, letter()).await;
    let (code, message) = refused.error(429);
    assert_eq!(code, "RESOURCE_EXHAUSTED");
    assert!(
        ["30", "31"]
            .map(|n| format!("Too many messages. Please try again in {n} minutes."))
            .contains(&message)
    );
    let wait: i64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1_700..=1_801).contains(&wait), "{wait}");
    assert_eq!(mails(&app).await, 5);

    app.clock.advance(TimeDelta::seconds(wait));
    send(&app, letter()).await.ok();
}

#[tokio::test]
async fn messages_at_once_do_not_outrun_the_limit() {
    let app = App::start().await;
    let answers = join_all((0..20).map(|_| send(&app, letter()))).await;
    assert_eq!((taken(&answers), mails(&app).await), (5, 5));
}

#[tokio::test]
async fn all_together_may_send_a_hundred_messages_an_hour() {
    let app = App::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        assert_eq!(config.limits.contact_total, 100);
        config.limits.contact_total = 7;
    })
    .await;
    let addresses: Vec<_> = (1..=20).map(|n| format!("192.0.2.{n}")).collect();
    let answers = join_all(addresses.iter().map(|address| send_from(&app, address))).await;
    assert_eq!((taken(&answers), mails(&app).await), (7, 7));
    app.clock.advance(TimeDelta::minutes(61));
    send_from(&app, "192.0.2.99").await.ok();
}

#[tokio::test]
async fn an_ipv6_network_counts_as_one_address() {
    let app = App::start_with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()]).await;
    for n in 1..=5 {
        send_from(&app, &format!("2001:db8::{n}")).await.ok();
    }
    send_from(&app, "2001:db8::ffff").await.error(429);
    send_from(&app, "2001:db8:0:1::1").await.ok();
}

#[tokio::test]
async fn a_long_message_is_refused() {
    let app = App::start().await;
    let of = |length: usize| {
        let mut body = letter();
        body["message"] = json!("m".repeat(length));
        body
    };
    let refused = send(&app, of(4_001)).await;
    assert_eq!(refused.error(400).1, "Message must have at most 4,000 characters.");
    send(&app, of(16_400)).await.error(413);
    send(&app, of(4_000)).await.ok();
}
