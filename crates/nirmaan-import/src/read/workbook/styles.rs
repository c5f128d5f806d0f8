//! Which cells show a percentage: a cell that holds -0.1125 and shows -11.25 % means the latter.

use std::{
    collections::{HashMap, HashSet},
    io::{Cursor, Read},
};

/// The cells of a binary workbook that show percentages, which its reader doesn't tell.
pub(super) struct Percents {
    stream: Vec<u8>,
    /// Whether a style shows a percentage, by its number.
    styles: Vec<bool>,
    /// Where the sheets begin in the stream.
    sheets: Vec<usize>,
}

/// Records of the binary format.
mod record {
    pub(super) const FORMULA: u16 = 0x0006;
    pub(super) const END: u16 = 0x000A;
    pub(super) const SHEET: u16 = 0x0085;
    pub(super) const NUMBERS: u16 = 0x00BD;
    pub(super) const STYLE: u16 = 0x00E0;
    pub(super) const NUMBER: u16 = 0x0203;
    pub(super) const SHORT_NUMBER: u16 = 0x027E;
    pub(super) const FORMAT: u16 = 0x041E;
    pub(super) const BEGIN: u16 = 0x0809;
}

impl Percents {
    /// `None` where this is no workbook.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut container = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
        let name = ["/Workbook", "/Book"].into_iter().find(|name| container.is_stream(name))?;
        let mut stream = Vec::new();
        container.open_stream(name).ok()?.take(bytes.len() as u64).read_to_end(&mut stream).ok()?;
        let mut formats = HashMap::new();
        let (mut styles, mut sheets) = (Vec::new(), Vec::new());
        for (kind, data) in records(&stream) {
            match kind {
                record::FORMAT => {
                    formats.insert(u16_at(data, 0)?, is_percent(&text(data.get(2..)?)?));
                }
                record::STYLE => styles.push(u16_at(data, 2)?),
                record::SHEET => sheets.push(u16_at(data, 0)? as usize | (u16_at(data, 2)? as usize) << 16),
                record::END => break,
                _ => {}
            }
        }
        // 0 % and 0.00 % are built in.
        let shows = |format: u16| formats.get(&format).copied().unwrap_or(matches!(format, 9 | 10));
        let styles = styles.into_iter().map(shows).collect();
        Some(Self { stream, styles, sheets })
    }

    /// The positions of such cells in a sheet, from 0.
    pub(super) fn of_sheet(&self, index: usize) -> HashSet<(u32, u32)> {
        let start = self.sheets.get(index).copied().unwrap_or(self.stream.len());
        let mut found = HashSet::new();
        // Charts within the sheet have beginnings and ends of their own.
        let mut depth = 0_u32;
        for (kind, data) in records(self.stream.get(start..).unwrap_or_default()) {
            match kind {
                record::BEGIN => depth += 1,
                record::END if depth <= 1 => break,
                record::END => depth -= 1,
                record::NUMBER | record::SHORT_NUMBER | record::FORMULA if depth <= 1 => {
                    self.note(&mut found, data, 0, 4);
                }
                // Neighbours: row, first column, then six bytes for each, and the last column.
                record::NUMBERS if depth <= 1 => {
                    for nth in 0..data.len().saturating_sub(6) / 6 {
                        self.note(&mut found, data, nth, 4 + nth * 6);
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn note(&self, found: &mut HashSet<(u32, u32)>, data: &[u8], nth: usize, style: usize) {
        let (row, column) = (u16_at(data, 0), u16_at(data, 2));
        let is_percent =
            u16_at(data, style).and_then(|style| self.styles.get(usize::from(style))).copied() == Some(true);
        if let (Some(row), Some(column), true) = (row, column, is_percent) {
            found.insert((row.into(), u32::from(column) + nth as u32));
        }
    }
}

/// The records of a stream: kind, length, data.
fn records(stream: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut rest = stream;
    std::iter::from_fn(move || {
        let (kind, length) = (u16_at(rest, 0)?, usize::from(u16_at(rest, 2)?));
        let data = rest.get(4..4 + length)?;
        rest = rest.get(4 + length..)?;
        Some((kind, data))
    })
}

fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    data.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

/// The ASCII of a format: all that tells a percentage is ASCII.
fn text(data: &[u8]) -> Option<String> {
    let wide = data.get(2)? & 1 == 1;
    let units = data.get(3..)?.chunks(if wide { 2 } else { 1 });
    Some(units.filter_map(|unit| unit.first()).map(|byte| char::from(*byte)).collect())
}

/// Whether a number format shows a percentage; quoted and escaped signs are decoration.
pub(super) fn is_percent(format: &str) -> bool {
    let mut quoted = false;
    let mut escaped = false;
    format.chars().any(|c| match c {
        _ if escaped => {
            escaped = false;
            false
        }
        '\\' | '_' | '*' if !quoted => {
            escaped = true;
            false
        }
        '"' => {
            quoted = !quoted;
            false
        }
        c => c == '%' && !quoted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_that_show_percentages() {
        for (format, expected) in [
            ("0%", true),
            ("0.00%", true),
            ("#,##0.00 %;[Red]-0%", true),
            ("General", false),
            ("0.00\"%\"", false),
            ("0.00\\%", false),
            ("0.00\"a\"%", true),
            ("", false),
        ] {
            assert_eq!(is_percent(format), expected, "{format}");
        }
    }
}
