//! What is looked at before a workbook's reader sees the file: whether the zip is one that a spreadsheet
//! program could have written. Headers lie, so every part is inflated for it.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::FileError;

const MAX_ENTRIES: usize = 200;
/// For all parts together.
const MAX_INFLATED: u64 = 64 * 1024 * 1024;
const MAX_RATIO: u64 = 200;
/// Parts up to this size may have any ratio: they can't hurt, and short ones compress oddly.
const ANY_RATIO: u64 = 256 * 1024;

/// The XML of a workbook by the names of its parts, as [`key`] has them.
pub(super) type Parts = HashMap<String, Vec<u8>>;

/// A part's name as it is looked up, by the workbook's reader too.
pub(super) fn key(name: &str) -> String {
    name.replace('\\', "/").to_ascii_lowercase()
}

/// Refuses zips with too many parts, and parts that inflate to too much; gives those of XML. It is the same zip reader that
/// the workbook's reader uses, so that both see the same parts.
pub(super) fn check(bytes: &[u8]) -> Result<Parts, FileError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileError::Unreadable)?;
    if archive.len() > MAX_ENTRIES {
        return Err(FileError::Suspicious);
    }
    let mut parts = Parts::new();
    let mut left = MAX_INFLATED;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|_| FileError::Unreadable)?;
        let compressed = part.compressed_size().min(bytes.len() as u64);
        let most = left.min(compressed.saturating_mul(MAX_RATIO).max(ANY_RATIO));
        let name = part.name().map(|name| key(&name)).unwrap_or_default();
        let expected = usize::try_from(part.size().min(most)).unwrap_or_default();
        let mut part = part.take(most + 1);
        let mut content = Vec::new();
        let inflated = if name.ends_with(".xml") || name.ends_with(".rels") {
            content.reserve(expected);
            part.read_to_end(&mut content).map(|inflated| inflated as u64)
        } else {
            std::io::copy(&mut part, &mut std::io::sink())
        };
        let inflated = inflated.map_err(|_| FileError::Unreadable)?;
        if inflated > most {
            return Err(FileError::Suspicious);
        }
        left -= inflated;
        content.shrink_to_fit();
        parts.insert(name, content);
    }
    Ok(parts)
}
