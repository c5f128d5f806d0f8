//! Days in figures, in the order of day and month that a file shows or that was chosen for it.

use reqwest::Method;
use serde_json::{Value, json};

use super::{contract, counts, tried};
use crate::{contracts::import::upload, harness::App};

/// The days of its columns prove that the month comes first.
const MONTH_FIRST: &str = "Bid ID,Contract Name,Opening Date,Closing Date\n\
                           C03/1,Drain A,04/25/2026,05/09/2026\n\
                           C03/2,Drain B,04/05/2026,04/20/2026\n\
                           C03/3,Drain C,04/06/2026,05/07/2026\n\
                           C03/4,Drain D,12/31/2026,01/12/2027\n";

/// What is told of the columns of days: whether an order may be chosen, which one counts, and whether it was chosen.
fn told(result: &Value) -> Vec<[&Value; 3]> {
    let columns = result["columns"].as_array().unwrap();
    let days = columns.iter().filter(|column| column["field"].as_str().unwrap().ends_with("Date"));
    days.map(|column| ["acceptsDateOrder", "dateOrder", "isDateOrderChosen"].map(|part| &column[part]))
        .collect()
}

#[tokio::test]
async fn a_month_first_file_is_stored_once_that_is_chosen() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for fields in [&[("dryRun", "true")][..], &[]] {
        let refused = tried(&app, &person, MONTH_FIRST, fields).await.ok();
        assert_eq!(counts(&refused), [0, 0, 0, 4], "{refused}");
        let third = &refused["failures"][2];
        assert_eq!(third["refId"], "C03/3");
        assert!(third["reason"].as_str().unwrap().contains("the column is month-first"), "{third}");
        assert_eq!(told(&refused), [[&json!(true), &json!(""), &json!(false)]; 2]);
    }
    let checked = tried(&app, &person, MONTH_FIRST, &[("dateOrder", "MDY"), ("dryRun", "true")]).await.ok();
    assert_eq!(told(&checked), [[&json!(true), &json!("MDY"), &json!(true)]; 2]);
    assert_eq!(
        checked["rows"][2]["values"]["days"],
        json!([{"field": "openingDate", "day": "2026-04-06"}, {"field": "closingDate", "day": "2026-05-07"}])
    );
    let stored = tried(&app, &person, MONTH_FIRST, &[("dateOrder", "MDY")]).await.ok();
    assert_eq!(counts(&stored), [4, 0, 0, 0], "{stored}");
    let third = contract(&app, &person, "C03/3").await;
    assert_eq!((&third["openingDate"], &third["closingDate"]), (&json!("2026-04-06"), &json!("2026-05-07")));
    // As a change, too: it is either made as it is meant, or not at all.
    let fields = [("updateExisting", "true"), ("dateOrder", "mdy")];
    assert_eq!(counts(&tried(&app, &person, MONTH_FIRST, &fields).await.ok()), [0, 0, 4, 0]);
    let refused = tried(&app, &person, MONTH_FIRST, &fields[..1]).await.ok();
    assert_eq!(counts(&refused), [0, 0, 0, 4], "{refused}");
}

#[tokio::test]
async fn an_order_is_chosen_for_one_column_or_for_all() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name,Opening Date,Closing Date\nA,Road,04/05/2026,05/06/2026\n";
    for (fields, opening, closing) in [
        (&[][..], "2026-05-04", "2026-06-05"),
        (&[("dateOrder", "MDY")], "2026-04-05", "2026-05-06"),
        (&[("dateOrder.closingDate", "MDY"), ("dateOrder", "DMY")], "2026-05-04", "2026-05-06"),
        (&[("date_order.closing_date", " dmy "), ("date_order", "MDY")], "2026-04-05", "2026-06-05"),
        // Of a field that the file doesn't have, it says nothing.
        (&[("dateOrder.resultDate", "MDY")], "2026-05-04", "2026-06-05"),
    ] {
        let fields: Vec<_> = fields.iter().copied().chain([("dryRun", "true")]).collect();
        let checked = tried(&app, &person, text, &fields).await.ok();
        assert_eq!(
            checked["rows"][0]["values"]["days"],
            json!([{"field": "openingDate", "day": opening}, {"field": "closingDate", "day": closing}]),
            "{fields:?}"
        );
    }
    // What isn't chosen isn't read against what is.
    let one = tried(&app, &person, text, &[("dateOrder.closingDate", "MDY"), ("dryRun", "true")]).await.ok();
    let reason = one["failures"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("perhaps month-first, as Closing Date seems to be (as chosen)"), "{reason}");
    assert_eq!(told(&one)[0], [&json!(true), &json!(""), &json!(false)]);
    for (name, value, said) in [
        ("dateOrder", "", "dateOrder must be DMY (the day first) or MDY (the month first)."),
        ("date_order", "YMD", "date_order must be DMY"),
        ("dateOrder.openingDate", "American", "dateOrder.openingDate must be DMY"),
        (
            "dateOrder.bidId",
            "DMY",
            "dateOrder.bidId names no column of days. Those are openingDate, closingDate,",
        ),
    ] {
        let (_, message) = tried(&app, &person, text, &[(name, value)]).await.error(400);
        assert!(message.contains(said), "{name}: {message}");
    }
}

#[tokio::test]
async fn an_order_is_remembered_with_the_columns() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = |bid_id: &str, opened: &str| format!("No.,Job,Opened\n{bid_id},Road,{opened}\n");
    let map = r#"{"No.": "bidId", "Job": "contractName", "Opened": "openingDate"}"#;
    let fields = [("columnMap", map), ("dateOrder.openingDate", "MDY")];
    assert_eq!(counts(&tried(&app, &person, &text("A", "04/25/2026"), &fields).await.ok()), [1, 0, 0, 0]);
    let second = tried(&app, &person, &text("B", "04/05/2026"), &[]).await.ok();
    assert_eq!(told(&second), [[&json!(true), &json!("MDY"), &json!(true)]]);
    assert_eq!(contract(&app, &person, "B").await["openingDate"], "2026-04-05");
    let events = app.events("contract_import").await;
    let chosen = events[0]["changes"]["chosen_columns"]["to"].as_array().unwrap();
    assert_eq!(chosen.last().unwrap(), "Opening Date: month-first");
    // A file that shows something else is asked about.
    let other = tried(&app, &person, &text("C", "25/04/2026"), &[]).await.ok();
    assert_eq!(counts(&other), [0, 0, 0, 1], "{other}");
    assert_eq!(told(&other), [[&json!(true), &json!(""), &json!(false)]]);
    // Another organisation knows nothing of it.
    let (_, foreign) = app.firm("Other").await;
    let tried = tried(&app, &foreign, &text("B", "04/05/2026"), &[("dryRun", "true")]).await.ok();
    assert_eq!(told(&tried), Vec::<[&Value; 3]>::new());
}

#[tokio::test]
async fn rows_that_come_back_keep_the_order_that_was_chosen() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = MONTH_FIRST.replace("Drain C", "");
    let result = tried(&app, &person, &text, &[("dateOrder", "MDY")]).await.ok();
    assert_eq!(counts(&result), [3, 0, 0, 1], "{result}");
    let link = result["errorFileUrl"].as_str().unwrap();
    let back = app.request(Method::GET, link, None).send().await.unwrap().bytes().await.unwrap().to_vec();
    let again = upload(&app, &person, "again.xlsx", back).await.ok();
    assert_eq!(told(&again), [[&json!(true), &json!("MDY"), &json!(false)]; 2], "{again}");
}
