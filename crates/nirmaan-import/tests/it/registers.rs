//! Registers as firms keep them: titles above the headings, headings of their own.

use std::collections::HashMap;

use nirmaan_import::{
    Choice, ColumnMap, ColumnReading, ContractRow, FileError, Purpose, ReadOptions, Record, Remembered,
    Table, Unit, check, handed_back, read_csv,
};
use rust_xlsxwriter::Workbook;

use crate::{table, today};

fn read(text: &str) -> Table {
    read_csv(text.as_bytes(), Purpose::Create).unwrap()
}

fn mapped(text: &str, map: &str) -> Result<Table, FileError> {
    read_csv(text.as_bytes(), chosen(map))
}

fn chosen(map: &str) -> ReadOptions {
    ReadOptions { chosen: Some(ColumnMap::parse(Record::Contract, map).unwrap()), ..ReadOptions::default() }
}

fn reading(table: &Table, heading: &str) -> ColumnReading {
    table.readings().into_iter().find(|reading| reading.heading == heading).unwrap()
}

fn fields(table: &Table) -> Vec<Option<&'static str>> {
    table.readings().into_iter().map(|reading| reading.field).collect()
}

fn passed(table: &Table) -> Vec<(u32, &str)> {
    table.passed_rows().iter().map(|passed| (passed.row, passed.text.as_str())).collect()
}

const REGISTER: &str = "\
M/s Bharat Infra (P) Ltd,,,,\n\
\"Register of tenders, 2026-27 (Rs. in Lakhs)\",,,,\n\
\n\
Sr. No.,Tender ID,Name of Work,Estimated Cost,Last date of submission\n\
1,2026_PWD_1,Road,125.50,31-12-2026\n\
2,2026_PWD_2,Bridge,48,30-11-2026\n";

#[test]
fn a_register_with_titles_and_names_of_its_own_is_read() {
    let table = read(REGISTER);
    assert_eq!(
        fields(&table),
        [None, Some("bidId"), Some("contractName"), Some("tenderActualValue"), Some("closingDate")]
    );
    assert_eq!(
        passed(&table),
        [(1, "M/s Bharat Infra (P) Ltd"), (2, "Register of tenders, 2026-27 (Rs. in Lakhs)")]
    );
    let cost = reading(&table, "Estimated Cost");
    assert_eq!(
        (cost.unit, cost.note.as_str()),
        (Some(Unit::Lakh), "In lakh, from row 2 above the headings.")
    );
    assert_eq!(cost.sample, "125.50");
    let parsed = check::<ContractRow>(&table, today(), |_, _| {});
    assert_eq!(parsed.failures, []);
    assert_eq!(parsed.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [5, 6]);
    assert_eq!(parsed.rows[0].tender_actual_value, Some(1_255_000_000));
    assert_eq!(parsed.rows[1].closing_date, chrono::NaiveDate::from_ymd_opt(2026, 11, 30));
}

#[test]
fn a_workbook_has_titles_too() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_string(0, 2, "Register of tenders").unwrap();
    sheet.write_number(1, 0, 2026).unwrap();
    for (column, name) in (0..).zip(["निविदा संख्या", "कार्य का नाम", "Estimated Cost / अनुमानित लागत (₹ करोड़)"])
    {
        sheet.write_string(3, column, name).unwrap();
    }
    sheet.write_string(4, 0, "N-1").unwrap();
    sheet.write_string(4, 1, "सड़क").unwrap();
    sheet.write_number(4, 2, 1.5).unwrap();
    let table = table(&workbook.save_to_buffer().unwrap()).unwrap();
    assert_eq!(passed(&table), [(1, "Register of tenders"), (2, "2026")]);
    let parsed = check::<ContractRow>(&table, today(), |_, _| {});
    assert_eq!(parsed.failures, []);
    assert_eq!((parsed.rows[0].row, parsed.rows[0].tender_actual_value), (5, Some(1_500_000_000)));
}

