//! What a task comes to with all below it, and a project with all its tasks, kept by triggers. Written by nobody but them
//! and [`crate::query::figures`].

use sea_orm::entity::prelude::*;

/// A share of the figures of one node, which is a task with tasks below it or a project; see
/// [`super::contract_figure`]. But for their number, only tasks without tasks below them count.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "task_figures")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub node_id: Uuid,
    #[sea_orm(primary_key)]
    pub entry: i64,
    /// At every level below.
    pub tasks: i64,
    pub leaves: i64,
    /// In hundredths of a percent.
    pub progress: i64,
    /// Progress times whole millions of paise of the estimated amount.
    pub weighted_high: i64,
    /// Progress times the paise beside them.
    pub weighted_low: i64,
    /// Whole millions of paise.
    pub estimated_high: i64,
    /// The paise beside them.
    pub estimated_low: i64,
    pub actual_high: i64,
    pub actual_low: i64,
    /// In ten-thousandths of an hour.
    pub estimated_effort: i64,
    pub actual_effort: i64,
}

impl ActiveModelBehavior for ActiveModel {}
super::of_tenant!();
