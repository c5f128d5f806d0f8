//! Rebuilds the binary when the web app it carries has changed.

use std::{fs, path::Path};

fn main() {
    let dist = Path::new("../../web/dist");
    // Cargo reruns a script for ever while a path it watches doesn't exist, so a tree whose web app
    // wasn't built yet gets an empty (ignored) folder. A read-only tree merely rebuilds more often.
    if !dist.exists() {
        let _ = fs::create_dir_all(dist);
    }
    println!("cargo:rerun-if-changed={}", dist.display());
    println!("cargo:rerun-if-changed=build.rs");
}
