use proptest::prelude::*;

use super::*;

#[test]
fn both_forms_of_a_letter_are_stored_as_one() {
    for (one, other) in [
        ("Café Road", "Cafe\u{301} Road"),
        ("क\u{93c}ानून", "\u{958}ानून"),
        ("सड\u{93c}क", "स\u{95c}क"),
        ("ரொ", "ர\u{bc6}\u{bbe}"),
        ("Å", "\u{212b}"),
    ] {
        assert_eq!(normalize(one), normalize(other), "{one}");
    }
    assert_eq!(normalize("Cafe\u{301}"), "Caf\u{e9}");
}

#[test]
fn what_nobody_sees_is_not_stored() {
    assert_eq!(normalize("\u{3164}\u{2800}"), "");
    assert!(is_blank("\u{200d} \u{feff}\u{3164}") && is_blank("") && !is_blank(" क\u{200d}"));
    for text in [
        "GEM/2026\u{34f}/B/1",
        "GEM/2026/B/1\u{e0041}\u{3164}",
        "\u{feff}GEM/2026/B/1",
        "GEM/2026\u{200b}/B/1",
        "\u{202a}GEM/2026/B/1\u{202c}",
        "\u{a0}\u{2003}GEM/2026/B/1\u{3000}\u{200e}",
        " GEM/2026/B/1\t",
        "GEM/\u{2060}2026/\u{ad}B/1",
        "\u{200d}GEM/2026/B/1\u{200c}",
        "\u{200b} \u{200b}GEM/2026/B/1",
    ] {
        assert_eq!(normalize(text), "GEM/2026/B/1", "{text:?}");
    }
    assert_eq!(normalize("\u{200b}\u{feff} "), "");
    // An accent joins its letter when what parted them is gone.
    assert_eq!(normalize("e\u{200b}\u{301}"), "\u{e9}");
}

#[test]
fn joiners_stay_where_scripts_need_them() {
    for text in [
        "र\u{94d}\u{200d}य",
        "क\u{94d}\u{200c}ष",
        "ന\u{d4d}\u{200d}",
        "می\u{200c}خواهم",
        "👷🏽\u{200d}♂\u{fe0f}",
    ] {
        assert_eq!(normalize(text), text, "{text:?}");
    }
    // Marks of other scripts, and those that stand in another order afterwards, change nothing.
    for text in ["خانه\u{654}\u{200c}ای", "كتاب\u{650}\u{200c}ها", "ه\u{200d}", "क\u{951}\u{94d}\u{200d}ष"]
    {
        assert_eq!(normalize(text).matches(['\u{200c}', '\u{200d}']).count(), 1, "{text:?}");
    }
    assert_eq!(normalize("ab\u{200d}c"), "abc");
    assert_eq!(normalize("सड़क\u{200c}"), normalize("सड़क"));
    assert_eq!(normalize("क\u{94d}\u{200d}\u{200d}ष"), "क\u{94d}\u{200d}ष");
}

/// Pairs of texts of which the web's key must say the same (`web/src/kit/text-key.ts`).
#[derive(serde::Deserialize)]
struct Pairs {
    same: Vec<(String, String)>,
    different: Vec<(String, String)>,
}

#[test]
fn texts_have_one_key_if_people_take_them_for_the_same() {
    let Pairs { same, different } = serde_json::from_str(include_str!("pairs.json")).unwrap();
    for (one, other) in same {
        assert_eq!(key(&one), key(&other), "{one}");
    }
    for (one, other) in different {
        assert_ne!(key(&one), key(&other), "{one}");
    }
    assert_eq!(key("STRASSE"), key("straße"));
    assert_eq!(key("Σίσυφος"), key("ΣΙΣΥΦΟΣ"));
    assert_eq!(key("അവ\u{d7b}"), key("അവ\u{d28}\u{d4d}\u{200d}"));
    assert_eq!(key("হঠা\u{9ce}"), key("হঠা\u{9a4}\u{9cd}\u{200d}"));
    assert_eq!(key("½ inch"), key("1/2 inch"));
    assert_ne!(key("¼"), key("½"));
    assert_ne!(key("≠"), key("="));
    // Of marks alone these tell texts apart.
    assert_ne!(key("\u{301}"), key("\u{300}"));
}

#[test]
fn a_key_takes_no_more_room_than_its_text_may() {
    let sentence = "\u{fdfa}".repeat(100);
    assert!(key(&sentence).len() <= 400);
    assert!(key(&format!("x{sentence}")).contains(&key("\u{fdfa}")));
}

#[test]
fn time_grows_with_the_text_and_no_faster() {
    // Each joiner means something or not by what the one before left; a long row of them is read once.
    for text in
        ["\u{200d}\u{94d}".repeat(20_000), "\u{200d}\u{200c}".repeat(20_000), "\u{301}".repeat(40_000)]
    {
        let text = format!("क\u{301}{text}");
        assert_eq!(normalize(&normalize(&text)), normalize(&text));
        key(&text);
    }
}

#[test]
fn a_password_is_the_same_in_either_form_and_nothing_else() {
    assert_eq!(password("cafe\u{301} 12"), "caf\u{e9} 12");
    assert_eq!(password(" Caf\u{e9}\u{200b}"), " Caf\u{e9}\u{200b}");
    assert_eq!(other_passwords("harbour lantern 7"), [""; 0]);
    assert_eq!(other_passwords("नमस्ते 12"), [""; 0]);
    assert_eq!(other_passwords("caf\u{e9}"), ["cafe\u{301}"]);
    assert_eq!(other_passwords("cafe\u{301}"), ["cafe\u{301}"]);
    // Neither composed nor apart: the first letter as one character, the second as two.
    assert_eq!(other_passwords("\u{e9}e\u{301}"), ["\u{e9}e\u{301}", "e\u{301}e\u{301}"]);
}

/// Texts of letters, marks, joiners and spaces, which meet more often than in texts of all characters.
fn texts() -> impl Strategy<Value = String> {
    let some = "aAeÉßİﬁ२कखरमक़ड़ോ가각가\u{301}\u{327}\u{345}\u{93c}\u{94d}\u{93f}\u{bbe}\u{200c}\u{200d}\u{200b}\u{feff}\u{a0}\u{2001} ﷺℌ\u{fe0f}\u{c46}\u{c56}👷♂";
    let some: Vec<char> = some.chars().collect();
    let drawn = prop::collection::vec(prop::sample::select(some), 0..12);
    prop_oneof![drawn.prop_map(String::from_iter), ".{0,12}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_stored_text_is_stored_as_it_is(text in texts()) {
        let once = normalize(&text);
        prop_assert_eq!(normalize(&once), once.clone());
        prop_assert_eq!(&*password(&once), once.as_str());
        prop_assert_eq!(is_blank(&text), once.is_empty());
    }

    #[test]
    fn a_key_is_its_own_key(text in texts()) {
        prop_assert_eq!(key(&key(&text)), key(&text));
    }

    #[test]
    fn a_text_has_the_key_of_what_is_stored_of_it(text in texts()) {
        let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(&text).into_owned();
        prop_assert_eq!(normalize(&decomposed), normalize(&text));
        prop_assert_eq!(key(&normalize(&text)), key(&text));
    }

    #[test]
    fn a_key_has_no_control_characters_of_its_own(text in "[^\\x00-\\x1f]{0,12}") {
        prop_assert!(!key(&text).contains(|c: char| c < ' '));
        prop_assert!(key(&text).len() <= 4 * text.chars().count());
    }
}
