//! Days in figures, in the order that their column shows, names or was chosen to have.

mod sheets;

use std::collections::HashMap;

use chrono::NaiveDate;
use nirmaan_import::{
    ColumnMap, ColumnReading, ContractRow, DateOrder, Parsed, Purpose, ReadOptions, Record, Remembered,
    Table, check, read_csv,
};

use crate::today;

const MONTH_FIRST: &str = "Bid ID,Contract Name,Opening Date,Closing Date\n\
    C03/1,Drain A,04/25/2026,05/09/2026\n\
    C03/2,Drain B,04/05/2026,04/20/2026\n\
    C03/3,Drain C,04/06/2026,05/07/2026\n\
    C03/4,Drain D,12/31/2026,01/12/2027\n";

fn table(text: &str) -> Table {
    read_csv(text.as_bytes(), Purpose::Create).unwrap()
}

fn checked(table: &Table) -> Parsed<ContractRow> {
    check(table, today(), |_, _| {})
}

/// A file of days in one column.
fn file(heading: &str, days: &[&str]) -> String {
    let rows = (1..).zip(days).map(|(row, day)| format!("D/{row},Drain,\"{day}\"\n"));
    format!("Bid ID,Contract Name,{heading}\n{}", rows.collect::<String>())
}

fn day(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month, day)
}

/// The days of the good rows, and why others fail.
fn opening(parsed: &Parsed<ContractRow>) -> (Vec<Option<NaiveDate>>, Vec<&str>) {
    let days = parsed.rows.iter().map(|row| row.opening_date).collect();
    (days, parsed.failures.iter().map(|failure| failure.reason.as_str()).collect())
}

/// The opening days of a file whose rows all are good.
fn all_days(table: &Table) -> Vec<Option<NaiveDate>> {
    let parsed = checked(table);
    assert_eq!(parsed.failures, []);
    opening(&parsed).0
}

fn reading(table: &Table, field: &str) -> ColumnReading {
    table.readings().into_iter().find(|reading| reading.field == Some(field)).unwrap()
}

/// The note of the opening day's column, and the order that is taken.
fn noted(table: &Table) -> (String, Option<DateOrder>) {
    let reading = reading(table, "openingDate");
    (reading.note, reading.date_order)
}

#[test]
fn a_month_first_column_is_read_when_that_is_chosen() {
    let mut table = table(MONTH_FIRST);
    let parsed = checked(&table);
    assert_eq!((parsed.rows.len(), parsed.failures.len()), (0, 4));
    let third = &parsed.failures[2];
    assert_eq!(third.ref_id, "C03/3");
    let asked = "choose the order of day and month, or write the month by name, as in 31 Mar 2026";
    assert_eq!(
        third.reason,
        format!(
            "Opening Date: '04/06/2026' is not read: the column is month-first ('04/25/2026' in row 2); {asked}; \
             Closing Date: '05/07/2026' is not read: the column is month-first ('04/20/2026' in row 3); {asked}"
        )
    );
    let note = "Days in figures are not read: the column is month-first ('04/25/2026' in row 2). \
        Choose whether the day or the month comes first.";
    assert_eq!(noted(&table), (note.to_owned(), None));
    let before = reading(&table, "closingDate");
    assert!(before.accepts_date_order && !before.is_date_order_chosen);

    let sure = self::table(&file("Opening Date", &["04/25/2026"]));
    assert!(reading(&sure, "openingDate").accepts_date_order);

    table.choose_date_order(None, DateOrder::MonthFirst);
    let parsed = checked(&table);
    assert_eq!(parsed.failures, []);
    let days: Vec<_> = parsed.rows.iter().map(|row| (row.opening_date, row.closing_date)).collect();
    assert_eq!(
        days,
        [
            (day(2026, 4, 25), day(2026, 5, 9)),
            (day(2026, 4, 5), day(2026, 4, 20)),
            (day(2026, 4, 6), day(2026, 5, 7)),
            (day(2026, 12, 31), day(2027, 1, 12)),
        ]
    );
    let after = reading(&table, "closingDate");
    assert_eq!(
        (after.note.as_str(), after.date_order),
        ("The month comes first, as chosen.", Some(DateOrder::MonthFirst))
    );
    assert!(after.is_date_order_chosen);
}

