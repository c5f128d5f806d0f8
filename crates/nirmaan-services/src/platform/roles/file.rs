//! Roles as a file.

use nirmaan_api::platform::Role;
use nirmaan_store::{Actor, Cursor, KeysetPage, Store};

use crate::{
    error::Result,
    export::{self, Column, instant, text, wide_text, yes_no},
};

/// All roles. They are few, and read at once.
pub(super) struct Roles {
    store: Store,
    actor: Actor,
}

impl Roles {
    /// Those that an actor sees.
    pub(super) fn of(store: &Store, actor: &Actor) -> Self {
        Self { store: store.clone(), actor: actor.clone() }
    }
}

impl export::List for Roles {
    type Row = Role;
    const NAME: &'static str = "roles";
    const KIND: &'static str = "role";
    const COLUMNS: &'static [Column<Role>] = &[
        text("Name", |row| &row.name),
        wide_text("Description", |row| &row.description),
        yes_no("System Role", |row| row.is_system),
        instant("Created (IST)", |row| row.created_at),
        instant("Updated (IST)", |row| row.updated_at),
        text("Role ID", |row| &row.id),
    ];

    async fn read(&self, _after: Option<&Cursor>) -> Result<KeysetPage<Role>> {
        Ok(KeysetPage { content: super::list(&self.store, &self.actor).await?, next: None })
    }
}
