//! Receiving files, which wait on disk until the last of them is whole.

use std::{fs::File, io::Write};

use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use nirmaan_api::{
    documents::{
        UploadDocumentRequest, UploadDocumentsRequest, upload_document_request as one,
        upload_documents_request as several,
    },
    errors::ErrorReason,
    types::{FileStart, FormField},
};
use tonic::Streaming;

use super::{super::Storage, Form};
use crate::{
    access::Caller,
    error::{Error, Result},
};

/// The largest file, in bytes.
const MAX_FILE: u64 = 25 * 1024 * 1024;
/// All files of an upload together.
const MAX_UPLOAD: u64 = 100 * 1024 * 1024;

/// A part of an upload, of one file or of several.
pub(in crate::documents) enum Part {
    Start(FileStart),
    Chunk(Bytes),
    Field(FormField),
}

/// A request of an upload's stream.
pub(in crate::documents) trait Upload: Send + 'static {
    /// How many files it may have.
    const MOST: usize;

    /// What it brings, if anything.
    fn part(self) -> Option<Part>;
}

impl Upload for UploadDocumentRequest {
    const MOST: usize = 1;

    fn part(self) -> Option<Part> {
        Some(match self.part? {
            one::Part::FileStart(start) => Part::Start(start),
            one::Part::Chunk(chunk) => Part::Chunk(chunk),
            one::Part::Field(field) => Part::Field(field),
        })
    }
}

impl Upload for UploadDocumentsRequest {
    const MOST: usize = 20;

    fn part(self) -> Option<Part> {
        Some(match self.part? {
            several::Part::FileStart(start) => Part::Start(start),
            several::Part::Chunk(chunk) => Part::Chunk(chunk),
            several::Part::Field(field) => Part::Field(field),
        })
    }
}

/// A received file.
pub(super) struct Received {
    /// As the sender calls it.
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) sha256: String,
    pub(super) file: File,
}

/// A file that is being received.
struct Incoming {
    name: String,
    size: u64,
    hash: Context,
    file: File,
}

impl Incoming {
    fn new(storage: &Storage, name: String) -> Result<Self> {
        Ok(Self { name, size: 0, hash: Context::new(&SHA256), file: storage.spool().map_err(broken)? })
    }

    fn take(&mut self, chunk: &[u8]) -> Result<()> {
        self.size += chunk.len() as u64;
        if self.size > MAX_FILE {
            return Err(Error::TooLarge(format!("{}: a file may have at most 25 MB.", self.name)));
        }
        self.hash.update(chunk);
        // The page cache takes it: far below the time of a network read.
        self.file.write_all(chunk).map_err(broken)
    }

    fn ended(self) -> Received {
        let sha256 = self.hash.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        Received { name: self.name, size: self.size, sha256, file: self.file }
    }
}

/// Receives an upload to its end: its form and its files, at least one.
pub(super) async fn all<U: Upload>(
    storage: &Storage,
    caller: &Caller,
    mut parts: Streaming<U>,
) -> Result<(Form, Vec<Received>)> {
    let mut form = Form::default();
    let mut files: Vec<Incoming> = Vec::new();
    let mut size = 0;
    while let Some(request) = parts.message().await.map_err(interrupted)? {
        match request.part() {
            Some(Part::Start(start)) => {
                drop_if_none_was_chosen(&mut files);
                if files.len() == U::MOST {
                    return Err(too_many(U::MOST));
                }
                files.push(Incoming::new(storage, start.file_name)?);
            }
            Some(Part::Chunk(chunk)) => {
                size += chunk.len() as u64;
                if size > MAX_UPLOAD {
                    return Err(Error::TooLarge(
                        "Files of 100 MB in all can be uploaded at a time.".to_owned(),
                    ));
                }
                let file = files.last_mut().ok_or_else(|| refuse("The upload has bytes before its file."))?;
                file.take(&chunk)?;
            }
            Some(Part::Field(field)) => form.take(caller, field)?,
            None => {}
        }
    }
    drop_if_none_was_chosen(&mut files);
    if files.is_empty() {
        return Err(refuse("Please select at least one file to upload."));
    }
    Ok((form, files.into_iter().map(Incoming::ended).collect()))
}

/// Browsers send a file without name and content for a field in which none was chosen.
fn drop_if_none_was_chosen(files: &mut Vec<Incoming>) {
    files.pop_if(|last| last.name.is_empty() && last.size == 0);
}

fn too_many(most: usize) -> Error {
    match most {
        1 => refuse("Please upload one file at a time."),
        most => Error::TooLarge(format!("{most} files can be uploaded at a time.")),
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
