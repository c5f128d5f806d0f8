//! The row with the names of the columns: what each of them holds, and which row it is.

mod again;
mod take;

use std::cmp::Reverse;
use std::collections::HashMap;

pub(super) use self::again::Again;
use super::reading::{OrderSources, UnitSources};
use super::row::{Misplaced, Row};
use super::table::{Cell, KnownColumn};
use crate::check::{seen, shown};
use crate::column::{self, Column};
use crate::column_map::{ColumnMap, ReadOptions, key_of_all};
use crate::heading::{Heading, Match};
use crate::{FileError, Kind, MAX_COLUMNS};

/// The header is one of so many first rows with something in them.
pub(crate) const HEADER_WITHIN: usize = 20;
/// Characters of a header cell that are read.
pub(crate) const MAX_NAME: usize = 500;

/// When somebody decided how a column is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// For this file.
    Now,
    /// For an earlier file with the same headings.
    Before,
}

/// Why nothing of a column is read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Unread {
    /// No field has its name.
    Unknown,
    /// What it holds is recorded as a deposit.
    Deposit,
    /// That was decided.
    Chosen(Choice),
    /// Another column, with this heading, holds its field.
    Held { field: &'static Column, by: String },
    /// Another column, with this heading, may hold its field as well.
    Unsure { field: &'static Column, other: String },
}

/// A column with a heading.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NamedColumn {
    /// Where it stands in the file, from 0.
    pub(crate) position: usize,
    /// Its heading as written.
    pub(crate) name: String,
    /// The first filled cell below it, as a short line.
    pub(crate) sample: String,
    /// Why it is none of the known columns.
    pub(crate) unread: Option<Unread>,
}

#[derive(Debug)]
pub(super) struct Header {
    width: usize,
    pub(super) names: Vec<NamedColumn>,
    pub(super) columns: Vec<KnownColumn>,
    /// Where rows that were handed back say what was wrong with them.
    errors: Option<usize>,
    /// By what a file with the same headings is known again.
    pub(super) key: String,
    /// What people decided of its columns, and when.
    pub(super) map: Option<(ColumnMap, Choice)>,
    /// Whether columns that people decided on are there.
    is_mapped: bool,
    /// Why it can't be the header of a file.
    problem: Option<FileError>,
    /// Whether all that rows must have is there by names of ours.
    is_named: bool,
    /// How many cells are filled, and how many of them have letters and no figure, as headings do.
    filled: usize,
    texts: usize,
    sampled_rows: usize,
    /// How many cells below it may still be read as headings or notes.
    cells_left: usize,
}

/// A header cell, and what may be read below it.
struct Claim<'a> {
    name: &'a str,
    heading: Heading,
    choice: Option<Option<&'static Column>>,
}

impl Header {
    pub(super) fn read(cells: &[Cell], options: &ReadOptions) -> Self {
        let mut errors = None;
        let mut named = Vec::new();
        for (position, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_blank()) {
            let name: String = seen(cell).chars().take(MAX_NAME).collect();
            if column::is_error(&name) { errors = Some(position) } else { named.push((position, name)) }
        }
        let names = || named.iter().map(|(_, name)| name.as_str());
        let key = key_of_all(options.record, names());
        // Headings of what was handed back say all by themselves.
        let is_open = options.chosen.is_none() && errors.is_none();
        let remembered = options.remembered.get(&key).filter(|_| is_open);
        let (map, choice) = match (&options.chosen, remembered) {
            (Some(map), _) => (Some(map), Choice::Now),
            (None, remembered) => (remembered.map(|remembered| &remembered.map), Choice::Before),
        };
        let claims: Vec<_> = names()
            .map(|name| Claim {
                name,
                heading: Heading::read(options.record, name),
                choice: map.and_then(|map| map.get(name)),
            })
            .collect();
        let by_name = settle(&claims, None);
        let settled = map.map(|_| settle(&claims, Some(choice)));
        let is_mapped = map.is_some_and(|map| map.heading_beside(names()).is_none());
        let mut header = Self {
            width: cells.len(),
            names: Vec::new(),
            columns: Vec::new(),
            errors,
            key,
            map: map.map(|map| (map.clone(), choice)),
            is_mapped,
            problem: None,
            is_named: is_named_by_us(&claims, options),
            filled: named.len(),
            texts: cells.iter().filter(|cell| is_like_a_heading(cell)).count(),
            sampled_rows: 0,
            cells_left: again::MOST_CELLS_READ,
        };
        for (index, ((position, name), claim)) in named.iter().zip(&claims).enumerate() {
            let without = by_name.get(index);
            let held = settled.as_ref().map_or(without, |settled| settled.get(index));
            let unread = match held {
                Some(Settled::Read(column)) => {
                    let is_chosen = !matches!(without, Some(Settled::Read(other)) if other == column);
                    let choice = Some(choice).filter(|_| is_chosen);
                    header.columns.push(known(*position, column, claim, choice));
                    None
                }
                Some(Settled::Unread(unread)) => Some(unread.clone()),
                Some(Settled::Impossible(problem)) => {
                    header.problem.get_or_insert_with(|| problem.clone());
                    None
                }
                None => Some(Unread::Unknown),
            };
            let (name, sample) = (name.clone(), String::new());
            header.names.push(NamedColumn { position: *position, name, sample, unread });
        }
        for known in &mut header.columns {
            let field = known.column.json_name;
            known.unit.remembered = remembered.and_then(|remembered| remembered.units.get(field).copied());
            known.days.remembered = remembered.and_then(|remembered| remembered.orders.get(field).copied());
        }
        header
    }

