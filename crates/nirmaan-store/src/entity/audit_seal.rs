//! Seals over the audit trail: append-only. Written by [`crate::query::seals`] alone.

use sea_orm::entity::prelude::*;

/// A seal over a batch of a tenant's events, and over the seal before it.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_seals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// From 1 on, without gaps.
    pub number: i64,
    pub sealed_at: DateTimeUtc,
    pub events: i64,
    /// The time of the first and of the last of its events.
    pub first_at: DateTimeUtc,
    pub last_at: DateTimeUtc,
    /// Its events in the order of their ids: 16 bytes of id and 32 of hash each.
    pub leaves: Vec<u8>,
    /// The hash of the seal before; zeros for the first.
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}

impl crate::Table for Entity {
    const NAME: &'static str = "audit_seal";
    const ID: Column = Column::Id;
    const CREATED_AT: Column = Column::SealedAt;
    const DELETED_AT: Option<Column> = None;

    fn id(row: &Model) -> uuid::Uuid {
        row.id
    }
}

super::of_tenant!();
impl crate::TenantEntity for Entity {}
