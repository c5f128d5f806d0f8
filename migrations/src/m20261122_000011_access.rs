//! Tells every node when what the gate remembers of sessions may have changed, whoever changed it.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// A tenant's id concerns its sessions, an empty payload all. Within a transaction PostgreSQL sends each payload once.
const TRIGGERS: &str = "
-- postgres
CREATE FUNCTION nirmaan_access_of_tenant() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
PERFORM pg_notify('nirmaan_access', COALESCE(NEW.tenant_id, OLD.tenant_id)::text); RETURN NULL; END $$;
-- postgres
CREATE FUNCTION nirmaan_access_of_all() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
PERFORM pg_notify('nirmaan_access', ''); RETURN NULL; END $$;
-- postgres
CREATE TRIGGER sessions_access AFTER UPDATE OF ended_at ON sessions FOR EACH ROW \
WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION nirmaan_access_of_tenant();
-- postgres
CREATE TRIGGER users_access AFTER UPDATE OF is_active, deleted_at ON users FOR EACH ROW \
WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) \
EXECUTE FUNCTION nirmaan_access_of_tenant();
-- postgres
CREATE TRIGGER user_roles_access AFTER INSERT OR UPDATE OR DELETE ON user_roles FOR EACH ROW \
EXECUTE FUNCTION nirmaan_access_of_tenant();
-- postgres
CREATE TRIGGER role_permissions_access AFTER INSERT OR UPDATE OR DELETE ON role_permissions FOR EACH STATEMENT \
EXECUTE FUNCTION nirmaan_access_of_all();
-- postgres
CREATE TRIGGER modules_access AFTER UPDATE OR DELETE ON modules FOR EACH STATEMENT \
EXECUTE FUNCTION nirmaan_access_of_all();
-- postgres
CREATE TRIGGER tenants_access AFTER UPDATE OF status, is_platform ON tenants FOR EACH STATEMENT \
EXECUTE FUNCTION nirmaan_access_of_all();
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TRIGGERS).await
    }
}
