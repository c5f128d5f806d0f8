//! What the live deposits of a tenant's live contracts come to by type, status and contract's status, kept by triggers.
//! Written by nobody but them and [`crate::query::figures`].

use sea_orm::entity::prelude::*;

use super::{contract, security_deposit::Status};

/// A share of the figures of one key; see [`super::contract_figure`].
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "deposit_figures")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub deposit_type: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub status: Status,
    #[sea_orm(primary_key, auto_increment = false)]
    pub contract_status: contract::Status,
    #[sea_orm(primary_key)]
    pub entry: i64,
    pub deposits: i64,
    /// The whole rupees of their amounts.
    pub rupees: i64,
    /// The paise beside them.
    pub paise: i64,
    /// How many of them have both a submission and a return.
    pub returned: i64,
    /// Days from submission to return, over those.
    pub days_out: i64,
}

impl ActiveModelBehavior for ActiveModel {}
super::of_tenant!();
