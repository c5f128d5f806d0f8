//! Stored objects: the bytes of images and documents, in a folder or in a bucket.

use std::{
    fs::DirBuilder,
    os::unix::fs::DirBuilderExt,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use object_store::{
    Error as StorageError, GetResult, ObjectStore, ObjectStoreExt, RetryConfig, aws::AmazonS3Builder,
    local::LocalFileSystem, path::Path, prefix::PrefixStore,
};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::error::{Error, Result};

/// The longest key: what S3 takes.
const MAX_KEY: usize = 1024;
/// The longest part of a key: what file systems take, and room for the ending of a draft.
const MAX_PART: usize = 240;
/// How long a bucket is asked again before the caller is told. Requests wait for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// The stored objects. Their keys are made by the server and by nobody else.
#[derive(Clone, Debug)]
pub struct Objects(Arc<dyn ObjectStore>);

/// One stored object, on its way out.
pub struct Object(GetResult);

impl Object {
    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.0.meta.size
    }

    /// Its bytes, piece by piece.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
        self.0.into_stream().map(|piece| piece.map_err(fault))
    }
}

impl Objects {
    /// The objects below `file://folder`, which is made if it isn't there, or in `s3://bucket/prefix`, which the
    /// usual `AWS_*` variables tell more about.
    ///
    /// # Errors
    /// [`Error::Internal`] with the cause, for whoever starts the server.
    pub fn open(url: &str) -> Result<Self> {
        let opened = match Place::of(url) {
            Some(Place::Folder(folder)) => Self::in_folder(&folder),
            Some(Place::Bucket(url)) => Self::in_bucket(&url),
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
        // What was acknowledged is there after a power cut.
        Ok(Self(Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))))
    }

    fn in_bucket(url: &Url) -> std::result::Result<Self, Cause> {
        let retry = RetryConfig { retry_timeout: PATIENCE, ..RetryConfig::default() };
        let bucket = AmazonS3Builder::from_env().with_url(url.as_str()).with_retry(retry).build()?;
        let prefix = Path::from_url_path(url.path())?;
        Ok(Self(Arc::new(PrefixStore::new(bucket, prefix))))
    }

    /// Stores an object whole or not at all, in place of one with the same key.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the storage doesn't answer or is full.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<()> {
        self.0.put(&path(key)?, bytes.into()).await.map_err(fault)?;
        Ok(())
    }

    /// An object, or `None` where there is none.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the storage doesn't answer.
    pub async fn get(&self, key: &str) -> Result<Option<Object>> {
        match self.0.get(&path(key)?).await {
            Ok(found) => Ok(Some(Object(found))),
            Err(StorageError::NotFound { .. }) => Ok(None),
            Err(error) => Err(fault(error)),
        }
    }

    /// Deletes an object; one that isn't there is deleted already.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the storage doesn't answer.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match self.0.delete(&path(key)?).await {
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
