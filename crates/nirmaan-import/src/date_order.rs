//! The order of day and month, as headings, rows of units and days say it.

use serde::{Deserialize, Serialize};

use crate::check::fold::is_letter;

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

    /// The order that a text names by a pattern, such as `MM/DD/YYYY`, `dd.mm.yy`, `m/d/y` or `Day/Month/Year`.
    pub(crate) fn in_text(text: &str) -> Option<NamedOrder> {
        let words = words(text);
        let mut rest = words.as_slice();
        let mut named = None;
        while !rest.is_empty() {
            let (said, length) = Self::at_start(rest);
            rest = rest.get(length..).unwrap_or_default();
            match (said, named) {
                (Some(said), None) => named = Some(said),
                (Some(said), Some(other)) if said != other => return Some(NamedOrder::Both),
                _ => {}
            }
        }
        named.map(NamedOrder::Is)
    }

    /// What a text says of all days of a file: it is a pattern alone, or about dates.
    pub(crate) fn of_all(text: &str) -> Option<NamedOrder> {
        let named = Self::in_text(text)?;
        let has = |wanted: &str| words(text).iter().any(|(word, _)| word == wanted);
        let is_about_dates = || has("dates") || has("तारीखें") || (has("date") && has("format"));
        Some(named).filter(|_| Self::is_pattern(text) || is_about_dates())
    }

    /// What words begin with, and how many of them it takes.
    fn at_start(words: &[(String, String)]) -> (Option<Self>, usize) {
        let part = |at: usize| words.get(at).and_then(|(word, _)| Part::of(word));
        let between = |at: usize| words.get(at).map(|(_, behind)| behind.as_str());
        let is_short = words.iter().take(2).any(|(word, _)| word.len() == 1);
        let is_year_short = words.get(2).is_some_and(|(year, _)| year.len() == 1);
        // Single letters are initials as well: M. D. Y. Patil.
        let is_parted = |at: usize| match between(at) {
            Some("/" | "-") => true,
            Some(".") => !(is_short && is_year_short),
            Some(sign) => !is_short && sign.chars().count() <= 1,
            None => false,
        };
        let is_pattern = is_parted(0) && is_parted(1);
        match (part(0), part(1), part(2)) {
            (Some(Part::Whole(order)), ..) => (Some(order), 1),
            (Some(Part::Day), Some(Part::Month), Some(Part::Year)) if is_pattern => (Some(Self::DayFirst), 3),
            (Some(Part::Month), Some(Part::Day | Part::Date), Some(Part::Year)) if is_pattern => {
                (Some(Self::MonthFirst), 3)
            }
            (Some(Part::Year), Some(Part::Month), Some(Part::Day)) if is_pattern => (None, 3),
            _ => match words {
                [(first, sign), (second, _), ..] if sign == "/" => match (first.as_str(), second.as_str()) {
                    ("dd", "mm") => (Some(Self::DayFirst), 2),
                    ("mm", "dd") => (Some(Self::MonthFirst), 2),
                    _ => (None, 1),
                },
                _ => (None, 1),
            },
        }
    }

    /// Whether a text is such a pattern and nothing else, perhaps with that of a time.
    pub(crate) fn is_pattern(text: &str) -> bool {
        const BESIDE: [&str; 7] = ["hh", "ss", "am", "pm", "format", "or", "in"];
        let is_part = |word: &str| Part::of(word).is_some() || BESIDE.contains(&word);
        let words = words(text);
        let is_day_of = words.first().is_some_and(|(word, _)| Part::of(word) == Some(Part::Date));
        Self::in_text(text).is_some() && !is_day_of && words.iter().all(|(word, _)| is_part(word))
    }
}

/// A part of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Day,
    /// Means a day between a month and a year: Month/Date/Year.
    Date,
    Month,
    Year,
    /// All of it, without anything in between.
    Whole(DateOrder),
}

impl Part {
    fn of(word: &str) -> Option<Self> {
        match word {
            "d" | "dd" | "day" => Some(Self::Day),
            "date" => Some(Self::Date),
            "m" | "mm" | "month" => Some(Self::Month),
            "y" | "yy" | "yyyy" | "year" => Some(Self::Year),
            "ddmmyy" | "ddmmyyyy" => Some(Self::Whole(DateOrder::DayFirst)),
            "mmddyy" | "mmddyyyy" => Some(Self::Whole(DateOrder::MonthFirst)),
            _ => None,
        }
    }
}

/// The words of a text in small letters, each with the signs behind it, without spaces.
fn words(text: &str) -> Vec<(String, String)> {
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(|c| !is_letter(c));
    while !rest.is_empty() {
        let (word, behind) = rest.split_at(rest.find(|c| !is_letter(c)).unwrap_or(rest.len()));
        let (between, after) = behind.split_at(behind.find(is_letter).unwrap_or(behind.len()));
        let dash = |c: char| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c };
        // As in %m/%d/%Y.
        let signs = between.chars().filter(|c| !c.is_whitespace() && *c != '%').map(dash).collect();
        words.push((word.to_ascii_lowercase(), signs));
        rest = after;
    }
    words
}

/// What a text says of the order of day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedOrder {
    /// One of the two.
    Is(DateOrder),
    /// Both of them.
    Both,
}

/// What a title above the headings says of the order of day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TitleOrder {
    /// It is that of all days.
    OfAll(DateOrder),
    /// The month may come first: it is about another day, or leaves the order open.
    Doubt,
}

