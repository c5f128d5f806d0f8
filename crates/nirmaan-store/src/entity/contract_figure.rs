//! What a tenant's live contracts come to by status, kept by triggers. Written by nobody but them and
//! [`crate::query::figures`].

use sea_orm::entity::prelude::*;

use super::contract::Status;

/// A share of the figures of one status: all of them add up to it. Several on PostgreSQL until they are folded, one on
/// SQLite.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "contract_figures")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub status: Status,
    #[sea_orm(primary_key)]
    pub entry: i64,
    pub contracts: i64,
    /// How many of them have a paper cost above 0.
    pub with_paper_cost: i64,
    /// The whole rupees of their paper costs.
    pub rupees: i64,
    /// The paise beside them.
    pub paise: i64,
}

impl ActiveModelBehavior for ActiveModel {}
super::of_tenant!();
