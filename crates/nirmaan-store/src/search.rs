//! Text filters that mean "contains", in any case and Unicode form, literally, with one column for all of a row's texts.
//!
//! The column holds the keys of the texts ([`nirmaan_text::key`]: by Rust, so Unicode on both databases), each between
//! control characters of its own, which no text can contain: `\u{1}first\u{2}second\u{3}`. A pattern that names the
//! two around a text is exact for it, and one covering index serves every filter.

use std::ops::RangeInclusive;

use nirmaan_text::key;
use sea_orm::{
    ColumnTrait,
    sea_query::{Expr, ExprTrait, LikeExpr, SimpleExpr},
};

/// The longest searchable text of a row, in bytes: an index entry of PostgreSQL must stay below 2,704.
pub const MAX_BYTES: usize = 2_000;

/// The value of a search column.
pub fn text<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut search = String::from(mark(0));
    for (at, text) in texts.into_iter().enumerate() {
        search.push_str(&key(text));
        search.push(mark(at + 1));
    }
    search
}

/// The rows whose text number `at` contains `word`; `None` when there is no word.
pub fn contains<C: ColumnTrait>(column: C, at: usize, word: &str) -> Option<SimpleExpr> {
    contains_within(column, &(at..=at), word)
}

/// The same of a text that may be a code: its words, as people read them, find `PERFORMANCE_SECURITY` too.
pub fn contains_in_code<C: ColumnTrait>(column: C, at: usize, words: &str) -> Option<SimpleExpr> {
    let as_written = contains(column, at, words)?;
    let parts: Vec<_> = words.split_whitespace().collect();
    let as_code = (parts.len() > 1).then(|| contains(column, at, &parts.join("_"))).flatten();
    Some(as_code.into_iter().fold(as_written, ExprTrait::or))
}

/// The rows of whose texts one, with a number within `texts`, contains `word`; `None` when there is no word.
pub(crate) fn contains_within<C: ColumnTrait>(
    column: C,
    texts: &RangeInclusive<usize>,
    word: &str,
) -> Option<SimpleExpr> {
    let word = literal(word)?;
    // Without control characters of its own a word lies within one text.
    Some(like(column, format!("%{}%{word}%{}%", mark(*texts.start()), mark(texts.end() + 1))))
}

/// The rows of whose texts one, with a number within `texts`, begins with `word`; `None` when there is no word.
pub(crate) fn begins_within<C: ColumnTrait>(
    column: C,
    texts: &RangeInclusive<usize>,
    word: &str,
) -> Option<SimpleExpr> {
    let word = literal(word)?;
    texts.clone().map(|at| like(column, format!("%{}{word}%", mark(at)))).reduce(ExprTrait::or)
}

fn like<C: ColumnTrait>(column: C, pattern: String) -> SimpleExpr {
    let (_, column) = column.as_column_ref();
    Expr::col(column).like(LikeExpr::new(pattern).escape('\\'))
}

/// A word as a pattern holds it; `None` when there is none.
fn literal(word: &str) -> Option<String> {
    let word = key(word);
    (!word.is_empty()).then(|| escape(&word))
}

fn mark(at: usize) -> char {
    u8::try_from(at + 1).map_or('\u{1f}', char::from)
}

/// Takes the meaning from the characters that LIKE reads.
fn escape(word: &str) -> String {
    let mut escaped = String::with_capacity(word.len());
    for c in word.chars() {
        if matches!(c, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_texts_stand_between_marks() {
        assert_eq!(text(["GJ/71", "Widening ÄÖ", ""]), "\u{1}gj/71\u{2}widening ao\u{3}\u{4}");
    }

    #[test]
    fn what_like_reads_is_taken_literally() {
        assert_eq!(escape("100%_\\"), "100\\%\\_\\\\");
    }
}