#[test]
fn as_many_records_fit_below_titles() {
    let rows = |titles: usize, count: usize| {
        let text = format!("{}Bid ID,Contract Name\n{}", "Title\n".repeat(titles), "A,x\n".repeat(count));
        read_csv(text.as_bytes(), Purpose::Create)
    };
    assert_eq!(rows(19, 20_000).map(|table| table.row_count()), Ok(20_000));
    assert_eq!(rows(19, 20_001), Err(FileError::TooManyRows));
    // Further down nobody would look for it.
    assert!(rows(20, 1).unwrap().require_columns().is_err());
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for row in 0..19 {
        sheet.write_string(row, 0, "Title").unwrap();
    }
    sheet.write_string(19, 0, "Bid ID").unwrap();
    sheet.write_string(19, 1, "Contract Name").unwrap();
    for row in 20..20_020 {
        sheet.write_string(row, 0, "A").unwrap();
    }
    assert_eq!(table(&workbook.save_to_buffer().unwrap()).unwrap().row_count(), 20_000);
}

#[test]
fn a_unit_near_the_amounts_comes_before_one_in_a_title() {
    let text = "(Rs. in Lakhs)\nBid ID,Contract Name,Paper Cost (thousand),Tender Actual Value,Tender Bid Value\n\
                ,,,crore,\nA,Road,500,1.5,2\n";
    let table = read(text);
    let units = ["Paper Cost (thousand)", "Tender Actual Value", "Tender Bid Value"]
        .map(|heading| reading(&table, heading).unit.unwrap());
    assert_eq!(units, [Unit::Thousand, Unit::Crore, Unit::Lakh]);
    assert_eq!(passed(&table), [(1, "(Rs. in Lakhs)"), (3, "crore")]);
    let rupees =
        read("(Rs. in Lakhs)\nBid ID,Contract Name,Paper Cost (Rs.),Tender Actual Value\nA,Road,500,1.5\n");
    let units =
        ["Paper Cost (Rs.)", "Tender Actual Value"].map(|heading| reading(&rupees, heading).unit.unwrap());
    assert_eq!(units, [Unit::Rupees, Unit::Lakh]);
    // Where no column is without one, the currency alone may stand for the unit of the title.
    let unclear = read("(Rs. in Lakhs)\nBid ID,Contract Name,Paper Cost (Rs.)\nA,Road,1\n");
    let note = reading(&unclear, "Paper Cost (Rs.)").note;
    assert!(note.contains("lakh in row 1, rupees in the heading"), "{note}");
    let unclear = read("(Rs. in Lakhs),(Rs. in Crore)\nBid ID,Contract Name,Paper Cost\nA,Road,1\n");
    assert_eq!(reading(&unclear, "Paper Cost").unit, None);
    let nearest = read("(Rs. in Lakhs)\n(Rs. in Crore)\nBid ID,Contract Name,Paper Cost\nA,Road,1\n");
    assert_eq!(reading(&nearest, "Paper Cost").unit, Some(Unit::Crore));
    let dated = read("(Rs. in Lakhs)\nAs on 01-04-2026 (Rs.)\nBid ID,Contract Name,Paper Cost\nA,Road,1\n");
    assert_eq!(reading(&dated, "Paper Cost").unit, Some(Unit::Lakh));
    // Beside an amount it is the unit of that one.
    let other = read("Bid capacity (Rs. in Crore),120\nBid ID,Contract Name,Paper Cost\nA,Road,1\n");
    assert_eq!(reading(&other, "Paper Cost").unit, Some(Unit::Rupees));
    let year = read("Register,2026-27,(Rs. in Lakhs),2026\nBid ID,Contract Name,Paper Cost\nA,Road,1\n");
    assert_eq!(reading(&year, "Paper Cost").unit, Some(Unit::Lakh));
}

