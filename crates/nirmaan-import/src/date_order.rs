//! In which order days written in figures have day and month, as headings, rows of units and the days themselves say it.

use serde::{Deserialize, Serialize};

use crate::check::fold::{fold, is_letter};

/// In which order days written in figures have day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DateOrder {
    /// 31-03-2026, as in India.
    #[default]
    #[serde(rename = "DMY")]
    DayFirst,
    /// 03-31-2026, as in the United States.
    #[serde(rename = "MDY")]
    MonthFirst,
}

impl DateOrder {
    /// Reads `DMY` or `MDY`, in any case.
    pub fn written(text: &str) -> Option<Self> {
        match text.trim().to_ascii_uppercase().as_str() {
            "DMY" => Some(Self::DayFirst),
            "MDY" => Some(Self::MonthFirst),
            _ => None,
        }
    }

    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::DayFirst => "day-first",
            Self::MonthFirst => "month-first",
        }
    }

    /// How a day is to be written in it.
    pub(crate) fn pattern(self) -> &'static str {
        match self {
            Self::DayFirst => "DD-MM-YYYY",
            Self::MonthFirst => "MM-DD-YYYY",
        }
    }

    /// The order that a text names by a pattern, such as `(MM/DD/YYYY)`.
    pub(crate) fn in_text(text: &str) -> Option<NamedOrder> {
        let folded = fold(text);
        let mut letters = String::new();
        let mut named = None;
        for word in folded.split(|c: char| !is_letter(c)).filter(|word| !word.is_empty()) {
            if word.chars().all(|c| matches!(c, 'd' | 'm' | 'y')) {
                letters.push_str(word);
            } else {
                letters.clear();
            }
            if !word.ends_with('y') {
                continue;
            }
            let said = match std::mem::take(&mut letters).trim_end_matches('y') {
                "dm" | "ddmm" | "ddm" | "dmm" => Self::DayFirst,
                "md" | "mmdd" | "mmd" | "mdd" => Self::MonthFirst,
                _ => continue,
            };
            match named {
                None => named = Some(NamedOrder::Is(said)),
                Some(other) if other == NamedOrder::Is(said) => {}
                Some(_) => return Some(NamedOrder::Both),
            }
        }
        named
    }
}

/// What a text says of the order of day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedOrder {
    /// One of the two.
    Is(DateOrder),
    /// Both of them.
    Both,
}

/// What the two numbers of a day in figures say of their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figures {
    /// It is the same day in either order.
    Same,
    /// Each of them may be the month.
    Open,
    /// One of them can't be a month.
    Proof(DateOrder),
    /// They are no day and month.
    Neither,
}

impl Figures {
    /// Reads them in the order in which they stand.
    pub(crate) fn of(first: u32, second: u32) -> Self {
        let (months, days) = (1..=12, 13..=31);
        match (first, second) {
            _ if months.contains(&first) && first == second => Self::Same,
            _ if months.contains(&first) && months.contains(&second) => Self::Open,
            _ if days.contains(&first) && months.contains(&second) => Self::Proof(DateOrder::DayFirst),
            _ if months.contains(&first) && days.contains(&second) => Self::Proof(DateOrder::MonthFirst),
            _ => Self::Neither,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_an_order() {
        use DateOrder::{DayFirst, MonthFirst};
        for (text, order) in [
            ("Opening Date (MM/DD/YYYY)", Some(NamedOrder::Is(MonthFirst))),
            ("mm-dd-yy", Some(NamedOrder::Is(MonthFirst))),
            ("m/d/y", Some(NamedOrder::Is(MonthFirst))),
            ("MMDDYYYY", Some(NamedOrder::Is(MonthFirst))),
            ("(dd.mm.yyyy)", Some(NamedOrder::Is(DayFirst))),
            ("D/M/YY", Some(NamedOrder::Is(DayFirst))),
            ("All dates are DD / MM / YYYY.", Some(NamedOrder::Is(DayFirst))),
            ("DD/MM/YYYY HH:MM", Some(NamedOrder::Is(DayFirst))),
            ("(DD/MM/YYYY or MM/DD/YYYY)", Some(NamedOrder::Both)),
            ("DD/MM/YYYY MM/DD/YYYY", Some(NamedOrder::Both)),
            ("DD/MM/YYYY, DD-MM-YY", Some(NamedOrder::Is(DayFirst))),
            ("YYYY-MM-DD", None),
            ("dd-mon-yyyy", None),
            ("dd-mmm-yyyy", None),
            ("D.M. Office", None),
            ("My day", None),
            ("", None),
        ] {
            assert_eq!(DateOrder::in_text(text), order, "{text}");
        }
    }

    #[test]
    fn numbers_that_are_no_month_prove_an_order() {
        for (first, second, figures) in [
            (25, 4, Figures::Proof(DateOrder::DayFirst)),
            (4, 25, Figures::Proof(DateOrder::MonthFirst)),
            (31, 12, Figures::Proof(DateOrder::DayFirst)),
            (12, 13, Figures::Proof(DateOrder::MonthFirst)),
            (4, 5, Figures::Open),
            (12, 1, Figures::Open),
            (5, 5, Figures::Same),
            (13, 13, Figures::Neither),
            (32, 1, Figures::Neither),
            (0, 25, Figures::Neither),
            (25, 0, Figures::Neither),
        ] {
            assert_eq!(Figures::of(first, second), figures, "{first} {second}");
        }
    }
}
