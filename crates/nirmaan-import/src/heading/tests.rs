use super::*;

fn read(cell: &str) -> (Option<&'static str>, Option<NamedUnit>) {
    let Heading { column, said, .. } = Heading::read(Record::Contract, cell);
    (column.map(|(column, _)| column.json_name), said)
}

#[test]
fn names_of_registers_have_units_too() {
    let lakh = || Some(NamedUnit::In(Unit::Lakh));
    for (cell, column, said) in [
        ("Estimated Cost", "tenderActualValue", None),
        ("Estimated Cost (Rs. in Lakhs)", "tenderActualValue", lakh()),
        ("Estimated Cost in Lakhs", "tenderActualValue", lakh()),
        ("Est. Cost Rs. Lakh", "tenderActualValue", lakh()),
        ("Quoted Amount (₹ Lakh)", "tenderBidValue", lakh()),
        ("Quoted Amount in Lakhs", "tenderBidValue", lakh()),
        ("Amount Put to Tender (Rs.)", "tenderActualValue", Some(NamedUnit::In(Unit::Rupees))),
        ("अनुमानित लागत (लाख में)", "tenderActualValue", lakh()),
        ("Estimated Cost / अनुमानित लागत (₹ लाख में)", "tenderActualValue", lakh()),
        ("Name of Work / कार्य का नाम", "contractName", None),
        ("Contract Name\nकार्य का नाम", "contractName", None),
        ("Last Date (dd-mm-yyyy)", "closingDate", None),
        ("Estimated Cost (Excl. GST)", "tenderActualValue", None),
        ("NIT (Rs. in Lakhs)", "tenderActualValue", lakh()),
    ] {
        assert_eq!(read(cell), (Some(column), said), "{cell}");
    }
    for cell in [
        "Tender ID / NIT No.",
        "Name of Work / Colour",
        "Title [lakh]",
        "EMD (Rs. in Lakhs)",
        "Work (% done)",
        "Last Date (pre-bid queries)",
        "Last Date (pre-bid queries dd/mm/yyyy)",
        "Tender No.:",
        "Quoted Amount (%)",
        "NIT (Date)",
        "Work (Rs. in Lakhs)",
        "Work (Nos.)",
    ] {
        assert_eq!(read(cell).0, None, "{cell}");
    }
    assert!(
        Heading::read(Record::Contract, "EMD (Rs. in Lakhs)").is_deposit
            && Heading::read(Record::Contract, "EMD in Rs.").is_deposit
    );
}

#[test]
fn a_title_names_a_unit_when_it_is_about_units() {
    let lakh = || Some(NamedUnit::In(Unit::Lakh));
    for (cell, said) in [
        ("(Rs. in Lakhs)", lakh()),
        ("Rs. in lakh", lakh()),
        ("All figures in Rs. Lakhs", lakh()),
        ("Register of tenders 2026-27 (Rs. in Lakhs)", lakh()),
        ("Register of tenders (Amount in Rs. Lakhs, excluding GST)", lakh()),
        ("Tenders of 2026-27: amounts are in lakhs of rupees", lakh()),
        ("Register of tenders (Rs. in Lakhs) 2026-27", lakh()),
        ("Amount (Rs. in Lakhs) as on 31-03-2026", lakh()),
        ("Statement (Rs. in Lakhs) - 2026", lakh()),
        ("(राशि लाख में)", lakh()),
        ("(USD)", Some(NamedUnit::Foreign("USD".to_owned()))),
        ("Bid capacity (Rs. in Crore)", Some(NamedUnit::Unclear("Bid capacity (Rs. in Crore)".to_owned()))),
        ("Limit of class A in crore", Some(NamedUnit::Unclear("Limit of class A in crore".to_owned()))),
        ("Works in hand (Rs. in Crore): 85.20", None),
        ("As on 01-04-2026 (Rs.)", None),
        ("Rs.", None),
        ("(Rs. in Lakks)", Some(NamedUnit::Unclear("Rs. in Lakks".to_owned()))),
        ("Bharat Infra (P) Ltd", None),
        ("Sharma & Sons (K)", None),
        ("Tenders above Rs. 5 lakh", None),
        ("EMD up to 10 lakh (MSE exempt)", None),
        ("Register of tenders (2026-27)", None),
        ("Works in 2026", None),
        ("Statement of roads, length in m", None),
        ("List (in k)", None),
        ("", None),
    ] {
        assert_eq!(Heading::unit_of_title(cell), said, "{cell}");
    }
}

