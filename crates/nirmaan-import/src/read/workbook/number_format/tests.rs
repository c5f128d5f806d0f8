use super::*;

/// What is seen of a number, as a text where a format adds something.
fn shown(code: &str, value: f64) -> Cell {
    match NumberFormat::read(code, None).number(value) {
        Cell::Shown(shown) => Cell::Text(shown.text),
        cell => cell,
    }
}

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

#[test]
fn formats_that_say_no_more_than_the_number() {
    let indian = r"[>=10000000]##\,##\,##\,##0.00;[>=100000]##\,##\,##0.00;##,##0.00";
    let rupees = r###"[>=10000000]"₹ "##\,##\,##\,##0;[>=100000]"₹ "##\,##\,##0;"₹ "##,##0"###;
    for code in [
        "",
        "General",
        "0",
        "0.00",
        "#,##0.00",
        "# ##0",
        r"#\ ##0",
        indian,
        rupees,
        "0.00E+00",
        "# ?/?",
        "@",
        "[$₹-4009]#,##0.00",
        r##"[$Rs.-4009] #,##0"##,
        r##"#,##0.00"/-""##,
        r##""Rs." 0.00_);[Red]("Rs." 0.00)"##,
        r##"_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)"##,
        "[Red]0.00",
        "0;[Red]0",
        "[DBNum1]0",
        "[$-409]0",
    ] {
        for value in [0.0, 0.5, 42.0, 12_550_000.25, -42.0] {
            assert_eq!(shown(code, value), Cell::Number(value), "{code} of {value}");
        }
    }
    // A currency that the program chooses.
    let accounting =
        NumberFormat::read(r##"_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)"##, Some(44));
    assert_eq!(accounting.number(42.0), Cell::Number(42.0));
}

#[test]
fn percentages_are_told() {
    for code in ["0%", "0.00%", "#,##0.00 %;[Red]-0%", "0.0#\" \"%"] {
        for value in [-0.1125, 0.12, 0.0] {
            assert_eq!(shown(code, value), Cell::Percent(value), "{code} of {value}");
        }
    }
    assert_eq!(shown("0.00\"%\"", 0.12), text("0.12%"));
    assert_eq!(shown(r"0.00\%", 11.25), text("11.25%"));
}

#[test]
fn what_only_the_format_shows_is_read() {
    for (code, value, expected) in [
        (r##""NIT-"0000"##, 42.0, "NIT-0042"),
        ("00000", 42.0, "00042"),
        (r"000\-000", 123_456.0, "123-456"),
        (r"00\/00", 1_226.0, "12/26"),
        (r##"0.00" Lakh""##, 125.5, "125.50 Lakh"),
        (r##"0.00 \C\r"##, 1.25, "1.25 Cr"),
        (r##"General" Lakh""##, 125.5, "125.5 Lakh"),
        (r##""₹ "0.00" Cr.""##, 1.25, "₹ 1.25 Cr."),
        // 12550123 in lakh: by thousands, and with a point before the last two digits.
        (r##"0\.00," Lacs""##, 12_550_123.0, "125.50123 Lacs"),
        (r##"0.00,,"##, 12_550_000.0, "12.55"),
        (r##"#,##0,"##, 12_550_000.0, "12550"),
        (r##"#,##0,.0" th""##, 12_550_500.0, "12550.5 th"),
        (r##""$"#,##0.00"##, 1_234.5, "$1234.50"),
        ("[$€-2] #,##0", 1_234.0, "€ 1234"),
        ("[$USD] 0", 5.0, "USD 5"),
        (r##"0.00"% Above";0.00"% Below""##, -11.25, "11.25% Below"),
        (r##"0.00"% Above";0.00"% Below""##, 11.25, "11.25% Above"),
        (r##"0.00%" below""##, 0.1125, "11.25% below"),
        (r##"0.00" Lakh";[Red]0.00" Lakh""##, -5.0, "-5.00 Lakh"),
        (r##"0.00" Lakh""##, -5.0, "-5.00 Lakh"),
        // A sign among the words is none of the number.
        (r##"0.00" % (Above)""##, -11.25, "-11.25 % (Above)"),
        (r##""NIT-"0000"##, -42.0, "-NIT-0042"),
        (r##""₹ "0.00" Cr";[Red]"₹"0.00" Cr""##, -5.0, "-₹5.00 Cr"),
        (r##""Rs. "0" Lakh";("Rs. "0" Lakh)"##, -5.0, "(Rs. 5 Lakh)"),
        (r##"[=7]"seven";[<>8]"none";0" Nos""##, 7.0, "seven"),
        (r##"[=7]"seven";[<>8]"none";0" Nos""##, 9.0, "none"),
        (r##"[=7]"seven";[<>8]"none";0" Nos""##, 8.0, "8 Nos"),
        (r##"[<=1]"low";[>5]"high";0" Nos""##, 1.0, "low"),
        (r##"[<=1]"low";[>5]"high";0" Nos""##, 5.0, "5 Nos"),
        (r##"[<=1]"low";[>5]"high";0" Nos""##, 6.0, "high"),
        (r##"0.00" Cr";0.00" Dr""##, -500.0, "500.00 Dr"),
        (r##"[<1]"Low";0"##, 0.5, "Low"),
        (r##""Rs. "0" Lakh""##, 125.5, "Rs. 125.5 Lakh"),
        (r##""20"00"##, 26.0, "2026"),
        (r##".00" Lakh""##, 125.5, "125.50 Lakh"),
        (r##".##" Cr""##, 0.5, ".5 Cr"),
        (r##"[>0]0.00"% above";0.00"% below";"at par""##, -11.25, "11.25% below"),
        (r##"[>0]0.00"% above";0.00"% below";"at par""##, 11.25, "11.25% above"),
        (r##"[>0]0.00"% above";0.00"% below";"at par""##, 0.0, "at par"),
        (r##"[<0]0.00"% below";0.00"% above";"at par""##, -11.25, "11.25% below"),
        (r##"[<0]0.00"% below";0.00"% above";"at par""##, 11.25, "11.25% above"),
        (r##"[>=0]0.00"% above";[<0]0.00"% below""##, -11.25, "11.25% below"),
        (r##"[>=0]0.00" Lakh";-0.00" Lakh""##, -5.0, "-5.00 Lakh"),
    ] {
        assert_eq!(shown(code, value), text(expected), "{code} of {value}");
    }
}

#[test]
fn what_a_format_hides_is_told() {
    for code in [";;;", ";;", r##"" ""##, "0;;0"] {
        assert_eq!(shown(code, -1.0), Cell::Lost(Lost::Hidden), "{code}");
        assert_eq!(shown(code, 0.0), Cell::Number(0.0), "{code}");
    }
    assert_eq!(shown(r##"0;-0;"Nil""##, 0.0), text("Nil"));
    // Nothing but ### is seen.
    assert_eq!(shown(r##"[=0]"No";[=1]"Yes""##, 2.0), Cell::Lost(Lost::Hidden));
    let others = |code: &str| match NumberFormat::read(code, None).number(125.0) {
        Cell::Shown(shown) => shown.shift,
        cell => panic!("{cell:?}"),
    };
    assert_eq!(
        [r##"#,##0",000""##, r##"0"00000""##, r##"[>1]"more";0"##, r##"0" Nos""##].map(others),
        [None, None, None, Some(0)]
    );
}

#[test]
fn a_number_is_shown_by_a_power_of_ten() {
    for (code, shift) in [
        (r##"0.00" Lakh""##, 0),
        (r##"0.00," Lakh""##, -3),
        (r##"0\.00," Lacs""##, -5),
        ("0.00,,", -6),
        (r##"0.00%" below""##, 2),
    ] {
        let Cell::Shown(shown) = NumberFormat::read(code, None).number(12_550_000.0) else {
            panic!("{code}")
        };
        assert_eq!((shown.value, shown.shift), (12_550_000.0, Some(shift)), "{code}");
    }
}

#[test]
fn digits_that_a_spreadsheet_lost_are_not_made_up() {
    for code in ["00000000000000000000", r##""NIT-"0"##, r"0000\/0000\/00000"] {
        assert_eq!(shown(code, 20_250_512_345_678_901.0), Cell::Number(20_250_512_345_678_901.0), "{code}");
    }
}

#[test]
fn texts_show_what_is_written_around_them() {
    let read = |code: &str| NumberFormat::read(code, None).text("42/A");
    assert_eq!(read(r##""NIT/"@"##), Some(text("NIT/42/A")));
    assert_eq!(read(r##"0;-0;0;"NIT/"@" (old)""##), Some(text("NIT/42/A (old)")));
    assert_eq!(read(";;;"), Some(Cell::Lost(Lost::Hidden)));
    for code in ["@", "General", "0", "0;-0;;@", r##"_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)"##] {
        assert_eq!(read(code), None, "{code}");
    }
}

#[test]
fn dates_that_show_no_day() {
    for (code, expected) in [
        ("mmm-yy", true),
        ("mmmm yyyy", true),
        ("yyyy", true),
        ("dddd mmmm yyyy", true),
        ("d-mmm", false),
        ("dd-mm-yyyy", false),
        ("[$-14009]dd-mm-yyyy;@", false),
        ("d-mmm-yy h:mm AM/PM", false),
        ("h:mm AM/PM", false),
        ("hh:mm", false),
        ("mm:ss", false),
        ("[h]:mm", false),
        ("General", false),
        (r##"0" days""##, false),
    ] {
        assert_eq!(NumberFormat::read(code, None).lacks_day(), expected, "{code}");
    }
}

mod random {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_format_panics(code in r##"[0#?.,%@;"\\\[\]$₹ dmyhsE+A-Z<>=*_/-]{0,24}"##, value: f64, shown in ".{0,8}") {
            let format = NumberFormat::read(&code, None);
            let _ = format.number(value);
            let _ = format.text(&shown);
        }

        /// Whatever stands around them, the digits are those of the number.
        #[test]
        fn no_digit_is_lost_or_made_up(value in 0..100_000_000_000_000_i64) {
            let value = value as f64 / 100.0;
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
            let bare = |text: &str| digits(text).trim_matches('0').to_owned();
            let plain = plain_number(value, 0).unwrap_or_default();
            for code in [r##"0.00" Lakh""##, r##".00" Lakh""##, r##"#,##0" x""##, r##"0\.00," L""##, r##"000\-000" x""##, r##"#,##0.0,," M""##] {
                if let Cell::Text(text) = shown(code, value) {
                    prop_assert_eq!(bare(&text), bare(&plain), "{} of {}", code, value);
                }
            }
        }

        /// What says no more than the number never changes it.
        #[test]
        fn grouping_changes_nothing(value in 0..1_000_000_000_000_i64) {
            let value = value as f64 / 100.0;
            for code in ["#,##0.00", r"[>=10000000]##\,##\,##\,##0.00;[>=100000]##\,##\,##0.00;##,##0.00"] {
                prop_assert_eq!(shown(code, value), Cell::Number(value));
            }
        }
    }
}
