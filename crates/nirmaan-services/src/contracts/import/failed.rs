//! The rows with problems, as a file of their own.

use std::{
    fs::File,
    io::{BufWriter, Seek},
    sync::Arc,
};

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_import::{Failure, Table, handed_back};
use uuid::Uuid;

use super::work::Work;
use crate::{
    Deps,
    error::{Error, Result},
    links::Link,
};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// How long the rows with problems of an import are kept.
pub(crate) const PROBLEMS_KEPT: TimeDelta = TimeDelta::days(30);
/// Bytes of a file's name that are kept in a key.
const MAX_NAME: usize = 150;

/// The key under which the rows with problems of an import are stored. One whose id is no import goes after a day.
pub(super) fn key(tenant_id: Uuid, import_id: Uuid, file_name: &str) -> String {
    format!("{tenant_id}/IMPORT/{import_id}/{}-errors.xlsx", stem(file_name))
}

/// Stores the rows with problems.
pub(super) async fn put(
    deps: &Deps,
    work: &Work,
    key: &str,
    table: &Arc<Table>,
    failures: &[Failure],
) -> Result<()> {
    let (table, failures) = (table.clone(), failures.to_vec());
    let file = work.run(move || written(&table, &failures)).await??;
    deps.objects.put_file(key, file).await
}

/// The rows with problems in a file that nobody can find and that goes with its handle, from its beginning.
fn written(table: &Table, failures: &[Failure]) -> Result<File> {
    let mut file = BufWriter::new(tempfile::tempfile().map_err(broken)?);
    handed_back(table, failures, &mut file).map_err(broken)?;
    let mut file = file.into_inner().map_err(broken)?;
    file.rewind().map_err(broken)?;
    Ok(file)
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("handing rows back failed: {error}"))
}

/// A link to the rows with problems of an import that was made then; empty where there are none, or none any more.
pub(in crate::contracts) fn link(deps: &Deps, key: &str, made: DateTime<Utc>) -> String {
    if key.is_empty() || made + PROBLEMS_KEPT <= deps.store.clock().now() {
        return String::new();
    }
    let file_name = key.rsplit('/').next().unwrap_or_default().to_owned();
    let link =
        Link { key: key.to_owned(), file_name, media_type: XLSX.to_owned(), inline: false, reader: None };
    deps.links.sign(&link, deps.store.clock().now())
}

/// A file's name without its ending, as far as it may stand in a key and on any disk.
fn stem(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let stem = stem.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let mut kept = String::new();
    for c in stem.chars() {
        let c = if r#"/\:*?"<>|%#~^`{}[]&"#.contains(c) { '-' } else { c };
        if kept.len() + c.len_utf8() > MAX_NAME {
            break;
        }
        kept.push(c);
    }
    if kept.is_empty() { "contracts".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fit_for_a_key() {
        for (name, expected) in [
            ("Tenders 2026.csv", "Tenders 2026"),
            ("निविदा.xlsx", "निविदा"),
            ("a.b.xls", "a.b"),
            ("..csv", "contracts"),
            (".csv", "contracts"),
            ("a:b*c?.csv", "a-b-c-"),
        ] {
            assert_eq!(stem(name), expected, "{name}");
        }
        assert!(stem(&"क".repeat(255)).len() <= MAX_NAME);
    }
}
