//! What a received file is.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use nirmaan_api::errors::ErrorReason;

use super::{
    super::{kind::Kind, name},
    receive::Received,
};
use crate::{
    Deps,
    error::{Error, Result},
    images::{self, Written},
};

const ALLOWED: &str = "Allowed: PDF, PNG, JPG, WEBP, GIF, DOCX, XLSX, XLS, CSV, TXT, ZIP, DWG, DXF.";

/// A file that may be kept, from its beginning.
pub(super) struct Inspected {
    pub(super) name: String,
    pub(super) extension: String,
    pub(super) media_type: &'static str,
    pub(super) size: i64,
    pub(super) sha256: String,
    pub(super) file: File,
    pub(super) thumbnail: Option<Written>,
}

/// Looks into a file.
///
/// # Errors
/// [`Error::BadRequest`] when it may not be kept.
pub(super) async fn one(deps: &Deps, received: Received) -> Result<Inspected> {
    let Received { name, size, sha256, mut file } = received;
    let name = name::safe(&name);
    let extension = name::ending(&name);
    let kind = extension.as_deref().and_then(Kind::of_ending);
    let (Some(extension), Some(kind)) = (extension, kind) else {
        return Err(refuse(&name, &format!("files of this kind can't be stored. {ALLOWED}")));
    };
    if size == 0 {
        return Err(refuse(&name, "the file is empty."));
    }
    let (is_of_kind, file) = deps.storage.readers.run(move || (kind.is_of(&mut file), file)).await?;
    if !is_of_kind.map_err(broken)? {
        return Err(refuse(&name, "the file isn't what its name says, or it is damaged."));
    }
    let (thumbnail, mut file) = match kind.is_picture() {
        true => thumbnail(deps, file).await?,
        false => (None, file),
    };
    file.seek(SeekFrom::Start(0)).map_err(broken)?;
    let (media_type, size) = (kind.media_type(), i64::try_from(size).unwrap_or(i64::MAX));
    Ok(Inspected { name, extension, media_type, size, sha256, file, thumbnail })
}

/// A small picture of an image, unless it is too large, or damaged: then there is none, and the file is kept.
async fn thumbnail(deps: &Deps, mut file: File) -> Result<(Option<Written>, File)> {
    let made = deps.images.run(move || {
        let bytes = whole(&mut file);
        (bytes.map(|bytes| images::thumbnail(&bytes).ok()), file)
    });
    let (thumbnail, file) = made.await?;
    Ok((thumbnail.map_err(broken)?, file))
}

fn whole(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn refuse(name: &str, why: &str) -> Error {
    let name = if name.is_empty() { "The file" } else { name };
    Error::BadRequest(ErrorReason::UnreadableFile, format!("{name}: {why}"))
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("looking into a file failed: {error}"))
}