#[test]
fn the_headings_are_the_first_row_that_looks_like_them() {
    for (text, row) in [
        // A word of a record is a name by chance.
        ("Our no.,Job,Category,Amt\nJ-1,Road,Work,125.5\nJ-2,Dam,Work,48\n", 1),
        ("Tender Value,,,\nOur no.,Job,Category,Amt\nJ-1,Road,Works,125.5\n", 2),
        ("Sr,Job,,Amt\nJ-1,Road,Nadiad,Rs 125.5\n", 1),
        // Figures are no names.
        ("2026,4,1,12\nOur no.,Job,Category,Amt\nJ-1,Road,Works,125.5\n", 2),
        ("Register,,,\n2026-27,,,\nSr,Job,,Amt\n1,Road,Nadiad,Open\n", 3),
        ("Tender ID,Name of Work\nNIT No.,Title\n", 1),
    ] {
        let error = read(text).require_columns();
        let found = match error {
            Err(FileError::MissingColumns { row, .. }) => row,
            _ => read(text).passed_rows().len() as u32 + 1,
        };
        assert_eq!(found, row, "{text}");
    }
    // What people write above a table has the same names.
    let form = "Tender No.:,12,Name of Work:,Road\nTender ID,Name of Work,Estimated Cost\nA,Dam,5\n";
    let table = read(form);
    assert_eq!((passed(&table).len(), table.row_count()), (1, 1));
    let form = "Tender No.,12,Name of Work,Road\nBid ID,Contract Name,Status\nA,Dam,\n";
    assert_eq!(read(form).row_count(), 1);
}

#[test]
fn a_row_that_numbers_the_columns_is_no_record() {
    let text = "Tender ID,Name of Work,Estimated Cost\n(1),(2),(3)\n,,lakh\nA,Road,1\n1,2,3\n";
    let table = read(text);
    assert_eq!(passed(&table), [(2, "(1) (2) (3)"), (3, "lakh")]);
    assert_eq!(table.passed_rows()[0].reason, "It numbers the columns.");
    // Among the records it may be one.
    assert_eq!(table.row_count(), 2);
    assert_eq!(read("Bid ID,Contract Name\n1,2\n").row_count(), 1);
}

#[test]
fn headings_are_read_as_far_as_people_read_them() {
    let long = format!("Bid ID,Contract Name,{}\nA,Road,x\n", "x".repeat(30_000));
    let readings = read(&long).readings();
    assert_eq!(readings[2].heading.chars().count(), 101);
}

#[test]
fn a_name_of_its_own_comes_before_one_of_registers() {
    let table = read("Tender ID,Bid ID,Contract Name,EMD (Rs.)\nT,A,Road,5\n");
    assert_eq!(fields(&table), [None, Some("bidId"), Some("contractName"), None]);
    assert_eq!(reading(&table, "Tender ID").note, "Not read: the column 'Bid ID' holds Bid ID.");
    assert!(reading(&table, "EMD (Rs.)").note.contains("deposit"));
    // Of two that registers use, neither is a guess.
    let table = read("Bid ID,Contract Name,Estimated Cost,Tender Value\nA,Road,5,6\n");
    assert_eq!(fields(&table)[2..], [None, None]);
    let note = reading(&table, "Tender Value").note;
    assert!(note.contains("Tender Actual Value may be in this column or in 'Estimated Cost'"), "{note}");
    let map = r#"{"tender value": "tenderActualValue"}"#;
    let table = mapped("Bid ID,Contract Name,Estimated Cost,Tender Value\nA,Road,5,6\n", map).unwrap();
    assert_eq!(check::<ContractRow>(&table, today(), |_, _| {}).rows[0].tender_actual_value, Some(600));
    assert_eq!(
        reading(&table, "Estimated Cost").note,
        "Not read: the column 'Tender Value' holds Tender Actual Value."
    );
}

const OWN: &str = "Our register\nOur no.,Job,Amt (Rs. in Lakhs),Bid ID\nJ-1,Road,125.5,x\nJ-2,Dam,48,y\n";

