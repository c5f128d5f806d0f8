//! Projects and their tasks.

mod task;

pub use task::Tasks;
