//! Texts by which records are known, and those that stand for none.

use super::{Checked, describe};
use crate::column::{Column, Need, Role};
use crate::read::{is_ditto_or_marks, is_nil, is_plainly_total};
use crate::{Cell, Kind, Record};

/// Refuses an id and a name as only rows have them that are no records, and in deposits a text that says it is as above.
pub(super) fn refuse_none(record: Record, column: &Column, cell: &Cell) -> Checked<()> {
    let Cell::Text(text) = cell else { return Ok(()) };
    let own = || match column.json_name {
        "bidId" => "tender's own id".to_owned(),
        "contractName" => "name of the work".to_owned(),
        _ => column.label.to_lowercase(),
    };
    let is_short = matches!(column.kind, Kind::Text(_));
    let must_say = column.need == Need::Always || (record == Record::Deposit && is_short);
    if must_say && is_ditto_or_marks(text) {
        Err(format!("is {}; write the {}", describe(cell), own()))
    } else if column.role == Role::Name && is_plainly_total(text) {
        Err(format!("is {}, as in a row of totals; write the {}", describe(cell), own()))
    } else {
        Ok(())
    }
}

/// Whether a text stands for an empty cell: registers of deposits have dashes where nothing has come back yet.
pub(super) fn says_nothing(record: Record, column: &Column, is_needed: bool, cell: &Cell) -> bool {
    let may_be_empty = !is_needed && column.role != Role::Id;
    record == Record::Deposit && may_be_empty && matches!(cell, Cell::Text(text) if is_nil(text))
}
