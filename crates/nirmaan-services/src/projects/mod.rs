//! Projects and their tasks.

mod project;

pub use project::Projects;
