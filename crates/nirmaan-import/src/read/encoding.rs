//! The text of a file whose encoding nobody says.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

use crate::FileError;

/// What a byte order mark says; else UTF-8 if it is that, and Windows-1252, in which Excel saves plain CSV, if not.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, FileError> {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => {
            let text = bytes.get(mark..).unwrap_or_default();
            encoding.decode_without_bom_handling_and_without_replacement(text).ok_or(FileError::Garbled)?
        }
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => windows_1252(bytes)?,
        },
    };
    // UTF-16 without a mark is valid UTF-8 when it holds Latin letters only.
    if text.contains('\0') { Err(FileError::Garbled) } else { Ok(text) }
}

/// Every byte means something in this encoding, so what is probably another one is looked for.
fn windows_1252(bytes: &[u8]) -> Result<Cow<'_, str>, FileError> {
    // Three bytes that are one letter in UTF-8, as those of Hindi are, are no accident: the file is damaged UTF-8.
    let is_utf8 = bytes.utf8_chunks().any(|chunk| chunk.valid().contains(|c: char| c >= '\u{800}'));
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    // Its five unused bytes come out as control characters.
    let is_other = text.contains(|c: char| ('\u{80}'..='\u{9f}').contains(&c));
    if is_utf8 || is_other { Err(FileError::Garbled) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{UTF_16BE, UTF_16LE};
    use proptest::prelude::*;

    use super::*;

    /// The library encodes no UTF-16.
    fn utf16(text: &str, big_endian: bool) -> Vec<u8> {
        let order = |unit: u16| if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
        std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(order).collect()
    }

    #[test]
    fn each_encoding_is_told_from_the_others() {
        for (bytes, expected) in [
            (&b""[..], Ok("")),
            (b"Road", Ok("Road")),
            ("सड़क ₹".as_bytes(), Ok("सड़क ₹")),
            (b"\xEF\xBB\xBFRoad", Ok("Road")),
            (&utf16("सड़क 🛣", false), Ok("सड़क 🛣")),
            (&utf16("सड़क 🛣", true), Ok("सड़क 🛣")),
            (b"caf\xe9 \x80 12 \x96 \x93x\x94", Ok("café € 12 – “x”")),
            (b"\xEF\xBB\xBFcaf\xe9", Err(FileError::Garbled)),
            (b"\xFF\xFER\0o", Err(FileError::Garbled)),
            (b"\xFF\xFE\x00\xd8R\0", Err(FileError::Garbled)),
            (b"R\0o\0a\0d\0", Err(FileError::Garbled)),
            (b"caf\xe9 \x81", Err(FileError::Garbled)),
            ("सड़क".as_bytes().get(..8).unwrap(), Err(FileError::Garbled)),
        ] {
            assert_eq!(decode(bytes).as_deref(), expected.as_ref().copied(), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "[^\\x00\\x{feff}]*") {
            prop_assert_eq!(decode(text.as_bytes()).unwrap(), &*text);
            for big_endian in [false, true] {
                let bytes = utf16(&text, big_endian);
                let encoding = if big_endian { UTF_16BE } else { UTF_16LE };
                prop_assert_eq!(Encoding::for_bom(&bytes).unwrap().0, encoding);
                prop_assert_eq!(decode(&bytes).unwrap(), &*text);
            }
        }

        #[test]
        fn no_bytes_panic(bytes: Vec<u8>) {
            let _ = decode(&bytes);
        }
    }
}
