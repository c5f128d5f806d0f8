//! Every text in one Unicode form, and searchable, unique and sorted by its key.

use sea_orm_migration::{
    prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait},
    sea_orm::DatabaseBackend,
};

use crate::{
    run,
    texts::{Texts, Unique},
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// A key may be longer than its text, by up to four characters for one. SQLite knows no lengths.
const WIDER: &str = r#"
ALTER TABLE tenants ALTER COLUMN name_key TYPE VARCHAR(1020) COLLATE "C";
ALTER TABLE modules ALTER COLUMN name_key TYPE VARCHAR(400) COLLATE "C";
ALTER TABLE roles ALTER COLUMN name_key TYPE VARCHAR(400) COLLATE "C";
ALTER TABLE saved_views ALTER COLUMN name_key TYPE VARCHAR(400) COLLATE "C";
ALTER TABLE tenants ALTER COLUMN search TYPE VARCHAR(2400) COLLATE "C";
ALTER TABLE users ALTER COLUMN search TYPE VARCHAR(2400) COLLATE "C";
"#;

const NAME: &[Unique] = &[Unique { column: "name_key", beside: &[], within: &[], is_of_living: false }];
/// People sign in by the name of their organisation or its subdomain.
const NAME_OF_TENANT: &[Unique] =
    &[Unique { column: "name_key", beside: &["subdomain"], within: &[], is_of_living: false }];

const TEXTS: &[Texts] = &[
    Texts {
        table: "tenants",
        of_tenant: false,
        columns: &["name", "subdomain", "contact_email", "mobile_no", "whats_app_no", "comment"],
        searched: &["name", "subdomain", "contact_email", "mobile_no", "whats_app_no"],
        unique: NAME_OF_TENANT,
    },
    Texts {
        table: "modules",
        of_tenant: false,
        columns: &["name", "description"],
        searched: &[],
        unique: NAME,
    },
    Texts {
        table: "roles",
        of_tenant: false,
        columns: &["name", "description"],
        searched: &[],
        unique: NAME,
    },
    Texts {
        table: "users",
        of_tenant: true,
        columns: &["email", "mobile_no", "designation", "comment"],
        searched: &["email", "mobile_no", "designation"],
        unique: &[Unique { column: "email", beside: &[], within: &["tenant_id"], is_of_living: true }],
    },
    Texts {
        table: "app_passwords",
        of_tenant: true,
        columns: &["name"],
        searched: &[],
        unique: &[Unique {
            column: "name",
            beside: &[],
            within: &["tenant_id", "user_id"],
            is_of_living: false,
        }],
    },
    Texts {
        table: "saved_views",
        of_tenant: true,
        columns: &["name"],
        searched: &[],
        unique: &[Unique {
            column: "name_key",
            beside: &[],
            within: &["tenant_id", "user_id", "list"],
            is_of_living: false,
        }],
    },
    Texts {
        table: "contracts",
        of_tenant: true,
        columns: &[
            "bid_id",
            "contract_name",
            "reference_no",
            "description",
            "contract_type",
            "termination_reason",
            "license_id",
            "license_holder_name",
            "license_no",
            "comments",
        ],
        searched: &["bid_id", "contract_name", "reference_no", "license_holder_name", "contract_type"],
        unique: &[Unique { column: "bid_id", beside: &[], within: &["tenant_id"], is_of_living: true }],
    },
    Texts {
        table: "security_deposits",
        of_tenant: true,
        columns: &[
            "deposit_type",
            "instrument_no",
            "bank_account_no",
            "bank_name",
            "account_holder_name",
            "bank_address",
            "comment",
        ],
        searched: &["deposit_type", "instrument_no", "account_holder_name", "bank_account_no"],
        unique: &[],
    },
    Texts {
        table: "projects",
        of_tenant: true,
        columns: &[
            "contract_bid_id",
            "license_id",
            "project_name",
            "description",
            "project_type",
            "license_holder_name",
            "license_no",
            "termination_reason",
            "comment",
        ],
        searched: &["project_name", "contract_bid_id", "license_holder_name", "project_type"],
        unique: &[],
    },
    Texts {
        table: "tasks",
        of_tenant: true,
        columns: &[
            "title",
            "description",
            "units",
            "task_type",
            "rejection_reason",
            "termination_reason",
            "comment",
        ],
        searched: &["title", "task_type"],
        unique: &[],
    },
    Texts {
        table: "documents",
        of_tenant: true,
        columns: &["file_name", "doc_type", "purpose"],
        searched: &["file_name", "doc_type"],
        unique: &[],
    },
    Texts {
        table: "imports",
        of_tenant: true,
        columns: &["file_name"],
        searched: &["file_name"],
        unique: &[],
    },
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// In turns, each of which is whole: a step that ended half-way is begun anew.
    fn use_transaction(&self) -> Option<bool> {
        Some(false)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DatabaseBackend::Postgres {
            run(manager, WIDER).await?;
        }
        for texts in TEXTS {
            texts.bring_into_form(manager).await?;
        }
        Ok(())
    }
}
