//! Stored objects: the bytes of images and documents, in a folder or in a bucket.

mod drafts;

use std::{
    fs::{DirBuilder, File},
    ops::Range,
    os::unix::fs::DirBuilderExt,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use chrono::{DateTime, Utc};
use futures_util::{Stream, StreamExt, TryStreamExt};
use object_store::{
    Error as StorageError, GetOptions, GetRange, GetResult, MultipartUpload, ObjectStore, ObjectStoreExt,
    RetryConfig, aws::AmazonS3Builder, local::LocalFileSystem, path::Path, prefix::PrefixStore,
};
use percent_encoding::percent_decode_str;
use tokio::{io::AsyncReadExt, sync::Semaphore};
use url::Url;

use crate::error::{Error, Result};

/// The longest key: what S3 takes.
const MAX_KEY: usize = 1024;
/// The longest part of a key: what file systems take, and room for the ending of a draft.
const MAX_PART: usize = 240;
/// How long a bucket is asked again before the caller is told. Requests wait for it.
const PATIENCE: Duration = Duration::from_secs(10);
/// The parts that a file is stored in: the smallest that S3 takes.
const PART: usize = 5 * 1024 * 1024;
/// Files that are stored at a time: each holds a part in memory.
const FILES: usize = 4;

/// The stored objects. Their keys are made by the server and by nobody else.
#[derive(Clone, Debug)]
pub struct Objects {
    storage: Arc<dyn ObjectStore>,
    /// Where they are files.
    folder: Option<Arc<FilePath>>,
    turns: Arc<Semaphore>,
}

/// One stored object, or a part of it, on its way out.
pub struct Object(GetResult);

impl Object {
    /// How many bytes there are to come.
    pub fn size(&self) -> u64 {
        self.0.range.end - self.0.range.start
    }

    /// Its bytes, piece by piece.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
        self.0.into_stream().map(|piece| piece.map_err(fault))
    }
}

impl Objects {
    /// The objects below `file://folder`, which is made if it isn't there, or in `s3://bucket/prefix`, which the
    /// usual `AWS_*` variables, given by name and value, tell more about.
    ///
    /// # Errors
    /// [`Error::Internal`] with the cause, for whoever starts the server.
    pub fn open<'a>(url: &str, aws: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self> {
        let opened = match Place::of(url) {
            Some(Place::Folder(folder)) => Self::in_folder(&folder),
            Some(Place::Bucket(url)) => Self::in_bucket(&url, aws),
            None => Err("neither a folder nor a bucket".into()),
        };
        opened.map_err(|cause| Error::Internal(format!("the storage can't be opened: {cause}")))
    }

    /// Whether a URL names a place for objects, as far as can be told by reading it.
    pub fn understands(url: &str) -> bool {
        Place::of(url).is_some()
    }

    fn in_folder(folder: &FilePath) -> std::result::Result<Self, Cause> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        // What was acknowledged is there after a power cut; a folder in which nothing is left goes.
        let files = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true).with_automatic_cleanup(true);
        Ok(Self::over(Arc::new(files), Some(folder.into())))
    }

    fn in_bucket<'a>(
        url: &Url,
        aws: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> std::result::Result<Self, Cause> {
        let retry = RetryConfig { retry_timeout: PATIENCE, ..RetryConfig::default() };
        let known = aws
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_ascii_lowercase().parse().ok()?, value)))
            .fold(AmazonS3Builder::new(), |bucket, (key, value)| bucket.with_config(key, value));
        let bucket = known.with_url(url.as_str()).with_retry(retry).build()?;
        let prefix = Path::from_url_path(url.path())?;
        Ok(Self::over(Arc::new(PrefixStore::new(bucket, prefix)), None))
    }

    fn over(storage: Arc<dyn ObjectStore>, folder: Option<Arc<FilePath>>) -> Self {
        Self { storage, folder, turns: Arc::new(Semaphore::new(FILES)) }
    }

    /// Stores an object whole or not at all, in place of one with the same key.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the storage doesn't answer or is full.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<()> {
        self.storage.put(&path(key)?, bytes.into()).await.map_err(fault)?;
        Ok(())
    }

    /// Stores what a file holds from its beginning, in parts, whole or not at all.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the storage doesn't answer or is full.
    pub async fn put_file(&self, key: &str, file: File) -> Result<()> {
        let path = path(key)?;
        let _turn = self.turns.acquire().await.map_err(unread)?;
        let mut file = tokio::fs::File::from_std(file);
        let first = part(&mut file).await?;
        if first.len() < PART {
            self.storage.put(&path, first.into()).await.map_err(fault)?;
            return Ok(());
        }
        let mut upload = self.storage.put_multipart(&path).await.map_err(fault)?;
        match put_parts(upload.as_mut(), first, &mut file).await {
            Ok(()) => upload.complete().await.map(|_| ()).map_err(fault),
            Err(error) => {
                // The error that made us give up is the one to tell.
                let _ = upload.abort().await;
                Err(error)
            }
        }
    }

    /// An object, or `None` where there is none.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the storage doesn't answer.
    pub async fn get(&self, key: &str) -> Result<Option<Object>> {
        self.get_with(key, GetOptions::default()).await
    }

    /// These bytes of an object, which it must have, or `None` where there is none.
    ///
    /// # Errors
    /// As [`Objects::get`].
    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Option<Object>> {
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        self.get_with(key, options).await
    }

    async fn get_with(&self, key: &str, options: GetOptions) -> Result<Option<Object>> {
        match self.storage.get_opts(&path(key)?, options).await {
            Ok(found) => Ok(Some(Object(found))),
            Err(StorageError::NotFound { .. }) => Ok(None),
            Err(error) => Err(fault(error)),
        }
    }

    /// How many bytes an object has, or `None` where there is none.
    ///
    /// # Errors
    /// As [`Objects::get`].
    pub async fn size(&self, key: &str) -> Result<Option<u64>> {
        match self.storage.head(&path(key)?).await {
            Ok(found) => Ok(Some(found.size)),
            Err(StorageError::NotFound { .. }) => Ok(None),
            Err(error) => Err(fault(error)),
        }
    }

    /// The keys of all objects that were stored before `before`.
    pub fn stored_before(
        &self,
        before: DateTime<Utc>,
    ) -> impl Stream<Item = Result<String>> + Send + 'static {
        let old = self.storage.list(None).try_filter(move |object| {
            let is_old = object.last_modified < before;
            async move { is_old }
        });
        old.map(|object| object.map(|object| object.location.to_string()).map_err(fault))
    }

    /// Deletes what is left of objects that were being stored before `before` when the server was killed; says how
    /// many. A bucket does that by a rule of its own.
    ///
    /// # Errors
    /// [`Error::Internal`] when the folder can't be read.
    pub async fn sweep_drafts(&self, before: DateTime<Utc>) -> Result<u64> {
        match self.folder.clone() {
            Some(folder) => drafts::sweep(folder, before).await,
            None => Ok(0),
        }
    }

    /// Deletes an object; one that isn't there is deleted already.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the storage doesn't answer.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match self.storage.delete(&path(key)?).await {
            Ok(()) | Err(StorageError::NotFound { .. }) => Ok(()),
            Err(error) => Err(fault(error)),
        }
    }
}

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Where objects are.
enum Place {
    Folder(PathBuf),
    Bucket(Url),
}

