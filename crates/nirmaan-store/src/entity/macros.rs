//! What every tenant table has in common.

use sea_orm::{EntityTrait, Iden, Iterable};

/// The names of an entity's columns, for comparing them with the migrated table.
pub fn column_names<E: EntityTrait>() -> Vec<String> {
    E::Column::iter().map(|column| column.to_string()).collect()
}

/// Makes the entity of the calling module a tenant table whose rows carry the store's stamps.
macro_rules! tenant_entity {
    ($name:literal, deletes: hard) => {
        tenant_entity!($name, deletes: hard, prepare: |_row| {});
    };
    ($name:literal, deletes: hard, prepare: $prepare:expr) => {
        $crate::entity::stamped!($name, deletes: hard, $prepare);
        $crate::entity::of_tenant!();
        impl $crate::TenantEntity for Entity {}
    };
    ($name:literal, deletes: soft) => {
        tenant_entity!($name, deletes: soft, prepare: |_row| {});
    };
    ($name:literal, deletes: soft, prepare: $prepare:expr) => {
        $crate::entity::stamped!($name, deletes: soft, $prepare);
        $crate::entity::of_tenant!();
        impl $crate::TenantEntity for Entity {}
    };
}

/// Makes the rows of the calling module's entity those of tenants.
macro_rules! of_tenant {
    () => {
        impl $crate::scope::OfTenant for Entity {
            const TENANT: Column = Column::TenantId;
        }
    };
}

/// Makes the entity of the calling module a table of the platform's, whose rows belong to no tenant and carry the
/// store's stamps. Deleting is hard.
macro_rules! platform_entity {
    ($name:literal) => {
        platform_entity!($name, prepare: |_row| {});
    };
    ($name:literal, prepare: $prepare:expr) => {
        $crate::entity::stamped!($name, deletes: hard, $prepare);
        impl $crate::PlatformEntity for Entity {}
    };
}

/// What both kinds have in common.
macro_rules! stamped {
    ($name:literal, deletes: hard, $prepare:expr) => {
        $crate::entity::stamped!($name, None, None, None, $prepare);
    };
    ($name:literal, deletes: soft, $prepare:expr) => {
        $crate::entity::stamped!(
            $name,
            Some(Column::DeletedAt),
            Some(Column::DeletedBy),
            Some(Column::DeletedWith),
            $prepare
        );
    };
    ($name:literal, $deleted_at:expr, $deleted_by:expr, $deleted_with:expr, $prepare:expr) => {
        impl $crate::Table for Entity {
            const NAME: &'static str = $name;
            const ID: Column = Column::Id;
            const CREATED_AT: Column = Column::CreatedAt;
            const DELETED_AT: Option<Column> = $deleted_at;

            fn id(row: &Model) -> uuid::Uuid {
                row.id
            }
        }

        impl $crate::write::Stamped for Entity {
            const VERSION: Column = Column::Version;
            const UPDATED_AT: Column = Column::UpdatedAt;
            const CREATED_BY: Column = Column::CreatedBy;
            const UPDATED_BY: Column = Column::UpdatedBy;
            const DELETED_BY: Option<Column> = $deleted_by;
            const DELETED_WITH: Option<Column> = $deleted_with;

            fn stamps(row: &Model) -> $crate::write::Stamps {
                $crate::write::Stamps {
                    id: row.id,
                    version: row.version,
                    updated_by: row.updated_by,
                    updated_at: row.updated_at,
                }
            }

            fn prepare(row: &mut ActiveModel) {
                ($prepare)(row);
            }
        }
    };
}

pub(crate) use of_tenant;
pub(crate) use platform_entity;
pub(crate) use stamped;
pub(crate) use tenant_entity;
