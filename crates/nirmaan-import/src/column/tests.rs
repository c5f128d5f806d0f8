use std::collections::BTreeMap;

use super::*;

fn found(name: &str) -> Option<&'static str> {
    find(Record::Contract, name).map(|column| column.json_name)
}

#[test]
fn columns_are_found_by_json_name_label_and_proto_name() {
    for (name, json_name) in [
        ("bidId", "bidId"),
        ("Bid ID", "bidId"),
        (" BID-ID * ", "bidId"),
        ("bid_id", "bidId"),
        ("Reference No.", "referenceNo"),
        ("aggreementDate", "aggreementDate"),
        ("agreement_date", "aggreementDate"),
        ("Agreement Date", "aggreementDate"),
        ("extensionCoun", "extensionCoun"),
        ("extension_count", "extensionCoun"),
        ("Extension Count", "extensionCoun"),
        ("Licence Holder Name", "licenseHolderName"),
    ] {
        assert_eq!(found(name), Some(json_name), "{name}");
    }
    for name in ["", "(Rs.)", "Remark", "id", "createdAt", "totalDeposit", "बोली"] {
        assert_eq!(found(name), None, "{name}");
    }
}

#[test]
fn the_check_offers_every_column() {
    let offered: BTreeMap<String, Vec<String>> =
        serde_json::from_str(include_str!("../fields.json")).unwrap();
    for record in [Record::Contract, Record::Deposit] {
        let columns = record.columns().iter().map(|column| column.json_name);
        assert!(offered[record.name()].iter().eq(columns), "the web client lists them");
    }
}

#[test]
fn every_name_finds_its_own_column() {
    for record in [Record::Contract, Record::Deposit] {
        for column in record.columns() {
            assert_eq!(find(record, column.json_name), Some(column), "{}", column.json_name);
            assert_eq!(find(record, column.label), Some(column), "{}", column.label);
        }
    }
}

#[test]
fn statuses_match_by_name_and_label() {
    for record in [Record::Contract, Record::Deposit] {
        let kinds = record.columns().iter().map(|column| column.kind);
        let statuses = kinds.filter_map(|kind| if let Kind::Status(of) = kind { Some(of) } else { None });
        for (name, label) in statuses.clone().flatten() {
            for statuses in statuses.clone() {
                assert_eq!(status(statuses, name), Some(*name));
                assert_eq!(status(statuses, label), Some(*name), "the label says the name in words");
                assert_eq!(status(statuses, "Done"), None);
                assert_eq!(status(statuses, ""), None);
            }
        }
        assert_eq!(statuses.count(), 1);
    }
    assert_eq!(status(&STATUSES, "work-in PROGRESS"), Some("WORK_IN_PROGRESS"));
}
