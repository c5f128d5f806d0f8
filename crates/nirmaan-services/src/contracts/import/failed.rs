//! The rows with problems, as a file of their own.

use std::sync::Arc;

use nirmaan_import::{Failure, Table, handed_back};
use uuid::Uuid;

use crate::{
    Deps,
    error::{Error, Result},
    links::Link,
};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Bytes of a file's name that are kept in a key.
const MAX_NAME: usize = 150;

/// The key under which the rows with problems of an import are stored. One whose id is no import goes after a day.
pub(super) fn key(tenant_id: Uuid, import_id: Uuid, file_name: &str) -> String {
    format!("{tenant_id}/IMPORT/{import_id}/{}-errors.xlsx", stem(file_name))
}

/// Stores the rows with problems.
pub(super) async fn put(deps: &Deps, key: &str, table: &Arc<Table>, failures: &[Failure]) -> Result<()> {
    let (table, failures) = (table.clone(), failures.to_vec());
    // Seconds of work for a large file: not on a thread that answers others.
    let written = tokio::task::spawn_blocking(move || handed_back(&table, &failures));
    let broken =
        |error: &dyn std::fmt::Display| Error::Internal(format!("handing rows back failed: {error}"));
    let bytes = written.await.map_err(|error| broken(&error))?.map_err(|error| broken(&error))?;
    deps.objects.put(key, bytes.into()).await
}

/// A link to the rows with problems; empty where there are none.
pub(in crate::contracts) fn link(deps: &Deps, key: &str) -> String {
    if key.is_empty() {
        return String::new();
    }
    let file_name = key.rsplit('/').next().unwrap_or_default().to_owned();
    let link = Link { key: key.to_owned(), file_name, media_type: XLSX.to_owned(), inline: false };
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
