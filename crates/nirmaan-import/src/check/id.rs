//! Ids that may be none, as those of the other rows are of another kind.

use super::describe;
use crate::Cell;

/// So many ids with figures tell something of the others.
const LEAST: usize = 5;

/// So many ids without figures stand out in any file.
const MOST: usize = 2;

/// In a long file, one in so many does.
const ONE_IN: usize = 10;

/// Whether nearly all ids of a file have figures, so that those without any stand out.
pub(super) fn have_figures<'a>(ids: impl Iterator<Item = &'a Cell>) -> bool {
    let (mut with, mut without) = (0, 0);
    for id in ids.filter(|id| !id.is_blank()) {
        if has_figure(id) { with += 1 } else { without += 1 }
    }
    with >= LEAST && without <= MOST.max((with + without) / ONE_IN)
}

/// What is to be said of an id among such. One of several parts is a reference all the same: `GJ-RB-LADVEL-PANKHIYA`.
pub(super) fn without_figures(id: &Cell) -> Option<String> {
    let said = || {
        format!(
            "{} has no figures, unlike the others; the row may be a total, a summary or a signature and no tender",
            describe(id)
        )
    };
    (!has_figure(id) && !has_parts(id)).then(said)
}

fn has_parts(id: &Cell) -> bool {
    let joins = |text: &str| text.chars().filter(|c| matches!(c, '-' | '/' | '_')).count();
    matches!(id, Cell::Text(text) if !text.trim().contains(char::is_whitespace) && joins(text) > 1)
}

fn has_figure(id: &Cell) -> bool {
    match id {
        Cell::Text(text) => text.contains(char::is_numeric),
        Cell::Bool(_) => false,
        _ => true,
    }
}
