//! The dates of what lies below a task, kept by triggers: the first and the last of a kind are found at once, and whoever
//! takes one away leaves the next. Written by nobody but them and [`crate::query::figures`].

use sea_orm::entity::prelude::*;

/// Which of its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    GivenStart,
    GivenEnd,
    ActualStart,
    ActualEnd,
}

/// How many of the tasks below a task, themselves without tasks below them, have this day as such a date.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "task_dates")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub node_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: Kind,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    pub tasks: i64,
}

impl ActiveModelBehavior for ActiveModel {}
super::of_tenant!();
