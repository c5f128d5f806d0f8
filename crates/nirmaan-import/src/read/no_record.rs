//! Rows among the records that hold none: totals, notes, signatures, the names of sections.

mod wording;

use self::wording::{
    begins_as_total, is_beside_total, is_note, is_signature, is_total, is_wordy, word_count,
};
pub(crate) use self::wording::{is_ditto_or_marks, is_nil, is_plainly_total};
use super::passed::Reason;
use super::reading::unit_alone;
use super::table::{Cell, KnownColumn};
use crate::check::seen;
use crate::column::Role;
use crate::{DateOrder, Kind, Lost};

/// Characters of a text that are looked at.
const MAX_TEXT: usize = 200;

/// A row below the headings, seen by what may name it.
pub(super) struct Line<'a> {
    columns: &'a [KnownColumn],
    cells: &'a [Cell],
    id_at: usize,
    id: Option<&'a Cell>,
    name: Option<&'a str>,
    /// Whether it has an id that can be nothing else, as nearly all rows have.
    pub(super) has_sure_id: bool,
}

impl<'a> Line<'a> {
    /// `None` where no column holds ids.
    pub(super) fn of(columns: &'a [KnownColumn], cells: &'a [Cell]) -> Option<Self> {
        let at = |role: Role| Some(columns.iter().find(|known| known.column.role == role)?.position);
        let filled = |position: usize| cells.get(position).filter(|cell| !cell.is_blank());
        let id_at = at(Role::Id)?;
        let name = at(Role::Name).and_then(filled).and_then(text_of);
        // A dash stands for none.
        let id = filled(id_at).filter(|id| !text_of(id).is_some_and(is_nil));
        let has_sure_id = id.is_some_and(is_surely_an_id);
        Some(Self { columns, cells, id_at, id, name, has_sure_id })
    }

    /// Why it holds no record; `None` where it may hold one. `is_across` says that one cell stands for the id and what is beside
    /// it.
    ///
    /// In doubt it is one: the check names what is wrong with it.
    pub(super) fn reason(&self, is_across: bool) -> Option<Reason> {
        if self.holds_formulas_alone() {
            return Some(Reason::Uncalculated);
        }
        if self.has_sure_id && !is_across {
            return None;
        }
        if self.says_nothing() {
            Some(Reason::Nothing)
        } else if self.is_total() {
            Some(Reason::Total)
        } else if self.is_note() {
            Some(Reason::Note)
        } else if self.is_text_alone(is_across) {
            Some(Reason::TextAlone)
        } else {
            self.filled().all(|(position, _)| self.known(position).is_none()).then_some(Reason::Unread)
        }
    }

    fn filled(&self) -> impl Iterator<Item = (usize, &'a Cell)> {
        self.cells.iter().enumerate().filter(|(_, cell)| !cell.is_blank())
    }

    fn texts(&self) -> impl Iterator<Item = (usize, &'a str)> {
        self.filled().filter_map(|(position, cell)| Some((position, text_of(cell)?)))
    }

