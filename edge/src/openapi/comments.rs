//! The comments in the proto files.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use prost_reflect::FileDescriptor;

type Comments = HashMap<Vec<i32>, String>;

/// Comments by file: source information is a list, and a look-up per field would read it again each time.
static FILES: LazyLock<Mutex<HashMap<String, Comments>>> = LazyLock::new(Mutex::default);

/// The comment above what stands at a path of a file, as one line; empty without one.
pub(super) fn comment(file: &FileDescriptor, path: &[i32]) -> String {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let comments = files.entry(file.name().to_owned()).or_insert_with(|| read(file));
    comments.get(path).cloned().unwrap_or_default()
}

fn read(file: &FileDescriptor) -> Comments {
    let source = file.file_descriptor_proto().source_code_info.as_ref();
    let locations = source.map(|source| source.location.as_slice()).unwrap_or_default();
    locations
        .iter()
        .filter_map(|location| {
            let text: Vec<&str> = location.leading_comments.as_deref()?.split_whitespace().collect();
            Some((location.path.clone(), text.join(" ")))
        })
        .collect()
}
