//! Projects and their tasks.

mod project;
mod task;

pub use project::Projects;
pub(crate) use project::deletion as project_deletion;
pub use task::Tasks;
pub(crate) use task::{deletion as task_deletion, hand_over as task_hand_over};
