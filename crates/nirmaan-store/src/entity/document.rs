//! Documents: what is known of stored files. No [`crate::TenantEntity`]: no handle reads or writes them but
//! through [`crate::query::documents`], which asks for a grant.

use std::ops::RangeInclusive;

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};
use serde::Serialize;

use super::current;
use crate::{find::Findable, list::Listed, search};

/// What a document belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(32))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EntityType {
    Contract,
    Project,
    Task,
    /// The organisation's vehicles, together.
    Vehicle,
    /// Their insurance, together.
    VehicleInsurance,
    /// The organisation's payments, together.
    Payment,
    /// A contract's security deposit.
    Deposit,
}

/// A document.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "documents")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub entity_type: EntityType,
    pub entity_id: Uuid,
    /// The entity's id once more where it is a contract, so that the schema can refer to it.
    pub contract_id: Option<Uuid>,
    /// The same of a project.
    pub project_id: Option<Uuid>,
    /// The same of a task.
    pub task_id: Option<Uuid>,
    /// The same of a deposit.
    pub deposit_id: Option<Uuid>,
    pub doc_type: String,
    pub purpose: String,
    pub file_name: String,
    pub file_type: String,
    pub file_extension: String,
    pub size: i64,
    pub sha256: String,
    pub key: String,
    /// Empty where there is no small picture.
    pub thumbnail_key: String,
    /// When its content was deleted, some time after the document.
    pub purged_at: Option<DateTimeUtc>,
    /// The searchable texts; see [`crate::search`].
    pub search: String,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub deleted_at: Option<DateTimeUtc>,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
    pub deleted_by: Option<Uuid>,
    /// See [`crate::write::Stamped::DELETED_WITH`].
    pub deleted_with: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::stamped!("document", deletes: soft, fill);
super::of_tenant!();

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::FileName;
}

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[
        ("fileName", Column::FileName),
        ("docType", Column::DocType),
        ("entityType", Column::EntityType),
        ("size", Column::Size),
        ("updatedAt", Column::UpdatedAt),
    ];
}

impl Findable for Entity {
    const SEARCH: Column = Column::Search;
    const FOUND_BY: RangeInclusive<usize> = Text::FileName as usize..=Text::FileName as usize;
}

/// The texts that lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The file's name.
    FileName,
    /// The kind of paper.
    DocType,
}

/// The type of a document of which nobody says more.
pub const SUPPORTING: &str = "SUPPORT_DOC";
/// The same as people read it.
const SUPPORTING_IN_WORDS: &str = "supporting document";

/// The documents whose text contains `word`, in any case; `None` when there is no word.
pub fn contains(text: Text, word: &str) -> Option<SimpleExpr> {
    match text {
        Text::DocType => {
            let is_supporting = SUPPORTING_IN_WORDS.contains(&nirmaan_text::key(word));
            let supporting = is_supporting.then(|| Column::DocType.eq(SUPPORTING));
            let found = search::contains_in_code(Column::Search, text as usize, word)?;
            Some(supporting.into_iter().fold(found, ExprTrait::or))
        }
        Text::FileName => search::contains(Column::Search, text as usize, word),
    }
}

/// The value of the search column, in the order of [`Text`].
pub fn search_text(file_name: &str, doc_type: &str) -> String {
    search::text([file_name, doc_type])
}

fn fill(row: &mut ActiveModel) {
    row.search = Set(search_text(current(&row.file_name), current(&row.doc_type)));
    let (Set(entity_id) | Unchanged(entity_id)) = row.entity_id else { return };
    let (Set(entity_type) | Unchanged(entity_type)) = row.entity_type else { return };
    let id_where = |wanted| Set((entity_type == wanted).then_some(entity_id));
    row.contract_id = id_where(EntityType::Contract);
    row.project_id = id_where(EntityType::Project);
    row.task_id = id_where(EntityType::Task);
    row.deposit_id = id_where(EntityType::Deposit);
}
