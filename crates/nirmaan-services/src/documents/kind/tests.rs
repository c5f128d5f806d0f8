use std::io::{Cursor, Write};

use proptest::prelude::*;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::*;

const ENDINGS: [&str; 14] =
    ["pdf", "png", "jpg", "jpeg", "webp", "gif", "docx", "xlsx", "xls", "csv", "txt", "zip", "dwg", "dxf"];

fn is(ending: &str, bytes: &[u8]) -> bool {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    Kind::of_ending(ending).unwrap().is_of(&mut file).unwrap()
}

/// A package whose main part is of this type.
fn package(media_type: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // Not first: not every program writes it there.
    zip.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
    zip.write_all(b"<w:document/>").unwrap();
    zip.start_file(CONTENT_TYPES, SimpleFileOptions::default()).unwrap();
    write!(zip, "<Types><Override PartName=\"/main.xml\" ContentType=\"{media_type}\"/></Types>").unwrap();
    zip.finish().unwrap().into_inner()
}

/// A container of old Office programs with a stream of this name.
fn container(stream: &str) -> Vec<u8> {
    let mut container = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    container.create_stream(stream).unwrap().write_all(b"data").unwrap();
    container.into_inner().into_inner()
}

/// One file of each kind, and the endings that it may have.
fn files() -> Vec<(&'static [&'static str], Vec<u8>)> {
    let document = format!("{DOCUMENT}.main+xml");
    let workbook = format!("{WORKBOOK}.main+xml");
    vec![
        (&["pdf"], b"%PDF-1.4\n".to_vec()),
        (&["png"], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        (&["jpg", "jpeg"], b"\xff\xd8\xff\xe0\0\x10JFIF\0".to_vec()),
        (&["webp"], b"RIFF\x24\0\0\0WEBPVP8 ".to_vec()),
        (&["gif"], b"GIF89a\x01\0\x01\0".to_vec()),
        (&["docx", "zip"], package(&document)),
        (&["xlsx", "zip"], package(&workbook)),
        (&["xls"], container("Workbook")),
        (&["xls"], container("Book")),
        (&["csv", "txt"], "Bid,Amount\r\nGJ/71,₹ 12\r\n".as_bytes().to_vec()),
        (&["csv", "txt"], b"Bid,Amount\nGJ/71,\x80 12\n".to_vec()),
        (&["zip"], package("text/xml")),
        (&["dwg"], b"AC1032\0\0\0\0".to_vec()),
        (&["dxf", "csv", "txt"], b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n".to_vec()),
        (&["dxf", "csv", "txt"], b"999\nmade by a program\n0\nSECTION\n".to_vec()),
        (&["dxf"], b"AutoCAD Binary DXF\r\n\x1a\0\0\0".to_vec()),
    ]
}

#[test]
fn each_kind_is_told_from_the_others() {
    for (fitting, bytes) in files() {
        for ending in ENDINGS {
            assert_eq!(is(ending, &bytes), fitting.contains(&ending), "{ending} {fitting:?}");
        }
    }
}

#[test]
fn what_may_run_somewhere_is_of_no_kind() {
    let macros = "application/vnd.ms-excel.sheet.macroEnabled.main+xml";
    let dangerous: [(&[u8], &str); 12] = [
        (b"<!doctype html><script>alert(1)</script>", "html"),
        (b"\xef\xbb\xbf  \n<html>", "html behind a mark"),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "svg"),
        (b"<?xml version=\"1.0\"?><x/>", "xml"),
        (b"MZ\x90\0\x03\0\0\0", "exe"),
        (b"\x7fELF\x02\x01\x01\0", "elf"),
        (b"#!/bin/sh\nrm -rf /\n", "script"),
        (b"\xcf\xfa\xed\xfe\x07\0\0\x01", "mach-o"),
        (b"\xca\xfe\xba\xbe\0\0\0\x34", "java"),
        (b"Bid\0Amount", "zero bytes"),
        (b"Bid\x1b[31mAmount", "escapes of terminals"),
        (b"\xff\xfeB\0i\0d\0", "UTF-16"),
    ];
    for (bytes, what) in dangerous {
        for ending in ENDINGS {
            assert!(!is(ending, bytes), "{what} as {ending}");
        }
    }
    assert!(!is("xlsx", &package(macros)));
    assert!(!is("xls", &container("Installer")));
    for ending in ["html", "htm", "svg", "xml", "exe", "js", "sh", "docm", "xlsm", "doc", "msi", "", "pdf "] {
        assert_eq!(Kind::of_ending(ending), None, "{ending}");
    }
}

#[test]
fn a_broken_package_is_no_document() {
    let whole = package(&format!("{DOCUMENT}.main+xml"));
    for length in [4, 30, whole.len() / 2, whole.len() - 4] {
        assert!(!is("docx", &whole[..length]), "{length}");
    }
    let whole = container("Workbook");
    assert!(!is("xls", &whole[..600]));
}

#[test]
fn text_is_utf_8_or_windows_1252() {
    assert!(is("txt", "निविदा\tसूचना\r\n\x0c".as_bytes()));
    // Bytes that mean nothing in Windows-1252 are well in UTF-8 alone.
    assert!(is("txt", "Á".as_bytes()) && !is("txt", b"caf\x81"));
}

proptest! {
    #[test]
    fn noise_is_looked_at_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..2000), start in 0_usize..16) {
        let (_, file) = &files()[start];
        let spoilt = [&file[..file.len() / 2], &bytes].concat();
        for ending in ENDINGS {
            is(ending, &spoilt);
        }
    }
}
