//! Which reader a file goes to.

use crate::FileError;

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Text that is separated by commas, semicolons or tabs.
    Csv,
    /// An Excel workbook: a zip of XML parts, or the binary container of before 2007.
    Workbook,
}

const ZIP: &[u8] = b"PK\x03\x04";
/// The container of .xls, and of workbooks that a password protects.
pub(crate) const OLE: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

impl FileKind {
    /// Tells the kind by the name's ending, and holds the content's first bytes (16 are plenty) against it,
    /// so that a misnamed file gets a sentence that helps instead of a reader's complaint.
    pub fn detect(file_name: &str, first_bytes: &[u8]) -> Result<FileKind, FileError> {
        let ending = file_name.rsplit_once('.').map(|(_, ending)| ending.trim().to_ascii_lowercase());
        let (zip, ole) = (first_bytes.starts_with(ZIP), first_bytes.starts_with(OLE));
        match ending.as_deref() {
            Some("csv") if zip || ole => Err(FileError::Mislabelled),
            Some("csv") if is_binary(first_bytes) => Err(FileError::NotAllowed),
            Some("csv") => Ok(FileKind::Csv),
            Some("xlsx" | "xlsm") if zip => Ok(FileKind::Workbook),
            Some("xlsx" | "xlsm") if ole => Err(FileError::Protected),
            Some("xlsx" | "xlsm") => Err(FileError::Mislabelled),
            Some("xls") if ole => Ok(FileKind::Workbook),
            // A web page or a text under this name is what many portals export.
            Some("xls") => Err(FileError::Mislabelled),
            _ => Err(FileError::NotAllowed),
        }
    }
}

/// UTF-16 has zero bytes too, but it is text: its reader has the better sentence for it.
fn is_binary(bytes: &[u8]) -> bool {
    let utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    bytes.starts_with(b"%PDF-") || (!utf16 && bytes.contains(&0))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Spec: S5.bulk-upload.type
    #[test]
    fn the_ending_and_the_content_must_agree() {
        for (name, bytes, expected) in [
            ("tenders.csv", &b"Bid ID,Contract Name"[..], Ok(FileKind::Csv)),
            ("TENDERS.CSV", b"", Ok(FileKind::Csv)),
            ("utf16.csv", b"\xFF\xFEB\0i\0", Ok(FileKind::Csv)),
            ("a.b.xlsx", ZIP, Ok(FileKind::Workbook)),
            ("macro.xlsm", ZIP, Ok(FileKind::Workbook)),
            ("tenders.csv", ZIP, Err(FileError::Mislabelled)),
            ("tenders.csv", b"%PDF-1.7", Err(FileError::NotAllowed)),
            ("tenders.csv", b"\x7fELF\0\0", Err(FileError::NotAllowed)),
            ("tenders.xlsx", b"Bid ID,", Err(FileError::Mislabelled)),
            ("tenders.xlsx", OLE, Err(FileError::Protected)),
            ("tenders.xls", OLE, Ok(FileKind::Workbook)),
            ("tenders.xls", ZIP, Err(FileError::Mislabelled)),
            ("tenders.xls", b"<html>", Err(FileError::Mislabelled)),
            ("tenders.xlsb", ZIP, Err(FileError::NotAllowed)),
            ("tenders.pdf", b"%PDF-1.7", Err(FileError::NotAllowed)),
            ("csv", b"Bid ID", Err(FileError::NotAllowed)),
            ("", b"", Err(FileError::NotAllowed)),
        ] {
            assert_eq!(FileKind::detect(name, bytes), expected, "{name}");
        }
        assert_eq!(FileError::NotAllowed.to_string(), "Only CSV or Excel files are allowed.");
    }
}