#[test]
fn days_of_the_column_decide_those_that_leave_it_open() {
    let day_first = table(&file("Opening Date", &["04/05/2026", "25.04.2026", "6-5-26"]));
    assert_eq!(all_days(&day_first), [day(2026, 5, 4), day(2026, 4, 25), day(2026, 5, 6)]);
    assert_eq!(
        noted(&day_first),
        ("The day comes first, as '25.04.2026' in row 3 shows.".to_owned(), Some(DateOrder::DayFirst))
    );
    // Without any proof, as in India.
    let silent = table(&file("Opening Date", &["04/05/2026"]));
    assert_eq!(all_days(&silent), [day(2026, 5, 4)]);
    assert_eq!(
        noted(&silent),
        ("The day comes first, as in 31-03-2026.".to_owned(), Some(DateOrder::DayFirst))
    );
    // Proof of the month's place comes in every spelling of figures, and what needs none is read beside it.
    for proof in [
        "4/13/2026",
        "04-13-26",
        "04.13.2026",
        "04 13 2026",
        "04132026",
        "०४/१३/२०२६",
        "04/13/2026 03:00 PM",
        "04/13/2026T15:00",
        " 4 / 13 / 2026",
    ] {
        let parsed = checked(&table(&file(
            "Opening Date",
            &["04/05/2026", proof, "05/05/2026", "2026-05-04", "5 Apr 2026", ""],
        )));
        let (days, reasons) = opening(&parsed);
        assert_eq!(days, [day(2026, 5, 5), day(2026, 5, 4), day(2026, 4, 5), None], "{proof}");
        assert!(reasons.iter().all(|reason| reason.contains("the column is month-first")), "{reasons:?}");
        assert_eq!(reasons.len(), 2, "{proof}");
    }
    // So do days with something behind them that isn't understood.
    for proof in ["04/25/2026 15:00 Hrs", "04/25/2026 (Fri)", "04/25/2026 to 05/06/2026"] {
        let parsed = checked(&table(&file("Opening Date", &["04/05/2026", proof])));
        assert!(parsed.failures[0].reason.contains("month-first"), "{proof}: {parsed:?}");
    }
    // 5th is the day, in whichever order the others are.
    let mut ordinals = table(&file("Opening Date", &["5th/4/2026", "04/06/2026"]));
    ordinals.choose_date_order(None, DateOrder::MonthFirst);
    assert_eq!(all_days(&ordinals), [day(2026, 4, 5), day(2026, 4, 6)]);
    // What is no day proves nothing, nor do cells of a row that is too wide.
    for text in [
        "04/32/2026",
        "00/25/2026",
        "02/30/2026",
        "13/13/2026",
        "4/13/202",
        "Lot 4/13/2026",
        "2026-13-04",
        "April 13, 2026",
        "4/13",
    ] {
        let parsed = checked(&table(&file("Opening Date", &["04/05/2026", text])));
        assert_eq!(opening(&parsed).0[0], day(2026, 5, 4), "{text}");
    }
    let moved = format!("{}D/9,Drain,04/25/2026,2026,more\n", file("Opening Date", &["04/05/2026"]));
    assert_eq!(opening(&checked(&table(&moved))).0, [day(2026, 5, 4)]);
}

#[test]
fn two_proofs_against_each_other_refuse_all_until_an_order_is_chosen() {
    let text = file("Opening Date", &["25/04/2026", "04/26/2026", "04/05/2026", "2026-04-05"]);
    let mut table = table(&text);
    let parsed = checked(&table);
    let (days, reasons) = opening(&parsed);
    assert_eq!((days, reasons.len()), (vec![day(2026, 4, 5)], 3));
    let both = "the column is both day-first ('25/04/2026' in row 2) and month-first ('04/26/2026' in row 3)";
    assert!(reasons.iter().all(|reason| reason.contains(both)), "{reasons:?}");
    assert!(noted(&table).0.contains(both));
    assert_eq!(noted(&table).1, None);
    table.choose_date_order(Some("openingDate"), DateOrder::DayFirst);
    let parsed = checked(&table);
    assert_eq!(
        opening(&parsed),
        (
            vec![day(2026, 4, 25), day(2026, 5, 4), day(2026, 4, 5)],
            vec!["Opening Date: '04/26/2026' has no month between 1 and 12 in the middle; write DD-MM-YYYY"]
        )
    );
    table.choose_date_order(Some("openingDate"), DateOrder::MonthFirst);
    let parsed = checked(&table);
    assert_eq!(
        opening(&parsed),
        (
            vec![day(2026, 4, 26), day(2026, 4, 5), day(2026, 4, 5)],
            vec!["Opening Date: '25/04/2026' has no month between 1 and 12 in front; write MM-DD-YYYY"]
        )
    );
}

