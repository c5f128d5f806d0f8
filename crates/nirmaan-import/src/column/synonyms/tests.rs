use super::*;
use crate::column;

fn found(name: &str) -> Option<&'static str> {
    find(Record::Contract, name).map(|column| column.json_name)
}

#[test]
fn names_of_registers_are_found_in_any_spelling() {
    for (name, field) in [
        ("Tender ID", "bidId"),
        ("TENDER_ID", "bidId"),
        ("e-Tender Id.", "bidId"),
        ("Tender No.", "bidId"),
        ("GeM Bid Number", "bidId"),
        ("निविदा क्र.", "bidId"),
        ("निविदा नं०", "bidId"),
        ("NIT No.", "referenceNo"),
        ("N.I.T. No", "referenceNo"),
        ("Tender Ref. No", "referenceNo"),
        ("Ref No", "referenceNo"),
        ("Name of the Work", "contractName"),
        ("Work Name", "contractName"),
        ("Name of Works", "contractName"),
        ("कार्य का नाम", "contractName"),
        ("Tender Value", "tenderActualValue"),
        ("Est. Cost", "tenderActualValue"),
        ("Estimated Amt.", "tenderActualValue"),
        ("अनुमानित लागत", "tenderActualValue"),
        ("Tender Fees", "paperCost"),
        ("Cost of Tender Documents", "paperCost"),
        ("Amount Quoted", "tenderBidValue"),
        ("% above / below", "tenderBidPercentage"),
        ("Percentage Above/Below", "tenderBidPercentage"),
        ("Last date of submission", "closingDate"),
        ("Last Date & Time for Submission of Bids", "closingDate"),
        ("Bid End Date/Time", "closingDate"),
        ("Tender Closing Date and Tender Time", "closingDate"),
        ("Closing Dt. of Tender", "closingDate"),
        ("अंतिम दिनांक", "closingDate"),
        ("Date of Award", "awardedDate"),
        ("Awarded on", "awardedDate"),
        ("Remarks", "comments"),
        ("Remark", "comments"),
        ("No. of extensions", "extensionCoun"),
    ] {
        assert_eq!(found(name), Some(field), "{name}");
    }
}

#[test]
fn what_may_be_two_things_is_none() {
    for name in [
        "",
        "No",
        "Sr. No.",
        "Date",
        "Amount",
        "Value",
        "Cost",
        "Tender",
        "Tender Cost",
        "Tender Amount",
        // Bids are opened after the last day of submission.
        "Bid Opening Date",
        "Tender Opening Date",
        "Date of Opening",
        "Date of Completion",
        "Contract Value",
        "EMD",
        "Due Date",
        "Estimated Time",
        "Estimated By",
        "Extension of Time",
        "Extension (days)",
        "No. of Bids",
        "No. of Tenders",
        "Works",
        "Tender Status",
        "% of Bid",
        "निविदा मूल्य",
    ] {
        assert_eq!(found(name), None, "{name}");
    }
}

#[test]
fn deposits_are_known_as_such() {
    for name in ["EMD", "E.M.D.", "Earnest Money Deposit", "EMD Amt", "धरोहर राशि"] {
        assert!(is_deposit(name), "{name}");
    }
    assert!(!is_deposit("Deposit Type") && !is_deposit(""));
}

#[test]
fn names_of_registers_of_deposits_are_found() {
    for (name, field) in [
        ("Tender ID", "bidId"),
        ("EMD", "amount"),
        ("EMD Amount", "amount"),
        ("Amount of Deposit", "amount"),
        ("धरोहर राशि", "amount"),
        ("Type of Deposit", "depositType"),
        ("DD No.", "instrumentNo"),
        ("BG Number", "instrumentNo"),
        ("DD / FDR / BG No.", "instrumentNo"),
        ("UTR No", "instrumentNo"),
        ("Date of DD", "depositCreatedDate"),
        ("Date of submission", "depositSubmitedDate"),
        ("Refund Date", "depositeReturnedDate"),
        ("Date of Refund", "depositeReturnedDate"),
        ("Refunded on", "depositeReturnedDate"),
        ("Received back on", "depositeReturnedDate"),
        ("Credited on", "depositTransferedOwnAcDate"),
        ("Submitted on", "depositSubmitedDate"),
        ("Dated", "depositCreatedDate"),
        ("Name of Bank and Branch", "bankName"),
        ("Name of the Bank", "bankName"),
        ("Issuing Bank", "bankName"),
        ("Branch", "bankAddress"),
        ("A/c No.", "bankAccountNo"),
        ("EMD Status", "status"),
        ("Remarks", "comment"),
    ] {
        let found = find(Record::Deposit, name).map(|column| column.json_name);
        assert_eq!(found, Some(field), "{name}");
    }
    // What may be two things, or is not the deposit's, is none.
    for name in [
        "No",
        "Sr. No.",
        "Date",
        "Type",
        "Type of Security",
        "Instrument",
        "Refunded",
        "Returned",
        "Submitted",
        "Name of Work",
        "Contract Name",
        "Contract Status",
        "Deposit ID",
    ] {
        assert_eq!(find(Record::Deposit, name), None, "{name}");
    }
}

#[test]
fn every_synonym_is_one_fields_alone_and_not_a_name_of_its_own() {
    for (record, synonyms) in [(Record::Contract, contract::SYNONYMS), (Record::Deposit, deposit::SYNONYMS)] {
        let found = |name: &str| find(record, name).map(|column| column.json_name);
        let all =
            || synonyms.iter().flat_map(|(field, listed)| names(listed).map(move |name| (*field, name)));
        for (field, name) in all() {
            assert_eq!(found(name), Some(field), "{name}");
            assert_eq!(column::find(record, name), None, "{name}");
            assert!(record == Record::Deposit || !is_deposit(name), "{name}");
        }
        let all: Vec<String> = all().map(|(_, name)| words(name)).collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        let twice: Vec<_> =
            once.iter().filter(|words| all.iter().filter(|each| each == words).count() > 1).collect();
        assert!(twice.is_empty(), "{twice:?}");
        // A field's own words in another order are that field, or nothing.
        for column in record.columns() {
            assert!(find(record, column.label).is_none_or(|found| found == column), "{}", column.label);
        }
    }
}
