//! Numbers to which their format adds something. What counts then, the number or what is seen of it, is up to what the column
//! holds: `NIT-0042` is an id, 125.5 that shows as `125.50 Lakh` is an amount in lakh, and `3 Nos.` is three.

use serde::{Deserialize, Serialize};

use super::table::{Cell, exact};
use crate::check::fold::{fold, is_letter};
use crate::check::{named_side, parse_percentage};
use crate::unit::{foreign, spaced};
use crate::{Kind, Lost, Unit};

/// What zero may be shown as and still is zero, folded.
const NIL: [&str; 4] = ["nil", "nill", "zero", "शून्य"];

/// A number and what a person sees of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// What the cell holds.
    #[serde(rename = "n", with = "exact")]
    pub(crate) value: f64,
    /// What is seen, without grouping, and with all decimals.
    #[serde(rename = "t")]
    pub(crate) text: String,
    /// The power of ten by which the number is shown: 2 for a percentage, -3 for thousands. `None` where what is seen hasn't its
    /// digits, or others, too.
    #[serde(rename = "s")]
    pub(crate) shift: Option<i32>,
}

impl Shown {
    /// What the cell is in a column of a kind. An amount that is shown by a power of ten is left as it is: what it comes to
    /// depends on the column's unit.
    pub(super) fn into_cell(self, kind: Kind) -> Cell {
        match kind {
            Kind::Money => self.amount(),
            Kind::Percentage => self.percentage(),
            Kind::Count if self.shift == Some(0) => Cell::Number(self.value),
            _ => self.word(),
        }
    }

    fn amount(self) -> Cell {
        let folded = fold(&self.text);
        let is_other = |c: char| c.is_alphabetic() && !is_letter(c);
        let is_text = folded.contains('%') || folded.contains(is_other) || foreign(&folded).is_some();
        if is_text || self.words().any(|word| word == "dr") {
            return self.word();
        }
        match (self.shift, self.power()) {
            (None, _) | (Some(0), Some(_)) => self.word(),
            (Some(0), None) => Cell::Number(self.value),
            _ => Cell::Shown(Box::new(self)),
        }
    }

    /// The amount in rupees where it is shown by a power of ten, in a column whose amounts are in a unit.
    pub(crate) fn rupees(&self, column: Unit) -> Option<f64> {
        let shift = self.shift?;
        let is_rupees = match self.power() {
            // 12.55 Mn of 12550000
            Some(power) => power == -shift,
            // 12.55 of 12550000, which the column counts in rupees
            None => column == Unit::Rupees && shift < 0 && shift % 3 == 0,
        };
        is_rupees.then_some(self.value)
    }

    fn percentage(self) -> Cell {
        let is_readable = parse_percentage(&Cell::Text(self.text.clone())).is_ok();
        match self.shift {
            None => self.word(),
            Some(0 | 2) if is_readable || named_side(&fold(&self.text)) => Cell::Text(self.text),
            Some(0) => Cell::Number(self.value),
            Some(2) => Cell::Percent(self.value),
            Some(_) => Cell::Lost(Lost::Scaled),
        }
    }

    /// What is seen, unless that is a word for zero.
    fn word(self) -> Cell {
        let is_nil = self.value == 0.0 && NIL.contains(&fold(&self.text).as_str());
        if is_nil { Cell::Number(0.0) } else { Cell::Text(self.text) }
    }

    /// The power of ten for which a word beside the number stands.
    fn power(&self) -> Option<i32> {
        self.words().find_map(|word| Unit::power(&word))
    }

    fn words(&self) -> impl Iterator<Item = String> {
        let text = fold(&spaced(&self.text)).replace("'000", " thousand");
        text.split(|c| !is_letter(c)).map(str::to_owned).collect::<Vec<_>>().into_iter()
    }
}
