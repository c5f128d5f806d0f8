//! How the columns of a table are read, and who said so.

mod days;
mod unit_row;
mod units;

pub(crate) use self::days::{OrderSources, is_swappable};
pub(super) use self::unit_row::{UnitRow, is_placeholder, unit_alone, unit_row};
pub(crate) use self::units::UnitSources;
use super::header::{Choice, NamedColumn, Unread};
use super::table::{KnownColumn, Table, tell_of_the_month_first};
use crate::check::shortened;
use crate::unit::NamedUnit;
use crate::{DateOrder, Kind, Unit};

/// Characters of a heading that are told.
const MAX_HEADING: usize = 100;

/// A heading as it is told.
pub(crate) fn told(heading: &str) -> String {
    shortened(heading, MAX_HEADING)
}

/// Who says how the cells of a column are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Chosen(Choice),
    Written,
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
    /// In which order its days in figures have day and month. `None` for other kinds, and where no such day is read.
    pub date_order: Option<DateOrder>,
    /// Whether it has days in figures, for which another order may be chosen.
    pub accepts_date_order: bool,
    /// Whether somebody chose the order of day and month, for this file or an earlier one with the same headings.
    pub is_date_order_chosen: bool,
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
                    date_order: None,
                    accepts_date_order: false,
                    is_date_order_chosen: false,
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

    /// Lets days in figures be read in an order, of a field by its JSON name or of all that have days, whatever the file says of
    /// them. A field that the file doesn't have is ignored.
    pub fn choose_date_order(&mut self, field: Option<&str>, order: DateOrder) {
        let is_meant = |known: &KnownColumn| field.is_none_or(|field| known.column.json_name == field);
        let days = self.columns.iter_mut().filter(|known| known.column.kind == Kind::Date);
        for known in days.filter(|known| is_meant(known)) {
            known.days.chosen = Some(order);
        }
        tell_of_the_month_first(&mut self.columns);
    }

    /// What was chosen for the days of fields, for this file or an earlier one with the same headings.
    pub(crate) fn chosen_date_orders(&self) -> impl Iterator<Item = (&'static str, DateOrder)> + use<'_> {
        let chosen = |known: &KnownColumn| {
            let order = known.days.said().ok().filter(|_| known.days.is_chosen())?;
            Some((known.column.json_name, order))
        };
        self.columns.iter().filter_map(chosen)
    }

    /// What was chosen for the amounts of fields, for this file or an earlier one with the same headings.
    pub(crate) fn chosen_units(&self) -> impl Iterator<Item = (&'static str, Unit)> + use<'_> {
        let chosen = |known: &KnownColumn| match known.unit.said() {
            Some(NamedUnit::In(unit)) if known.unit.is_chosen() => Some((known.column.json_name, unit)),
            _ => None,
        };
        self.columns.iter().filter_map(chosen)
    }

    /// A heading under which what is handed back is read as it was here, without titles, the row of units and choices.
    pub(crate) fn heading_of(&self, named: &NamedColumn) -> String {
        let name = &named.name;
        let known = self.columns.iter().find(|known| known.position == named.position);
        let Some(known @ KnownColumn { column, unit, choice, .. }) = known else {
            return match named.unread {
                Some(Unread::Chosen(_) | Unread::Held { .. }) => format!("Not read: {name}"),
                _ => name.clone(),
            };
        };
        if column.kind == Kind::Date {
            return heading_of_days(known, name);
        }
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

/// A heading under which days in figures are read as they were here.
fn heading_of_days(KnownColumn { column, days, choice, .. }: &KnownColumn, name: &str) -> String {
    let said = days.said();
    let is_plain = choice.is_none() && !days.is_chosen() && days.beside.is_none();
    if is_plain && said == OrderSources::of_heading(name).said() {
        return name.to_owned();
    }
    match said {
        Ok(order) => format!("{} ({})", column.label, order.pattern()),
        Err(_) => {
            let [one, other] = [DateOrder::DayFirst, DateOrder::MonthFirst].map(DateOrder::pattern);
            format!("{} ({one} or {other})", column.label)
        }
    }
}

impl KnownColumn {
    /// Whether another heading names another unit for it, or another order of day and month. One that says nothing leaves both.
    pub(super) fn is_named_otherwise(&self, other: &Self) -> bool {
        let ours = self.unit.said();
        let is_other_unit =
            |unit: &NamedUnit| ours.as_ref() != Some(unit) && *unit != NamedUnit::In(Unit::Rupees);
        other.unit.heading.as_ref().is_some_and(is_other_unit) || self.days.is_named_otherwise(&other.days)
    }

    fn reading(&self) -> ColumnReading {
        let (is_money, is_date) = (self.column.kind == Kind::Money, self.column.kind == Kind::Date);
        let said = self.unit.said();
        let said_of_choice = self.choice.map(Choice::note).unwrap_or_default().to_owned();
        let said_of_cells = match self.column.kind {
            Kind::Money => self.unit.note(),
            Kind::Date => self.days.note(),
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
            is_unit_chosen: is_money && self.unit.is_chosen(),
            date_order: self.days.said().ok().filter(|_| is_date),
            accepts_date_order: self.days.has_figures(),
            is_date_order_chosen: self.days.is_chosen(),
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

    /// Where something is known from: the end of a sentence.
    fn source(self) -> &'static str {
        match self {
            Self::Now => "as chosen",
            Self::Before => "as chosen for an earlier file",
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
