//! The rupee, and the currencies that are taken for none.

use crate::check::fold::is_letter;

/// How the currency is written, folded.
pub(crate) const CURRENCY: [&str; 9] = ["₹", "₨", "rupees", "rupee", "rs", "inr", "रुपये", "रुपए", "रु"];

/// Other currencies as people write them, folded.
pub(super) const FOREIGN: [&str; 59] = [
    "usd", "dollar", "dollars", "eur", "euro", "euros", "gbp", "pound", "pounds", "sterling", "jpy", "yen",
    "cny", "rmb", "yuan", "aed", "dirham", "dirhams", "sar", "riyal", "riyals", "qar", "omr", "rial",
    "rials", "kwd", "bhd", "dinar", "dinars", "sgd", "hkd", "myr", "ringgit", "thb", "baht", "idr", "rupiah",
    "aud", "nzd", "cad", "chf", "franc", "francs", "sek", "nok", "dkk", "zar", "rub", "rouble", "roubles",
    "ruble", "rubles", "krw", "npr", "lkr", "bdt", "taka", "pkr", "btn",
];

/// Whether a character is the sign of another currency.
pub(super) fn is_foreign_sign(c: char) -> bool {
    let is_sign =
        matches!(c, '$' | '¢' | '£' | '¥' | '৳' | '฿' | '＄' | '￡' | '￥' | '\u{20a0}'..='\u{20cf}');
    is_sign && !matches!(c, '₹' | '₨')
}

/// The other currency that a folded text is about, as it is written there.
pub(crate) fn foreign(folded: &str) -> Option<&str> {
    let sign = folded.char_indices().find(|(_, c)| is_foreign_sign(*c));
    let sign = sign.and_then(|(at, c)| folded.get(at..at + c.len_utf8()));
    sign.or_else(|| folded.split(|c| !is_letter(c)).find(|word| FOREIGN.contains(word)))
}
