//! Rows of a file that hold no record.

use std::collections::BTreeMap;

use super::table::Cell;
use crate::check::{seen, shortened};

/// Characters of a row that are told.
const MAX_LINE: usize = 100;

/// The most rows that are told of one by one.
const MOST_TOLD: usize = 1_000;

/// A row that holds no record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedRow {
    /// Its number as the sheet counts.
    pub row: u32,
    /// What it says, cut to a short line.
    pub text: String,
    /// Why it isn't read: a sentence for people.
    pub reason: String,
    /// How many rows further down are passed over for the same reason and not told of one by one.
    pub more: u32,
}

/// Why a row holds no record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// It stands above the headings.
    Title,
    /// It is a row of units, or of patterns for days.
    Units,
    /// It counts the columns.
    Numbers,
    /// It has the headings once more.
    Headings,
    /// It has a title once more.
    TitleAgain,
    /// It says that it is a total.
    Total,
    /// Its amounts are the sums of those above it.
    Sums,
    /// It is a note or a signature.
    Note,
    /// It has one text, in a cell or across the table.
    TextAlone,
    /// It says that there is nothing.
    Nothing,
    /// It has nothing in columns that are read.
    Unread,
    /// It has nothing but formulas without a result.
    Uncalculated,
}

impl Reason {
    /// A clause that begins with "It", for people.
    fn clause(self) -> &'static str {
        match self {
            Self::Title => "stands above the headings",
            Self::Units => "names units, or how days are written",
            Self::Numbers => "numbers the columns",
            Self::Headings => "repeats the headings",
            Self::TitleAgain => "repeats a title above the headings",
            Self::Total => "holds a total",
            Self::Sums => "holds the sums of the amounts above it",
            Self::Note => "holds a note or a signature",
            Self::TextAlone => "holds one text and no record, such as the name of a section",
            Self::Nothing => "says that there is nothing",
            Self::Unread => "holds nothing in the columns that are read",
            Self::Uncalculated => "holds nothing but formulas without a result",
        }
    }

    /// A sentence about a row, and about so many more like it.
    fn sentence(self, more: u32) -> String {
        let clause = self.clause();
        match more {
            0 => format!("It {clause}."),
            1 => format!("It {clause}, as one more row below it does."),
            more => format!("It {clause}, as {more} more rows below it do."),
        }
    }
}

/// The rows passed over so far.
#[derive(Debug, Default)]
pub(super) struct PassedRows {
    rows: Vec<(Reason, PassedRow)>,
    count: usize,
    /// Where among them the first with a reason is, of those that aren't told of one by one.
    together: BTreeMap<Reason, usize>,
}

impl PassedRows {
    /// Takes a row; one that is filled down is counted with others like it.
    pub(super) fn push(&mut self, row: u32, cells: &[Cell], reason: Reason, is_filled_down: bool) {
        self.count += usize::from(!is_filled_down);
        if is_filled_down || self.rows.len() >= MOST_TOLD {
            let first = self.together.get(&reason).copied();
            if let Some((_, first)) = first.and_then(|first| self.rows.get_mut(first)) {
                first.more += 1;
                return;
            }
            self.together.insert(reason, self.rows.len());
        }
        let text = line(cells);
        self.rows.push((reason, PassedRow { row, text, reason: String::new(), more: 0 }));
    }

    /// How many they are, without those that are filled down.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Whether a row says what a title above the headings says.
    pub(super) fn has_title(&self, cells: &[Cell]) -> bool {
        // They stand before all others.
        let mut titles = self.rows.iter().take_while(|(reason, _)| *reason == Reason::Title).peekable();
        titles.peek().is_some() && {
            let said = line(cells);
            titles.any(|(_, title)| title.text == said)
        }
    }

    /// All of them, in the file's order.
    pub(super) fn told(self) -> Vec<PassedRow> {
        let told =
            |(reason, row): (Reason, PassedRow)| PassedRow { reason: reason.sentence(row.more), ..row };
        self.rows.into_iter().map(told).collect()
    }
}

/// What a row says, as a short line.
fn line(cells: &[Cell]) -> String {
    let texts: Vec<_> = cells.iter().filter(|cell| !cell.is_blank()).map(seen).collect();
    shortened(&texts.join(" "), MAX_LINE)
}
