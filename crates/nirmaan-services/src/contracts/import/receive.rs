//! Receiving a file and reading its cells.

use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
    process::{Command, Stdio},
};

use nirmaan_api::{
    contracts::{BulkUploadContractsRequest, bulk_upload_contracts_request::Part},
    errors::ErrorReason,
};
use nirmaan_import::{FileError, FileKind, MAX_BYTES, Table, read_csv, worker::table_from_worker};
use tonic::Streaming;

use crate::{
    Deps,
    error::{Error, Result},
};

/// A received file, spooled to disk.
pub(super) struct Upload {
    /// As the sender calls it.
    pub(super) name: String,
    kind: FileKind,
    file: File,
}

/// Receives the first file of a stream into a temporary file, which nobody can find and which goes with its handle.
pub(super) async fn file(mut parts: Streaming<BulkUploadContractsRequest>) -> Result<Upload> {
    let mut name = None;
    let mut head = Vec::with_capacity(512);
    let mut file = tempfile::tempfile().map_err(broken)?;
    let mut size = 0;
    while let Some(request) = parts.message().await.map_err(interrupted)? {
        match request.part {
            Some(Part::FileStart(start)) if name.is_none() => name = Some(start.file_name),
            Some(Part::FileStart(_)) => return Err(refuse("Please upload one file at a time.")),
            Some(Part::Chunk(chunk)) => {
                size += chunk.len();
                if size > MAX_BYTES {
                    return Err(Error::TooLarge(FileError::TooLarge.to_string()));
                }
                head.extend(chunk.iter().take(512_usize.saturating_sub(head.len())));
                // The page cache takes it: far below the time of a network read.
                file.write_all(&chunk).map_err(broken)?;
            }
            Some(Part::Field(_)) | None => {}
        }
    }
    let name = name.filter(|name| !name.is_empty());
    let Some(name) = name else { return Err(refuse("Please select a file to upload.")) };
    let kind = FileKind::detect(&name, &head).map_err(unreadable)?;
    file.seek(SeekFrom::Start(0)).map_err(broken)?;
    Ok(Upload { name: name.chars().take(255).collect(), kind, file })
}

/// The cells of a file.
pub(super) async fn table(deps: &Deps, upload: Upload) -> Result<Table> {
    let Upload { kind, mut file, .. } = upload;
    let permit = match kind {
        FileKind::Workbook => Some(deps.workbook_readers.clone().acquire_owned().await.map_err(broken)?),
        FileKind::Csv => None,
    };
    let worker = deps.worker_exe.clone();
    let table = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        match kind {
            FileKind::Csv => {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).map_err(broken)?;
                read_csv(&bytes).map_err(unreadable)
            }
            FileKind::Workbook => read_workbook(&worker, file),
        }
    });
    table.await.map_err(broken)?
}

/// Reads a workbook in a process of its own, with limits of its own: its death is the file's fault, not ours.
fn read_workbook(worker: &Path, file: File) -> Result<Table> {
    let mut child = Command::new(worker)
        .arg("import-worker")
        .env_clear()
        .stdin(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(broken)?;
    let table = match child.stdout.take() {
        Some(stdout) => table_from_worker(BufReader::new(stdout)).map_err(unreadable),
        None => Err(Error::Internal("the import worker has no output".to_owned())),
    };
    // It has ended, or nobody reads it any more.
    let _ = child.kill();
    child.wait().map_err(broken)?;
    table
}

fn unreadable(error: FileError) -> Error {
    match error {
        FileError::TooLarge => Error::TooLarge(error.to_string()),
        error => Error::BadRequest(ErrorReason::UnreadableFile, error.to_string()),
    }
}

fn refuse(message: &str) -> Error {
    Error::BadRequest(ErrorReason::InvalidFields, message.to_owned())
}

fn interrupted(_: tonic::Status) -> Error {
    refuse("The upload was interrupted. Please try again.")
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("receiving a file failed: {error}"))
}
