//! The kinds of files that are kept. A name's ending says which, and the content must agree.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use infer::{archive, image};
use zip::ZipArchive;

/// What is looked at of a file whose kind its first bytes tell.
const HEAD: u64 = 1024;
/// The part of a package that says what its other parts are.
const CONTENT_TYPES: &str = "[Content_Types].xml";
const MAX_CONTENT_TYPES: u64 = 1024 * 1024;
const DOCUMENT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const BINARY_DXF: &[u8] = b"AutoCAD Binary DXF\r\n\x1a\0";
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Pdf,
    Png,
    Jpeg,
    Webp,
    Gif,
    Docx,
    Xlsx,
    Xls,
    Csv,
    Text,
    Zip,
    Dwg,
    Dxf,
}

impl Kind {
    /// The kind of which files with this ending, in lower case, must be.
    pub(super) fn of_ending(ending: &str) -> Option<Self> {
        Some(match ending {
            "pdf" => Self::Pdf,
            "png" => Self::Png,
            "jpg" | "jpeg" => Self::Jpeg,
            "webp" => Self::Webp,
            "gif" => Self::Gif,
            "docx" => Self::Docx,
            "xlsx" => Self::Xlsx,
            "xls" => Self::Xls,
            "csv" => Self::Csv,
            "txt" => Self::Text,
            "zip" => Self::Zip,
            "dwg" => Self::Dwg,
            "dxf" => Self::Dxf,
            _ => return None,
        })
    }

    /// The media type of its files.
    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Docx => DOCUMENT,
            Self::Xlsx => WORKBOOK,
            Self::Xls => "application/vnd.ms-excel",
            Self::Csv => "text/csv",
            Self::Text => "text/plain",
            Self::Zip => "application/zip",
            Self::Dwg => "image/vnd.dwg",
            Self::Dxf => "image/vnd.dxf",
        }
    }

    /// Whether its files can be made smaller pictures of.
    pub(super) fn is_picture(self) -> bool {
        matches!(self, Self::Png | Self::Jpeg | Self::Webp | Self::Gif)
    }

    /// Whether a file's content is of this kind. Takes time, and for packages memory too: the directory of the
    /// largest file that is taken comes to some 200 MB.
    ///
    /// # Errors
    /// When the file can't be read.
    pub(super) fn is_of(self, file: &mut File) -> io::Result<bool> {
        let mut head = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        file.by_ref().take(HEAD).read_to_end(&mut head)?;
        Ok(match self {
            Self::Pdf => archive::is_pdf(&head),
            Self::Png => image::is_png(&head),
            Self::Jpeg => image::is_jpeg(&head),
            Self::Webp => image::is_webp(&head),
            Self::Gif => image::is_gif(&head),
            Self::Zip => archive::is_zip(&head),
            Self::Docx => archive::is_zip(&head) && is_package_of(file, DOCUMENT),
            Self::Xlsx => archive::is_zip(&head) && is_package_of(file, WORKBOOK),
            Self::Xls => is_old_workbook(file)?,
            Self::Csv | Self::Text => !means_something_else(&head) && is_text(file)?,
            Self::Dwg => is_drawing(&head),
            Self::Dxf => head.starts_with(BINARY_DXF) || (begins_sections(&head) && is_text(file)?),
        })
    }
}

/// Whether a package's main part is of a type. Those with macros are of another.
fn is_package_of(file: &mut File, media_type: &str) -> bool {
    let Ok(mut package) = ZipArchive::new(BufReader::new(file)) else { return false };
    let Ok(part) = package.by_name(CONTENT_TYPES) else { return false };
    let mut types = String::new();
    let is_read = part.take(MAX_CONTENT_TYPES).read_to_string(&mut types).is_ok();
    is_read && types.contains(&format!("\"{media_type}.main+xml\""))
}

/// Whether a file is of the container that old Office programs write, with a workbook in it.
fn is_old_workbook(file: &mut File) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    Ok(cfb::CompoundFile::open(file)
        .is_ok_and(|container| container.is_stream("/Workbook") || container.is_stream("/Book")))
}

/// Text is what has no control characters but those of lines and tabs, in UTF-8 or in Windows-1252.
fn is_text(file: &mut File) -> io::Result<bool> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1f | 0x7f);
    // The five bytes that mean nothing in Windows-1252.
    let means_nothing = |byte: &u8| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d);
    Ok(!bytes.iter().any(is_control)
        && (!bytes.iter().any(means_nothing) || std::str::from_utf8(&bytes).is_ok()))
}

/// Whether a text would mean more to a browser or a shell: HTML, SVG, XML, a script, or a PDF without binary parts.
fn means_something_else(head: &[u8]) -> bool {
    let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head).trim_ascii_start();
    text.starts_with(b"<") || text.starts_with(b"#!") || archive::is_pdf(text)
}

/// Whether a text begins as an exchange drawing does: the code 0 and a section, or the code 999 and a comment.
fn begins_sections(head: &[u8]) -> bool {
    let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head);
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    match (lines.next(), lines.next()) {
        (Some(b"0"), Some(section)) => section == b"SECTION",
        (Some(b"999"), Some(_)) => true,
        _ => false,
    }
}

/// Whether a file begins with the version of a drawing: AC1012 and later.
fn is_drawing(head: &[u8]) -> bool {
    let version = head.strip_prefix(b"AC10").and_then(|rest| rest.get(..2));
    version.is_some_and(|version| version.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests;
