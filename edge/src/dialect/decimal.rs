//! Decimal text to scaled integers and back, without a float in between.

/// Why a text is no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecimalError {
    /// Not a decimal number at all.
    NotANumber,
    /// More decimals than the scale keeps.
    TooPrecise,
    /// More than 64 bits hold.
    OutOfRange,
}

/// Reads `text` as a whole number of 10^-`scale`, exactly: `scaled("12.5", 2)` is 1250.
pub(crate) fn scaled(text: &str, scale: usize) -> Result<i64, DecimalError> {
    let text = text.trim();
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && fraction.is_empty() || !is_digits(whole) || !is_digits(fraction) {
        return Err(DecimalError::NotANumber);
    }

    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return Ok(0);
    }
    // How many of the digits stand before the point of the scaled number.
    let kept = whole.len() as i64 + exponent + scale as i64;
    let missing = kept - significant.len() as i64;
    if missing < 0 {
        return Err(DecimalError::TooPrecise);
    }
    let leading = significant.trim_start_matches('0');
    if leading.len() as i64 + missing > 19 {
        return Err(DecimalError::OutOfRange);
    }
    let mut value: i128 = 0;
    for digit in leading.bytes().chain(std::iter::repeat_n(b'0', missing as usize)) {
        value = value * 10 + i128::from(digit - b'0');
    }
    i64::try_from(if negative { -value } else { value }).map_err(|_| DecimalError::OutOfRange)
}

fn exponent_of(text: &str) -> Result<i64, DecimalError> {
    // Four digits reach beyond any number that fits; more would only be there to do harm.
    match text.parse::<i64>() {
        Ok(exponent) if exponent.abs() <= 9_999 => Ok(exponent),
        Ok(_) => Err(DecimalError::OutOfRange),
        Err(_) => Err(DecimalError::NotANumber),
    }
}

/// Writes hundredths as a JSON number with no more decimals than it needs.
pub(crate) fn write_hundredths(value: i64, out: &mut Vec<u8>) {
    let magnitude = value.unsigned_abs();
    if value < 0 {
        out.push(b'-');
    }
    write_integer(magnitude / 100, out);
    let (tenths, hundredths) = (magnitude % 100 / 10, magnitude % 10);
    if tenths + hundredths > 0 {
        out.extend([b'.', b'0' + tenths as u8]);
    }
    if hundredths > 0 {
        out.push(b'0' + hundredths as u8);
    }
}

/// Writes a whole number.
pub(crate) fn write_integer(value: impl serde::Serialize, out: &mut Vec<u8>) {
    // Writing an integer into memory has no way to fail.
    let _ = serde_json::to_writer(out, &value);
}

/// Writes a float as short as it can be said; `null` where JSON has no word for it.
pub(crate) fn write_float(value: f64, out: &mut Vec<u8>) {
    const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < LARGEST_EXACT {
        write_integer(value as i64, out);
    } else {
        write_integer(value, out);
    }
}

/// The same for a single-precision float, in its own shortest form.
pub(crate) fn write_single(value: f32, out: &mut Vec<u8>) {
    const LARGEST_EXACT: f32 = 16_777_216.0;
    if value.fract() == 0.0 && value.abs() < LARGEST_EXACT {
        write_integer(value as i64, out);
    } else {
        write_integer(value, out);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decimal_text_is_read_exactly() {
        for (text, expected) in [
            ("0", Ok(0)),
            ("1234.5", Ok(123_450)),
            ("-0.05", Ok(-5)),
            (" 12 ", Ok(1_200)),
            ("+7.10", Ok(710)),
            ("1e3", Ok(100_000)),
            ("12.5E-1", Ok(125)),
            (".5", Ok(50)),
            ("10000000000000.01", Ok(1_000_000_000_000_001)),
            ("92233720368547758.07", Ok(i64::MAX)),
            ("-92233720368547758.08", Ok(i64::MIN)),
            ("0.000", Ok(0)),
            ("0e9999", Ok(0)),
            ("1.005", Err(DecimalError::TooPrecise)),
            ("1e-3", Err(DecimalError::TooPrecise)),
            ("92233720368547758.08", Err(DecimalError::OutOfRange)),
            ("1e9999", Err(DecimalError::OutOfRange)),
            ("1e99999999999", Err(DecimalError::OutOfRange)),
            ("", Err(DecimalError::NotANumber)),
            (".", Err(DecimalError::NotANumber)),
            ("1,000", Err(DecimalError::NotANumber)),
            ("0x10", Err(DecimalError::NotANumber)),
            ("NaN", Err(DecimalError::NotANumber)),
            ("--1", Err(DecimalError::NotANumber)),
            ("1e", Err(DecimalError::NotANumber)),
            ("१२", Err(DecimalError::NotANumber)),
        ] {
            assert_eq!(scaled(text, 2), expected, "{text}");
        }
    }

    #[test]
    fn hundredths_are_written_without_trailing_zeros() {
        for (value, expected) in [
            (0, "0"),
            (123_450, "1234.5"),
            (-5, "-0.05"),
            (100, "1"),
            (101, "1.01"),
            (i64::MIN, "-92233720368547758.08"),
        ] {
            let mut out = Vec::new();
            write_hundredths(value, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn floats_are_short_and_never_unspeakable() {
        for (value, expected) in
            [(5.0, "5"), (-0.0, "0"), (0.1, "0.1"), (f64::NAN, "null"), (f64::INFINITY, "null")]
        {
            let mut out = Vec::new();
            write_float(value, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    proptest! {
        #[test]
        fn every_amount_survives(value: i64) {
            let mut out = Vec::new();
            write_hundredths(value, &mut out);
            prop_assert_eq!(scaled(std::str::from_utf8(&out).unwrap(), 2), Ok(value));
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = scaled(&text, 2);
        }
    }
}
