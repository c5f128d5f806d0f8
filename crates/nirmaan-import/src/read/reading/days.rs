//! In which order the days of a column have day and month.

use chrono::Datelike;

use super::Source;
use crate::check::date::{figures, leading_figures};
use crate::check::shown;
use crate::date_order::{Figures, NamedOrder, TitleOrder};
use crate::read::Choice;
use crate::{Cell, DateOrder};

/// What tells in which order the days of a column have day and month.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct OrderSources {
    /// What the heading says.
    heading: Option<NamedOrder>,
    /// What a row above the headings says of all days, and its number.
    above: Option<(u32, DateOrder)>,
    /// A row above the headings that may say that they are month-first.
    doubt: Option<u32>,
    /// What a row of units says, and its number.
    pub(crate) below: Option<(u32, NamedOrder)>,
    /// The first days that can't be read in the other order.
    day_first: Option<Proof>,
    month_first: Option<Proof>,
    /// Whether there are days in figures that are other days in the other order.
    is_open: bool,
    /// Whether the sheet has days as such of which a program may have swapped day and month, and whether it has others.
    may_be_swapped: bool,
    is_as_meant: bool,
    /// Another column of the file that is month-first, and why; what has the order open isn't read against it.
    pub(crate) beside: Option<String>,
    /// What was chosen for this file.
    pub(crate) chosen: Option<DateOrder>,
    /// What was chosen for an earlier file with the same headings.
    pub(crate) remembered: Option<DateOrder>,
}

/// A day that can be read in one order only.
#[derive(Debug, Clone, PartialEq)]
struct Proof {
    row: u32,
    text: String,
    /// Whether a program that expects this order would have made a date of it.
    is_like_a_date: bool,
}

impl Proof {
    fn said(&self) -> String {
        format!("'{}' in row {}", self.text, self.row)
    }
}

impl OrderSources {
    /// What a heading tells.
    pub(crate) fn of_heading(heading: &str) -> Self {
        Self { heading: DateOrder::in_text(heading), ..Self::default() }
    }

    /// Whether another heading names another order. That of none is day-first as a rule.
    pub(super) fn is_named_otherwise(&self, other: &Self) -> bool {
        let day_first = Some(NamedOrder::Is(DateOrder::DayFirst));
        other.heading.is_some() && other.heading != self.heading.or(day_first)
    }

    /// Whether the heading says nothing.
    pub(super) fn is_silent(&self) -> bool {
        self.heading.is_none()
    }

    /// Takes notice of what a text above the headings says.
    pub(crate) fn take_title(&mut self, row: u32, said: TitleOrder) {
        match said {
            TitleOrder::OfAll(order) if self.above.is_none_or(|(_, above)| above == order) => {
                self.above = Some((row, order));
            }
            // Two rows contradict each other.
            TitleOrder::OfAll(_) => (self.above, self.doubt) = (None, Some(row)),
            TitleOrder::Doubt => self.doubt = Some(row),
        }
    }

    /// Takes notice of a cell of the column.
    pub(crate) fn take(&mut self, row: u32, cell: &Cell) {
        match cell {
            Cell::Date(day) if is_swappable(day) => self.may_be_swapped = true,
            Cell::Date(day) => self.is_as_meant |= day.day() > 12,
            Cell::Text(text) => {
                let order = match leading_figures(text) {
                    Some(Figures::Proof(order)) => order,
                    Some(Figures::Open) => {
                        self.is_open = true;
                        return;
                    }
                    Some(Figures::Same | Figures::Neither) => return,
                    // As in a heading that is repeated.
                    None => match DateOrder::in_text(text) {
                        Some(NamedOrder::Is(order)) => order,
                        _ => return,
                    },
                };
                let first = match order {
                    DateOrder::DayFirst => &mut self.day_first,
                    DateOrder::MonthFirst => &mut self.month_first,
                };
                first.get_or_insert_with(|| Proof {
                    row,
                    text: shown(text),
                    is_like_a_date: figures(text).is_some() && text.contains(['/', '-']),
                });
            }
            _ => {}
        }
    }

    /// Whether the order makes a difference to its days.
    pub(crate) fn has_figures(&self) -> bool {
        self.is_open || self.day_first.is_some() || self.month_first.is_some()
    }

    /// Whether days in figures are read day first, in whichever company.
    pub(crate) fn is_day_first(&self) -> bool {
        self.said() == Ok(DateOrder::DayFirst) && self.beside.is_none()
    }

    /// Whether somebody chose it, for this file or an earlier one with the same headings.
    pub(crate) fn is_chosen(&self) -> bool {
        matches!(self.said_by(), (_, Source::Chosen(_)))
    }

    /// What counts; or what the column is instead, where its days in figures aren't read: the end of a sentence. A choice comes
    /// before what the file says; that is never guessed against what it shows.
    pub(crate) fn said(&self) -> Result<DateOrder, String> {
        self.said_by().0
    }

