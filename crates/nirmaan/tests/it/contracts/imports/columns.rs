//! Columns with headings that firms have of their own, chosen once and remembered.

use nirmaan_store::{
    Actor, WriteDb,
    query::column_maps::{self, MOST_KEPT},
};
use reqwest::Method;
use serde_json::{Value, json};

use super::{contract, counts, tried};
use crate::{contracts::import::upload, harness::App};

/// A register that names nothing as we do.
const REGISTER: &str = "\
    Register of M/s Own Infra,,,\n\
    (Rs. in Lakhs),,,\n\
    Our no.,Job,Amt,Site\n\
    J-1,Road,125.50,Nadiad\n\
    J-2,Dam,48,Dakor\n\
    ,Total,173.50,\n";
const MAP: &str = r#"{"Our no.": "bidId", "Job": "contractName", "Amt": "tenderActualValue"}"#;

fn told<'a>(result: &'a Value, part: &str) -> Vec<&'a Value> {
    result["columns"].as_array().unwrap().iter().map(|column| &column[part]).collect()
}

#[tokio::test]
async fn a_register_of_its_own_comes_in_with_one_mapping_and_the_second_time_with_none() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let unread = tried(&app, &person, REGISTER, &[("dryRun", "true")]).await.ok();
    assert_eq!(unread["message"], "No row can be read: no column holds Bid ID or Contract Name.");
    assert_eq!(unread["missingFields"], json!(["bidId", "contractName"]));
    assert_eq!((counts(&unread), &unread["rows"]), ([0, 0, 0, 0], &json!([])));
    assert_eq!(told(&unread, "heading"), ["Our no.", "Job", "Amt", "Site"]);
    assert_eq!(told(&unread, "sample"), ["J-1", "Road", "125.50", "Nadiad"]);
    assert_eq!(told(&unread, "field"), ["", "", "", ""]);
    assert_eq!(
        unread["passedRows"],
        json!([
            {"row": 1, "text": "Register of M/s Own Infra", "reason": "It stands above the headings.", "more": 0},
            {"row": 2, "text": "(Rs. in Lakhs)", "reason": "It stands above the headings.", "more": 0},
        ])
    );
    // An import of it is refused, and remembers nothing.
    let (code, message) = tried(&app, &person, REGISTER, &[]).await.error(400);
    assert_eq!(code, "INVALID_ARGUMENT");
    assert!(message.contains("lacks the columns Bid ID and Contract Name"), "{message}");

    let checked = tried(&app, &person, REGISTER, &[("dryRun", "true"), ("columnMap", MAP)]).await.ok();
    assert_eq!((counts(&checked), &checked["missingFields"]), ([2, 0, 0, 0], &json!([])), "{checked}");
    assert_eq!(told(&checked, "isChosen"), [true, true, true, false]);
    assert_eq!(checked["columns"][2]["note"], "As chosen. In lakh, from row 2 above the headings.");
    assert_eq!(checked["rows"][0]["values"]["tenderActualValue"], 12_550_000);
    assert_eq!(checked["passedRows"][2]["reason"], "It holds a total.");
    // A check remembers nothing either.
    let again = tried(&app, &person, REGISTER, &[("dryRun", "true")]).await.ok();
    assert_eq!(again["missingFields"], json!(["bidId", "contractName"]));

    let stored = tried(&app, &person, REGISTER, &[("columnMap", MAP)]).await.ok();
    assert_eq!((counts(&stored), &stored["unknownColumns"]), ([2, 0, 0, 0], &json!(["Site"])));
    assert_eq!((&stored["columns"], &stored["passedRows"]), (&checked["columns"], &checked["passedRows"]));
    assert_eq!(contract(&app, &person, "J-1").await["tenderActualValue"], 12_550_000);

    let next = REGISTER.replace("J-", "K-").replace("Own Infra", "Own Infra Ltd");
    let second = tried(&app, &person, &next, &[]).await.ok();
    assert_eq!(counts(&second), [2, 0, 0, 0], "{second}");
    assert_eq!(told(&second, "isChosen"), [true, true, true, false]);
    assert_eq!(second["columns"][0]["note"], "As chosen for an earlier file.");
    let next = contract(&app, &person, "K-1").await;
    assert_eq!((&next["contractName"], &next["tenderActualValue"]), (&json!("Road"), &json!(12_550_000)));
    // Of a workbook, too.
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (row, line) in (0..).zip(REGISTER.replace("J-", "L-").lines()) {
        for (column, cell) in (0..).zip(line.split(',').filter(|cell| !cell.is_empty())) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
    let third = upload(&app, &person, "register.xlsx", book.save_to_buffer().unwrap()).await.ok();
    assert_eq!(counts(&third), [2, 0, 0, 0], "{third}");
    assert_eq!(contract(&app, &person, "L-2").await["tenderActualValue"], 4_800_000);
    // Another firm knows nothing of it.
    let (_, other) = app.firm("Other").await;
    let foreign = tried(&app, &other, REGISTER, &[("dryRun", "true")]).await.ok();
    assert_eq!(foreign["missingFields"], json!(["bidId", "contractName"]));
}

