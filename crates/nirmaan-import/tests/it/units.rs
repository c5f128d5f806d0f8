//! Amounts in the unit that a heading, a row of units, a cell or the person who sends the file names.

use std::io::Cursor;

use nirmaan_import::{
    ColumnReading, ContractRow, Failure, Parsed, Purpose, Table, Unit, check, handed_back, read_csv,
};
use rust_xlsxwriter::Workbook;

use crate::{parsed as parsed_workbook, table as workbook_table, today};

fn table(text: &str) -> Table {
    read_csv(text.as_bytes(), Purpose::Create).unwrap()
}

fn checked(table: &Table) -> Parsed<ContractRow> {
    check(table, today(), |_, _| {})
}

fn parsed(text: &str) -> Parsed<ContractRow> {
    checked(&table(text))
}

/// The estimates of the good rows, in paise.
fn estimates(parsed: &Parsed<ContractRow>) -> Vec<Option<i64>> {
    assert_eq!(parsed.failures, []);
    parsed.rows.iter().map(|row| row.tender_actual_value).collect()
}

fn reasons(parsed: &Parsed<ContractRow>) -> Vec<&str> {
    parsed.failures.iter().map(|failure| failure.reason.as_str()).collect()
}

/// How the column of a field was read.
fn reading(table: &Table, field: &str) -> ColumnReading {
    table.readings().into_iter().find(|reading| reading.field == Some(field)).unwrap()
}

#[test]
fn headings_name_the_unit_of_their_column() {
    let text = "Bid ID,Contract Name,Tender Actual Value (Rs. in Lakhs),Tender Bid Value (₹ in Crore),Paper Cost [in '000]\n\
        A,Road,125.50,1.2,1.5\n\
        B,Bridge,48,0.45,\"1,000\"\n";
    let parsed = parsed(text);
    assert_eq!(estimates(&parsed), [Some(1_255_000_000), Some(480_000_000)]);
    let others: Vec<_> = parsed.rows.iter().map(|row| (row.tender_bid_value, row.paper_cost)).collect();
    assert_eq!(others, [(Some(1_200_000_000), Some(150_000)), (Some(450_000_000), Some(100_000_000))]);
    assert!(parsed.rows.iter().all(|row| row.notes.is_empty()));

    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Tender Actual Value in Lakhs"]).unwrap();
    sheet.write_row(1, 0, ["A", "Road"]).unwrap();
    sheet.write_number(1, 2, 125.5).unwrap();
    let from_numbers = parsed_workbook(&workbook.save_to_buffer().unwrap());
    assert_eq!(estimates(&from_numbers), [Some(1_255_000_000)]);
}

