//! Where uploads wait until they are whole, and how much of them is kept.

use std::{
    fs::{DirBuilder, File},
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use nirmaan_store::{
    TenantDb,
    query::{documents, import_problems},
};

use crate::{
    blocking::Blocking,
    error::{Error, Result},
};

/// Where uploads wait until they are whole, and how many bytes of them an organisation may keep.
#[derive(Clone)]
pub struct Storage {
    spool: Arc<Path>,
    quota: i64,
    /// Looks into files, few at a time.
    pub(super) readers: Blocking,
}

impl Storage {
    /// With the folder where uploads wait, which is made if it isn't there, and each organisation's bytes.
    ///
    /// # Errors
    /// When the folder can't be made.
    pub fn open(spool: PathBuf, quota: u64) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(&spool)?;
        Ok(Self {
            spool: spool.into(),
            quota: i64::try_from(quota).unwrap_or(i64::MAX),
            readers: Blocking::new("Too many files are being read right now. Please try again."),
        })
    }

    /// How many bytes an organisation may keep.
    pub(super) fn quota(&self) -> i64 {
        self.quota
    }

    /// A file that nobody can find, and that goes with its handle, however the program ends.
    pub(super) fn spool(&self) -> io::Result<File> {
        tempfile::tempfile_in(&self.spool)
    }

    /// How many bytes an organisation keeps: its documents, the deleted ones among them until they are purged, and the
    /// files with rows of imports that have problems.
    pub(super) async fn used(db: &TenantDb) -> Result<i64> {
        Ok(documents::stored_bytes(db).await?.saturating_add(import_problems::bytes(db).await?))
    }

    /// Asks for room for so many bytes more. In a write it is certain once the tenant is locked.
    ///
    /// # Errors
    /// [`Error::StorageFull`] when there isn't as much.
    pub(crate) async fn require_room(&self, db: &TenantDb, bytes: i64) -> Result<()> {
        if Self::used(db).await?.saturating_add(bytes) <= self.quota {
            return Ok(());
        }
        let message = "Your organisation's storage is full. Delete documents that you don't need; their room \
                       is free after 30 days. Or ask for more.";
        Err(Error::StorageFull(message.to_owned()))
    }
}
