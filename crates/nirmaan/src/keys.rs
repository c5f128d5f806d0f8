//! The keys of access tokens: from the settings, or made once and kept in the data folder.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

use anyhow::Context;

use crate::config::{Config, KEYS, Secret, token_keys};

/// Makes the data folder, which nobody but its owner may look into.
pub fn make_data_dir(config: &Config) -> anyhow::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&config.data_dir)
        .with_context(|| format!("the data folder {} can't be made", config.data_dir.display()))
}

/// Warns of a data folder that others can look into: what is made there from now on is the owner's alone, what was
/// there before may not be.
pub fn warn_of_open_data_dir(config: &Config) -> anyhow::Result<()> {
    let folder = &config.data_dir;
    if fs::metadata(folder)?.permissions().mode() & 0o077 != 0 {
        tracing::warn!(folder = %folder.display(), "others than its owner can look into the data folder: chmod 700");
    }
    Ok(())
}

/// The keys, the signing one first.
pub fn load(config: &Config) -> anyhow::Result<Vec<Secret>> {
    if !config.token_keys.is_empty() {
        return Ok(config.token_keys.clone());
    }
    make_data_dir(config)?;
    let path = config.data_dir.join("token.key");
    if !path.try_exists()? {
        create(&path).with_context(|| format!("the key file {} can't be made", path.display()))?;
    }
    let text = fs::read_to_string(&path)
        .with_context(|| format!("the key file {} can't be read", path.display()))?;
    if fs::metadata(&path)?.permissions().mode() & 0o077 != 0 {
        tracing::warn!(file = %path.display(), "the key file can be read by others than its owner");
    }
    token_keys(text.trim()).with_context(|| format!("the key file {} should hold {KEYS}", path.display()))
}

/// Makes the file whole or not at all: two servers that start at once end up with one key, and neither
/// sees half of it.
fn create(path: &Path) -> io::Result<()> {
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = write(&draft).and_then(|()| match fs::hard_link(&draft, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    });
    let _ = fs::remove_file(&draft);
    written?;
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

fn write(draft: &Path) -> io::Result<()> {
    let key: String = rand::random::<[u8; 32]>().iter().map(|byte| format!("{byte:02x}")).collect();
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft)?;
    writeln!(file, "{key}")?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_for_its_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let config = Config::at(dir.path().join("data"));
        let first = load(&config).unwrap();
        assert_eq!(first.len(), 1);
        assert!(first[0].expose().len() >= 32);
        assert_eq!(load(&config).unwrap(), first);
        let mode = fs::metadata(config.data_dir.join("token.key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(&config.data_dir).unwrap().count(), 1, "no draft stays behind");
    }

    #[test]
    fn starts_at_once_agree_on_one_key() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("token.key");
        write(&path).unwrap();
        let before = fs::read(&path).unwrap();
        create(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_damaged_key_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("token.key"), "short").unwrap();
        assert!(load(&Config::at(dir.path())).unwrap_err().to_string().contains("token.key"));
    }

    #[test]
    fn configured_keys_need_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let config =
            Config { token_keys: vec![Secret::new("k".repeat(32))], ..Config::at(dir.path().join("none")) };
        assert_eq!(load(&config).unwrap(), config.token_keys);
        assert!(!config.data_dir.exists());
    }
}
