//! How the columns of a table are read, and who said so.

use super::table::{KnownColumn, Table};
use crate::check::fold::fold;
use crate::check::shortened;
use crate::unit::Said;
use crate::{Cell, Kind, Unit};

/// Characters of a heading that are told.
const MAX_HEADING: usize = 100;

/// In what a column's amounts are counted, by whoever says it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Counted {
    /// What the heading says.
    pub(crate) heading: Option<Said>,
    /// What a row of units says, and its number.
    pub(crate) below: Option<(u32, Said)>,
    /// A cell that holds nothing but another unit, among the amounts: the row that has it, what it says, and how it is written.
    pub(super) elsewhere: Option<(u32, Said, String)>,
    /// What was chosen for this file.
    pub(crate) chosen: Option<Unit>,
}

impl Counted {
    /// What counts. A row of units is nearer to the amounts than the heading, and what was chosen comes before both; but no
    /// choice makes rupees of another currency.
    pub(crate) fn said(&self) -> Option<Said> {
        let written = self.written();
        match (self.chosen, &written) {
            (Some(unit), None | Some(Said::In(_) | Said::Unclear(_))) => Some(Said::In(unit)),
            _ => written,
        }
    }

    /// Takes notice of a cell of the column.
    pub(crate) fn take(&mut self, row: u32, cell: &Cell) {
        let Some((unit, text)) = unit_alone(cell).filter(|_| self.elsewhere.is_none()) else { return };
        if self.written().as_ref() != Some(&unit) {
            self.elsewhere = Some((row, unit, text));
        }
    }

    /// What the file says.
    fn written(&self) -> Option<Said> {
        let unclear = |written: String| Some(Said::Unclear(written));
        let below = self.below.as_ref().map(|(_, said)| said);
        let elsewhere = self.elsewhere.as_ref().map(|(_, said, _)| said);
        let mut all = [self.heading.as_ref(), below, elsewhere].into_iter().flatten();
        if let Some(foreign) = all.find(|said| matches!(said, Said::Foreign(_))) {
            return Some(foreign.clone());
        }
        if let Some((row, _, unit)) = &self.elsewhere {
            return unclear(format!("{unit} in row {row}"));
        }
        match (&self.heading, &self.below) {
            // The currency alone may stand there for a unit that the heading names.
            (Some(Said::In(heading)), Some((row, Said::In(Unit::Rupees)))) if *heading != Unit::Rupees => {
                unclear(format!("{} in the heading, rupees in row {row}", heading.name()))
            }
            (_, Some((_, below))) => Some(below.clone()),
            (heading, None) => heading.clone(),
        }
    }

    /// A sentence about how amounts are read.
    fn note(&self) -> String {
        let also = match (&self.heading, &self.below) {
            (Some(Said::In(heading)), Some((_, Said::In(below)))) if heading != below => {
                format!("; the heading says {}", heading.name())
            }
            _ => String::new(),
        };
        match self.said() {
            None => "In rupees: no unit is named.".to_owned(),
            Some(Said::Foreign(currency)) => {
                format!("In another currency ({currency}): no amount is read. Write them in rupees.")
            }
            Some(Said::Unclear(written)) => {
                format!(
                    "The unit is unclear ({written}): no amount is read. Choose the unit, or name one in the heading."
                )
            }
            Some(Said::In(unit)) => {
                let source = match (self.chosen, &self.below) {
                    (Some(_), _) => "as chosen".to_owned(),
                    (None, Some((row, _))) => format!("from the units in row {row}{also}"),
                    (None, None) => "from the heading".to_owned(),
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
    /// The JSON name of the field that it holds; `None` when no field has that name, and nothing of it is read.
    pub field: Option<&'static str>,
    /// In what its amounts are counted. `None` of other kinds, and where no amount is taken.
    pub unit: Option<Unit>,
    /// Whether another unit may be chosen.
    pub accepts_unit: bool,
    /// A sentence for people about how its cells are read; empty where there is nothing to say.
    pub note: String,
}

impl Table {
    /// How each column with a heading was read, in the file's order.
    pub fn readings(&self) -> Vec<ColumnReading> {
        let reading = |(position, name): &(usize, String)| {
            let known = self.columns.iter().find(|known| known.position == *position);
            let heading = shortened(name, MAX_HEADING);
            match known {
                Some(known) => ColumnReading { heading, ..known.reading() },
                None => ColumnReading {
                    heading,
                    field: None,
                    unit: None,
                    accepts_unit: false,
                    note: "Not recognised: this column is ignored.".to_owned(),
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
            known.counted.chosen = Some(unit);
        }
    }

    /// A heading under which what is handed back is read as it was here, without the row of units and without a choice.
    pub(crate) fn heading_of(&self, position: usize, name: &str) -> String {
        let known = self.columns.iter().find(|known| known.position == position);
        let Some(KnownColumn { column, counted, .. }) = known else { return name.to_owned() };
        let said = counted.said();
        let of_the_heading = counted.heading.clone().or(Some(Said::In(Unit::Rupees)));
        match said.clone().or(Some(Said::In(Unit::Rupees))) {
            same if same == of_the_heading => name.to_owned(),
            Some(Said::In(Unit::Rupees)) => format!("{} (Rs.)", column.label),
            Some(Said::In(unit)) => format!("{} (Rs. in {})", column.label, unit.name()),
            Some(Said::Foreign(currency)) => format!("{} ({currency})", column.label),
            // What leaves a unit open may stand anywhere, and may read otherwise in brackets.
            Some(Said::Unclear(_)) => format!("{} (rupees/lakh/crore)", column.label),
            None => name.to_owned(),
        }
    }
}

impl KnownColumn {
    fn reading(&self) -> ColumnReading {
        let is_money = self.column.kind == Kind::Money;
        let said = self.counted.said();
        ColumnReading {
            heading: String::new(),
            field: Some(self.column.json_name),
            unit: match &said {
                None => Some(Unit::Rupees),
                Some(Said::In(unit)) => Some(*unit),
                Some(Said::Foreign(_) | Said::Unclear(_)) => None,
            }
            .filter(|_| is_money),
            accepts_unit: is_money && !matches!(said, Some(Said::Foreign(_))),
            note: match self.column.kind {
                Kind::Money => self.counted.note(),
                Kind::Date => "The day comes first, as in 31-03-2026.".to_owned(),
                _ => String::new(),
            },
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
fn unit_alone(cell: &Cell) -> Option<(Said, String)> {
    let Cell::Text(text) = cell else { return None };
    // Nearly all cells have a figure in them, and no more is to be looked for.
    if text.trim().is_empty() || text.contains(|c: char| c.is_numeric()) {
        return None;
    }
    let said = Said::alone(without_brackets(text)).filter(|said| *said != Said::In(Unit::Rupees));
    said.map(|said| (said, shortened(text, 40)))
}

fn without_brackets(text: &str) -> &str {
    text.trim().trim_matches(['(', ')', '[', ']', '{', '}', ':'])
}

/// What each known column says of its unit in a row of units, which has nothing else in it. `None` when the row is none.
pub(super) fn unit_row(columns: &[KnownColumn], cells: &[Cell]) -> Option<Vec<Option<Said>>> {
    let unit = |cell: &Cell| match cell {
        Cell::Text(text) => Said::alone(without_brackets(text)),
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
    let silent = |known: &KnownColumn| known.column.kind == Kind::Money && known.counted.heading.is_none();
    Some(columns.iter().map(|known| silent(known).then(|| of_all.clone())).collect())
}