    fn known(&self, position: usize) -> Option<&'a KnownColumn> {
        self.columns.iter().find(|known| known.position == position)
    }

    /// What it begins with, in a column before the ids that isn't read.
    fn label(&self) -> Option<&'a str> {
        let (position, text) = self.texts().next()?;
        Some(text).filter(|_| position < self.id_at && self.known(position).is_none())
    }

    fn holds_formulas_alone(&self) -> bool {
        let read = self.columns.iter().filter_map(|known| self.cells.get(known.position));
        let mut read = read.filter(|cell| !cell.is_blank()).peekable();
        read.peek().is_some() && read.all(|cell| *cell == Cell::Lost(Lost::Formula))
    }

    fn is_total(&self) -> bool {
        let Some(id) = self.id else {
            return self.texts().any(|(position, text)| {
                let may_say = self.name.is_none_or(|name| name == text) || self.known(position).is_none();
                may_say && is_total(text)
            });
        };
        // A count of the records may stand where their ids do.
        let is_counted = || is_count(id) || text_of(id).is_some_and(is_beside_total);
        let is_named = || self.name.is_some_and(is_plainly_total) || self.label().is_some_and(is_total);
        let is_total_itself = |id: &str| {
            if id.contains(char::is_numeric) {
                is_plainly_total(id)
            } else {
                is_total(id) || begins_as_total(id)
            }
        };
        text_of(id).is_some_and(is_total_itself) || (is_named() && is_counted())
    }

    /// Whether it has an amount, a day or a status, as records have.
    fn has_values(&self) -> bool {
        let is_value = |known: &KnownColumn| !matches!(known.column.kind, Kind::Text(_) | Kind::LongText(_));
        self.filled().any(|(position, _)| self.known(position).is_some_and(is_value))
    }

    /// Whether all that is read of it are words for nothing, beside zeros.
    fn says_nothing(&self) -> bool {
        let is_word = |cell: &Cell| text_of(cell).is_some_and(is_nil);
        let is_read = |position: usize| self.known(position).is_some();
        let read = || self.filled().filter(|(position, _)| is_read(*position)).map(|(_, cell)| cell);
        let all = read().all(|cell| is_word(cell) || seen(cell).trim() == "0") && read().any(is_word);
        all || self.filled().all(|(_, cell)| is_word(cell))
    }

    fn is_note(&self) -> bool {
        let said = match self.id.map(text_of) {
            // Words of notes are in ids and names of works, too.
            Some(Some(id)) if !self.has_values() => {
                let has_figure = id.contains(char::is_numeric);
                [Some(id), self.label().filter(|_| !has_figure), self.name.filter(|_| !has_figure)]
            }
            Some(_) => [None; 3],
            None if self.name.is_some() && self.has_values() => {
                [self.name.filter(|name| is_signature(name)), None, None]
            }
            None => [self.texts().next().map(|(_, text)| text), self.name, None],
        };
        said.into_iter().flatten().any(is_note)
    }

    fn is_text_alone(&self, is_across: bool) -> bool {
        let mut filled = self.filled();
        let (Some((position, cell)), None) = (filled.next(), filled.next()) else { return false };
        let Some(text) = text_of(cell) else { return false };
        is_across
            || match self.known(position) {
                _ if position == self.id_at => is_wordy(text),
                None => word_count(text) > 0,
                // A longer text may go on from the row above; what says how the column is read is no note.
                Some(known) => {
                    !matches!(known.column.kind, Kind::Text(_) | Kind::LongText(_) | Kind::Status(_))
                        && word_count(text) > 1
                        && unit_alone(cell).is_none()
                        && DateOrder::in_text(text).is_none()
                }
            }
    }
}

/// Whether cells count the columns: 1, 2, 3, as below the headings of registers.
pub(super) fn numbers_columns(cells: &[Cell]) -> bool {
    let filled = cells.iter().filter(|cell| !cell.is_blank());
    let counts = (1..).zip(filled.clone()).all(|(number, cell)| {
        seen(cell).trim_matches(|c: char| c.is_whitespace() || "()[].".contains(c)) == number.to_string()
    });
    filled.count() > 2 && counts
}

/// Whether a cell holds an id whatever stands beside it. A short number may be a count.
fn is_surely_an_id(cell: &Cell) -> bool {
    match cell {
        Cell::Text(text) => {
            let text = text.trim();
            text.contains(char::is_numeric)
                && !text.contains(char::is_whitespace)
                && !is_count(cell)
                && !text.contains([':', '(', '=', '['])
        }
        cell => !is_count(cell),
    }
}

/// Whether a cell holds a number that may count records.
fn is_count(cell: &Cell) -> bool {
    match cell {
        Cell::Number(number) => number.fract() == 0.0 && (0.0..100_000.0).contains(number),
        Cell::Text(text) => {
            let text = text.trim();
            (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    }
}

/// As much of a cell's text as tells what it is.
fn text_of(cell: &Cell) -> Option<&str> {
    match cell {
        Cell::Text(text) => Some(
            text.char_indices().nth(MAX_TEXT).map_or(text, |(end, _)| text.get(..end).unwrap_or_default()),
        ),
        _ => None,
    }
}
