//! Views of lists that people save under a name, for themselves or for everybody of the organisation.

use sea_orm::{ActiveValue::Set, entity::prelude::*};
use serde::Serialize;

use super::current;

/// A view.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "saved_views")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Whose it is.
    pub user_id: Uuid,
    pub list: String,
    pub name: String,
    /// The key of the name, by which it is unique and sorted.
    pub name_key: String,
    pub query: String,
    pub is_shared: bool,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("saved_view", deletes: hard, prepare: fill_name_key);

fn fill_name_key(row: &mut ActiveModel) {
    row.name_key = Set(nirmaan_text::key(current(&row.name)));
}
