//! Indexes and statistics as the planners need them.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// A record's history comes out of its index in the order in which it is shown.
///
/// SQLite knows nothing of how large tables are unless it is told, and takes ten rows a tenant for granted: it walks a
/// tenant's whole list to find the rows of a page. So it is told of an installation of ten firms, each with 20,000
/// contracts; only how many rows are alike counts, not how many there are. Plans then depend on the schema alone, and are
/// the same in every installation: <https://www.sqlite.org/queryplanner-ng.html#howtofix>. A later step that adds an index
/// to one of these tables tells of it as well.
///
/// An index by status it would prefer now, to read the rows of a status one by one and sort them, where the list's own
/// index holds all that is asked for, in order. PostgreSQL weighs that by itself.
const STEPS: &str = "
DROP INDEX audit_events_entity;
CREATE INDEX audit_events_entity ON audit_events (tenant_id, entity, entity_id, at DESC, id DESC);
-- sqlite
DROP INDEX contracts_status;
-- sqlite
ANALYZE modules;
-- sqlite
DELETE FROM sqlite_stat1;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('audit_events', 'sqlite_autoindex_audit_events_1', '1000000 100000 1'),
    ('audit_events', 'audit_events_all', '1000000 2 1'),
    ('audit_events', 'audit_events_at', '1000000 100000 2 1'),
    ('audit_events', 'audit_events_entity', '1000000 100000 20000 5 1 1'),
    ('contracts', 'sqlite_autoindex_contracts_1', '200000 20000 1'),
    ('contracts', 'contracts_bid_id_key', '200000 20000 1'),
    ('contracts', 'contracts_import', '200000 20000 1000'),
    ('contracts', 'contracts_list', '200000 20000 20000 2 1'),
    ('documents', 'sqlite_autoindex_documents_1', '100000 10000 1'),
    ('documents', 'documents_contract', '100000 10000 5'),
    ('documents', 'documents_entity', '100000 10000 3000 3 3 1 1'),
    ('documents', 'documents_key_key', '100000 1'),
    ('documents', 'documents_list', '100000 10000 10000 2 1'),
    ('documents', 'documents_project', '100000 10000 50'),
    ('documents', 'documents_stored', '100000 10000 10000 1'),
    ('documents', 'documents_task', '100000 10000 3'),
    ('documents', 'documents_to_purge', '1000 1'),
    ('import_changes', 'sqlite_autoindex_import_changes_1', '100000 10000 1'),
    ('import_changes', 'import_changes_contract', '100000 10000 2'),
    ('import_changes', 'import_changes_contract_key', '100000 10000 500 1'),
    ('imports', 'sqlite_autoindex_imports_1', '1000 100 1'),
    ('imports', 'imports_list', '1000 100 1 1'),
    ('projects', 'sqlite_autoindex_projects_1', '10000 1000 1'),
    ('projects', 'projects_contract_key', '10000 1000 1'),
    ('projects', 'projects_list', '10000 1000 1000 2 1'),
    ('refresh_tokens', 'sqlite_autoindex_refresh_tokens_1', '50000 5000 1'),
    ('refresh_tokens', 'refresh_tokens_hash_key', '50000 1'),
    ('refresh_tokens', 'refresh_tokens_session', '50000 5000 10'),
    ('security_deposits', 'sqlite_autoindex_security_deposits_1', '400000 40000 1'),
    ('security_deposits', 'security_deposits_contract', '400000 40000 2 2 1'),
    ('sessions', 'sqlite_autoindex_sessions_1', '5000 500 1'),
    ('sessions', 'sessions_living', '1000 100'),
    ('sessions', 'sessions_user', '5000 500 10'),
    ('task_dates', 'sqlite_autoindex_task_dates_1', '2000000 200000 20 5 1'),
    ('task_dates', 'task_dates_empty', '1000 100'),
    ('task_figures', 'sqlite_autoindex_task_figures_1', '200000 20000 2 1'),
    ('tasks', 'sqlite_autoindex_tasks_1', '1000000 100000 1'),
    ('tasks', 'tasks_assigned', '1000000 100000 1000'),
    ('tasks', 'tasks_below', '1000000 100000 100 1'),
    ('tasks', 'tasks_list', '1000000 100000 100000 2 1'),
    ('tasks', 'tasks_parent', '1000000 100000 5'),
    ('tasks', 'tasks_tree', '1000000 100000 100 20 2 1'),
    ('users', 'sqlite_autoindex_users_1', '500 50 1'),
    ('users', 'users_email_key', '500 50 1'),
    ('users', 'users_id', '500 1'),
    ('users', 'users_list', '500 50 2 1'),
    ('users', 'users_mobile_key', '500 50 1');
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, STEPS).await
    }
}
