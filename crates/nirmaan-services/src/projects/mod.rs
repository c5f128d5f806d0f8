//! Projects and their tasks.

mod project;
mod task;

pub use project::Projects;
pub use task::Tasks;
