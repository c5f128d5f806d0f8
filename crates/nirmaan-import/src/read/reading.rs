//! How the columns of a table are read, and who said so.

use super::header::{Choice, NamedColumn, Unread};
use super::table::{KnownColumn, Table};
use crate::check::fold::fold;
use crate::check::shortened;
use crate::unit::NamedUnit;
use crate::{Cell, Kind, Unit};

/// Characters of a heading that are told.
const MAX_HEADING: usize = 100;

/// A heading as it is told.
pub(crate) fn told(heading: &str) -> String {
    shortened(heading, MAX_HEADING)
}

/// What names the unit of a column's amounts.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct UnitSources {
    /// What the heading says.
    pub(crate) heading: Option<NamedUnit>,
    /// What a row above the heading says, and its number.
    pub(super) above: Option<(u32, NamedUnit)>,
    /// What a row of units says, and its number.
    pub(crate) below: Option<(u32, NamedUnit)>,
    /// A cell that holds nothing but another unit, among the amounts: the row that has it, what it says, and how it is written.
    pub(super) elsewhere: Option<(u32, NamedUnit, String)>,
    /// What was chosen for this file.
    pub(crate) chosen: Option<Unit>,
    /// What was chosen for an earlier file with the same headings.
    pub(super) remembered: Option<Unit>,
}

/// Who says what amounts are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Chosen(Choice),
    Written,
}

impl UnitSources {
    /// What counts. A row of units is nearer to the amounts than the heading, and what was chosen comes before both; but no
    /// choice makes rupees of another currency.
    pub(crate) fn said(&self) -> Option<NamedUnit> {
        self.said_by().0
    }

    fn said_by(&self) -> (Option<NamedUnit>, Source) {
        let written = self.written();
        let is_foreign = matches!(written, Some(NamedUnit::Foreign(_)));
        // The headings are the same as then; what else the file says is news.
        let is_news = self.below.is_some() || self.elsewhere.is_some() || self.above.is_some();
        match (self.chosen, self.remembered) {
            (Some(unit), _) if !is_foreign => (Some(NamedUnit::In(unit)), Source::Chosen(Choice::Now)),
            (None, Some(unit)) if !is_foreign && (!is_news || written == Some(NamedUnit::In(unit))) => {
                (Some(NamedUnit::In(unit)), Source::Chosen(Choice::Before))
            }
            (None, Some(unit)) if !is_foreign => {
                let now = match &written {
                    Some(NamedUnit::In(unit)) => unit.name(),
                    Some(NamedUnit::Unclear(written) | NamedUnit::Foreign(written)) => written,
                    None => "no unit",
                };
                let unclear = format!("{now} in this file, {} chosen for an earlier one", unit.name());
                (Some(NamedUnit::Unclear(unclear)), Source::Written)
            }
            _ => (written, Source::Written),
        }
    }

    /// Takes notice of a cell of the column.
    pub(crate) fn take(&mut self, row: u32, cell: &Cell) {
        let Some((unit, text)) = unit_alone(cell) else { return };
        let is_news = self.elsewhere.is_none() || matches!(unit, NamedUnit::Foreign(_));
        if is_news && self.written().as_ref() != Some(&unit) {
            self.elsewhere = Some((row, unit, text));
        }
    }

    /// What the file says.
    fn written(&self) -> Option<NamedUnit> {
        let unclear = |written: String| Some(NamedUnit::Unclear(written));
        let below = self.below.as_ref().map(|(_, said)| said);
        let elsewhere = self.elsewhere.as_ref().map(|(_, said, _)| said);
        let mut all = [self.heading.as_ref(), below, elsewhere].into_iter().flatten();
        if let Some(foreign) = all.find(|said| matches!(said, NamedUnit::Foreign(_))) {
            return Some(foreign.clone());
        }
        if let Some((row, _, unit)) = &self.elsewhere {
            return unclear(format!("{unit} in row {row}"));
        }
        let in_row =
            |said: &Option<(u32, NamedUnit)>| said.clone().map(|(row, said)| (said, format!("in row {row}")));
        let heading = self.heading.clone().map(|said| (said, "in the heading".to_owned()));
        let mut by_nearness = [in_row(&self.below), heading, in_row(&self.above)].into_iter().flatten();
        let (said, place) = by_nearness.next()?;
        // The currency alone may stand there for a unit that is named further away.
        let unit = by_nearness.find_map(|(said, place)| match said {
            NamedUnit::In(unit) if unit != Unit::Rupees => Some((unit, place)),
            _ => None,
        });
        match (&said, unit) {
            (NamedUnit::In(Unit::Rupees), Some((unit, further))) => {
                unclear(format!("{} {further}, rupees {place}", unit.name()))
            }
            _ => Some(said),
        }
    }