    /// Whether no other row can be the header: it has all that rows must have, by names of ours or by choice.
    pub(super) fn is_certain(&self, options: &ReadOptions) -> bool {
        let is_chosen = self.is_mapped && self.map.as_ref().is_some_and(|(map, _)| !map.is_empty());
        let is_possible = self.is_mapped || options.chosen.is_none();
        let is_whole = missing(&self.columns, options.needed()).next().is_none();
        is_whole && is_possible && (self.is_named || is_chosen)
    }

    /// How likely it is the header, among the first rows of a file of which the widest has so many filled cells. Titles are
    /// narrower than what they stand above, and one word of a record may be a name by chance.
    fn rank(&self, widest: usize) -> (bool, usize, bool) {
        let found = Some(self.columns.len()).filter(|found| *found > 1).unwrap_or_default();
        let is_wide = self.filled * 5 >= widest * 3 && self.texts * 2 >= self.filled;
        (self.is_mapped, found, is_wide)
    }

    /// Refuses what can't be read, and a row that is too wide.
    pub(super) fn admitted(self, used: usize, chosen: Option<&ColumnMap>) -> Result<Self, FileError> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let names = self.names.iter().map(|named| named.name.as_str());
        if let Some(heading) = chosen.and_then(|map| map.heading_beside(names)) {
            return Err(FileError::NoSuchColumn(shown(heading)));
        }
        self.admit(used)?;
        Ok(self)
    }

    /// Refuses rows that are too wide. The column that we add to rows that are handed back doesn't count.
    pub(super) fn admit(&self, used: usize) -> Result<(), FileError> {
        let most = MAX_COLUMNS + usize::from(self.errors.is_some());
        if used > most { Err(FileError::TooManyColumns) } else { Ok(()) }
    }

    /// Takes out what was said of a row that was handed back.
    pub(super) fn clear_error(&self, cells: &mut [Cell]) {
        if let Some(told) = self.errors.and_then(|position| cells.get_mut(position)) {
            *told = Cell::Empty;
        }
    }

    /// Whether a row has more cells than the header. In a record (`is_strict`) those behind the last column count, and what looks
    /// as if its cells had moved; in a sheet, what was too wide is so still when it comes back.
    pub(super) fn is_too_wide(&self, used: usize, cells: &[Cell], is_strict: bool) -> bool {
        let is_spread = || used > self.width || (cells.len() > self.width && self.is_parted(cells));
        let mut filled = cells.iter().enumerate().filter(|(_, cell)| !cell.is_blank());
        let is_back = self.errors.is_some();
        (is_strict && is_spread())
            || (is_back && filled.any(|(position, _)| !is_named(&self.names, position)))
    }

    /// Whether cells of a record look like parts of what was one: figures of an amount with commas (`1,25,000`), or a text that
    /// goes on behind a comma and a space.
    fn is_parted(&self, cells: &[Cell]) -> bool {
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_spaced = |text: &str| text.starts_with(' ') && !text.trim().is_empty();
        let has_spaces = self.names.iter().any(|named| is_spaced(&named.name));
        cells.windows(2).any(|pair| match pair {
            [Cell::Text(before), Cell::Text(after)] => {
                let last = after.split(['.', '/']).next().unwrap_or_default();
                let is_group = last.len() == 3 && is_digits(last);
                let is_amount = is_group && (1..=3).contains(&before.len()) && is_digits(before);
                is_amount || (!has_spaces && is_spaced(after))
            }
            _ => false,
        })
    }

    /// The cells of a row where they belong.
    pub(super) fn sort(&self, number: u32, mut cells: Vec<Cell>, misplaced: Option<Misplaced>) -> Row {
        let mut take = |position: usize| cells.get_mut(position).map(std::mem::take).unwrap_or_default();
        let known = self.columns.iter().map(|known| match take(known.position) {
            Cell::Shown(shown) => shown.into_cell(known.column.kind),
            cell => cell,
        });
        let known = known.collect();
        let others: Vec<_> = cells.into_iter().enumerate().filter(|(_, cell)| !cell.is_blank()).collect();
        Row { number, cells: known, others, misplaced, shared: Vec::new() }
    }
}

