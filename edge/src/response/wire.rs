//! The protobuf wire format, as far as answers need it.

/// Bytes that are no protobuf message of the expected type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Malformed;

/// One value on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wire<'b> {
    Varint(u64),
    Fixed64(u64),
    Fixed32(u32),
    Bytes(&'b [u8]),
}

/// Takes the next field off the front; `None` at the end.
pub(crate) fn next<'b>(bytes: &mut &'b [u8]) -> Result<Option<(u32, Wire<'b>)>, Malformed> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let tag = varint(bytes)?;
    let number = u32::try_from(tag >> 3).map_err(|_| Malformed)?;
    if number == 0 {
        return Err(Malformed);
    }
    let value = match tag & 7 {
        0 => Wire::Varint(varint(bytes)?),
        1 => Wire::Fixed64(fixed64(bytes)?),
        2 => {
            let length = usize::try_from(varint(bytes)?).map_err(|_| Malformed)?;
            let (value, rest) = bytes.split_at_checked(length).ok_or(Malformed)?;
            *bytes = rest;
            Wire::Bytes(value)
        }
        5 => Wire::Fixed32(fixed32(bytes)?),
        // Groups have been gone since proto3.
        _ => return Err(Malformed),
    };
    Ok(Some((number, value)))
}

pub(crate) fn varint(bytes: &mut &[u8]) -> Result<u64, Malformed> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(Malformed)?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(Malformed)
}

pub(crate) fn fixed64(bytes: &mut &[u8]) -> Result<u64, Malformed> {
    let (value, rest) = bytes.split_first_chunk::<8>().ok_or(Malformed)?;
    *bytes = rest;
    Ok(u64::from_le_bytes(*value))
}

pub(crate) fn fixed32(bytes: &mut &[u8]) -> Result<u32, Malformed> {
    let (value, rest) = bytes.split_first_chunk::<4>().ok_or(Malformed)?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*value))
}

/// Fields 1 to 3 of a small message of whole numbers; absent ones are 0, of repeated ones the last counts.
pub(crate) fn three_numbers(mut bytes: &[u8]) -> Result<[u64; 3], Malformed> {
    let mut numbers = [0; 3];
    while let Some((number, value)) = next(&mut bytes)? {
        if let (Some(slot), Wire::Varint(value)) = (numbers.get_mut(number as usize - 1), value) {
            *slot = value;
        }
    }
    Ok(numbers)
}

/// The last value of a field of bytes or text; empty where there is none.
pub(crate) fn last_bytes(mut bytes: &[u8], wanted: u32) -> Result<&[u8], Malformed> {
    let mut last: &[u8] = &[];
    while let Some((number, value)) = next(&mut bytes)? {
        if let (true, Wire::Bytes(value)) = (number == wanted, value) {
            last = value;
        }
    }
    Ok(last)
}

/// The values of a repeated field of texts.
pub(crate) fn all_texts(mut bytes: &[u8], wanted: u32) -> Result<Vec<&str>, Malformed> {
    let mut texts = Vec::new();
    while let Some((number, value)) = next(&mut bytes)? {
        if let (true, Wire::Bytes(value)) = (number == wanted, value) {
            texts.push(std::str::from_utf8(value).map_err(|_| Malformed)?);
        }
    }
    Ok(texts)
}

/// All values of a message field as one: joined encodings are the merged message. `None` where there is none.
pub(crate) fn merged(mut bytes: &[u8], wanted: u32) -> Result<Option<std::borrow::Cow<'_, [u8]>>, Malformed> {
    let mut merged: Option<std::borrow::Cow<'_, [u8]>> = None;
    while let Some((number, value)) = next(&mut bytes)? {
        if let (true, Wire::Bytes(value)) = (number == wanted, value) {
            match &mut merged {
                Some(earlier) => earlier.to_mut().extend_from_slice(value),
                None => merged = Some(value.into()),
            }
        }
    }
    Ok(merged)
}
