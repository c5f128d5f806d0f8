//! The commas of numbers, as in 12,50,000 or in 1,250,000.

/// More digits than this are no number that anybody means.
const MOST_DIGITS: usize = 15;

/// A number without its commas. `None` where they stand otherwise than in 12,50,000 or in 1,250,000: it may be a decimal
/// comma or a digit too few, and the number would be wrong by a factor.
pub(super) fn without(number: &str) -> Option<String> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    (!fraction.contains(',') && is_usual(whole)).then(|| number.replace(',', ""))
}

fn is_usual(whole: &str) -> bool {
    let groups: Vec<usize> = whole.split(',').map(str::len).collect();
    match groups.as_slice() {
        [_] | [] => true,
        [first, middle @ .., last] => {
            let indian = (1..=2).contains(first) && middle.iter().all(|size| *size == 2);
            let western = (1..=3).contains(first) && middle.iter().all(|size| *size == 3);
            *last == 3 && (indian || western) && !whole.starts_with('0')
        }
    }
}

/// What may be meant by a number with its commas in unusual places, the likeliest first: a last group with a digit missing, a
/// decimal comma, or groups of another size. Empty where nobody can tell.
pub(super) fn meant(number: &str) -> Vec<String> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let digits: String = number.chars().filter(|c| !matches!(c, ',' | '.')).collect();
    if digits.is_empty() || digits.len() > MOST_DIGITS || !is_digits(&digits) {
        return Vec::new();
    }
    let (before, last) = number.rsplit_once(',').unwrap_or((number, ""));
    if before.contains('.') {
        // 1.250,50
        let thousands = before.replace('.', ",");
        let is_plain = !last.is_empty() && is_digits(last) && is_usual(&thousands);
        return is_plain
            .then(|| format!("{}.{last}", grouped(&thousands.replace(',', ""))))
            .into_iter()
            .collect();
    }
    let (last, fraction) = last.split_once('.').unwrap_or((last, ""));
    if fraction.contains('.') {
        return Vec::new();
    }
    let point = if fraction.is_empty() { "" } else { "." };
    let with_fraction = |whole: &str| format!("{}{point}{fraction}", grouped(&whole.replace(',', "")));
    let regrouped = || with_fraction(&format!("{before}{last}"));
    if !matches!(last.len(), 1 | 2) {
        return vec![regrouped()];
    }
    let padded = format!("{before},{last:0<3}");
    let longer = is_usual(&padded).then(|| with_fraction(&padded));
    let is_decimal = point.is_empty() && !before.is_empty() && !before.contains(',');
    let other = if is_decimal { format!("{}.{last}", grouped(before)) } else { regrouped() };
    longer.into_iter().chain([other]).collect()
}

/// Digits in the groups of India, without leading zeros: 12,50,000.
pub fn grouped(digits: &str) -> String {
    let digits = digits.trim_start_matches('0');
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        let after = digits.len() - place;
        if place > 0 && after >= 3 && after % 2 == 1 {
            text.push(',');
        }
        text.push(digit);
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
