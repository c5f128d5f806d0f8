//! Projects and their tasks.
