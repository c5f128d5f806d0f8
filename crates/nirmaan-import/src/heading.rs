//! What a header cell says: which column it names, and in which unit its amounts are.

use crate::column;
use crate::unit::{NamedUnit, Words};
use crate::{COLUMNS, Kind};

/// A header cell, read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// The index in [`COLUMNS`](crate::COLUMNS) of the column that it names.
    pub(crate) column: Option<usize>,
    /// Whether it has the name of that column as it is, and no unit beside it.
    pub(crate) is_exact: bool,
    /// What it says of the unit of amounts.
    pub(crate) said: Option<NamedUnit>,
}

impl Heading {
    /// Reads a header cell: a name, with notes in brackets, and with a unit in them or at either end of it.
    pub(crate) fn read(cell: &str) -> Self {
        let parts = Parts::of(cell);
        let asides =
            parts.asides.iter().map(|aside| Words::aside(aside)).reduce(Words::and).unwrap_or_default();
        let (before, behind) = cell.split_at(cell.find('(').unwrap_or(cell.len()));
        let (at_the_ends, rest) = Words::at_the_ends(&parts.name).unwrap_or_default();
        let named = column::find(&parts.name).filter(|_| !parts.is_loose).or_else(|| money(&parts.name));
        if let Some(column) = named {
            // Signs are no part of a name: $ Paper Cost.
            let written = if parts.asides.is_empty() { cell } else { &parts.asides.join(", ") };
            return Self {
                column: Some(column),
                is_exact: true,
                said: at_the_ends.and(asides).said(written),
            };
        }
        // Only amounts have units beside their name.
        if let Some(column) = money(&rest) {
            return Self { column: Some(column), is_exact: false, said: at_the_ends.and(asides).said(cell) };
        }
        // All that is behind a bracket may be a note.
        Self { column: column::find(before), is_exact: true, said: Words::aside(behind).said(behind) }
    }
}

fn money(name: &str) -> Option<usize> {
    column::find(name).filter(|index| COLUMNS.get(*index).is_some_and(|column| column.kind == Kind::Money))
}

/// What stands outside of brackets, and what stands in them.
#[derive(Default)]
struct Parts {
    name: String,
    asides: Vec<String>,
    /// Whether some of them are in other brackets than round ones.
    is_loose: bool,
}

impl Parts {
    /// Of round brackets all that is in them is a note; of others, what names a unit.
    fn of(cell: &str) -> Self {
        let mut parts = Self::default();
        let mut rest = cell;
        while let Some((before, after)) = rest.split_once(is_opening) {
            parts.name.push_str(before);
            let (aside, behind) = after.split_once(is_closing).unwrap_or((after, ""));
            let is_round = rest.get(before.len()..).is_some_and(|bracket| bracket.starts_with(['(', '（']));
            if is_round || Words::aside(aside).said(aside).is_some() {
                parts.is_loose |= !is_round;
                parts.asides.push(aside.to_owned());
            } else {
                parts.name.push_str(aside);
            }
            parts.name.push(' ');
            rest = behind;
        }
        parts.name.push_str(rest);
        parts
    }
}

fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '<' | '（' | '［' | '【')
}

fn is_closing(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '>' | '）' | '］' | '】')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;

    fn read(cell: &str) -> (Option<&'static str>, Option<NamedUnit>) {
        let Heading { column, said, .. } = Heading::read(cell);
        (column.map(|index| COLUMNS[index].json_name), said)
    }

    #[test]
    fn a_heading_names_a_column_and_a_unit() {
        let lakh = Some(NamedUnit::In(Unit::Lakh));
        for (cell, column, said) in [
            ("Tender Actual Value", "tenderActualValue", None),
            ("Tender Actual Value (Rs. in Lakhs)", "tenderActualValue", lakh.clone()),
            ("Tender Actual Value [Rs. in Lakhs]", "tenderActualValue", lakh.clone()),
            ("Tender Actual Value {₹ Lac}", "tenderActualValue", lakh.clone()),
            ("Tender Actual Value （in Lakhs）", "tenderActualValue", lakh.clone()),
            ("Tender Actual Value (excl. GST) (Rs. in Lakhs) *", "tenderActualValue", lakh.clone()),
            ("Tender Actual Value (Rs. in Lakhs", "tenderActualValue", lakh.clone()),
            ("Tender\nActual Value\n(Rs. in Lakhs)", "tenderActualValue", lakh.clone()),
            ("(Rs. in Lakhs) Tender Actual Value", "tenderActualValue", lakh.clone()),
            ("Tender Actual Value in Lakhs", "tenderActualValue", lakh.clone()),
            ("TENDER ACTUAL VALUE - RS. LAKHS", "tenderActualValue", lakh.clone()),
            ("tenderActualValueInLakhs", "tenderActualValue", lakh.clone()),
            ("tender_actual_value_lakh", "tenderActualValue", lakh.clone()),
            ("Rs. Lakh: Tender Actual Value", "tenderActualValue", lakh),
            ("Tender Bid Value (₹ in Crore)", "tenderBidValue", Some(NamedUnit::In(Unit::Crore))),
            ("Tender Bid Value ₹ Cr.", "tenderBidValue", Some(NamedUnit::In(Unit::Crore))),
            ("Paper Cost (in '000)", "paperCost", Some(NamedUnit::In(Unit::Thousand))),
            ("Paper Cost (Rs.)", "paperCost", Some(NamedUnit::In(Unit::Rupees))),
            ("Paper Cost (USD)", "paperCost", Some(NamedUnit::Foreign("USD".to_owned()))),
            ("Tender Actual Value (Rs.) in Lakhs", "tenderActualValue", Some(NamedUnit::In(Unit::Lakh))),
            (
                "Tender Actual Value (Rs.) in Lakhs, excl. GST",
                "tenderActualValue",
                Some(NamedUnit::In(Unit::Lakh)),
            ),
            ("Tender Actual Value (Rs.) (in Lakhs)", "tenderActualValue", Some(NamedUnit::In(Unit::Lakh))),
            ("Tender Actual Value (as on 5th March 2026)", "tenderActualValue", None),
            ("Status (as of today)", "status", None),
            ("Paper Cost US$", "paperCost", Some(NamedUnit::Foreign("$".to_owned()))),
            ("$ Paper Cost", "paperCost", Some(NamedUnit::Foreign("$".to_owned()))),
            ("Paper Cost (lakh/crore)", "paperCost", Some(NamedUnit::Unclear("lakh/crore".to_owned()))),
            ("Bid ID (as on the portal) No", "bidId", None),
            ("Tender Bid Percentage (%)", "tenderBidPercentage", None),
        ] {
            assert_eq!(read(cell), (Some(column), said), "{cell}");
        }
        for cell in [
            "",
            "(Rs. in Lakhs)",
            "[lakh]",
            "Lakh",
            "Remark (in Lakhs)",
            "Status [remarks]",
            "License No K",
            "Status [Cr]",
            "Bid ID [Rs.]",
            "Paper Cost Credit",
            "बोली",
        ] {
            assert_eq!(read(cell).0, None, "{cell}");
        }
    }
}
