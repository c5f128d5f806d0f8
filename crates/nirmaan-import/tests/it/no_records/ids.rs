//! Ids and names of works that have words in them as rows have that hold no record.

use nirmaan_import::{Purpose, read_csv};

use super::{ids, passed, read, reasons};
use crate::checked;

/// Ids of tenders with words in them that rows have as well which are no records.
const IDS: [&str; 26] = [
    "S/D No 14 of 2026-27",
    "CF 12/2026-27",
    "PG 12 of 2026-27",
    "NB - 12/2026",
    "SUM 12 of 2026",
    "* NIT No 12 of 2026-27",
    "• NIT No. 12/2026-27",
    "Signature Bridge",
    "Place: Vesu",
    "Note - Nehru Nagar",
    "As on date",
    "NIT No. 42 of 2025-26",
    "E-Tender Notice No: 3 (2026)",
    "GEM/2026/B/123",
    "GeM: 4455",
    "12",
    "7/2026",
    "ROADS",
    "Surat Ring Road",
    "निविदा 12/2026",
    "ટેન્ડર ૧૨",
    "B/F 2026/1",
    "Total/12",
    "NIT (12)",
    "2026_PWD_1=A",
    "Page 4A",
];

/// Names of works with such words.
const NAMES: [&str; 6] = [
    "Internal electrification - lump sum",
    "केन-बेतवा नदी जोड़",
    "CNG station for Adani Total",
    "Total station survey",
    "Signature Bridge, approach",
    "Note counting room",
];

#[test]
fn what_has_an_id_a_name_and_an_amount_is_a_record() {
    let all = IDS.iter().map(|id| (*id, "Road")).chain(NAMES.iter().map(|name| ("12", *name)));
    for (id, name) in all {
        let text = format!(
            "Sr. No.,Bid ID,Contract Name,Tender Actual Value,Opening Date\n\
             1,A/1,Road,100000,\n2,A/2,Dam,200000,\n3,\"{id}\",\"{name}\",5,01-04-2026\n"
        );
        let table = read(&text);
        assert_eq!((passed(&table), ids(&table).last().unwrap().as_str()), (vec![], id), "{name}");
        // As a change it needs no name.
        let update = format!("Bid ID,Status\n\"{id}\",Awarded\n");
        let update = read_csv(update.as_bytes(), Purpose::Update).unwrap();
        assert_eq!(ids(&update), [id]);
    }
}

#[test]
fn an_id_without_a_letter_or_a_figure_is_refused() {
    for id in ["-", "--", "*", "#", "\"\"\"\"", "-do-", "Ditto", "."] {
        let table = read(&format!("Bid ID,Contract Name,Paper Cost\n{id},Road,5\n"));
        assert!(reasons(&table)[0].1.starts_with("Bid ID: is '"), "{id}");
        assert!(reasons(&table)[0].1.ends_with("; write the tender's own id"), "{id}");
    }
}

/// The ids of the records about which something is said.
fn warned(text: &str) -> Vec<String> {
    let parsed = checked(&read(text));
    parsed.rows.into_iter().filter(|row| !row.notes.is_empty()).map(|row| row.bid_id).collect()
}

/// A register of so many tenders whose ids have figures, and these rows below them.
fn register(tenders: usize, below: &[&str]) -> String {
    let tenders: String = (1..=tenders).map(|id| format!("NIT/26/{id},Road,100000,\n")).collect();
    format!("Bid ID,Contract Name,Paper Cost,Status\n{tenders}{}\n", below.join("\n"))
}

#[test]
fn an_id_without_figures_among_those_that_have_some_is_told() {
    for (id, row) in [
        ("Surat", "Surat,14,300000,"),
        ("Accountant", "Accountant,Executive Engineer,,"),
        ("Average", "Average,Average,5,"),
        ("No. of works", "No. of works,14,,"),
        ("औसत", "औसत,कार्य,5,"),
    ] {
        assert_eq!(warned(&register(5, &[row])), [id]);
    }
    let parsed = checked(&read(&register(5, &["Surat,14,300000,"])));
    let [note] = &parsed.rows[5].notes[..] else { panic!("{parsed:?}") };
    assert_eq!(
        (note.field.as_str(), note.message.as_str()),
        (
            "bidId",
            "Bid ID: 'Surat' has no figures, unlike the others; the row may be a total, a summary or a signature and no tender."
        )
    );
    // What has failed counts as well: the others may be corrected.
    let wrong = register(5, &["Surat,14,300000,"]).replace("Road,100000", "Road,?");
    assert_eq!(warned(&wrong), ["Surat"]);
}

#[test]
fn ids_without_figures_are_usual_where_they_are_many() {
    let sites = ["Surat,Road,1,", "Navsari,Dam,1,", "Valsad,Canal,1,"];
    assert_eq!(warned(&register(5, &sites[..2])).len(), 2);
    assert_eq!(warned(&register(26, &sites)), [""; 0]);
    assert_eq!(warned(&register(27, &sites)).len(), 3);
    // A few others tell nothing, nor do rows that belong to another table.
    assert_eq!(warned(&register(4, &sites[..1])), [""; 0]);
    let table =
        register(4, &["Surat,Road,1,", "Name of Work,Tender ID,Paper Cost,Status", "7,A/7,1,", "8,A/8,1,"]);
    assert_eq!(warned(&table), [""; 0]);
    assert_eq!(warned(&register(5, &["२०२६,Road,1,", "ROAD-IV,Road,1,Draft"])), ["ROAD-IV"]);
    // A reference of several parts is one without them, too; words are none.
    let parts = ["GJ-RB-LADVEL-PANKHIYA,Road,1,", "E/E - R/B,Road,1,"];
    assert_eq!(warned(&register(5, &parts)), ["E/E - R/B"]);
}