#[tokio::test]
async fn what_is_remembered_is_what_was_chosen_last() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let file = |bid_id: &str| format!("No,Job,Work,Remarks\n{bid_id},Road,Widening,fine\n");
    let stored = async |bid_id: &str, fields: &[(&'static str, &str)]| {
        let result = tried(&app, &person, &file(bid_id), fields).await.ok();
        assert_eq!(counts(&result), [1, 0, 0, 0], "{result}");
        let contract = contract(&app, &person, bid_id).await;
        ["contractName", "description", "comments"].map(|field| contract[field].as_str().unwrap().to_owned())
    };
    let first = [("columnMap", r#"{"No": "bidId"}"#)];
    assert_eq!(stored("A", &first).await, ["Widening", "", "fine"]);
    assert_eq!(stored("B", &[]).await, ["Widening", "", "fine"]);
    let second =
        [("columnMap", r#"{"No": "bidId", "Job": "contractName", "Work": "description", "Remarks": ""}"#)];
    assert_eq!(stored("C", &second).await, ["Road", "Widening", ""]);
    assert_eq!(stored("D", &[]).await, ["Road", "Widening", ""]);
    // Nothing chosen is a choice as well, and forgets the others.
    let (_, message) = tried(&app, &person, &file("E"), &[("columnMap", "{}")]).await.error(400);
    assert!(message.contains("lacks the column Bid ID"), "{message}");
    assert_eq!(stored("E", &[]).await, ["Road", "Widening", ""], "what was refused changed nothing");
    let named = "Bid ID,Job,Work\nF,Road,Widening\n";
    let name = async |text: &str, fields: &[(&'static str, &str)]| {
        tried(&app, &person, text, fields).await.ok();
        contract(&app, &person, &text.lines().last().unwrap()[..1]).await["contractName"].clone()
    };
    assert_eq!(name(named, &[("columnMap", r#"{"Job": "contractName"}"#)]).await, "Road");
    assert_eq!(name(&named.replace("\nF", "\nG"), &[("columnMap", "{}")]).await, "Widening");
    assert_eq!(name(&named.replace("\nF", "\nH"), &[]).await, "Widening");
    // A file of which nothing was good changes nothing.
    let bad = tried(&app, &person, "No,Job,Work,Remarks\nD,x,y,z\n", &first).await.ok();
    assert_eq!(counts(&bad), [0, 0, 0, 1], "{bad}");
    assert_eq!(stored("I", &[]).await, ["Road", "Widening", ""]);
    // What isn't to be remembered isn't.
    let once = [("columnMap", r#"{"No": "bidId"}"#), ("rememberColumns", "false")];
    assert_eq!(stored("K", &once).await, ["Widening", "", "fine"]);
    assert_eq!(stored("L", &[]).await, ["Road", "Widening", ""]);
    // What is sent as it is remembered is no news. The trail tells what was chosen.
    assert_eq!(stored("J", &second).await, ["Road", "Widening", ""]);
    let events = app.events("contract_import").await;
    let changes = events.iter().map(|event| &event["changes"]["chosen_columns"]["to"]);
    let chosen: Vec<_> = changes.filter(|chosen| !chosen.is_null()).collect();
    assert_eq!(chosen.len(), 3, "{chosen:?}");
    assert_eq!(chosen[0], &json!(["No: Bid ID"]));
}

#[tokio::test]
async fn a_unit_is_remembered_with_the_columns() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = |bid_id: &str| format!("No.,Job,Amt\n{bid_id},Road,125.50\n");
    let map = r#"{"No.": "bidId", "Job": "contractName", "Amt": "tenderActualValue"}"#;
    let fields = [("columnMap", map), ("unit.tenderActualValue", "LAKH")];
    assert_eq!(counts(&tried(&app, &person, &text("A"), &fields).await.ok()), [1, 0, 0, 0]);
    let second = tried(&app, &person, &text("B"), &[]).await.ok();
    assert_eq!(
        (told(&second, "unit")[2], told(&second, "isUnitChosen")),
        (&json!("LAKH"), vec![&json!(false), &json!(false), &json!(true)])
    );
    assert_eq!(contract(&app, &person, "B").await["tenderActualValue"], 12_550_000);
    let events = app.events("contract_import").await;
    assert_eq!(
        events[0]["changes"]["chosen_columns"]["to"],
        json!(["Amt: Tender Actual Value", "Job: Contract Name", "No.: Bid ID", "Tender Actual Value: lakh"])
    );
    // A file that says something else is asked about.
    let other = tried(&app, &person, &format!("(Rs. in Crore)\n{}", text("C")), &[]).await.ok();
    assert_eq!(counts(&other), [0, 0, 0, 1], "{other}");
    assert_eq!(told(&other, "unit")[2], "");
}

#[tokio::test]
async fn choices_that_cannot_be_followed_are_refused_in_words() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name,Job,Job\nA,Road,x,y\n";
    for (map, said) in [
        ("", "columnMap must be a JSON object"),
        (r#"["Job"]"#, "columnMap must be a JSON object"),
        (r#"{"Job": "createdAt"}"#, "columnMap names the field 'createdAt'"),
        (r#"{"Job": "comments", "Bid ID": "comments"}"#, "columnMap names two columns for Comments"),
        (r#"{"Site": "comments"}"#, "no column called 'Site'"),
        (r#"{"Job": "comments"}"#, "two columns called 'Job'"),
    ] {
        let (_, message) = tried(&app, &person, text, &[("columnMap", map)]).await.error(400);
        assert!(message.contains(said), "{map}: {message}");
    }
    // By the other spelling, beside a unit of a column that isn't there.
    let fields = [("unit.paperCost", "LAKH"), ("column_map", r#"{"Work": "comments"}"#)];
    let text = "Bid ID,Contract Name,Work\nA,Road,x\n";
    assert_eq!(counts(&tried(&app, &person, text, &fields).await.ok()), [1, 0, 0, 0]);
    assert_eq!(contract(&app, &person, "A").await["comments"], "x");
    for (name, value) in [("rememberColumns", "no"), ("remember_columns", "1")] {
        let (_, message) = tried(&app, &person, text, &[(name, value)]).await.error(400);
        assert!(message.contains("must be true or false"), "{message}");
    }
}

#[tokio::test]
async fn rows_with_problems_come_back_under_the_names_of_their_fields() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = REGISTER.replace("125.50", "x");
    let result = tried(&app, &person, &text, &[("columnMap", MAP)]).await.ok();
    assert_eq!(counts(&result), [1, 0, 0, 1], "{result}");
    let link = result["errorFileUrl"].as_str().unwrap();
    let back = app.request(Method::GET, link, None).send().await.unwrap().bytes().await.unwrap().to_vec();
    let again = upload(&app, &person, "again.xlsx", back).await.ok();
    assert_eq!(told(&again, "field"), ["bidId", "contractName", "tenderActualValue", ""], "{again}");
    assert_eq!(told(&again, "unit")[2], "LAKH");
    assert_eq!(told(&again, "isChosen"), [false, false, false, false]);
}

#[tokio::test]
async fn the_choices_that_were_used_last_are_kept() {
    let app = App::start().await;
    let [one, other] = [app.firm("One").await.0.id, app.firm("Other").await.0.id];
    let keep = async |tenant, headings: &str, columns: &str| {
        let write = |db: WriteDb| async move { column_maps::keep(&db, headings, columns).await };
        app.store().write(&Actor::system(tenant), write).await.unwrap();
    };
    let kept = async |tenant| {
        let db = app.store().read(&Actor::system(tenant)).await.unwrap();
        let rows = column_maps::all(&db).await.unwrap();
        rows.into_iter().map(|row| (row.headings, row.choices)).collect::<Vec<_>>()
    };
    keep(other, "0", "theirs").await;
    for number in 0..MOST_KEPT {
        keep(one, &number.to_string(), "{}").await;
    }
    // The oldest are used again, and the next one goes.
    keep(one, "0", "again").await;
    let use_again = |db: WriteDb| async move { column_maps::use_again(&db, "1").await };
    app.store().write(&Actor::system(one), use_again).await.unwrap();
    keep(one, "new", "{}").await;
    let rows = kept(one).await;
    assert_eq!(rows.len() as u64, MOST_KEPT);
    let row = |headings: &str, choices: &str| (headings.to_owned(), choices.to_owned());
    assert_eq!(rows[..3], [row("new", "{}"), row("1", "{}"), row("0", "again")]);
    assert!(!rows.iter().any(|(headings, _)| headings == "2"));
    assert_eq!(kept(other).await, [("0".to_owned(), "theirs".to_owned())]);
}