    /// A sentence about how amounts are read.
    fn note(&self) -> String {
        let also = match (&self.heading, &self.below) {
            (Some(NamedUnit::In(heading)), Some((_, NamedUnit::In(below)))) if heading != below => {
                format!("; the heading says {}", heading.name())
            }
            _ => String::new(),
        };
        let (said, by) = self.said_by();
        match said {
            None => "In rupees: no unit is named.".to_owned(),
            Some(NamedUnit::Foreign(currency)) => {
                format!("In another currency ({currency}): no amount is read. Write them in rupees.")
            }
            Some(NamedUnit::Unclear(written)) => {
                format!(
                    "The unit is unclear ({written}): no amount is read. Choose the unit, or name one in the heading."
                )
            }
            Some(NamedUnit::In(unit)) => {
                let source = match (by, &self.below, &self.heading, &self.above) {
                    (Source::Chosen(Choice::Now), ..) => "as chosen".to_owned(),
                    (Source::Chosen(Choice::Before), ..) => "as chosen for an earlier file".to_owned(),
                    (_, Some((row, _)), ..) => format!("from the units in row {row}{also}"),
                    (_, None, None, Some((row, _))) => format!("from row {row} above the headings"),
                    _ => "from the heading".to_owned(),
                };
                format!("In {}, {source}.", unit.name())
            }
        }
    }
}

/// How a column of a file was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnReading {
    /// The heading as written, cut to a short line.
    pub heading: String,
    /// The JSON name of the field that it holds; `None` when nothing of it is read.
    pub field: Option<&'static str>,
    /// The unit of its amounts. `None` for other kinds, and where no amount is read.
    pub unit: Option<Unit>,
    /// Whether another unit may be chosen.
    pub accepts_unit: bool,
    /// A sentence for people about how its cells are read; empty where there is nothing to say.
    pub note: String,
    /// Whether somebody decided what it holds, for this file or an earlier one with the same headings.
    pub is_chosen: bool,
    /// Whether somebody chose the unit of its amounts, for this file or an earlier one with the same headings.
    pub is_unit_chosen: bool,
    /// The first filled cell below the heading, as a short line; empty where there is none.
    pub sample: String,
}

impl Table {
    /// How each column with a heading was read, in the file's order.
    pub fn readings(&self) -> Vec<ColumnReading> {
        let reading = |named: &NamedColumn| {
            let known = self.columns.iter().find(|known| known.position == named.position);
            let (heading, sample) = (told(&named.name), named.sample.clone());
            match known {
                Some(known) => ColumnReading { heading, sample, ..known.reading() },
                None => ColumnReading {
                    heading,
                    field: None,
                    unit: None,
                    accepts_unit: false,
                    note: named.unread.as_ref().map(Unread::note).unwrap_or_default(),
                    is_chosen: matches!(named.unread, Some(Unread::Chosen(_))),
                    is_unit_chosen: false,
                    sample,
                },
            }
        };
        self.header.iter().map(reading).collect()
    }

    /// Lets the amounts of a field, by its JSON name, be counted in a unit, whatever the file says of its column; cells that name
    /// a unit of their own keep that. A field that the file doesn't have is ignored.
    pub fn choose_unit(&mut self, field: &str, unit: Unit) {
        let column = self.columns.iter_mut().find(|known| known.column.json_name == field);
        if let Some(known) = column.filter(|known| known.column.kind == Kind::Money) {
            known.unit.chosen = Some(unit);
        }
    }

    /// What was chosen for the amounts of fields, for this file or an earlier one with the same headings.
    pub(crate) fn chosen_units(&self) -> impl Iterator<Item = (&'static str, Unit)> + use<'_> {
        let chosen = |known: &KnownColumn| match known.unit.said_by() {
            (Some(NamedUnit::In(unit)), Source::Chosen(_)) => Some((known.column.json_name, unit)),
            _ => None,
        };
        self.columns.iter().filter_map(chosen)
    }

    /// A heading under which what is handed back is read as it was here, without titles, the row of units and choices.
    pub(crate) fn heading_of(&self, named: &NamedColumn) -> String {
        let name = &named.name;
        let known = self.columns.iter().find(|known| known.position == named.position);
        let Some(KnownColumn { column, unit, choice, .. }) = known else {
            return match named.unread {
                Some(Unread::Chosen(_) | Unread::Held { .. }) => format!("Not read: {name}"),
                _ => name.clone(),
            };
        };
        let read = unit.said().unwrap_or(NamedUnit::In(Unit::Rupees));
        if choice.is_none() && read == unit.heading.clone().unwrap_or(NamedUnit::In(Unit::Rupees)) {
            return name.clone();
        }
        match read {
            _ if column.kind != Kind::Money => column.label.to_owned(),
            NamedUnit::In(Unit::Rupees) => format!("{} (Rs.)", column.label),
            NamedUnit::In(unit) => format!("{} (Rs. in {})", column.label, unit.name()),
            NamedUnit::Foreign(currency) => format!("{} ({currency})", column.label),
            // What leaves a unit open may stand anywhere, and may read otherwise in brackets.
            NamedUnit::Unclear(_) => format!("{} (rupees/lakh/crore)", column.label),
        }
    }
}

impl KnownColumn {
    fn reading(&self) -> ColumnReading {
        let is_money = self.column.kind == Kind::Money;
        let said = self.unit.said();
        let said_of_choice = self.choice.map(Choice::note).unwrap_or_default().to_owned();
        let said_of_cells = match self.column.kind {
            Kind::Money => self.unit.note(),
            Kind::Date => "The day comes first, as in 31-03-2026.".to_owned(),
            _ => String::new(),
        };
        ColumnReading {
            heading: String::new(),
            field: Some(self.column.json_name),
            unit: match &said {
                None => Some(Unit::Rupees),
                Some(NamedUnit::In(unit)) => Some(*unit),
                Some(NamedUnit::Foreign(_) | NamedUnit::Unclear(_)) => None,
            }
            .filter(|_| is_money),
            accepts_unit: is_money && !matches!(said, Some(NamedUnit::Foreign(_))),
            note: [said_of_choice, said_of_cells]
                .into_iter()
                .filter(|said| !said.is_empty())
                .collect::<Vec<_>>()
                .join(" "),
            is_chosen: self.choice.is_some(),
            is_unit_chosen: is_money && matches!(self.unit.said_by(), (_, Source::Chosen(_))),
            sample: String::new(),
        }
    }
}

impl Choice {
    /// A sentence about a column that holds what was chosen.
    fn note(self) -> &'static str {
        match self {
            Self::Now => "As chosen.",
            Self::Before => "As chosen for an earlier file.",
        }
    }
}

