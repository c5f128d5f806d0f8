//! What is left of objects that were being stored when the server was killed.

use std::{ffi::OsStr, fs, io, path::Path, sync::Arc, time::SystemTime};

use chrono::{DateTime, Utc};

use crate::error::{Error, Result};

/// Deletes the drafts below a folder that were last written before `before`; says how many.
pub(super) async fn sweep(folder: Arc<Path>, before: DateTime<Utc>) -> Result<u64> {
    let swept = tokio::task::spawn_blocking(move || sweep_below(&folder, before.into()));
    let swept = swept.await.map_err(io::Error::other).flatten();
    swept.map_err(|error| Error::Internal(format!("the folder of objects can't be swept: {error}")))
}

fn sweep_below(folder: &Path, before: SystemTime) -> io::Result<u64> {
    let mut folders = vec![folder.to_owned()];
    let mut swept = 0;
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            // Its last object has just been deleted.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            match entry.file_type()? {
                kind if kind.is_dir() => folders.push(entry.path()),
                kind if kind.is_file() && is_draft(&entry.file_name()) => {
                    swept += sweep_one(&entry.path(), before)?;
                }
                _ => {}
            }
        }
    }
    Ok(swept)
}

fn sweep_one(file: &Path, before: SystemTime) -> io::Result<u64> {
    let modified = fs::metadata(file).and_then(|file| file.modified());
    let swept = modified.and_then(|modified| match modified < before {
        true => fs::remove_file(file).map(|()| 1),
        false => Ok(0),
    });
    match swept {
        // It has just become an object, or another node was first.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        swept => swept,
    }
}

/// Whether a file has a name that `object_store` gives to what isn't whole yet: the object's own, `#` and a number.
fn is_draft(name: &OsStr) -> bool {
    let number = name.to_str().and_then(|name| name.split_once('#')).map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}
