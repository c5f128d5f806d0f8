//! Why nothing can be read of a row or a cell: the ends of sentences that begin with a column's label.

use super::describe;
use crate::read::{Misplaced, Shared};
use crate::{Cell, Lost};

/// Why a row can't be read under the headings of its file.
pub(super) fn why_misplaced(misplaced: Misplaced) -> String {
    match misplaced {
        Misplaced::TooWide => {
            "has more cells than the header row; put a value that has commas in quotation marks".to_owned()
        }
        Misplaced::Headings => {
            "has headings of other columns; put it and the rows below it into a file of their own".to_owned()
        }
        Misplaced::Below(row) => {
            format!(
                "stands below the headings of other columns in row {row}; put those rows into a file of their own"
            )
        }
    }
}

/// Why an amount isn't taken that one cell holds for several records.
pub(super) fn of_several_rows(cell: &Cell, shared: &Shared) -> String {
    let Shared { first_row, last_row, .. } = shared;
    format!(
        "{} stands in one cell for rows {first_row} to {last_row} and may be the amount of each or of all together; \
         write each row's own amount",
        describe(cell)
    )
}

/// The error of a formula, which a file of texts writes as a text.
pub(super) fn formula_error(cell: &Cell) -> Option<&str> {
    const WRITTEN: [&str; 18] = [
        "#BLOCKED!",
        "#BUSY!",
        "#CALC!",
        "#CONNECT!",
        "#DIV/0!",
        "#ERROR!",
        "#FIELD!",
        "#GETTING_DATA",
        "#N/A",
        "#NAME?",
        "#NULL!",
        "#NUM!",
        "#PYTHON!",
        "#REF!",
        "#SPILL!",
        "#TIMEOUT!",
        "#UNKNOWN!",
        "#VALUE!",
    ];
    match cell {
        Cell::Error(error) => Some(error),
        Cell::Text(text) => {
            let text = text.trim();
            // Err:502 and so on are LibreOffice's.
            let code = text.strip_prefix("Err:").filter(|code| code.len() == 3);
            let is_error = code.is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
            (is_error || WRITTEN.contains(&text)).then_some(text)
        }
        _ => None,
    }
}

/// Whether a cell holds the signs by which a spreadsheet says that a column is too narrow for a number.
pub(super) fn is_too_narrow(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.trim().len() > 2 && text.trim().bytes().all(|byte| byte == b'#'))
}

/// Why there is no value: the end of a sentence that begins with the column's label.
pub(super) fn why_lost(lost: Lost) -> &'static str {
    match lost {
        Lost::Formula => {
            "holds a formula without a result; open the file in a spreadsheet, save it there and upload it again"
        }
        Lost::Hidden => "holds something that its number format hides; clear the cell or show what it holds",
        Lost::Beside => "is merged with a cell beside it; write into each cell what it is to hold",
        Lost::Scaled => {
            "shows a part of its number, such as thousands, with another unit or none; write it in full"
        }
        Lost::Day(_) => "shows a month without a day; write the day as well",
    }
}
