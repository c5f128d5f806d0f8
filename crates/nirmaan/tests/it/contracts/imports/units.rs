//! Amounts in the unit that a file names, or that was chosen for it.

use reqwest::Method;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use super::{contract, counts, sent, tried};
use crate::{contracts::import::upload, harness::App};

const IN_LAKH: &str = "Bid ID,Contract Name,Tender Actual Value (Rs. in Lakhs),Tender Bid Value (₹ in Crore),Paper Cost (Rs.)\n\
                       C01/A,Road,125.50,1.2,1500\n\
                       C01/B,Bridge,48,0.45,500\n";

/// The same as a workbook with numbers.
fn workbook() -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, line) in (0..).zip(IN_LAKH.lines()) {
        for (column, cell) in (0..).zip(line.split(',')) {
            match cell.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, cell).unwrap(),
            };
        }
    }
    book.save_to_buffer().unwrap()
}

fn column(result: &Value, field: &str) -> Value {
    result["columns"].as_array().unwrap().iter().find(|column| column["field"] == field).unwrap().clone()
}

#[tokio::test]
async fn a_unit_in_the_heading_is_told_and_stored_from_texts_and_from_workbooks() {
    let app = App::start().await;
    for (name, bytes) in [("lakh.csv", IN_LAKH.as_bytes().to_vec()), ("lakh.xlsx", workbook())] {
        let (_, person) = app.firm(name).await;
        let result = upload(&app, &person, name, bytes).await.ok();
        assert_eq!(counts(&result), [2, 0, 0, 0], "{result}");
        let units = ["tenderActualValue", "tenderBidValue", "paperCost"]
            .map(|field| column(&result, field)["unit"].clone());
        assert_eq!(units, ["LAKH", "CRORE", "RUPEES"], "{result}");
        let stored = contract(&app, &person, "C01/A").await;
        let amounts = ["tenderActualValue", "tenderBidValue", "paperCost", "tenderBidPercentage"];
        assert_eq!(
            amounts.map(|field| stored[field].as_f64().unwrap()),
            [12_550_000.0, 12_000_000.0, 1_500.0, -4.3825]
        );
        let stored = contract(&app, &person, "C01/B").await;
        assert_eq!(
            amounts.map(|field| stored[field].as_f64().unwrap())[..3],
            [4_800_000.0, 4_500_000.0, 500.0]
        );
    }
}

#[tokio::test]
async fn a_dry_run_shows_each_column_as_it_is_read_and_each_row_as_it_would_be_stored() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(
        &person,
        json!({"bidId": "B", "contractName": "Dam", "openingDate": "2026-04-01", "paperCost": 7}),
    )
    .await;
    let text = "Bid ID,Colour,Contract Name,Tender Actual Value (Rs. in Lakhs),Tender Bid Percentage,Status,Closing Date,Aggreement Date\n\
                A,red,Road,125.50,-10,Awarded,31-12-2099,01-01-2100\n\
                B,,,125.50,,,,\n\
                C,,Canal,x,,,,\n";
    let result = sent(&app, &person, text, &["dryRun", "updateExisting"]).await;
    assert_eq!(counts(&result), [1, 1, 0, 1], "{result}");
    assert_eq!(
        result["columns"].as_array().unwrap()[..4],
        [
            json!({
                "heading": "Bid ID", "field": "bidId", "unit": "", "note": "", "acceptsUnit": false, "isChosen": false,
                "sample": "A", "isUnitChosen": false, "dateOrder": "", "acceptsDateOrder": false,
                "isDateOrderChosen": false,
            }),
            json!({
                "heading": "Colour", "field": "", "unit": "", "note": "Not recognised: this column is ignored.",
                "acceptsUnit": false, "isChosen": false, "sample": "red", "isUnitChosen": false, "dateOrder": "", "acceptsDateOrder": false,
                "isDateOrderChosen": false,
            }),
            json!({
                "heading": "Contract Name", "field": "contractName", "unit": "", "note": "", "acceptsUnit": false,
                "isChosen": false, "sample": "Road", "isUnitChosen": false, "dateOrder": "", "acceptsDateOrder": false,
                "isDateOrderChosen": false,
            }),
            json!({
                "heading": "Tender Actual Value (Rs. in Lakhs)", "field": "tenderActualValue", "unit": "LAKH",
                "note": "In lakh, from the heading.", "acceptsUnit": true, "isChosen": false, "sample": "125.50",
                "isUnitChosen": false, "dateOrder": "", "acceptsDateOrder": false,
                "isDateOrderChosen": false,
            }),
        ]
    );
    let values: Vec<_> = result["rows"].as_array().unwrap().iter().map(|row| row["values"].clone()).collect();
    assert_eq!(
        values,
        [
            json!({
                "contractName": "Road", "status": "AWARDED", "paperCost": null, "tenderActualValue": 12_550_000,
                "tenderBidValue": 11_295_000, "tenderBidPercentage": -10,
                "days": [
                    {"field": "closingDate", "day": "2099-12-31"}, {"field": "aggreementDate", "day": "2100-01-01"},
                ],
            }),
            json!({
                "contractName": "Dam", "status": "DRAFT", "paperCost": 7, "tenderActualValue": 12_550_000,
                "tenderBidValue": null, "tenderBidPercentage": null,
                "days": [{"field": "openingDate", "day": "2026-04-01"}],
            }),
            Value::Null,
        ],
        "{result}"
    );
    // What was said is what is stored.
    let done = sent(&app, &person, text, &["updateExisting"]).await;
    assert_eq!((&done["columns"], &done["rows"]), (&result["columns"], &json!([])));
    for (bid_id, values) in [("A", &values[0]), ("B", &values[1])] {
        let stored = contract(&app, &person, bid_id).await;
        for (field, value) in values.as_object().unwrap().iter().filter(|(field, _)| *field != "days") {
            assert_eq!(stored[field], *value, "{bid_id}: {field}");
        }
        for day in values["days"].as_array().unwrap() {
            assert_eq!(stored[day["field"].as_str().unwrap()], day["day"], "{bid_id}: {day}");
        }
    }
    // A contract that has this already is told as it is.
    let again =
        sent(&app, &person, "Bid ID,Tender Actual Value in Lakhs\nB,125.5\n", &["dryRun", "updateExisting"])
            .await;
    assert_eq!((&again["rows"][0]["outcome"], &again["rows"][0]["values"]), (&json!("SKIP"), &values[1]));
}