impl Place {
    fn of(url: &str) -> Option<Self> {
        // Not parsed as a URL, because the folder may be a relative one.
        if let Some(folder) = url.strip_prefix("file://") {
            let folder = percent_decode_str(folder).decode_utf8().ok()?;
            let is_plain = !folder.is_empty() && !folder.contains('\0');
            return is_plain.then(|| Self::Folder(PathBuf::from(folder.into_owned())));
        }
        let bucket = Url::parse(url).ok().filter(|url| url.scheme() == "s3" && url.has_host())?;
        let is_plain = bucket.query().is_none()
            && bucket.fragment().is_none()
            && bucket.port().is_none()
            && bucket.username().is_empty()
            && bucket.password().is_none();
        is_plain.then_some(Self::Bucket(bucket))
    }
}

/// The path of a key, which must be the same for every storage and must not lead out of it.
fn path(key: &str) -> Result<Path> {
    let bad = || Error::Internal(format!("not a key of an object: {key:?}"));
    if key.len() > MAX_KEY || key.split('/').any(|part| part.is_empty() || part.len() > MAX_PART) {
        return Err(bad());
    }
    // Refuses `.`, `..` and control characters.
    Path::parse(key).map_err(|_| bad())
}

/// The next part of a file; shorter than [`PART`] at its end alone.
async fn part(file: &mut tokio::fs::File) -> Result<Bytes> {
    let mut part = BytesMut::with_capacity(PART);
    let mut rest = file.take(PART as u64);
    // Not until there is nothing left to read: a buffer that is full would be doubled to hear of that.
    while part.len() < PART && rest.read_buf(&mut part).await.map_err(unread)? > 0 {}
    Ok(part.freeze())
}

async fn put_parts(upload: &mut dyn MultipartUpload, first: Bytes, file: &mut tokio::fs::File) -> Result<()> {
    let mut next = first;
    while !next.is_empty() {
        upload.put_part(next.into()).await.map_err(fault)?;
        next = part(file).await?;
    }
    Ok(())
}

fn unread(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("a file can't be stored: {error}"))
}

fn fault(error: StorageError) -> Error {
    match error {
        StorageError::Generic { .. } | StorageError::JoinError { .. } => {
            tracing::warn!(%error, "storage unavailable");
            Error::Unavailable("The server can't reach its storage. Please try again.".to_owned())
        }
        error => Error::Internal(format!("storage: {error}")),
    }
}

#[cfg(test)]
mod tests;
