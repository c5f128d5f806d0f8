//! Scalars from what a client wrote for them: a JSON scalar, or text from a query or a path.

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use prost_reflect::{EnumDescriptor, Kind, Value};

use super::decimal::{self, DecimalError};

/// Clients are as often without padding as with it.
const BASE64: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);

/// A scalar as it was written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scalar<'a> {
    /// `true` or `false`.
    Bool(bool),
    /// A number's text.
    Number(&'a str),
    /// A string's content.
    Text(&'a str),
}

impl<'a> Scalar<'a> {
    /// The content, whatever it was written as.
    pub(crate) fn text(self) -> &'a str {
        match self {
            Self::Bool(true) => "true",
            Self::Bool(false) => "false",
            Self::Number(text) | Self::Text(text) => text,
        }
    }
}

/// Reads a scalar as a field's kind; the complaint is a sentence for a person.
pub(crate) fn read(kind: &Kind, scalar: Scalar<'_>) -> Result<Value, &'static str> {
    match kind {
        Kind::String => Ok(Value::String(scalar.text().to_owned())),
        Kind::Bool => boolean(scalar).map(Value::Bool),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => integer(scalar).map(Value::I32),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => integer(scalar).map(Value::I64),
        Kind::Uint32 | Kind::Fixed32 => integer(scalar).map(Value::U32),
        Kind::Uint64 | Kind::Fixed64 => unsigned(scalar).map(Value::U64),
        Kind::Double => float(scalar).map(Value::F64),
        Kind::Float => float(scalar).map(|value| Value::F32(value as f32)),
        Kind::Enum(values) => enumeration(values, scalar).map(Value::EnumNumber),
        Kind::Bytes => bytes(scalar).map(|bytes| Value::Bytes(bytes.into())),
        Kind::Message(_) => Err("must be an object"),
    }
}

/// Reads a number that is 0 where it is none, and the nearest one where it doesn't fit.
pub(crate) fn lenient_integer(scalar: Scalar<'_>) -> i32 {
    match decimal::scaled(scalar.text(), 0) {
        Ok(value) => i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX }),
        Err(DecimalError::OutOfRange) if scalar.text().trim().starts_with('-') => i32::MIN,
        Err(DecimalError::OutOfRange) => i32::MAX,
        Err(DecimalError::NotANumber | DecimalError::TooPrecise) => 0,
    }
}

fn boolean(scalar: Scalar<'_>) -> Result<bool, &'static str> {
    match scalar {
        Scalar::Bool(value) => Ok(value),
        Scalar::Text(text) => text.trim().parse().map_err(|_| "must be true or false"),
        Scalar::Number(_) => Err("must be true or false"),
    }
}

fn number(scalar: Scalar<'_>) -> Result<&str, &'static str> {
    match scalar {
        Scalar::Bool(_) => Err("must be a number"),
        Scalar::Number(text) | Scalar::Text(text) => Ok(text.trim()),
    }
}

fn integer<T: TryFrom<i64>>(scalar: Scalar<'_>) -> Result<T, &'static str> {
    let value = decimal::scaled(number(scalar)?, 0).map_err(|error| match error {
        DecimalError::NotANumber => "must be a number",
        DecimalError::TooPrecise => "must be a whole number",
        DecimalError::OutOfRange => "is out of range",
    })?;
    T::try_from(value).map_err(|_| "is out of range")
}

fn unsigned(scalar: Scalar<'_>) -> Result<u64, &'static str> {
    // The upper half doesn't fit the signed reading, and is only ever written plainly.
    number(scalar)?.parse().or_else(|_| integer(scalar))
}

fn float(scalar: Scalar<'_>) -> Result<f64, &'static str> {
    let text = number(scalar)?;
    // Rust also reads "inf" and "nan"; JSON has no such numbers.
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    match text.parse::<f64>() {
        Ok(value) if plain && value.is_finite() => Ok(value),
        Ok(_) if plain => Err("is out of range"),
        _ => Err("must be a number"),
    }
}

fn enumeration(values: &EnumDescriptor, scalar: Scalar<'_>) -> Result<i32, &'static str> {
    let text = match scalar {
        Scalar::Bool(_) => return Err("is not one of the possible values"),
        Scalar::Number(text) | Scalar::Text(text) => text.trim(),
    };
    let by_name = values.get_value_by_name(text);
    let by_number = || text.parse().ok().and_then(|number| values.get_value(number));
    // The zero value has no name in JSON: "" and null mean unset, and whoever writes COLOR_UNSPECIFIED is wrong.
    let known = by_name.or_else(by_number).map(|value| value.number()).filter(|&number| number != 0);
    known.ok_or("is not one of the possible values")
}

fn bytes(scalar: Scalar<'_>) -> Result<Vec<u8>, &'static str> {
    let Scalar::Text(text) = scalar else {
        return Err("must be base64");
    };
    let alphabet = if text.contains(['-', '_']) { &alphabet::URL_SAFE } else { &alphabet::STANDARD };
    GeneralPurpose::new(alphabet, BASE64).decode(text.trim()).map_err(|_| "must be base64")
}
