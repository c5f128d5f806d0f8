//! Events that no seal holds yet. A trigger adds them, whoever writes an event.

use sea_orm::entity::prelude::*;

/// An event that waits for a seal.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_unsealed")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub event_id: Uuid,
}

impl ActiveModelBehavior for ActiveModel {}