/// The place of the likeliest header among the first rows of a file, the first of those that are equally likely.
pub(super) fn likeliest<'a>(headers: impl Iterator<Item = &'a Header> + Clone) -> Option<usize> {
    let widest = headers.clone().map(|header| header.filled).max()?;
    let ranked = headers.enumerate().map(|(index, header)| (Reverse(header.rank(widest)), index));
    ranked.min().map(|(_, index)| index)
}

/// Fields that every row must have and that are none of these columns.
pub(super) fn missing<I: Iterator<Item = &'static Column>>(
    columns: &[KnownColumn],
    needed: I,
) -> impl Iterator<Item = &'static Column> + use<'_, I> {
    needed.filter(|column| !columns.iter().any(|known| known.column == *column))
}

/// Whether a position has a name in the header.
pub(crate) fn is_named(names: &[NamedColumn], position: usize) -> bool {
    names.iter().any(|named| named.position == position)
}

fn is_like_a_heading(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.contains(char::is_alphabetic) && !text.contains(char::is_numeric))
}

fn known(position: usize, column: &'static Column, claim: &Claim<'_>, choice: Option<Choice>) -> KnownColumn {
    let said = if choice.is_some() { Heading::unit(claim.name) } else { claim.heading.said.clone() };
    let unit = said.filter(|_| column.kind == Kind::Money);
    KnownColumn {
        position,
        column,
        unit: UnitSources { heading: unit, ..UnitSources::default() },
        days: if column.kind == Kind::Date {
            OrderSources::of_heading(claim.name)
        } else {
            OrderSources::default()
        },
        choice,
    }
}

/// Whether all that rows must have is among what header cells claim by names of ours.
fn is_named_by_us(claims: &[Claim<'_>], options: &ReadOptions) -> bool {
    options.needed().all(|column| {
        let mut columns = claims.iter().filter_map(|claim| claim.heading.column);
        columns.any(|(claimed, sure)| claimed == column && sure == Match::Name)
    })
}

/// What becomes of a column.
enum Settled {
    Read(&'static Column),
    Unread(Unread),
    Impossible(FileError),
}

/// Gives each field to one header cell at most: to the one that names it most surely. Without a choice, headings alone count.
fn settle(claims: &[Claim<'_>], choice: Option<Choice>) -> Vec<Settled> {
    let claimed = |claim: &Claim<'_>| match (choice, claim.choice, claim.heading.column) {
        (Some(_), Some(chosen), _) => chosen.map(|column| (column, Match::Chosen)),
        (.., Some((column, Match::Name | Match::NameWithUnit))) if column.is_general => {
            Some((column, Match::General))
        }
        (.., named) => named,
    };
    let mut by_column: HashMap<&str, Vec<(Match, usize)>> = HashMap::new();
    for (index, claim) in claims.iter().enumerate() {
        if let Some((column, sure)) = claimed(claim) {
            by_column.entry(column.json_name).or_default().push((sure, index));
        }
    }
    let settled = |(index, claim): (usize, &Claim<'_>)| {
        let Some((field, sure)) = claimed(claim) else {
            return Settled::Unread(match (choice, claim.choice) {
                (Some(choice), Some(None)) if claim.heading.column.is_some() => Unread::Chosen(choice),
                _ if claim.heading.is_deposit => Unread::Deposit,
                _ => Unread::Unknown,
            });
        };
        let others = by_column.get(field.json_name).map(Vec::as_slice).unwrap_or_default();
        let other = others.iter().filter(|(_, other)| *other != index).min();
        let name = |index: usize| claims.get(index).map(|claim| shown(claim.name)).unwrap_or_default();
        match other {
            Some((surer, by)) if *surer < sure => Settled::Unread(Unread::Held { field, by: name(*by) }),
            Some((same, by)) if *same == sure => match sure {
                Match::Chosen => Settled::Impossible(FileError::SameHeading(name(*by))),
                Match::Name | Match::NameWithUnit | Match::General => {
                    Settled::Impossible(FileError::DuplicateColumn(field.label.to_owned()))
                }
                Match::Synonym => Settled::Unread(Unread::Unsure { field, other: name(*by) }),
            },
            _ => Settled::Read(field),
        }
    };
    claims.iter().enumerate().map(settled).collect()
}
