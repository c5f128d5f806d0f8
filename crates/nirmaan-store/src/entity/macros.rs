//! What every tenant table has in common.

use sea_orm::{EntityTrait, Iden, Iterable};

/// The names of an entity's columns, for comparing them with the migrated table.
pub fn column_names<E: EntityTrait>() -> Vec<String> {
    E::Column::iter().map(|column| column.to_string()).collect()
}

/// Makes the entity of the calling module a tenant table whose rows carry the store's stamps.
macro_rules! tenant_entity {
    ($name:literal, deletes: hard) => {
        tenant_entity!(@ $name, None, None, |_row| {});
    };
    ($name:literal, deletes: soft) => {
        tenant_entity!(@ $name, Some(Column::DeletedAt), Some(Column::DeletedBy), |_row| {});
    };
    ($name:literal, deletes: soft, prepare: $prepare:path) => {
        tenant_entity!(@ $name, Some(Column::DeletedAt), Some(Column::DeletedBy), $prepare);
    };
    (@ $name:literal, $deleted_at:expr, $deleted_by:expr, $prepare:expr) => {
        impl $crate::TenantEntity for Entity {
            const NAME: &'static str = $name;
            const TENANT: Column = Column::TenantId;
            const ID: Column = Column::Id;
            const DELETED_AT: Option<Column> = $deleted_at;

            fn prepare(row: &mut ActiveModel) {
                ($prepare)(row);
            }
        }

        impl $crate::write::Stamped for Entity {
            const VERSION: Column = Column::Version;
            const CREATED_AT: Column = Column::CreatedAt;
            const UPDATED_AT: Column = Column::UpdatedAt;
            const CREATED_BY: Column = Column::CreatedBy;
            const UPDATED_BY: Column = Column::UpdatedBy;
            const DELETED_BY: Option<Column> = $deleted_by;

            fn stamps(row: &Model) -> $crate::write::Stamps {
                $crate::write::Stamps {
                    id: row.id,
                    version: row.version,
                    updated_by: row.updated_by,
                    updated_at: row.updated_at,
                }
            }
        }
    };
}

pub(crate) use tenant_entity;