    fn said_by(&self) -> (Result<DateOrder, String>, Source) {
        if let Some(order) = self.chosen {
            return (Ok(order), Source::Chosen(Choice::Now));
        }
        if let Some((_, place)) = self.named().find(|(named, _)| *named == NamedOrder::Both) {
            return (Err(format!("day-first or month-first ({place} leaves it open)")), Source::Written);
        }
        let by_choice = self.remembered.map_or(Source::Written, |_| Source::Chosen(Choice::Before));
        let [day_first, month_first] =
            [DateOrder::DayFirst, DateOrder::MonthFirst].map(|order| self.evidence(order));
        match (day_first, month_first) {
            (Some(day), Some(month)) => {
                (Err(format!("both day-first ({day}) and month-first ({month})")), Source::Written)
            }
            (Some(_), None) => (Ok(DateOrder::DayFirst), by_choice),
            (None, Some(_)) if self.named().next().is_some() || self.remembered.is_some() => {
                (Ok(DateOrder::MonthFirst), by_choice)
            }
            (None, Some(month)) => (Err(format!("month-first ({month})")), Source::Written),
            (None, None) => {
                let title = || self.doubt.map(|row| format!("row {row} says"));
                match self.beside.clone().or_else(title).filter(|_| self.is_open) {
                    Some(like) => (Err(format!("perhaps month-first, as {like}")), Source::Written),
                    None => (Ok(DateOrder::DayFirst), Source::Written),
                }
            }
        }
    }

    /// What speaks for an order.
    fn evidence(&self, order: DateOrder) -> Option<String> {
        if let Some(proof) = self.proof(order) {
            return Some(proof.said());
        }
        let named = self.named().find(|(named, _)| *named == NamedOrder::Is(order)).map(|(_, place)| place);
        let remembered = || self.remembered.filter(|remembered| *remembered == order);
        named.or_else(|| remembered().map(|_| "chosen for an earlier file".to_owned()))
    }

    /// What the file says of it in words, and where; the nearest first. The heading was there when an order was chosen for an
    /// earlier file.
    fn named(&self) -> impl Iterator<Item = (NamedOrder, String)> {
        let heading = self.heading.filter(|_| self.remembered.is_none());
        let heading = heading.map(|named| (named, "the heading".to_owned()));
        let below = self.below.map(|(row, named)| (named, format!("row {row}")));
        let above = self.above.map(|(row, order)| (NamedOrder::Is(order), format!("row {row}")));
        [below, heading, above].into_iter().flatten()
    }

    fn proof(&self, order: DateOrder) -> Option<&Proof> {
        match order {
            DateOrder::DayFirst => self.day_first.as_ref(),
            DateOrder::MonthFirst => self.month_first.as_ref(),
        }
    }

    /// Why the column is taken for month-first, or would be, if it is.
    pub(crate) fn month_first(&self) -> Option<String> {
        match self.said_by() {
            (Ok(DateOrder::DayFirst), _) => None,
            (Ok(DateOrder::MonthFirst), Source::Chosen(choice)) => Some(choice.source().to_owned()),
            _ => self.evidence(DateOrder::MonthFirst),
        }
    }

    /// A day that stayed a text beside days of the sheet, all of which a program may have swapped that expects the other order.
    pub(crate) fn stayed_a_text(&self) -> Option<String> {
        let proof = self.day_first.as_ref().or(self.month_first.as_ref())?;
        Some(proof.said())
            .filter(|_| proof.is_like_a_date && self.may_be_swapped && !self.is_as_meant && !self.is_open)
    }

    /// Sentences about how days are read.
    pub(crate) fn note(&self) -> String {
        let (said, by) = self.said_by();
        if !self.has_figures() && by == Source::Written {
            return String::new();
        }
        let order = match said {
            Ok(order) => {
                let (first, example) = match order {
                    DateOrder::DayFirst => ("day", "31-03-2026"),
                    DateOrder::MonthFirst => ("month", "03-31-2026"),
                };
                let source = match (by, self.named().next(), self.proof(order)) {
                    (Source::Chosen(choice), ..) => choice.source().to_owned(),
                    (_, Some((_, place)), _) => format!("as {place} says"),
                    (_, None, Some(proof)) => format!("as {} shows", proof.said()),
                    (_, None, None) => format!("as in {example}"),
                };
                format!("The {first} comes first, {source}.")
            }
            Err(doubt) => format!(
                "Days in figures are not read: the column is {doubt}. Choose whether the day or the month comes first."
            ),
        };
        match self.stayed_a_text() {
            Some(text) => {
                format!("{order} {text} is a text beside dates: those may have day and month swapped.")
            }
            None => order,
        }
    }
}

/// Whether a day is another one with day and month swapped.
pub(crate) fn is_swappable(day: &impl Datelike) -> bool {
    day.day() <= 12 && day.day() != day.month()
}
