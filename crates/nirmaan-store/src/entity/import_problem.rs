//! Stored files with the rows of imports that have problems.

use sea_orm::entity::prelude::*;

/// A stored file with the rows of an import that have problems. Its id is the import's, which need not have a row.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_problems")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Of the stored object.
    pub key: String,
    /// Its size.
    pub bytes: i64,
    /// Whether nothing came of the import: a dry run, or a file in which every row has problems.
    pub is_trial: bool,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
super::of_tenant!();
