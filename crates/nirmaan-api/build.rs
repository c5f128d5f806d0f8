//! Compiles the protobuf files without protoc and keeps their custom options.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new("../../proto");
    println!("cargo:rerun-if-changed={}", root.display());

    let mut files = Vec::new();
    collect(&root.join("nirmaan"), root, &mut files)?;
    files.push("google/rpc/error_details.proto".to_owned());
    files.sort();

    let mut compiler = protox::Compiler::new([root])?;
    compiler.include_imports(true).include_source_info(true).open_files(&files)?;

    // encode_file_descriptor_set keeps the method options; file_descriptor_set drops what it doesn't know.
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("descriptors.bin"), compiler.encode_file_descriptor_set())?;

    // A message knows its name, so that its descriptor can be found.
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
    tonic_prost_build::configure()
        .bytes(".nirmaan")
        .include_file("packages.rs")
        .compile_fds_with_config(compiler.file_descriptor_set(), config)?;
    Ok(())
}

fn collect(dir: &Path, root: &Path, files: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, root, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path.strip_prefix(root)?.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}
