//! Modules as a file.

use nirmaan_api::platform::Module;
use nirmaan_store::{Cursor, KeysetPage, Store};

use crate::{
    access::Caller,
    error::Result,
    export::{self, Column, instant, text, wide_text, yes_no},
};

/// The modules that the caller's list has. They are few, and read at once.
pub(super) struct Modules {
    store: Store,
    caller: Caller,
}

impl Modules {
    /// Those of a caller.
    pub(super) fn of(store: &Store, caller: &Caller) -> Self {
        Self { store: store.clone(), caller: caller.clone() }
    }
}

impl export::List for Modules {
    type Row = Module;
    const NAME: &'static str = "modules";
    const KIND: &'static str = "module";
    const COLUMNS: &'static [Column<Module>] = &[
        text("Name", |row| &row.name),
        wide_text("Description", |row| &row.description),
        text("Status", |row| if row.status() { "Active" } else { "Inactive" }),
        yes_no("Part Of The Product", |row| row.is_seeded),
        instant("Created (IST)", |row| row.created_at),
        instant("Updated (IST)", |row| row.updated_at),
        text("Module ID", |row| &row.id),
    ];

    async fn read(&self, _after: Option<&Cursor>) -> Result<KeysetPage<Module>> {
        Ok(KeysetPage { content: super::list(&self.store, &self.caller).await?, next: None })
    }
}