#[test]
fn a_column_that_shows_nothing_is_not_read_against_another_of_the_file() {
    let text = "Bid ID,Contract Name,Opening Date,Closing Date,Result Date\n\
        A,Road,04/05/2026,04/25/2026,25-06-2026\n\
        B,Dam,5 May 2026,26 Apr 2026,06-05-2026\n";
    let table = table(text);
    let parsed = checked(&table);
    let [failure] = parsed.failures.as_slice() else { panic!("{parsed:?}") };
    let like = "Opening Date: '04/05/2026' is not read: the column is perhaps month-first, as Closing Date seems to be ('04/25/2026' in row 2)";
    assert!(failure.reason.starts_with(like), "{failure:?}");
    assert!(!failure.reason.contains("Result Date"), "its own days show the order: {failure:?}");
    assert_eq!(parsed.rows[0].result_date, day(2026, 5, 6));
    assert_eq!(noted(&table).1, None);
    // Whether it is by its days, by its heading or by choice.
    let text = "Bid ID,Contract Name,Opening Date,Closing Date (MM/DD/YYYY)\nA,Road,04/05/2026,2026-05-04\n";
    let like = "perhaps month-first, as Closing Date seems to be (the heading)";
    assert!(checked(&self::table(text)).failures[0].reason.contains(like));
    let mut chosen = self::table(&text.replace(" (MM/DD/YYYY)", "").replace("2026-05-04", "04/06/2026"));
    assert_eq!(checked(&chosen).failures, []);
    chosen.choose_date_order(Some("closingDate"), DateOrder::MonthFirst);
    let like = "perhaps month-first, as Closing Date seems to be (as chosen)";
    assert!(checked(&chosen).failures[0].reason.contains(like));
    // Where it is read day first by choice, it is nothing to the others.
    let mut chosen = self::table(&text.replace(" (MM/DD/YYYY)", "").replace("2026-05-04", "04/25/2026"));
    chosen.choose_date_order(Some("closingDate"), DateOrder::DayFirst);
    assert_eq!(noted(&chosen).1, Some(DateOrder::DayFirst));
}

