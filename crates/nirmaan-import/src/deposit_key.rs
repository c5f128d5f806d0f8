//! By what the deposits of one contract are told apart.

/// Names that registers have for the same type, without spaces and signs.
const TYPES: [(&str, &[&str]); 3] = [
    ("EMD", &["EMD", "EARNESTMONEY", "EARNESTMONEYDEPOSIT", "BIDSECURITY"]),
    ("PS", &["PERFORMANCESECURITY", "PERFORMANCEGUARANTEE", "PERFORMANCEBANKGUARANTEE", "PBG", "PG", "PS"]),
    ("SD", &["SECURITYDEPOSIT", "SD"]),
];

/// A key that two deposits of one contract have in common only if they are the same: their type and the number of their
/// instrument, however these are written. A number without figures (`Online`, `NA`) is that of no instrument: there, the amount in
/// paise tells them apart.
pub fn deposit_key(deposit_type: &str, instrument_no: &str, paise: i64) -> String {
    let number = number_key(instrument_no);
    let amount = if number.contains(char::is_numeric) { 0 } else { paise };
    format!("{}\n{number}\n{amount}", type_key(deposit_type))
}

fn type_key(deposit_type: &str) -> String {
    let key: String = nirmaan_text::key(deposit_type).chars().filter(|c| c.is_alphanumeric()).collect();
    let key = key.to_uppercase();
    let same = TYPES.iter().find(|(_, names)| names.contains(&key.as_str()));
    same.map_or(key, |(name, _)| (*name).to_owned())
}

/// Letters and figures, without zeros before a number. A sign counts between figures alone: 1/23 is another number than 12/3.
fn number_key(instrument_no: &str) -> String {
    let mut key = String::with_capacity(instrument_no.len());
    let mut is_parted = false;
    let number = nirmaan_text::key(instrument_no);
    for c in number.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase) {
        if !c.is_alphanumeric() {
            is_parted = true;
            continue;
        }
        let is_behind_figure = key.ends_with(char::is_numeric);
        if is_parted && is_behind_figure && c.is_numeric() {
            key.push('/');
        }
        is_parted = false;
        let begins = !key.ends_with(char::is_numeric);
        if !(c == '0' && begins) {
            key.push(c);
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        for same in [
            "DD 4512",
            "dd-4512",
            "DD\u{A0}4512",
            "DD–004512",
            "dd/4512",
            "DD No".replace("No", "4512").as_str(),
        ] {
            assert_eq!(number_key(same), "DD4512", "{same}");
        }
        assert_eq!(number_key("004512"), number_key("4512"));
        assert_ne!(number_key("1/23"), number_key("12/3"));
        assert_ne!(number_key("4512"), number_key("DD4512"));
        assert_eq!(number_key("0000"), "");
    }

    #[test]
    fn a_type_is_the_same_by_each_of_its_names() {
        let key = |name: &str| deposit_key(name, "1", 5);
        assert_eq!(key("E.M.D."), key("Earnest Money Deposit"));
        assert_eq!(key("PERFORMANCE_SECURITY"), key("pbg"));
        assert_ne!(key("EMD"), key("Security Deposit"));
    }

    #[test]
    fn what_has_no_number_is_told_apart_by_its_amount() {
        assert_ne!(deposit_key("EMD", "Online", 5), deposit_key("EMD", "online", 6));
        assert_eq!(deposit_key("EMD", "N/A", 5), deposit_key("EMD", "NA", 5));
        assert_eq!(deposit_key("EMD", "7", 5), deposit_key("EMD", "7", 6));
    }
}