#[test]
fn headings_of_its_own_are_mapped_by_hand() {
    let table = read(OWN);
    assert_eq!(fields(&table), [None, None, None, Some("bidId")]);
    assert_eq!(table.missing().map(|column| column.json_name).collect::<Vec<_>>(), ["contractName"]);
    assert_eq!(check::<ContractRow>(&table, today(), |_, _| {}).rows, []);
    assert_eq!(
        (reading(&table, "Our no.").sample, reading(&table, "Job").sample),
        ("J-1".into(), "Road".into())
    );

    let map = r#"{"OUR NO.": "bidId", "Job": "contractName", "Amt (Rs. in Lakhs)": "tenderActualValue"}"#;
    let table = mapped(OWN, map).unwrap();
    assert_eq!(passed(&table), [(1, "Our register")]);
    let parsed = check::<ContractRow>(&table, today(), |_, _| {});
    assert_eq!(parsed.failures, []);
    assert_eq!((parsed.rows[0].bid_id.as_str(), parsed.rows[0].contract_name.as_str()), ("J-1", "Road"));
    assert_eq!(parsed.rows[0].tender_actual_value, Some(1_255_000_000));
    let amount = reading(&table, "Amt (Rs. in Lakhs)");
    assert_eq!((amount.is_chosen, amount.note.as_str()), (true, "As chosen. In lakh, from the heading."));
    let displaced = reading(&table, "Bid ID");
    assert_eq!((displaced.field, displaced.is_chosen), (None, false));
    assert_eq!(displaced.note, "Not read: the column 'Our no.' holds Bid ID.");

    // What the heading says anyway is no choice.
    let same = mapped(OWN, r#"{"Bid ID": "bidId", "Job": "contractName", "Our no.": ""}"#).unwrap();
    assert!(!reading(&same, "Bid ID").is_chosen && !reading(&same, "Our no.").is_chosen);
    assert_eq!(reading(&same, "Our no.").note, "Not recognised: this column is ignored.");
    let none = mapped(OWN, r#"{"Bid ID": "", "Job": "contractName"}"#).unwrap();
    assert!(reading(&none, "Bid ID").is_chosen);
    assert_eq!(none.missing().map(|column| column.label).collect::<Vec<_>>(), ["Bid ID"]);
}

#[test]
fn a_choice_that_cannot_be_followed_refuses_the_file() {
    assert_eq!(
        mapped(OWN, r#"{"Our number": "bidId"}"#),
        Err(FileError::NoSuchColumn("Our number".to_owned()))
    );
    let twice = "Job,Job,Bid ID\na,b,c\n";
    assert_eq!(mapped(twice, r#"{"Job": "contractName"}"#), Err(FileError::SameHeading("Job".to_owned())));
    assert!(mapped(twice, r#"{"Job": ""}"#).is_ok());
}

#[test]
fn what_was_chosen_counts_for_files_with_the_same_headings_alone() {
    let table = mapped(OWN, r#"{"Our no.": "bidId", "Job": "contractName"}"#).unwrap();
    let map = Remembered::of(&table).unwrap();
    let key = table.headings_key().to_owned();
    let again = |text: &str| {
        let remembered = HashMap::from([(key.clone(), map.clone())]);
        read_csv(text.as_bytes(), ReadOptions { remembered, ..ReadOptions::default() }).unwrap()
    };
    // In another order, below other titles.
    let other = again("A\nB\nC\njob,Bid ID,OUR NO.,Amt (Rs. in Lakhs)\nRoad,x,J-3,5\n");
    assert_eq!(fields(&other), [Some("contractName"), None, Some("bidId"), None]);
    assert_eq!(reading(&other, "job").note, "As chosen for an earlier file.");
    assert_eq!(other.choice(), Some(Choice::Before));
    let more = again("Our no.,Job,Amt (Rs. in Lakhs),Bid ID,Site\nJ-1,Road,125.5,x,\n");
    assert_eq!((fields(&more)[0], more.choice()), (None, None));
    // What is chosen for this file comes first.
    let remembered = HashMap::from([(key.clone(), map.clone())]);
    let options = ReadOptions { remembered, ..chosen("{}") };
    assert_eq!(fields(&read_csv(OWN.as_bytes(), options).unwrap())[0], None);
}

#[test]
fn a_unit_that_was_chosen_is_remembered_with_the_columns() {
    let text = "No.,Job,Amt\nJ-1,Road,125.5\n";
    let mut table = mapped(text, r#"{"No.": "bidId", "Job": "contractName", "Amt": "paperCost"}"#).unwrap();
    let key = table.headings_key().to_owned();
    let again = |remembered: Option<Remembered>, text: &str| {
        let remembered = remembered.map(|remembered| (key.clone(), remembered)).into_iter().collect();
        let table = read_csv(text.as_bytes(), ReadOptions { remembered, ..ReadOptions::default() }).unwrap();
        let ColumnReading { unit, is_unit_chosen, note, .. } = reading(&table, "Amt");
        (unit, is_unit_chosen, note)
    };
    let without = again(Remembered::of(&table), text);
    assert_eq!((without.0, without.1), (Some(Unit::Rupees), false));
    table.choose_unit("paperCost", Unit::Lakh);
    assert!(reading(&table, "Amt").is_unit_chosen);
    let remembered = Remembered::of(&table);
    let note = "As chosen for an earlier file. In lakh, as chosen for an earlier file.";
    assert_eq!(again(remembered.clone(), text), (Some(Unit::Lakh), true, note.to_owned()));
    // A title that says the same changes nothing, also of what is remembered then.
    let title = again(remembered.clone(), &format!("(Rs. in Lakhs)\n{text}"));
    assert_eq!((title.0, title.1), (Some(Unit::Lakh), true));
    let (unit, _, note) = again(remembered.clone(), &format!("(Rs. in Crore)\n{text}"));
    assert_eq!(unit, None);
    assert!(note.contains("crore in this file, lakh chosen for an earlier one"), "{note}");
    assert_eq!(again(remembered, &format!("(USD)\n{text}")).0, None);
    // What is sent for this file replaces all that is remembered.
    let remembered = Remembered::of(&table).map(|remembered| (key.clone(), remembered)).into_iter().collect();
    let options = ReadOptions { remembered, ..chosen(r#"{"Amt": "paperCost"}"#) };
    let sent = reading(&read_csv(text.as_bytes(), options).unwrap(), "Amt");
    assert_eq!((sent.unit, sent.is_unit_chosen), (Some(Unit::Rupees), false));
    // Of a file whose headings say it all nothing is remembered.
    let mut plain = read("Bid ID,Contract Name,Paper Cost\nA,Road,5\n");
    plain.choose_unit("paperCost", Unit::Lakh);
    assert_eq!(Remembered::of(&plain), None);
}

#[test]
fn rows_that_come_back_are_read_as_they_were() {
    let map = r#"{"Our no.": "bidId", "Job": "contractName", "Amt (Rs. in Lakhs)": "tenderActualValue"}"#;
    let text = OWN.replace("48", "x").replace("125.5", "y");
    let table = mapped(&text, map).unwrap();
    let failures = check::<ContractRow>(&table, today(), |_, _| {}).failures;
    assert_eq!(failures.len(), 2);
    let mut file = std::io::Cursor::new(Vec::new());
    handed_back(&table, &failures, &mut file).unwrap();
    let back = crate::table(&file.into_inner()).unwrap();
    assert_eq!(fields(&back), [Some("bidId"), Some("contractName"), Some("tenderActualValue"), None]);
    assert_eq!(back.readings()[2].unit, Some(Unit::Lakh));
    let headings: Vec<_> = back.readings().into_iter().map(|reading| reading.heading).collect();
    assert_eq!(
        headings,
        ["Bid ID", "Contract Name", "Tender Actual Value (Rs. in lakh)", "Not read: Bid ID"]
    );
    // A unit from a title is in the heading then.
    let table = read(&REGISTER.replace("48", "x"));
    let failures = check::<ContractRow>(&table, today(), |_, _| {}).failures;
    let mut file = std::io::Cursor::new(Vec::new());
    handed_back(&table, &failures, &mut file).unwrap();
    let back = crate::table(&file.into_inner()).unwrap();
    assert_eq!(back.readings()[3].unit, Some(Unit::Lakh));
    assert!(back.passed_rows().is_empty());
}