#[test]
fn each_column_says_how_it_was_read() {
    let text = "Bid ID,Colour,Contract Name,Tender Actual Value (Rs. in Lakhs),Paper Cost,Opening Date\nA,,Road,1,1,1-4-2026\n";
    let told: Vec<_> = table(text)
        .readings()
        .into_iter()
        .map(|column| (column.heading, column.field, column.unit, column.accepts_unit, column.note))
        .collect();
    let column = |heading: &str, field, unit: Option<Unit>, note: &str| {
        (heading.to_owned(), field, unit, unit.is_some(), note.to_owned())
    };
    let expected = [
        column("Bid ID", Some("bidId"), None, ""),
        column("Colour", None, None, "Not recognised: this column is ignored."),
        column("Contract Name", Some("contractName"), None, ""),
        column(
            "Tender Actual Value (Rs. in Lakhs)",
            Some("tenderActualValue"),
            Some(Unit::Lakh),
            "In lakh, from the heading.",
        ),
        column("Paper Cost", Some("paperCost"), Some(Unit::Rupees), "In rupees: no unit is named."),
        column("Opening Date", Some("openingDate"), None, "The day comes first, as in 31-03-2026."),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_row_of_units_is_nearer_than_the_heading_and_no_record() {
    let text = "Bid ID,Contract Name,Tender Actual Value (in Crore),Paper Cost,Tender Bid Percentage\n\
        ,,(Rs. in Lakhs),Rs.,%\n\
        A,Road,125.50,500,5\n";
    let table = table(text);
    assert_eq!(estimates(&checked(&table)), [Some(1_255_000_000)]);
    let reading = reading(&table, "tenderActualValue");
    assert_eq!(reading.note, "In lakh, from the units in row 2; the heading says crore.");
    for row in ["Unit,,Rs. in Lakhs", "Units:,(in %),[Lakh]", ",,\"Rs. in Lakhs\"", "-,dd.mm.yyyy,'00000"] {
        let parsed = parsed(&format!("Bid ID,Contract Name,Tender Actual Value\n{row}\nA,Road,1\n"));
        assert_eq!(estimates(&parsed), [Some(10_000_000)], "{row}");
    }
    // Beside the amounts it speaks of all of which the headings say nothing.
    let text = "Bid ID,Contract Name,Tender Actual Value,Paper Cost (Rs.)\n,All figures in Rs. Lakhs,,\nA,Road,1,1\n";
    let [row] = parsed(text).rows.try_into().unwrap();
    assert_eq!((row.tender_actual_value, row.paper_cost), (Some(10_000_000), Some(100)));
    // What has anything else in it is a row like others.
    for row in [",,125 lakh", ",,\"1,00,000\"", ",,0", ",,''", "K,,5", "X,,Rs.", "X,,Lakh"] {
        let parsed = parsed(&format!("Bid ID,Contract Name,Tender Actual Value\n{row}\nA,Road,1\n"));
        assert_eq!((parsed.failures.len(), parsed.rows.len()), (1, 1), "{row}: {parsed:?}");
        assert_eq!(parsed.rows[0].tender_actual_value, Some(100), "{row}");
    }
}

#[test]
fn a_unit_among_the_amounts_leaves_the_column_open() {
    for row in [",Road,Lakh", "B,Dam,5\n,,Rs. in Lakhs", ",,Lakh\n,,Crore"] {
        let text = format!("Bid ID,Contract Name,Tender Actual Value\n{row}\nA,Road,1\n");
        let mut table = table(&text);
        let parsed = checked(&table);
        assert_eq!(parsed.rows, [], "{row}");
        assert!(
            reasons(&parsed).last().unwrap().contains("the unit of the column is unclear ("),
            "{row}: {parsed:?}"
        );
        assert!(reading(&table, "tenderActualValue").accepts_unit, "{row}");
        table.choose_unit("tenderActualValue", Unit::Lakh);
        assert_eq!(checked(&table).rows.last().unwrap().tender_actual_value, Some(10_000_000), "{row}");
    }
    // The same unit once more leaves nothing open, nor does one of another column.
    let same = parsed(
        "Bid ID,Contract Name,Tender Actual Value (in Lakhs),Comments\nA,Road,1,Lakh\n,,Lakh,\nB,Dam,1,\n",
    );
    assert_eq!((same.rows.len(), same.failures.len()), (2, 1), "{same:?}");
    // The currency alone may stand for the unit in the heading.
    let table = table("Bid ID,Contract Name,Tender Actual Value (in Lakhs)\n,,Rs.\nA,Road,1\n");
    let reason = checked(&table).failures[0].reason.clone();
    assert!(reason.contains("unclear (lakh in the heading, rupees in row 2)"), "{reason}");
}

#[test]
fn of_two_columns_the_one_with_the_fields_own_name_is_read() {
    for heading in [
        "Bid ID,Contract Name,Tender Actual Value,Tender Actual Value in Lakhs",
        "Bid ID,Contract Name,Tender Actual Value,Status,Status [remarks]",
    ] {
        let parsed = parsed(&format!("{heading}\nA,Road,12550000,,\n"));
        assert_eq!(
            (estimates(&parsed), parsed.unknown_columns.len()),
            (vec![Some(1_255_000_000)], 1),
            "{heading}"
        );
    }
    let reversed =
        parsed("Tender Actual Value Lakhs,Bid ID,Contract Name,Tender Actual Value\n1,A,Road,12550000\n");
    assert_eq!(estimates(&reversed), [Some(1_255_000_000)]);
}

#[test]
fn a_cells_own_unit_wins_and_is_told_where_it_differs() {
    let text = "Bid ID,Contract Name,Tender Actual Value (Rs. in Lakhs)\n\
        A,Road,125.50 lakh\nB,Road,1.255 cr\nC,Road,\"Rs. 1,25,50,000\"\n";
    let parsed = parsed(text);
    assert_eq!(estimates(&parsed), [Some(1_255_000_000); 3]);
    let notes: Vec<_> =
        parsed.rows.iter().flat_map(|row| &row.notes).map(|note| note.message.as_str()).collect();
    assert_eq!(
        notes,
        [
            "Tender Actual Value: '1.255 cr' is read in crore, not in lakh.",
            "Tender Actual Value: 'Rs. 1,25,50,000' is read in rupees, not in lakh.",
        ]
    );
    // Where no unit is named for the column, every cell may have its own.
    let parsed = self::parsed("Bid ID,Contract Name,Tender Actual Value\nA,Road,1.255 cr\nB,Road,12550000\n");
    assert_eq!(estimates(&parsed), [Some(1_255_000_000); 2]);
    assert!(parsed.rows.iter().all(|row| row.notes.is_empty()));
}

#[test]
fn another_currency_refuses_the_amounts_of_its_column() {
    for heading in ["Paper Cost (USD)", "Paper Cost in US$", "$ Paper Cost", "Paper Cost (€ mn)"] {
        let text = format!("Bid ID,Contract Name,{heading}\nA,Road,5\nB,Road,Rs. 5\nC,Road,\n");
        let mut table = table(&text);
        // Nobody has converted them.
        table.choose_unit("paperCost", Unit::Lakh);
        let parsed = checked(&table);
        assert_eq!(parsed.rows.iter().map(|row| row.bid_id.as_str()).collect::<Vec<_>>(), ["C"], "{heading}");
        assert!(reasons(&parsed).iter().all(|reason| reason.contains("another currency")), "{parsed:?}");
        let reading = reading(&table, "paperCost");
        assert_eq!((reading.unit, reading.accepts_unit), (None, false), "{heading}");
        assert!(reading.note.contains("no amount is read"), "{reading:?}");
    }
}

#[test]
fn no_other_word_makes_rupees_of_another_currency() {
    for (heading, rows) in [
        ("Paper Cost (USD)", ",,Lakh"),
        ("Paper Cost (USD)", ",,Rs."),
        ("Paper Cost (USD)", "B,Dam,\n,,Lakh"),
        ("Paper Cost", ",,USD\n,,Lakh"),
        ("Paper Cost", "B,Dam,\n,,USD"),
        ("Paper Cost", "B,Dam,\n,,Lakh\n,,USD"),
        ("Paper Cost (in Lakhs)", "B,Dam,\n,,€"),
    ] {
        let mut table = table(&format!("Bid ID,Contract Name,{heading}\n{rows}\nA,Road,5\n"));
        table.choose_unit("paperCost", Unit::Rupees);
        let parsed = checked(&table);
        assert!(
            reasons(&parsed).last().unwrap().contains("another currency"),
            "{heading} {rows}: {parsed:?}"
        );
        assert!(!reading(&table, "paperCost").accepts_unit, "{heading} {rows}");
    }
}

#[test]
fn what_was_chosen_wins_over_heading_and_row_of_units_but_not_over_cells() {
    let text = "Bid ID,Contract Name,Tender Actual Value (Rs.),Paper Cost (lakh/crore)\n\
        ,,Thousand,\n\
        A,Road,125.50,0.01\nB,Road,1.255 cr,0.01\n";
    let mut table = table(text);
    let before = checked(&table);
    assert!(reasons(&before).iter().all(|reason| reason.contains("unclear (lakh/crore)")), "{before:?}");
    assert_eq!((reading(&table, "paperCost").unit, reading(&table, "paperCost").accepts_unit), (None, true));
    table.choose_unit("tenderActualValue", Unit::Lakh);
    table.choose_unit("paperCost", Unit::Lakh);
    // Not in the file, and no column of amounts.
    table.choose_unit("tenderBidValue", Unit::Lakh);
    table.choose_unit("bidId", Unit::Lakh);
    let parsed = checked(&table);
    assert_eq!(estimates(&parsed), [Some(1_255_000_000); 2]);
    assert_eq!(parsed.rows[0].paper_cost, Some(100_000));
    assert_eq!(reading(&table, "tenderActualValue").note, "In lakh, as chosen.");
    assert_eq!(reading(&table, "bidId").unit, None);
}

#[test]
fn credit_and_debit_are_refused_and_crore_is_not() {
    let text = "Bid ID,Contract Name,Paper Cost\nA,Road,\"5,000.00 Cr\"\nB,Road,5 Cr\nC,Road,1.25 cr\n";
    let parsed = parsed(text);
    assert_eq!(
        parsed.rows.iter().map(|row| row.paper_cost).collect::<Vec<_>>(),
        [Some(5_000_000_000), Some(1_250_000_000)]
    );
    assert_eq!(
        reasons(&parsed),
        [
            "Paper Cost: '5,000.00 Cr' may be the credit of a ledger or an amount in crore; write the amount in rupees \
             without Cr, or write crore"
        ]
    );
    // One such amount makes a ledger of a column, and of no other; what ledgers don't write stays crore there.
    for proof in ["12.50 Dr", "\"5,000.00 Cr\""] {
        let text = format!(
            "Bid ID,Contract Name,Paper Cost,Tender Actual Value\n\
             A,Road,500.00 Cr,1.25 Cr\nB,Road,{proof},1.25 Cr\nC,Road,5 Cr,\nD,Road,1.25 cr,\n"
        );
        let ledger = self::parsed(&text);
        let good: Vec<_> = ledger.rows.iter().map(|row| (row.bid_id.as_str(), row.paper_cost)).collect();
        assert_eq!(good, [("C", Some(5_000_000_000)), ("D", Some(1_250_000_000))], "{proof}");
        assert!(reasons(&ledger)[0].contains("'500.00 Cr' may be the credit"), "{ledger:?}");
        assert!(reasons(&ledger).iter().all(|reason| !reason.contains("Tender Actual Value")), "{ledger:?}");
    }
    // In a column of crore, Cr is that.
    let crore = self::parsed(
        "Bid ID,Contract Name,Paper Cost (in Cr.)\nA,Road,\"1,250.00 Cr\"\nB,Road,500.00 Cr\nC,Road,5 Dr\n",
    );
    assert_eq!(
        crore.rows.iter().map(|row| row.paper_cost).collect::<Vec<_>>(),
        [Some(1_250_000_000_000), Some(500_000_000_000)]
    );
    let debit = self::parsed("Bid ID,Contract Name,Paper Cost\nA,Road,12.50 Dr\n");
    assert!(reasons(&debit)[0].contains("looks like the debit of a ledger"), "{debit:?}");
}

#[test]
fn empty_cells_behind_the_last_column_are_nothing() {
    for text in [
        "Bid ID,Contract Name,Paper Cost\nA,Road,5,\nB,Dam,5,,, \nC,Canal,5\n",
        "Bid ID;Contract Name;Paper Cost\nA;Road;5;\nB;Dam;5;;\nC;Canal;5;\n",
    ] {
        let parsed = parsed(text);
        assert_eq!((parsed.rows.len(), reasons(&parsed)), (3, vec![]), "{text}");
    }
    // Nor are they if it looks as if the others had moved.
    for row in ["A,Road,1,25,000,", "A,Road,1,500,", "A,\"Road, wide\",12,500.00,", "A,Road, phase 2,,"] {
        let wide = parsed(&format!("Bid ID,Contract Name,Paper Cost,Comments\n{row}\nB,Road,1,25,\n"));
        assert!(reasons(&wide)[0].contains("more cells than the header row"), "{row}: {wide:?}");
    }
    let beside =
        parsed("Bid ID,Contract Name,Paper Cost,Tender Actual Value\nA,Road,125.50,120.00,\nB,Dam,500,10,\n");
    assert_eq!((beside.rows.len(), reasons(&beside)), (2, vec![]));
    let spaced = parsed("Bid ID, Contract Name, Paper Cost\nA, Road, 5,\n");
    assert_eq!((spaced.rows.len(), reasons(&spaced)), (1, vec![]));
}

/// The rows with problems as they come back, read again.
fn returned(table: &Table, failures: &[Failure]) -> Table {
    let mut file = Cursor::new(Vec::new());
    handed_back(table, failures, &mut file).unwrap();
    workbook_table(&file.into_inner()).unwrap()
}

#[test]
fn what_comes_back_is_read_in_the_same_units() {
    let text = "Bid ID,Contract Name,Tender Actual Value (in Crore),Tender Bid Value,Paper Cost (Rs. in Thousand)\n\
        ,,Rs. in Lakhs,,\n\
        A,Road,125.50,125.50,2\nA,Dam,48,48,1.5\n";
    let mut table = table(text);
    table.choose_unit("tenderBidValue", Unit::Lakh);
    table.choose_unit("paperCost", Unit::Rupees);
    let parsed = checked(&table);
    let again = returned(&table, &parsed.failures);
    let headings: Vec<_> = again.readings().into_iter().map(|column| column.heading).collect();
    assert_eq!(
        headings,
        [
            "Bid ID",
            "Contract Name",
            "Tender Actual Value (Rs. in lakh)",
            "Tender Bid Value (Rs. in lakh)",
            "Paper Cost (Rs.)"
        ]
    );
    let [row] = checked(&again).rows.try_into().unwrap();
    let amounts = (row.tender_actual_value, row.tender_bid_value, row.paper_cost);
    assert_eq!(amounts, (Some(480_000_000), Some(480_000_000), Some(150)));

    // What is refused for its unit is refused again, wherever that stood.
    for (heading, rows) in [
        ("Paper Cost", ",,USD"),
        ("Paper Cost", ",,lakh/crore"),
        ("Paper Cost", "A,Dam,1\n,,Lakh"),
        ("Paper Cost (in Crore)", ",,Rs."),
        ("Paper Cost (M)", "A,Dam,1"),
    ] {
        let table = self::table(&format!("Bid ID,Contract Name,{heading}\n{rows}\nB,Road,5\n"));
        let parsed = checked(&table);
        assert_eq!(parsed.rows, [], "{heading} {rows}");
        let again = checked(&returned(&table, &parsed.failures));
        assert_eq!(
            (again.rows.len(), again.failures.len()),
            (0, parsed.failures.len()),
            "{heading} {rows}: {again:?}"
        );
    }
}
