//! Which writes change what the gate knows.

use super::{Memory, Scope};

/// The tables from which the gate's answer comes, beside the sessions.
const TABLES: [&str; 6] =
    ["tenants", "tenant_settings", "users", "user_roles", "role_permissions", "modules"];

/// What a transaction has written of that, to be forgotten when it is over, however it ends.
pub(crate) struct Written {
    memory: Memory,
    scope: Scope,
    changes: bool,
    /// Whether a COMMIT is under way of which nobody knows yet if it happened.
    ending: bool,
}

impl Written {
    /// Nothing yet, of a transaction that may write within a scope.
    pub(crate) fn nothing(memory: Memory, scope: Scope) -> Self {
        Self { memory, scope, changes: false, ending: false }
    }

    /// Notes a statement that is about to run.
    pub(crate) fn note(&mut self, sql: &str) {
        self.changes = self.changes || changes_access(sql);
    }

    /// Notes that the transaction is about to end.
    pub(crate) fn ending(&mut self) {
        self.ending = true;
    }

    /// Notes that it has ended, one way or the other.
    pub(crate) fn ended(&mut self) {
        self.ending = false;
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        match (self.changes, self.ending) {
            (false, _) => {}
            (true, false) => self.memory.forget(self.scope),
            (true, true) => self.memory.forget_unsure(self.scope),
        }
    }
}

/// Whether a statement, as SeaORM writes it, may change what the gate answers. That a session was used doesn't, nor
/// that another began.
fn changes_access(sql: &str) -> bool {
    let Some((verb, table)) = target(sql) else { return false };
    TABLES.contains(&table) || (table == "sessions" && verb == "UPDATE" && changes_session(sql))
}

/// Whether a statement ends a session, or says that it has shown a second factor.
fn changes_session(sql: &str) -> bool {
    ["\"ended_at\" =", "\"proved_at\" ="].iter().any(|set| sql.contains(set))
}

/// What a statement does, and with which table.
fn target(sql: &str) -> Option<(&str, &str)> {
    let (verb, rest) = sql.split_once(" \"")?;
    let (table, _) = rest.split_once('"')?;
    matches!(verb, "INSERT INTO" | "UPDATE" | "DELETE FROM").then_some((verb, table))
}

#[cfg(test)]
mod tests {
    use sea_orm::{ColumnTrait, DatabaseBackend, EntityTrait, QueryFilter, QueryTrait, sea_query::Expr};

    use super::*;
    use crate::entity::{contract, role_permission, session, user};

    #[test]
    fn writes_that_may_change_rights_are_told_from_the_others() {
        for backend in [DatabaseBackend::Postgres, DatabaseBackend::Sqlite] {
            let now = chrono::Utc::now();
            let of = |statement: sea_orm::Statement| changes_access(&statement.sql);
            let deactivated =
                user::Entity::update_many().col_expr(user::Column::IsActive, Expr::value(false));
            assert!(of(deactivated.build(backend)));
            let revoked = role_permission::Entity::delete_many();
            assert!(of(revoked.build(backend)));
            let session = session::Entity::update_many();
            let ended = session.clone().col_expr(session::Column::EndedAt, Expr::value(now));
            assert!(of(ended.build(backend)));
            let proved = session.clone().col_expr(session::Column::ProvedAt, Expr::value(now));
            assert!(of(proved.build(backend)));
            let used = session.col_expr(session::Column::LastUsedAt, Expr::value(now));
            assert!(!of(used.filter(session::Column::EndedAt.is_null()).build(backend)));
            let deleted =
                contract::Entity::update_many().col_expr(contract::Column::DeletedAt, Expr::value(now));
            assert!(!of(deleted.build(backend)));
        }
    }
}
