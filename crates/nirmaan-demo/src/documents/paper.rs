//! Small files of real kinds.

use std::{array, sync::LazyLock};

use bytes::Bytes;
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use nirmaan_services::images::{self, Written};

/// A page with a heading and some lines, in a font that every viewer has.
pub(super) fn pdf(heading: &str, lines: &[String]) -> Vec<u8> {
    let mut text = format!("BT /F1 18 Tf 56 770 Td 28 TL ({}) Tj T* /F1 11 Tf 18 TL", escaped(heading));
    for line in lines {
        text.push_str(&format!(" ({}) Tj T*", escaped(line)));
    }
    text.push_str(" (Demo data, not a real paper) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R \
         /Resources << /Font << /F1 4 0 R >> >> >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (no, object) in (1..).zip(&objects) {
        places.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{no} 0 obj\n{object}\nendobj\n"));
    }
    let (size, start) = (objects.len() + 1, file.len());
    file.push_str(&format!(
        "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<< /Size {size} /Root 1 0 R >>\n\
         startxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

/// A text as PDF writes it; what its fonts don't have is a question mark.
fn escaped(text: &str) -> String {
    let plain = text.chars().map(|c| if matches!(c, ' '..='~') { c } else { '?' });
    plain.flat_map(|c| matches!(c, '(' | ')' | '\\').then_some('\\').into_iter().chain([c])).collect()
}

/// A bill of quantities.
pub(super) fn quantities(no: u64) -> Vec<u8> {
    let mut file = "Item,Unit,Quantity\r\n".to_owned();
    for (item, unit, quantity) in [
        ("Earthwork in excavation", "cum", 1_250),
        ("Cement concrete M20", "cum", 340),
        ("Steel Fe 500", "t", 28),
    ] {
        file.push_str(&format!("{item},{unit},{}\r\n", quantity + no % 90));
    }
    file.into_bytes()
}

/// A month's payments.
pub(super) fn payments(no: u64) -> Vec<u8> {
    format!("Payee,Amount\r\nDemo supplier {no},125000.00\r\nDemo transporter {no},48500.50\r\n").into_bytes()
}

/// A picture's file, and its thumbnail where it has one.
pub(super) struct Picture {
    pub(super) file: Bytes,
    pub(super) small: Option<Written>,
}

/// How many pictures there are.
const PICTURES: usize = 8;

/// Each picture once: drawing and reducing one takes longer than making hundreds of rows.
static DRAWN: LazyLock<[Picture; PICTURES]> = LazyLock::new(|| array::from_fn(draw));

/// Sky over earth, in one of a few colours.
pub(super) fn picture(no: u64) -> &'static Picture {
    let [first, ..] = &*DRAWN;
    usize::try_from(no).ok().and_then(|no| DRAWN.get(no % PICTURES)).unwrap_or(first)
}

fn draw(no: usize) -> Picture {
    let shade = u8::try_from(15 * no).unwrap_or_default();
    let sky = [135 + shade, 190, 235].repeat(480 * 200);
    let earth = [150, 110 + shade, 70].repeat(480 * 120);
    let mut file = Vec::new();
    // Writing to memory doesn't fail; a demo without a picture would still be one.
    let _ = PngEncoder::new(&mut file).write_image(&[sky, earth].concat(), 480, 320, ExtendedColorType::Rgb8);
    Picture { small: images::thumbnail(&file).ok(), file: file.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_where_its_parts_are() {
        let file = String::from_utf8(pdf("Notice (1)", &["क \\ b".to_owned()])).unwrap();
        assert!(file.contains("(Notice \\(1\\)) Tj") && file.contains("(? \\\\ b) Tj"), "{file}");
        let start: usize = file.lines().rev().nth(1).unwrap().parse().unwrap();
        assert!(file[start..].starts_with("xref\n0 6\n"));
        for (no, line) in (1..).zip(file[start..].lines().skip(3).take(5)) {
            let place: usize = line[..10].parse().unwrap();
            assert!(file[place..].starts_with(&format!("{no} 0 obj\n")), "{no}");
        }
    }

    #[test]
    fn a_picture_can_be_seen() {
        assert_eq!(image::load_from_memory(&picture(3).file).unwrap().width(), 480);
    }
}
