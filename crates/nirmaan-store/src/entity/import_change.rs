//! What imports changed of contracts that were there, so that it can be taken back.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A contract as it was before an import changed it.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "import_changes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub import_id: Uuid,
    pub contract_id: Uuid,
    /// The columns that changed, with the values that they had.
    pub former: Json,
    /// See [`Former::VERSION_AFTER`](crate::query::imports::Former::VERSION_AFTER).
    pub version_after: i64,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("import_change", deletes: hard);
