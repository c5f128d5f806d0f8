//! Imports: files from which contracts or deposits were created or changed.

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::SimpleExpr};
use serde::Serialize;

use super::current;
use crate::{list::Listed, search};

/// What an import brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(32))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Record {
    /// Contracts.
    Contract,
    /// Deposits of contracts.
    Deposit,
}

/// An import. Its id is that of its audit event's record, and stands on what it created.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "imports")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub record: Record,
    pub file_name: String,
    pub created: i32,
    pub updated: i32,
    pub skipped: i32,
    pub failed: i32,
    /// The stored object with the rows that have problems; empty when there are none.
    pub error_key: String,
    pub undone_at: Option<DateTimeUtc>,
    pub undone_by: Option<Uuid>,
    /// The searchable texts; see [`crate::search`].
    pub search: String,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("contract_import", deletes: hard, prepare: fill_search);

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::FileName;
}

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[
        ("fileName", Column::FileName),
        ("created", Column::Created),
        ("updated", Column::Updated),
        ("skipped", Column::Skipped),
        ("failed", Column::Failed),
    ];
}

/// The imports of files whose name contains `word`, in any case; `None` when there is no word.
pub fn file_name_contains(word: &str) -> Option<SimpleExpr> {
    search::contains(Column::Search, 0, word)
}

fn fill_search(row: &mut ActiveModel) {
    row.search = Set(search::text([current(&row.file_name)]));
}
