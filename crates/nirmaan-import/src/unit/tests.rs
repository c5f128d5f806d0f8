use proptest::prelude::*;

use super::*;

fn aside(text: &str) -> Option<NamedUnit> {
    Words::aside(text).said(text)
}

fn unclear(text: &str) -> Option<NamedUnit> {
    Some(NamedUnit::Unclear(text.to_owned()))
}

#[test]
fn units_are_found_as_people_write_them() {
    use Unit::{Billion, Crore, Hundred, Lakh, Million, Rupees, Thousand};
    for (text, unit) in [
        ("Rs. in Lakhs", Lakh),
        ("Rs.in Lacs", Lakh),
        ("Rslakhs", Lakh),
        ("RSINLAKHS", Lakh),
        ("in Laks", Lakh),
        ("Rs. in Lakh's", Lakh),
        ("₹ in Crore", Crore),
        ("₹ Cr.", Crore),
        ("Rs.Cr", Crore),
        ("in '000", Thousand),
        ("Rs. ’000s", Thousand),
        ("'000'", Thousand),
        ("Rs. 000", Thousand),
        ("INR 1,000s", Thousand),
        ("in '00,000", Lakh),
        ("Rs. in '00", Hundred),
        ("Rs. in Thousand", Thousand),
        ("₹ K", Thousand),
        ("₹ L", Lakh),
        ("In Hundreds", Hundred),
        ("INR mn", Million),
        ("Rs. in Bn", Billion),
        ("Rs.", Rupees),
        ("₹", Rupees),
        ("INR", Rupees),
        ("in Rupees", Rupees),
        ("RUPEES", Rupees),
        ("LAKH", Lakh),
        ("लाख में", Lakh),
        ("₹ करोड़ में", Crore),
        ("रु. कोटी", Crore),
        ("रु. हज़ार में", Thousand),
        ("रुपये", Rupees),
    ] {
        assert_eq!(Unit::written(text), Some(unit), "{text}");
        assert_eq!(aside(text), Some(NamedUnit::In(unit)), "{text}");
    }
    let amounts =
        ["125.50", "125.50 lakh", "5", "00", "000", "1,00,000", "Rs. 1,000", "₹ 00", "10 crore", "1000s"];
    for text in ["", "-", "Nos.", "%", "in", "C01/A", "Road", "Dr"].into_iter().chain(amounts) {
        let is_unit = text == "1000s";
        assert_eq!(Unit::written(text).is_some(), is_unit, "{text}");
    }
}

#[test]
fn other_words_beside_a_unit_are_no_matter_in_brackets_alone() {
    assert_eq!(aside("Rs. in Lakhs, excl. 18% GST"), Some(NamedUnit::In(Unit::Lakh)));
    assert_eq!(NamedUnit::alone("Rs. in Lakhs, excl. 18% GST"), None);
    for text in [
        "Rs. 500.00",
        "Rs. 100 per set",
        "INR, excl. GST @ 18.00%",
        "Rs. each",
        "Rs., L-1",
        "Rs., payable in cash",
        "₹ in total",
        "Rs., work of lake",
    ] {
        assert_eq!(aside(text), Some(NamedUnit::In(Unit::Rupees)), "{text}");
    }
    for text in [
        "excl. GST",
        "as per NIT",
        "Section L",
        "K. Sharma",
        "18 %",
        "incl. GST @ 18.00%",
        "as on 5th March 2026",
        "14th SFC",
        "L1",
        "L-1",
        "in words",
        "incl. in BOQ",
        "payable in favour of the EE",
    ] {
        assert_eq!(aside(text), None, "{text}");
    }
}

#[test]
fn another_currency_wins_over_every_unit() {
    for (text, currency) in [
        ("USD", "USD"),
        ("US$ in Million", "$"),
        ("in Euros", "EUROS"),
        ("€ mn", "€"),
        ("NPR in Lakhs", "NPR"),
    ] {
        assert_eq!(aside(text), Some(NamedUnit::Foreign(currency.to_owned())), "{text}");
        assert_eq!(NamedUnit::alone(text), aside(text), "{text}");
    }
}

#[test]
fn what_leaves_the_unit_open_is_unclear() {
    for text in [
        "Rs. in Lakh / Crore",
        "lakh crore",
        "Rs. in ten lakhs",
        "in 10 lakh",
        "limit 50 lakh",
        "Dr/Cr",
        "Rs. 1000",
        "x 1,000, in Rs.",
        "Rs. in Corers",
        "₹ lakhz",
        "Rs. in Kharab",
        "M",
        "CAD drawings",
        "Rs. x 10^5",
        "x 1000",
        "x1000",
        "10lakh",
        "Rs. 100k",
        "₹ MM",
        "Rs. mil.",
        "Rs. arab",
        "Paise",
        "Lackhs",
        "Corers",
    ] {
        assert_eq!(aside(text), unclear(text), "{text}");
    }
}

#[test]
fn a_unit_stands_at_either_end_of_a_name() {
    for (name, unit, rest) in [
        ("Paper Cost in Lakhs", Unit::Lakh, "paper cost"),
        ("Tender Bid Value ₹ Cr.", Unit::Crore, "tender bid value"),
        ("tenderActualValueInLacs", Unit::Lakh, "tender actual value"),
        ("paper_cost_rs", Unit::Rupees, "paper cost"),
        ("Rs. Lakh: Paper Cost", Unit::Lakh, "paper cost"),
        ("Paper Cost, '000", Unit::Thousand, "paper cost"),
    ] {
        let (words, found) = Words::at_the_ends(name).unwrap();
        assert_eq!((words.said(name), found.as_str()), (Some(NamedUnit::In(unit)), rest), "{name}");
    }
    for name in ["Paper Cost", "Amount paid in"] {
        assert_eq!(Words::at_the_ends(name).unwrap().0.said(name), None, "{name}");
    }
    for name in ["Lakhs", "", "Rs."] {
        assert!(Words::at_the_ends(name).is_none(), "{name}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*|[a-zA-Z₹$.,'0-9()/ लाख]{0,20}") {
        let _ = aside(&text);
        let _ = NamedUnit::alone(&text);
        let _ = Words::at_the_ends(&text);
    }
}