#[test]
fn a_heading_names_a_column_and_a_unit() {
    let lakh = Some(NamedUnit::In(Unit::Lakh));
    for (cell, column, said) in [
        ("Tender Actual Value", "tenderActualValue", None),
        ("Tender Actual Value (Rs. in Lakhs)", "tenderActualValue", lakh.clone()),
        ("Tender Actual Value [Rs. in Lakhs]", "tenderActualValue", lakh.clone()),
        ("Tender Actual Value {₹ Lac}", "tenderActualValue", lakh.clone()),
        ("Tender Actual Value （in Lakhs）", "tenderActualValue", lakh.clone()),
        ("Tender Actual Value (excl. GST) (Rs. in Lakhs) *", "tenderActualValue", lakh.clone()),
        ("Tender Actual Value (Rs. in Lakhs", "tenderActualValue", lakh.clone()),
        ("Tender\nActual Value\n(Rs. in Lakhs)", "tenderActualValue", lakh.clone()),
        ("(Rs. in Lakhs) Tender Actual Value", "tenderActualValue", lakh.clone()),
        ("Tender Actual Value in Lakhs", "tenderActualValue", lakh.clone()),
        ("TENDER ACTUAL VALUE - RS. LAKHS", "tenderActualValue", lakh.clone()),
        ("tenderActualValueInLakhs", "tenderActualValue", lakh.clone()),
        ("tender_actual_value_lakh", "tenderActualValue", lakh.clone()),
        ("Rs. Lakh: Tender Actual Value", "tenderActualValue", lakh),
        ("Tender Bid Value (₹ in Crore)", "tenderBidValue", Some(NamedUnit::In(Unit::Crore))),
        ("Tender Bid Value ₹ Cr.", "tenderBidValue", Some(NamedUnit::In(Unit::Crore))),
        ("Paper Cost (in '000)", "paperCost", Some(NamedUnit::In(Unit::Thousand))),
        ("Paper Cost (Rs.)", "paperCost", Some(NamedUnit::In(Unit::Rupees))),
        ("Paper Cost (USD)", "paperCost", Some(NamedUnit::Foreign("USD".to_owned()))),
        ("Tender Actual Value (Rs.) in Lakhs", "tenderActualValue", Some(NamedUnit::In(Unit::Lakh))),
        (
            "Tender Actual Value (Rs.) in Lakhs, excl. GST",
            "tenderActualValue",
            Some(NamedUnit::In(Unit::Lakh)),
        ),
        ("Tender Actual Value (Rs.) (in Lakhs)", "tenderActualValue", Some(NamedUnit::In(Unit::Lakh))),
        ("Tender Actual Value (as on 5th March 2026)", "tenderActualValue", None),
        ("Status (as of today)", "status", None),
        ("Paper Cost US$", "paperCost", Some(NamedUnit::Foreign("$".to_owned()))),
        ("$ Paper Cost", "paperCost", Some(NamedUnit::Foreign("$".to_owned()))),
        ("Paper Cost (lakh/crore)", "paperCost", Some(NamedUnit::Unclear("lakh/crore".to_owned()))),
        ("Bid ID (as on the portal) No", "bidId", None),
        ("Tender Bid Percentage (%)", "tenderBidPercentage", None),
    ] {
        assert_eq!(read(cell), (Some(column), said), "{cell}");
    }
    for cell in [
        "",
        "(Rs. in Lakhs)",
        "[lakh]",
        "Lakh",
        "Colour (in Lakhs)",
        "Status [remarks]",
        "License No K",
        "Status [Cr]",
        "Bid ID [Rs.]",
        "Paper Cost Credit",
        "बोली",
    ] {
        assert_eq!(read(cell).0, None, "{cell}");
    }
}
