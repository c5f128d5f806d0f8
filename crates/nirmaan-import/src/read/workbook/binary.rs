//! What the reader of binary workbooks doesn't tell of cells: their formats, and formulas without a result.

use std::{
    collections::{HashMap, HashSet},
    io::{Cursor, Read},
};

use super::number_format::NumberFormat;

/// The formats of a binary workbook.
pub(super) struct Styles {
    stream: Vec<u8>,
    /// The format of a style by its number; `None` where it says no more than the value.
    styles: Vec<Option<NumberFormat>>,
    /// Where the sheets begin in the stream.
    sheets: Vec<usize>,
    /// Whether it has a summary, as all that spreadsheet programs write: they calculate, where some libraries don't.
    is_calculated: bool,
}

/// What is known of the cells of a sheet, by their positions from 0.
#[derive(Default)]
pub(super) struct Cells<'a> {
    pub(super) formats: HashMap<(u32, u32), &'a NumberFormat>,
    /// Those whose formula has no result.
    pub(super) lost: HashSet<(u32, u32)>,
}

/// Records of the binary format.
mod record {
    pub(super) const FORMULA: u16 = 0x0006;
    pub(super) const END: u16 = 0x000A;
    pub(super) const SHEET: u16 = 0x0085;
    pub(super) const NUMBERS: u16 = 0x00BD;
    pub(super) const STYLE: u16 = 0x00E0;
    pub(super) const SHARED_TEXT: u16 = 0x00FD;
    pub(super) const NUMBER: u16 = 0x0203;
    pub(super) const TEXT: u16 = 0x0204;
    pub(super) const SHORT_NUMBER: u16 = 0x027E;
    pub(super) const FORMAT: u16 = 0x041E;
    pub(super) const BEGIN: u16 = 0x0809;
}

/// What stands for the result of a formula that is an empty text, or that was never calculated.
const NO_RESULT: [u8; 8] = [3, 0, 0, 0, 0, 0, 0xFF, 0xFF];
/// The version of the format since Excel 97.
const VERSION_97: u16 = 0x0600;
/// That a formula is calculated when the workbook is opened.
const CALCULATE_ON_LOAD: u16 = 2;
/// The formats that are built in and show a percentage or a month.
const BUILT_IN: [(u16, &str); 3] = [(9, "0%"), (10, "0.00%"), (17, "mmm-yy")];

impl Styles {
    /// `None` where this is no workbook.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut container = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
        let is_calculated = container.is_stream("/\u{5}SummaryInformation");
        let name = ["/Workbook", "/Book"].into_iter().find(|name| container.is_stream(name))?;
        let mut stream = Vec::new();
        container.open_stream(name).ok()?.take(bytes.len() as u64).read_to_end(&mut stream).ok()?;
        let mut formats: HashMap<_, _> =
            BUILT_IN.into_iter().map(|(number, code)| (number, code.to_owned())).collect();
        let (mut styles, mut sheets) = (Vec::new(), Vec::new());
        let mut is_of_97 = false;
        for (kind, data) in records(&stream) {
            match kind {
                record::BEGIN => is_of_97 |= u16_at(data, 0)? == VERSION_97,
                record::FORMAT => {
                    formats.insert(u16_at(data, 0)?, text(data.get(2..)?, is_of_97)?);
                }
                record::STYLE => styles.push(u16_at(data, 2)?),
                record::SHEET => sheets.push(u16_at(data, 0)? as usize | (u16_at(data, 2)? as usize) << 16),
                record::END => break,
                _ => {}
            }
        }
        let read = |number: u16| {
            let format = NumberFormat::read(formats.get(&number)?, Some(number.into()));
            Some(format).filter(NumberFormat::says_more)
        };
        let styles = styles.into_iter().map(read).collect();
        Some(Self { stream, styles, sheets, is_calculated })
    }

    /// What is known of the cells of a sheet.
    pub(super) fn of_sheet(&self, index: usize) -> Cells<'_> {
        let start = self.sheets.get(index).copied().unwrap_or(self.stream.len());
        let mut found = Cells::default();
        // Charts within the sheet have beginnings and ends of their own.
        let mut depth = 0_u32;
        for (kind, data) in records(self.stream.get(start..).unwrap_or_default()) {
            match kind {
                record::BEGIN => depth += 1,
                record::END if depth <= 1 => break,
                record::END => depth -= 1,
                record::NUMBER
                | record::SHORT_NUMBER
                | record::FORMULA
                | record::TEXT
                | record::SHARED_TEXT
                    if depth <= 1 =>
                {
                    self.note(&mut found, data, 0, 4);
                    let result = data.get(6..14).filter(|_| kind == record::FORMULA);
                    let is_placeholder = u16_at(data, 14).is_some_and(|flags| flags & CALCULATE_ON_LOAD != 0);
                    let is_empty =
                        result == Some(&NO_RESULT[..]) || (result == Some(&[0; 8][..]) && is_placeholder);
                    if let (Some(row), Some(column), true) = (u16_at(data, 0), u16_at(data, 2), is_empty)
                        && !self.is_calculated
                    {
                        found.lost.insert((row.into(), column.into()));
                    }
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

    fn note<'a>(&'a self, found: &mut Cells<'a>, data: &[u8], nth: usize, style: usize) {
        let style = u16_at(data, style).and_then(|style| self.styles.get(usize::from(style)));
        if let (Some(row), Some(column), Some(Some(format))) = (u16_at(data, 0), u16_at(data, 2), style) {
            found.formats.insert((row.into(), u32::from(column) + nth as u32), format);
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

/// The text of a format, in one or two bytes a letter. Before Excel 97, its length is one byte and there is no choice.
fn text(data: &[u8], is_of_97: bool) -> Option<String> {
    if !is_of_97 {
        return Some(data.get(1..)?.iter().map(|byte| char::from(*byte)).collect());
    }
    let (is_wide, letters) = (data.get(2)? & 1 == 1, data.get(3..)?);
    if !is_wide {
        return Some(letters.iter().map(|byte| char::from(*byte)).collect());
    }
    let units = letters.chunks_exact(2).filter_map(|pair| u16_at(pair, 0));
    Some(char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_texts_of_either_version() {
        assert_eq!(text(b"\x08\"NIT-\"0", false).as_deref(), Some("\"NIT-\"0"));
        assert_eq!(text(b"\x010", false).as_deref(), Some("0"));
        assert_eq!(text(b"\x01\0\x000", true).as_deref(), Some("0"));
        assert_eq!(text(b"\x02\0\x01\xB9\x200\0", true).as_deref(), Some("₹0"));
    }
}