#[test]
fn headings_rows_of_units_and_titles_name_the_order() {
    let parsed = |text: &str| {
        let table = table(text);
        (all_days(&table), noted(&table).0)
    };
    let month_first = vec![day(2026, 4, 5)];
    for heading in ["Opening Date (MM/DD/YYYY)", "opening date [mm-dd-yy]", "Opening Date (m.d.yyyy)"] {
        let said = "The month comes first, as the heading says.".to_owned();
        assert_eq!(parsed(&file(heading, &["04/05/2026"])), (month_first.clone(), said), "{heading}");
    }
    let below = "Bid ID,Contract Name,Opening Date\n,,mm/dd/yyyy\nA,Road,04/05/2026\n";
    assert_eq!(parsed(below), (month_first.clone(), "The month comes first, as row 2 says.".to_owned()));
    let above = format!("Tenders; all dates are MM/DD/YYYY\n{}", file("Opening Date", &["04/05/2026"]));
    assert_eq!(parsed(&above), (month_first, "The month comes first, as row 1 says.".to_owned()));
    // In any column it speaks of all, beside units or below them, and is no record.
    for rows in [
        "All dates MM/DD/YYYY,,,Lakh",
        ",,mm/dd/yyyy,in lakh",
        ",,,Lakh\n,,MM/DD/YYYY,",
        ",,MM–DD–YYYY,\n,,,Lakh",
    ] {
        let text = format!("Bid ID,Contract Name,Opening Date,Paper Cost\n{rows}\nA,Road,04/05/2026,5\n");
        assert_eq!(parsed(&text).0, [day(2026, 4, 5)], "{rows}");
        assert_eq!(checked(&table(&text)).rows[0].paper_cost, Some(50_000_000), "{rows}");
    }
    // One row says it; what only looks like it has a record in it.
    let twice = "Bid ID,Contract Name,Opening Date\n,,MM/DD/YYYY\n,,DD/MM/YYYY\nA,Road,04/05/2026\n";
    assert_eq!(checked(&table(twice)).failures.len(), 2);
    let vehicles =
        "Bid ID,Contract Name,Opening Date\nNA,Hire of vehicles per month/day,\nA,Road,04/05/2026\n";
    assert_eq!(all_days(&table(vehicles)), [None, day(2026, 5, 4)]);
    // Beside the records it is evidence, as a heading is that is repeated.
    let later = "Bid ID,Contract Name,Opening Date\nA,Road,04/05/2026\n,,Opening Date (MM/DD/YYYY)\n";
    let doubt = "the column is month-first ('Opening Date (MM/DD/YYYY)' in row 3)";
    assert!(checked(&table(later)).failures[0].reason.contains(doubt));
    // What a title says of another day, or of two orders, isn't taken for that of all; days that show the order do without.
    for title in [
        "Report printed on (MM/DD/YYYY)",
        "Dates: DD/MM/YYYY,Dates: MM/DD/YYYY",
        "Dates: DD/MM/YYYY or MM/DD/YYYY",
        "(Figures in Rs.) Report generated mm/dd/yyyy",
    ] {
        let open = table(&format!("{title}\n{}", file("Opening Date", &["04/05/2026"])));
        let reason = &checked(&open).failures[0].reason;
        assert!(reason.contains("the column is") && reason.contains("row 1"), "{title}: {reason}");
        let sure = table(&format!("{title}\n{}", file("Opening Date", &["04/05/2026", "25/04/2026"])));
        assert_eq!(checked(&sure).failures, [], "{title}");
    }
    // That the day comes first is nothing new.
    for title in [
        "Date: DD/MM/YYYY",
        "As on (dd/mm/yyyy): 31/03/2026",
        "Enter date as DD/MM/YYYY",
        "Hire on day/month basis",
    ] {
        let table = table(&format!("{title}\n{}", file("Opening Date", &["04/05/2026"])));
        assert_eq!(all_days(&table), [day(2026, 5, 4)], "{title}");
    }
    // A heading against what stands above or below it.
    for text in [
        "Bid ID,Contract Name,Opening Date (MM/DD/YYYY)\n,,DD/MM/YYYY\nA,Road,04/05/2026\n",
        "All dates MM/DD/YYYY\nBid ID,Contract Name,Opening Date (DD/MM/YYYY)\nA,Road,04/05/2026\n",
    ] {
        let reason = &checked(&table(text)).failures[0].reason;
        assert!(reason.contains("both day-first") && reason.contains("(the heading)"), "{reason}");
    }
    // Of columns without days in figures there is nothing to say.
    for heading in ["Opening Date", "Opening Date (MM/DD/YYYY)", "Opening Date (DD/MM/YYYY or MM/DD/YYYY)"] {
        let table = table(&file(heading, &["2026-04-05", "5 Apr 2026", "05/05/2026"]));
        assert_eq!(noted(&table).0, "", "{heading}");
        assert!(!reading(&table, "openingDate").accepts_date_order);
        assert_eq!(checked(&table).failures, []);
    }
    // Against what the days show, or against itself, nothing is read.
    for (heading, day, doubt) in [
        (
            "Opening Date (MM/DD/YYYY)",
            "25/04/2026",
            "both day-first ('25/04/2026' in row 2) and month-first (the heading)",
        ),
        (
            "Opening Date (DD/MM/YYYY)",
            "04/25/2026",
            "both day-first (the heading) and month-first ('04/25/2026' in row 2)",
        ),
        (
            "Opening Date (DD/MM/YYYY or MM/DD/YYYY)",
            "04/05/2026",
            "day-first or month-first (the heading leaves it open)",
        ),
    ] {
        let mut table = table(&file(heading, &[day]));
        let parsed = checked(&table);
        assert!(parsed.failures[0].reason.contains(doubt), "{:?}", parsed.failures);
        let order = if day.starts_with("25") { DateOrder::DayFirst } else { DateOrder::MonthFirst };
        table.choose_date_order(None, order);
        assert_eq!(checked(&table).failures, [], "{heading}");
    }
}