impl TitleOrder {
    /// Reads a title; `None` where it says nothing, or no more than is so anyway.
    pub(crate) fn of(text: &str) -> Option<Self> {
        match (DateOrder::of_all(text), DateOrder::in_text(text)?) {
            (Some(NamedOrder::Is(order)), _) => Some(Self::OfAll(order)),
            (None, NamedOrder::Is(DateOrder::DayFirst)) => None,
            _ => Some(Self::Doubt),
        }
    }
}

/// What the two numbers of a day in figures say of their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figures {
    /// It is the same day in either order.
    Same,
    /// They are two days of the calendar, one in each order.
    Open,
    /// They are a day of the calendar in one order only.
    Proof(DateOrder),
    /// They are no day of the calendar.
    Neither,
}

impl Figures {
    /// Reads them in the order in which they stand.
    pub(crate) fn of(first: u32, second: u32) -> Self {
        // Of some year.
        let is_day = |day: u32, month: u32| match month {
            2 => (1..=29).contains(&day),
            4 | 6 | 9 | 11 => (1..=30).contains(&day),
            1..=12 => (1..=31).contains(&day),
            _ => false,
        };
        match (is_day(first, second), is_day(second, first)) {
            (true, true) if first == second => Self::Same,
            (true, true) => Self::Open,
            (true, false) => Self::Proof(DateOrder::DayFirst),
            (false, true) => Self::Proof(DateOrder::MonthFirst),
            (false, false) => Self::Neither,
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
            ("m.d.yyyy", Some(NamedOrder::Is(MonthFirst))),
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
            ("(MM–DD–YYYY)", Some(NamedOrder::Is(MonthFirst))),
            ("(MM|DD|YYYY)", Some(NamedOrder::Is(MonthFirst))),
            ("(dd_mm_yyyy)", Some(NamedOrder::Is(DayFirst))),
            ("(MM, DD, YYYY)", Some(NamedOrder::Is(MonthFirst))),
            ("(%m/%d/%Y)", Some(NamedOrder::Is(MonthFirst))),
            ("(Month/Date/Year)", Some(NamedOrder::Is(MonthFirst))),
            ("Hire of vehicles per month/day", None),
            ("Month/Date of award", None),
            ("Opening Date (hh:mm MM/DD/YYYY)", Some(NamedOrder::Is(MonthFirst))),
            ("(YYYY-MM-DD / MM/DD/YYYY)", Some(NamedOrder::Is(MonthFirst))),
            ("(D: MM/DD/YYYY)", Some(NamedOrder::Is(MonthFirst))),
            ("To MD: MM/DD/YYYY", Some(NamedOrder::Is(MonthFirst))),
            ("Date/Month: DD MM YYYY", Some(NamedOrder::Is(DayFirst))),
            ("(mm/dd)", Some(NamedOrder::Is(MonthFirst))),
            ("dd/mm hh:mm", Some(NamedOrder::Is(DayFirst))),
            ("Month/Day/Year", Some(NamedOrder::Is(MonthFirst))),
            ("mon/dd/yyyy", None),
            ("hh:mm dd", None),
            ("D/M", None),
            ("M. D. Y. Patil & Sons", None),
            ("Md. Y. Khan", None),
            ("M.D., Y Corp", None),
            ("M.D.Y. Infra", None),
            ("M-D Y", None),
            ("M D Y", None),
            ("Pipes, dia in mm", None),
            ("D.M. Office", None),
            ("My day", None),
            ("", None),
        ] {
            assert_eq!(DateOrder::in_text(text), order, "{text}");
        }
    }

    #[test]
    fn a_text_about_dates_is_about_all_of_them() {
        for text in ["(MM/DD/YYYY)", "All dates are MM/DD/YYYY", "Date format: mm/dd/yy"] {
            assert_eq!(DateOrder::of_all(text), Some(NamedOrder::Is(DateOrder::MonthFirst)), "{text}");
        }
        for text in
            ["As on (mm/dd/yyyy)", "All figures in Rs. Lakhs (printed MM/DD/YYYY)", "Dates", "Date: mm/dd/yy"]
        {
            assert_eq!(DateOrder::of_all(text), None, "{text}");
        }
    }

    #[test]
    fn a_pattern_may_have_a_time_beside_it_and_nothing_else() {
        for text in ["MM/DD/YYYY", "dd-mm-yyyy hh:mm:ss am", "DD/MM/YYYY or MM/DD/YYYY", "in dd.mm.yy format"]
        {
            assert!(DateOrder::is_pattern(text), "{text}");
        }
        for text in ["", "hh:mm", "pre-bid queries dd/mm/yyyy", "1st extension dd/mm/yyyy", "YYYY-MM-DD"] {
            assert!(!DateOrder::is_pattern(text), "{text}");
        }
    }

    #[test]
    fn numbers_that_are_a_day_in_one_order_prove_it() {
        for (first, second, figures) in [
            (25, 4, Figures::Proof(DateOrder::DayFirst)),
            (4, 25, Figures::Proof(DateOrder::MonthFirst)),
            (31, 12, Figures::Proof(DateOrder::DayFirst)),
            (2, 29, Figures::Proof(DateOrder::MonthFirst)),
            (2, 30, Figures::Neither),
            (31, 4, Figures::Neither),
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