impl Unread {
    /// A sentence about a column of which nothing is read.
    fn note(&self) -> String {
        match self {
            Self::Unknown => "Not recognised: this column is ignored.".to_owned(),
            Self::Deposit => {
                "Not read: a deposit isn't part of a contract's row. Add it to the contract afterwards."
                    .to_owned()
            }
            Self::Chosen(Choice::Now) => "Not read, as chosen.".to_owned(),
            Self::Chosen(Choice::Before) => "Not read, as chosen for an earlier file.".to_owned(),
            Self::Held { field, by } => format!("Not read: the column '{by}' holds {}.", field.label),
            Self::Unsure { field, other } => {
                format!(
                    "Not read: {} may be in this column or in '{other}'. Choose one of them.",
                    field.label
                )
            }
        }
    }
}

/// What people write below the headings of other columns in a row of units: letters and percent signs, folded.
const PLACEHOLDERS: [&str; 16] = [
    "",
    "unit",
    "units",
    "in",
    "%",
    "in%",
    "percent",
    "inpercent",
    "no",
    "nos",
    "number",
    "text",
    "date",
    "ddmmyyyy",
    "days",
    "na",
];

/// Whether a cell says nothing of a record.
pub(super) fn is_placeholder(cell: &Cell) -> bool {
    match cell {
        Cell::Empty => true,
        Cell::Text(text) if text.contains(char::is_numeric) => false,
        Cell::Text(text) => {
            let letters: String = fold(text).chars().filter(|c| c.is_alphabetic() || *c == '%').collect();
            PLACEHOLDERS.contains(&letters.as_str())
        }
        _ => false,
    }
}

/// The unit that a cell holds and nothing else, as it is meant and as it is written.
fn unit_alone(cell: &Cell) -> Option<(NamedUnit, String)> {
    let Cell::Text(text) = cell else { return None };
    // Nearly all cells have a figure in them, and no more is to be looked for.
    if text.trim().is_empty() || text.contains(|c: char| c.is_numeric()) {
        return None;
    }
    let said = NamedUnit::alone(without_marks(text)).filter(|said| *said != NamedUnit::In(Unit::Rupees));
    said.map(|said| (said, shortened(text, 40)))
}

fn without_marks(text: &str) -> &str {
    text.trim().trim_matches(['(', ')', '[', ']', '{', '}', ':'])
}

/// What each known column says of its unit in a row of units, which has nothing else in it. `None` when the row is none.
pub(super) fn unit_row(columns: &[KnownColumn], cells: &[Cell]) -> Option<Vec<Option<NamedUnit>>> {
    let unit = |cell: &Cell| match cell {
        Cell::Text(text) => NamedUnit::alone(without_marks(text)),
        _ => None,
    };
    if !cells.iter().all(|cell| is_placeholder(cell) || unit(cell).is_some()) {
        return None;
    }
    let of_amounts = |known: &KnownColumn| {
        let is_money = known.column.kind == Kind::Money;
        cells.get(known.position).filter(|_| is_money).and_then(unit)
    };
    let said: Vec<_> = columns.iter().map(of_amounts).collect();
    if said.iter().any(Option::is_some) {
        return Some(said);
    }
    // Anywhere else, it speaks of all amounts of which the headings say nothing: All figures in Rs. Lakhs.
    let of_all = cells.iter().find_map(unit)?;
    let silent = |known: &KnownColumn| known.column.kind == Kind::Money && known.unit.heading.is_none();
    Some(columns.iter().map(|known| silent(known).then(|| of_all.clone())).collect())
}
