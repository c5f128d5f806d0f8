//! How the columns of imported files are read, where a firm chose that.

use sea_orm::entity::prelude::*;

/// What was chosen for files with the same headings.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_column_maps")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// By what a file with these headings is known again.
    #[sea_orm(primary_key, auto_increment = false)]
    pub headings: String,
    /// Which fields the columns hold, and the units of their amounts, as JSON.
    pub choices: String,
    /// When a file was last imported with it.
    pub used_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
super::of_tenant!();
