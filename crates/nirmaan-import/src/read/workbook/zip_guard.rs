//! What is looked at before a workbook's reader sees the file: whether the zip is one that a spreadsheet
//! program could have written. Headers lie, so every part is inflated for it, into nothing.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::FileError;

const MAX_ENTRIES: usize = 200;
/// For all parts together.
const MAX_INFLATED: u64 = 64 * 1024 * 1024;
const MAX_RATIO: u64 = 200;
/// Parts up to this size may have any ratio: they can't hurt, and short ones compress oddly.
const ANY_RATIO: u64 = 256 * 1024;

/// Refuses zips with too many parts, and parts that inflate to too much. It is the same zip reader that
/// the workbook's reader uses, so that both see the same parts.
pub(crate) fn check(bytes: &[u8]) -> Result<(), FileError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileError::Unreadable)?;
    if archive.len() > MAX_ENTRIES {
        return Err(FileError::Suspicious);
    }
    let mut left = MAX_INFLATED;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|_| FileError::Unreadable)?;
        let compressed = part.compressed_size().min(bytes.len() as u64);
        let most = left.min(compressed.saturating_mul(MAX_RATIO).max(ANY_RATIO));
        let mut part = part.take(most + 1);
        let inflated = std::io::copy(&mut part, &mut std::io::sink()).map_err(|_| FileError::Unreadable)?;
        if inflated > most {
            return Err(FileError::Suspicious);
        }
        left -= inflated;
    }
    Ok(())
}