#[tokio::test]
async fn a_unit_can_be_chosen_for_a_file_and_is_kept_for_what_comes_back() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name,Tender Actual Value,Paper Cost (lakh/crore)\nA,Road,125.50,0.01\nA,Dam,48,0.01\n";
    let unclear = tried(&app, &person, text, &[("dryRun", "true")]).await.ok();
    assert_eq!(counts(&unclear), [0, 0, 0, 2], "{unclear}");
    assert_eq!(
        (&column(&unclear, "paperCost")["unit"], &column(&unclear, "paperCost")["acceptsUnit"]),
        (&json!(""), &json!(true))
    );
    // By any spelling of field and unit, before the file or behind it; the last one counts.
    let fields = [
        ("unit.tenderActualValue", "CRORE"),
        ("unit.tender_actual_value", "lakh"),
        ("unit.PaperCost", "Rs. in Lakhs"),
    ];
    let result = tried(&app, &person, text, &fields).await.ok();
    assert_eq!(counts(&result), [1, 0, 0, 1], "{result}");
    assert_eq!(column(&result, "tenderActualValue")["note"], "In lakh, as chosen.");
    let stored = contract(&app, &person, "A").await;
    assert_eq!((&stored["tenderActualValue"], &stored["paperCost"]), (&json!(12_550_000), &json!(1_000)));
    let link = result["errorFileUrl"].as_str().unwrap();
    let back = app.request(Method::GET, link, None).send().await.unwrap().bytes().await.unwrap().to_vec();
    let again = upload(&app, &person, "again.xlsx", back).await.ok();
    let units = ["tenderActualValue", "paperCost"].map(|field| column(&again, field)["unit"].clone());
    assert_eq!(units, ["LAKH", "LAKH"], "{again}");

    for (name, value, said) in [
        ("unit.tenderActualValue", "USD", "must be a unit such as RUPEES, THOUSAND, LAKH or CRORE"),
        ("unit.tenderActualValue", "", "must be a unit such as RUPEES, THOUSAND, LAKH or CRORE"),
        ("unit.openingDate", "LAKH", "unit.openingDate names no column of amounts"),
        ("unit.", "LAKH", "names no column of amounts"),
    ] {
        let (_, message) = tried(&app, &person, text, &[(name, value)]).await.error(400);
        assert!(message.contains(said), "{name}={value}: {message}");
    }
}

#[tokio::test]
async fn an_update_in_lakh_changes_nothing_that_is_so_already() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "A", "contractName": "Road", "tenderActualValue": 12_550_000}))
        .await;
    let text = "Bid ID,Tender Actual Value (Rs. in Lakhs)\nA,125.50\n";
    let result = sent(&app, &person, text, &["updateExisting"]).await;
    assert_eq!(counts(&result), [0, 0, 1, 0], "{result}");
}

#[tokio::test]
async fn other_currencies_and_sides_of_a_ledger_store_nothing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name,Paper Cost (USD),Tender Actual Value\n\
                A,Road,5,\nB,Road,,\"5,000.00 Cr\"\nC,Road,,\"12,500.00 Dr\"\nD,Road,,5 crore\n";
    let result = sent(&app, &person, text, &[]).await;
    assert_eq!(counts(&result), [1, 0, 0, 3], "{result}");
    let reason = |row: usize| result["failures"][row]["reason"].as_str().unwrap();
    assert!(reason(0).contains("another currency (USD)"), "{result}");
    assert!(reason(1).contains("credit") && reason(1).contains("crore"), "{result}");
    assert!(reason(2).contains("debit") && reason(2).contains("crore"), "{result}");
    assert_eq!(column(&result, "paperCost")["acceptsUnit"], false);
    assert_eq!(contract(&app, &person, "D").await["tenderActualValue"], 50_000_000);
}
