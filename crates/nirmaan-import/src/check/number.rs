//! Numbers of workbook cells as decimal text, from which amounts and percentages are read exactly.

/// The number times 10 to the power of `shift`, without an exponent. Spreadsheets show and compare 15
/// significant digits; what a formula leaves behind them (0.1 + 0.2 is 0.30000000000000004) is noise of
/// the binary form, and cut off here. `None` when it is not a finite number.
pub(crate) fn plain(value: f64, shift: i32) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let scientific = format!("{:.14e}", value.abs());
    let (mantissa, exponent) = scientific.split_once('e')?;
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    // How many digits stand before the decimal point; beyond 400 places there are no finite numbers.
    let whole = exponent.parse::<i32>().ok()?.checked_add(shift)?.checked_add(1)?;
    let whole_digits = usize::try_from(whole).unwrap_or_default();
    Some(if whole <= 0 {
        let zeros = "0".repeat(usize::try_from(whole.unsigned_abs()).ok()?);
        format!("{sign}0.{zeros}{digits}")
    } else if let Some((before, after)) = digits.split_at_checked(whole_digits).filter(|(_, a)| !a.is_empty())
    {
        format!("{sign}{before}.{after}")
    } else {
        format!("{sign}{digits:0<whole_digits$}")
    })
}

/// A decimal number without grouping as an integer of units of which `places` decimals make one whole.
/// The error says whether it has too many decimals or isn't a number at all.
pub(crate) fn fixed(text: &str, places: usize) -> Result<i128, NotFixed> {
    let (negative, digits) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !is_digits(whole) || !is_digits(fraction) {
        return Err(NotFixed::NotANumber);
    }
    if fraction.len() > places {
        return Err(NotFixed::TooManyDecimals);
    }
    // Thirty digits are beyond every limit and still fit.
    let units = format!("{whole}{fraction:0<places$}");
    let units = units.trim_start_matches('0');
    if units.len() > 30 {
        return Err(NotFixed::TooLarge);
    }
    let units = if units.is_empty() { 0 } else { units.parse::<i128>().map_err(|_| NotFixed::NotANumber)? };
    Ok(if negative { -units } else { units })
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotFixed {
    NotANumber,
    TooManyDecimals,
    TooLarge,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_plain_decimal_text() {
        for (value, shift, expected) in [
            (0.0, 0, "0"),
            (-0.0, 0, "0"),
            (12_500_000.0, 0, "12500000"),
            (1_250_000.5, 0, "1250000.5"),
            (0.1 + 0.2, 0, "0.3"),
            (1e13, 0, "10000000000000"),
            (1e20, 0, "100000000000000000000"),
            (1.5e-3, 0, "0.0015"),
            (-11.25, 0, "-11.25"),
            (-0.1125, 2, "-11.25"),
            (0.02, 2, "2"),
            (0.5, 2, "50"),
            (123.456, 1, "1234.56"),
        ] {
            assert_eq!(plain(value, shift).as_deref(), Some(expected), "{value}");
        }
        assert_eq!(plain(f64::NAN, 0), None);
        assert_eq!(plain(f64::NEG_INFINITY, 0), None);
        for extreme in [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324] {
            assert!(plain(extreme, 2).is_some());
        }
    }

    #[test]
    fn decimal_text_becomes_units() {
        for (text, places, expected) in [
            ("12.5", 2, Ok(1250)),
            ("-12.5", 4, Ok(-125_000)),
            ("+3", 0, Ok(3)),
            (".5", 2, Ok(50)),
            ("5.", 2, Ok(500)),
            ("-0", 2, Ok(0)),
            ("1.234", 2, Err(NotFixed::TooManyDecimals)),
            ("", 2, Err(NotFixed::NotANumber)),
            (".", 2, Err(NotFixed::NotANumber)),
            ("--1", 2, Err(NotFixed::NotANumber)),
            ("1.2.3", 2, Err(NotFixed::NotANumber)),
            ("१२", 2, Err(NotFixed::NotANumber)),
            ("9999999999999999999999999999", 2, Ok(10_i128.pow(30) - 100)),
            ("99999999999999999999999999999", 2, Err(NotFixed::TooLarge)),
            ("9999999999999999999999999999999", 2, Err(NotFixed::TooLarge)),
        ] {
            assert_eq!(fixed(text, places), expected, "{text}");
        }
    }
}
