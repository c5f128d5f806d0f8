//! What imports changed of records that were there.

use std::collections::HashMap;

use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ColumnTrait, DbErr, EntityTrait, FromQueryResult, IdenStatic,
    IntoActiveModel, ModelTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::SimpleExpr,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use uuid::Uuid;

use super::among;
use crate::{
    Draft, DraftedChanges, DraftedRows, StoreError, Table, TenantDb, TenantEntity, WriteDb,
    entity::{contract, import_change, import_deposit_change, security_deposit},
    write::{Stamped, differing},
};

/// A table of a tenant's whose rows are read and written.
pub trait Rows:
    TenantEntity
    + Stamped<
        Model: ModelTrait<Entity = Self> + IntoActiveModel<Self::ActiveModel> + Send + Sync,
        ActiveModel: ActiveModelTrait<Entity = Self> + ActiveModelBehavior + Send,
    >
{
}

impl<E> Rows for E where
    E: TenantEntity
        + Stamped<
            Model: ModelTrait<Entity = E> + IntoActiveModel<E::ActiveModel> + Send + Sync,
            ActiveModel: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        >
{
}

/// A table of records as they were before an import changed them.
pub trait Former: Rows {
    /// The records.
    type Of: Rows<Model: Serialize + DeserializeOwned + Clone>;

    /// Which import.
    const IMPORT: Self::Column;
    /// Which record.
    const RECORD: Self::Column;
    /// What it had.
    const FORMER: Self::Column;
    /// The record's version after the change: at another one, somebody has changed it since.
    const VERSION_AFTER: Self::Column;

    /// A record as it was: the columns that an import changed, with the values that they had, and the version after that.
    fn row(import_id: Uuid, changed: (Uuid, i64), former: Value) -> Self::ActiveModel;
}

type Record<F> = <<F as Former>::Of as EntityTrait>::Model;

/// Implements [`Former`] for the entity of a module.
macro_rules! former {
    ($changes:ident of $records:ident, by $record:ident: $column:ident) => {
        impl Former for $changes::Entity {
            type Of = $records::Entity;

            const IMPORT: Self::Column = $changes::Column::ImportId;
            const RECORD: Self::Column = $changes::Column::$column;
            const FORMER: Self::Column = $changes::Column::Former;
            const VERSION_AFTER: Self::Column = $changes::Column::VersionAfter;

            fn row(import_id: Uuid, (id, version): (Uuid, i64), former: Value) -> Self::ActiveModel {
                use sea_orm::ActiveValue::{NotSet, Set};
                $changes::ActiveModel {
                    tenant_id: NotSet,
                    id: NotSet,
                    import_id: Set(import_id),
                    $record: Set(id),
                    former: Set(former),
                    version_after: Set(version),
                    version: NotSet,
                    created_at: NotSet,
                    updated_at: NotSet,
                    created_by: NotSet,
                    updated_by: NotSet,
                }
            }
        }
    };
}

former!(import_change of contract, by contract_id: ContractId);
former!(import_deposit_change of security_deposit, by deposit_id: DepositId);

/// The records that an import changed.
pub fn changed_by<F: Former>(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let changes = db.find::<F>().filter(F::IMPORT.eq(import_id));
    among(db, F::Of::ID, changes.select_only().column(F::RECORD).select)
}

/// The ids of the records that an import changed, in their order.
pub async fn restorable<F: Former>(db: &TenantDb, import_id: Uuid) -> Result<Vec<Uuid>, StoreError> {
    #[derive(FromQueryResult)]
    struct Changed {
        record: Uuid,
    }
    let changes = db.find::<F>().filter(F::IMPORT.eq(import_id));
    let ids = changes.select_only().expr_as(F::RECORD.into_expr(), "record");
    let found: Vec<Changed> = ids.order_by_asc(F::RECORD).rows().await?;
    Ok(found.into_iter().map(|row| row.record).collect())
}

/// Changes of records, and what takes them back.
pub struct ImportChanges {
    changes: DraftedChanges,
    former: DraftedRows,
}

impl ImportChanges {
    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.changes.bytes() + self.former.bytes()
    }

    /// Changes the records, each with its event, and keeps what they had.
    ///
    /// # Errors
    /// [`StoreError::overtaken`] when one isn't as it was read.
    pub async fn write(&self, db: &WriteDb) -> Result<(), StoreError> {
        db.change_drafted(&self.changes).await?;
        db.insert_drafted(&self.former).await?;
        Ok(())
    }
}

/// Puts into words how an import changes records, given as they were read and as they are to be.
pub fn draft_changes<F: Former>(
    draft: &Draft,
    import_id: Uuid,
    rows: Vec<(Record<F>, Record<F>)>,
) -> Result<ImportChanges, StoreError> {
    let mut had = HashMap::with_capacity(rows.len());
    for (old, new) in &rows {
        let columns: Vec<_> = differing(old, new).map(|column| column.as_str()).collect();
        let mut former = serde_json::to_value(old).map_err(unreadable)?;
        if let Some(values) = former.as_object_mut() {
            values.retain(|column, _| columns.contains(&column.as_str()));
        }
        had.insert(F::Of::id(old), former);
    }
    let changes = draft.changes(rows)?;
    let former = changes.versions().iter().filter_map(|changed| {
        let former = had.remove(&changed.0)?;
        Some(F::row(import_id, *changed, former))
    });
    let former: Vec<_> = former.collect();
    if !had.is_empty() {
        return Err(StoreError::Fault(DbErr::Custom("a planned change changes nothing".to_owned())));
    }
    let former = draft.rows::<_, F>(former, None);
    Ok(ImportChanges { changes, former })
}

/// Puts into words what gives records that an import changed, in the order of their ids, the values that they had.
pub async fn draft_restores<F: Former>(
    draft: &Draft,
    import_id: Uuid,
    records: &[Uuid],
) -> Result<DraftedChanges, StoreError> {
    #[derive(FromQueryResult)]
    struct Had {
        record: Uuid,
        former: Value,
    }
    let (Some(first), Some(last)) = (records.first(), records.last()) else {
        return draft.changes::<_, F::Of, _>(Vec::new());
    };
    // From the first to the last, since PostgreSQL would compare each of the import's changes with each id of a list.
    let changes = draft.find::<F>().filter(F::IMPORT.eq(import_id)).filter(F::RECORD.between(*first, *last));
    let changes = changes.select_only().expr_as(F::RECORD.into_expr(), "record").column(F::FORMER);
    let found: Vec<Had> = changes.rows().await?;
    let mut had: HashMap<_, _> = found.into_iter().map(|row| (row.record, row.former)).collect();
    let rows = draft.find::<F::Of>().filter(F::Of::ID.is_in(records.iter().copied())).all().await?;
    let mut pairs = Vec::with_capacity(rows.len());
    for row in rows {
        if let Some(former) = had.remove(&F::Of::id(&row)) {
            let before = with(&row, former)?;
            pairs.push((row, before));
        }
    }
    draft.changes(pairs)
}

/// A record with other values in some columns.
fn with<M: Serialize + DeserializeOwned>(record: &M, values: Value) -> Result<M, StoreError> {
    let mut row = serde_json::to_value(record).map_err(unreadable)?;
    if let (Some(row), Value::Object(values)) = (row.as_object_mut(), values) {
        row.extend(values);
    }
    serde_json::from_value(row).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Fault(DbErr::Json(error.to_string()))
}
