//! The rows with problems, as a file of their own.

use std::{
    fs::File,
    io::{BufWriter, Seek},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use nirmaan_import::{Failure, Table, handed_back};
use nirmaan_store::query::{
    import_problems::{self, PROBLEMS_KEPT},
    tenants,
};
use uuid::Uuid;

use super::work::Work;
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    links::Link,
};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Bytes of a file's name that are kept in a key.
const MAX_NAME: usize = 150;

/// The key under which the rows with problems of an import are stored.
pub(super) fn key(tenant_id: Uuid, import_id: Uuid, file_name: &str) -> String {
    format!("{tenant_id}/IMPORT/{import_id}/{}-errors.xlsx", stem(file_name))
}

/// The file of an import's rows with problems.
pub(super) struct Problems<'a> {
    pub(super) import_id: Uuid,
    pub(super) key: &'a str,
    pub(super) table: &'a Arc<Table>,
    pub(super) failures: &'a [Failure],
    /// Whether nothing comes of the import.
    pub(super) is_trial: bool,
}

impl Problems<'_> {
    /// Stores it, if the organisation has room for it; says whether. Of imports of which nothing comes those go that are
    /// too many.
    pub(super) async fn keep(&self, deps: &Deps, caller: &Caller, work: &Work) -> Result<bool> {
        let (table, failures) = (self.table.clone(), self.failures.to_vec());
        let file = work.run(move || written(&table, &failures)).await??;
        let bytes = i64::try_from(file.metadata().map_err(broken)?.len()).unwrap_or(i64::MAX);
        let noted = deps.store.write(&caller.actor, |db| async move {
            // Whoever else stores something for this tenant waits, so that both together don't exceed its room.
            tenants::lock_own(&db).await?;
            deps.storage.require_room(&db, bytes).await?;
            let file = (self.key, bytes);
            Ok::<_, Error>(import_problems::note(&db, self.import_id, file, self.is_trial).await?)
        });
        let too_many = match noted.await {
            Err(Error::StorageFull(_)) => return Ok(false),
            noted => noted?,
        };
        for key in too_many {
            deps.objects.delete(&key).await?;
        }
        deps.objects.put_file(self.key, file).await?;
        Ok(true)
    }
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
    if kept.is_empty() { "import".to_owned() } else { kept }
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
            ("..csv", "import"),
            (".csv", "import"),
            ("a:b*c?.csv", "a-b-c-"),
        ] {
            assert_eq!(stem(name), expected, "{name}");
        }
        assert!(stem(&"क".repeat(255)).len() <= MAX_NAME);
    }
}
