//! In what the amounts of a column are counted.

use super::Source;
use super::unit_row::unit_alone;
use crate::read::Choice;
use crate::unit::NamedUnit;
use crate::{Cell, Unit};

/// What names the unit of a column's amounts.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct UnitSources {
    /// What the heading says.
    pub(crate) heading: Option<NamedUnit>,
    /// What a row above the heading says, and its number.
    pub(crate) above: Option<(u32, NamedUnit)>,
    /// What a row of units says, and its number.
    pub(crate) below: Option<(u32, NamedUnit)>,
    /// A cell that holds nothing but another unit, among the amounts: the row that has it, what it says, and how it is written.
    pub(crate) elsewhere: Option<(u32, NamedUnit, String)>,
    /// What was chosen for this file.
    pub(crate) chosen: Option<Unit>,
    /// What was chosen for an earlier file with the same headings.
    pub(crate) remembered: Option<Unit>,
}

impl UnitSources {
    /// What counts. A row of units is nearer to the amounts than the heading, and what was chosen comes before both; but no
    /// choice makes rupees of another currency.
    pub(crate) fn said(&self) -> Option<NamedUnit> {
        self.said_by().0
    }

    /// Whether somebody chose it, for this file or an earlier one with the same headings.
    pub(super) fn is_chosen(&self) -> bool {
        matches!(self.said_by(), (_, Source::Chosen(_)))
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
        if let Some((unit, text)) = unit_alone(cell) {
            self.take_said(row, unit, text);
        }
    }

    /// Takes notice of a unit that a row names among the records, and how it is written there.
    pub(crate) fn take_said(&mut self, row: u32, unit: NamedUnit, text: String) {
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
    pub(super) fn note(&self) -> String {
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
                    (Source::Chosen(choice), ..) => choice.source().to_owned(),
                    (_, Some((row, _)), ..) => format!("from the units in row {row}{also}"),
                    (_, None, None, Some((row, _))) => format!("from row {row} above the headings"),
                    _ => "from the heading".to_owned(),
                };
                format!("In {}, {source}.", unit.name())
            }
        }
    }
}