/// A file of days in one column, mapped by hand, with an order that was chosen.
fn chosen(heading: &str, days: &[&str], order: DateOrder) -> Table {
    let map = ColumnMap::parse(Record::Contract, &format!(r#"{{"{heading}": "openingDate"}}"#)).unwrap();
    let options = ReadOptions { chosen: Some(map), ..ReadOptions::default() };
    let mut table = read_csv(file(heading, days).as_bytes(), options).unwrap();
    table.choose_date_order(Some("openingDate"), order);
    table
}

/// A file that comes after another one of which the choices are kept.
fn after(first: &Table, text: &str) -> Table {
    let kept = Remembered::parse(Record::Contract, &Remembered::of(first).unwrap().to_json()).unwrap();
    let remembered = HashMap::from([(first.headings_key().to_owned(), kept)]);
    read_csv(text.as_bytes(), ReadOptions { remembered, ..ReadOptions::default() }).unwrap()
}

#[test]
fn a_chosen_order_is_remembered_with_the_columns() {
    let first = chosen("Opened", &["04/25/2026"], DateOrder::MonthFirst);
    let kept = Remembered::of(&first).unwrap();
    assert_eq!(kept.described(Record::Contract), ["Opened: Opening Date", "Opening Date: month-first"]);
    for days in [["04/05/2026", "04/06/2026"], ["04/05/2026", "04/25/2026"]] {
        let table = after(&first, &file("Opened", &days));
        assert_eq!(all_days(&table)[0], day(2026, 4, 5));
        let said = "As chosen for an earlier file. The month comes first, as chosen for an earlier file.";
        assert_eq!(noted(&table), (said.to_owned(), Some(DateOrder::MonthFirst)));
        assert!(reading(&table, "openingDate").is_date_order_chosen);
        assert_eq!(Remembered::of(&table), Some(kept.clone()));
    }
    // The heading was there then, whatever it says.
    for heading in ["Opened (DD/MM/YYYY)", "Opened (DD/MM/YYYY or MM/DD/YYYY)"] {
        let first = chosen(heading, &["04/05/2026"], DateOrder::MonthFirst);
        let second = after(&first, &file(heading, &["04/06/2026"]));
        assert_eq!(all_days(&second), [day(2026, 4, 6)], "{heading}");
    }
    // Day first, too, is a choice that is kept.
    let day_first = chosen("Opened", &["04/05/2026"], DateOrder::DayFirst);
    let second = after(&day_first, &file("Opened", &["25/04/2026"]));
    assert!(reading(&second, "openingDate").is_date_order_chosen);
    assert_eq!(Remembered::of(&second), Remembered::of(&day_first));
    // It is nothing to files of rows that were handed back, which say all themselves.
    let back = after(&first, "Bid ID,Contract Name,Opened,Error\nA,Road,04/05/2026,x\n");
    assert_eq!(back.choice(), None);
    // What this file shows is news.
    let mut other = after(&first, &file("Opened", &["04/05/2026", "25/04/2026"]));
    let parsed = checked(&other);
    let doubt = "both day-first ('25/04/2026' in row 3) and month-first (chosen for an earlier file)";
    assert!(parsed.failures.len() == 2 && parsed.failures[0].reason.contains(doubt), "{parsed:?}");
    assert!(!reading(&other, "openingDate").is_date_order_chosen);
    other.choose_date_order(Some("openingDate"), DateOrder::DayFirst);
    assert_eq!(all_days(&other), [day(2026, 5, 4), day(2026, 4, 25)]);
}
