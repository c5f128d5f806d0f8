//! Objects that no row names yet.

use std::{fs::File, mem};

use bytes::Bytes;
use tokio::runtime::Handle;

use crate::{error::Result, objects::Objects};

/// Objects that go with this, unless they are claimed: when a later file can't be stored, when their rows can't be
/// written, when the caller goes away. What a killed server leaves behind is swept.
pub(super) struct Unclaimed {
    objects: Objects,
    keys: Vec<String>,
}

impl Unclaimed {
    pub(super) fn new(objects: &Objects) -> Self {
        Self { objects: objects.clone(), keys: Vec::new() }
    }

    /// Stores a file.
    pub(super) async fn put_file(&mut self, key: &str, file: File) -> Result<()> {
        self.keys.push(key.to_owned());
        self.objects.put_file(key, file).await
    }

    /// Stores bytes.
    pub(super) async fn put(&mut self, key: &str, bytes: Bytes) -> Result<()> {
        self.keys.push(key.to_owned());
        self.objects.put(key, bytes).await
    }

    /// They have their rows.
    pub(super) fn claimed(mut self) {
        self.keys.clear();
    }

    /// They may have their rows: if they haven't, the sweep takes them.
    pub(super) fn left_to_the_sweep(self) {
        self.claimed();
    }
}

impl Drop for Unclaimed {
    fn drop(&mut self) {
        let (objects, keys) = (self.objects.clone(), mem::take(&mut self.keys));
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            for key in keys {
                if let Err(error) = objects.delete(&key).await {
                    tracing::warn!(%error, "an object stays behind; the sweep takes it");
                }
            }
        });
    }
}
