//! Totals, notes and headings among the records are named and not stored: in the check, in the answer and read back.

use reqwest::multipart::{Form, Part};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use super::{contract, counts, send, tried};
use crate::{build::Person, harness::App};

const REPEATED: &str = "Bid ID,Contract Name,Reference No,License Holder Name\n\
                        C06/11,Road A,R1,Asha\n\
                        Bid ID,Contract Name,Reference No,License Holder Name\n\
                        C06/12,Road B,R2,Asha\n";

const NOTES: &str = "Bid ID,Contract Name,Paper Cost\n\
                     C06/41,Road A,100000\n\
                     * estimates as on 01-04-2026,,\n\
                     Prepared by,Accounts section,\n";

fn passed(row: u32, text: &str, reason: &str) -> Value {
    json!({"row": row, "text": text, "reason": reason, "more": 0})
}

/// Everything that the firm's dashboard shows, and how many contracts it has.
async fn figures(app: &App, person: &Person) -> [Value; 3] {
    let kpis = app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok();
    let statuses = app.get("/api/contract-dashboard/status-summary", &person.token).await.ok();
    let page = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    [kpis, statuses, page["totalElements"].clone()]
}

#[tokio::test]
async fn headings_among_the_records_are_no_contract() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let named = json!([passed(
        3,
        "Bid ID Contract Name Reference No License Holder Name",
        "It repeats the headings."
    )]);
    for fields in [&[("dryRun", "true")][..], &[]] {
        let result = tried(&app, &person, REPEATED, fields).await.ok();
        assert_eq!(counts(&result), [2, 0, 0, 0], "{result}");
        assert_eq!(result["passedRows"], named);
    }
    assert_eq!(contract(&app, &person, "Bid ID").await, Value::Null);
    for (id, name) in [("C06/11", "Road A"), ("C06/12", "Road B")] {
        assert_eq!(contract(&app, &person, id).await["contractName"], name);
    }
    // As a change neither: nothing of it is new, and nothing fails.
    let again = tried(&app, &person, REPEATED, &[("updateExisting", "true")]).await.ok();
    assert_eq!((counts(&again), &again["passedRows"]), ([0, 0, 2, 0], &named));
}

#[tokio::test]
async fn totals_and_notes_are_in_no_figure() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, other) = app.firm("Other").await;
    let workbook = || {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Paper Cost"]).unwrap();
        let rows =
            [("C06/21", "Road A", 100_000), ("C06/22", "Road B", 200_000), ("TOTAL", "TOTAL", 300_000)];
        for (number, (id, name, cost)) in (1..).zip(rows) {
            sheet.write_row(number, 0, [id, name]).unwrap();
            sheet.write_number(number, 2, cost).unwrap();
        }
        sheet.write_string(4, 0, "Grand Total").unwrap();
        sheet.write_number(5, 2, 300_000).unwrap();
        Form::new().part("file", Part::bytes(workbook.save_to_buffer().unwrap()).file_name("register.xlsx"))
    };
    let named = json!([
        passed(4, "TOTAL TOTAL 300000", "It holds a total."),
        passed(5, "Grand Total", "It holds a total."),
        passed(6, "300000", "It holds the sums of the amounts above it."),
    ]);
    for form in [workbook().text("dryRun", "true"), workbook()] {
        let result = send(&app, &person, form).await.ok();
        assert_eq!(counts(&result), [2, 0, 0, 0], "{result}");
        assert_eq!(result["passedRows"], named);
    }
    let noted = tried(&app, &person, NOTES, &[]).await.ok();
    assert_eq!(counts(&noted), [1, 0, 0, 0], "{noted}");
    let reason = "It holds a note or a signature.";
    assert_eq!(
        noted["passedRows"],
        json!([
            passed(3, "* estimates as on 01-04-2026", reason),
            passed(4, "Prepared by Accounts section", reason)
        ])
    );

    let records =
        "Bid ID,Contract Name,Paper Cost\nC06/21,Road A,100000\nC06/22,Road B,200000\nC06/41,Road A,100000\n";
    assert_eq!(counts(&tried(&app, &other, records, &[]).await.ok()), [3, 0, 0, 0]);
    assert_eq!(figures(&app, &person).await, figures(&app, &other).await);
}

#[tokio::test]
async fn rows_below_other_headings_are_refused() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name,Paper Cost\nA/1,Road,1\nContract Name,Bid ID,Paper Cost\nDam,A/2,2\n";
    let result = tried(&app, &person, text, &[]).await.ok();
    assert_eq!(counts(&result), [1, 0, 0, 2], "{result}");
    assert_eq!(result["failures"][0]["refId"], "Row 3");
    assert_eq!(
        result["failures"][1]["reason"],
        "stands below the headings of other columns in row 3; put those rows into a file of their own"
    );
    assert_eq!(contract(&app, &person, "Dam").await, Value::Null);
}
