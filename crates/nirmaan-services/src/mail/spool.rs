//! Mails as files, where no mail server is configured.

use std::{
    fs::{DirBuilder, File},
    io::{self, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use uuid::Uuid;

use super::Failure;

/// A folder that gets a file for every mail: `<id>.eml`.
#[derive(Debug, Clone)]
pub struct Spool {
    folder: PathBuf,
}

impl Spool {
    /// The folder, which is made when the first mail comes.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    pub(super) async fn write(&self, id: Uuid, message: Vec<u8>) -> Result<(), Failure> {
        let folder = self.folder.clone();
        let written = tokio::task::spawn_blocking(move || write(&folder, id, &message)).await;
        let written = written.unwrap_or_else(|error| Err(io::Error::other(error)));
        written.map_err(|error| Failure::Passing(format!("the file can't be written: {error}")))
    }
}

/// Whole or not at all, and there after a power cut. The same mail overwrites its file.
fn write(folder: &Path, id: Uuid, message: &[u8]) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let mut draft = tempfile::Builder::new().prefix(".").suffix(".tmp").tempfile_in(folder)?;
    draft.write_all(message)?;
    // Its last line ends too, as SMTP would end it.
    draft.write_all(b"\r\n")?;
    draft.as_file().sync_all()?;
    draft.persist(folder.join(format!("{id}.eml")))?;
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn a_mail_sent_again_overwrites_its_file() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("data/outbox");
        let spool = Spool::new(&folder);
        let id = Uuid::from_u128(7);
        for text in ["first", "again"] {
            spool.write(id, text.into()).await.unwrap();
        }
        assert_eq!(fs::read_to_string(folder.join(format!("{id}.eml"))).unwrap(), "again\r\n");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft stays behind");
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_is_a_passing_failure() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let failed = Spool::new(file).write(Uuid::from_u128(7), Vec::new()).await;
        assert!(matches!(failed, Err(Failure::Passing(_))));
    }
}
