//! Amounts with the side of a ledger, `Dr` and `Cr`, of which the second may be crore.

use super::amount::{is_figure, last_word, without_brackets, without_endings};
use super::describe;
use super::fold::fold;
use crate::Cell;

/// The side of a ledger on which an amount may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// `Dr`, which is no unit.
    Debit,
    /// `Cr` behind an amount as only ledgers write it: 5,000.00 Cr.
    Credit,
    /// `Cr` behind two decimals, which is crore unless the column proves to be of a ledger: 500.00 Cr.
    Either,
}

/// The side of a ledger that a cell may name. Ledgers write paise, and a capital: `5 Cr` and `1.25 cr` are crore anywhere.
pub(crate) fn side(cell: &Cell) -> Option<Side> {
    let Cell::Text(text) = cell else { return None };
    // Most cells name none, and needn't be folded to know it.
    if !text.contains(['r', 'R']) {
        return None;
    }
    let folded = without_brackets(without_endings(&fold(text)).to_owned());
    let (number, word) = last_word(without_endings(&folded));
    let (_, figures) = number.rsplit_once(|c: char| !is_figure(c)).unwrap_or(("", number));
    let (whole, decimals) = figures.split_once('.').unwrap_or((figures, ""));
    match word {
        "dr" if !figures.is_empty() => Some(Side::Debit),
        "cr" if decimals.len() != 2 => None,
        "cr" if whole.len() > 3 => Some(Side::Credit),
        "cr" => text.contains('C').then_some(Side::Either),
        _ => None,
    }
}

/// What is wrong with an amount that is on a side of a ledger.
pub(crate) fn on_a_side(cell: &Cell, side: Side) -> String {
    let seen = describe(cell);
    match side {
        Side::Debit => format!(
            "{seen} looks like the debit of a ledger, where Cr is a credit and not crore; write the amount in rupees without Dr"
        ),
        Side::Credit | Side::Either => format!(
            "{seen} may be the credit of a ledger or an amount in crore; write the amount in rupees without Cr, or write crore"
        ),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ledgers_name_the_side() {
        for (written, expected) in [
            ("5,000.00 Cr", Some(Side::Credit)),
            ("Rs. 12,500.00 Cr.", Some(Side::Credit)),
            ("12500.00 cr", Some(Side::Credit)),
            ("5,000.00 Dr", Some(Side::Debit)),
            ("5 dr.", Some(Side::Debit)),
            ("12.50 (Dr)", Some(Side::Debit)),
            ("5,000.00 (Cr)", Some(Side::Credit)),
            ("Rs. 5,000.00 [Cr.]", Some(Side::Credit)),
            ("5,000.00 Cr/-", Some(Side::Credit)),
            ("5,000.00 Cr only", Some(Side::Credit)),
            ("500.00 Cr", Some(Side::Either)),
            ("1.25 CR", Some(Side::Either)),
            ("1.25 cr", None),
            ("5 Cr", None),
            ("5,000 Cr", None),
            ("1.2345 Cr", None),
            ("5,000.00 crore", None),
            ("5,000.00", None),
            ("Dr", None),
        ] {
            assert_eq!(side(&Cell::Text(written.to_owned())), expected, "{written}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".*|[0-9.,]{0,6} ?[(\\[]?[cCdD]r[.)\\]]?(/-)?") {
            let _ = side(&Cell::Text(text));
        }
    }
}
