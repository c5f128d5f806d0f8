//! Bringing the texts of rows that are there into the form in which texts are stored since.

use nirmaan_text::{key, normalize};
use sea_orm_migration::{
    prelude::{DbErr, SchemaManager},
    sea_orm::{ConnectionTrait, DatabaseBackend, QueryResult, Statement, Value},
};
use tracing::warn;
use uuid::Uuid;

/// So many rows are read and written at a time: a large table neither fills the memory nor stays locked.
const TURN: usize = 1_000;

/// The texts of a table.
pub(crate) struct Texts {
    pub(crate) table: &'static str,
    /// Whether its rows are a tenant's, so that an id counts within one.
    pub(crate) of_tenant: bool,
    /// The columns with texts of people's own.
    pub(crate) columns: &'static [&'static str],
    /// Those of them that `search` is made of, in its order; none without such a column.
    pub(crate) searched: &'static [&'static str],
    /// What is unique among its rows.
    pub(crate) unique: &'static [Unique],
}

/// A column without two equal values.
pub(crate) struct Unique {
    /// The column; `name_key` is the key of `name`.
    pub(crate) column: &'static str,
    /// Columns of other rows that may not have its value either.
    pub(crate) beside: &'static [&'static str],
    /// Among rows that have these columns in common.
    pub(crate) within: &'static [&'static str],
    /// Whether deleted rows are free to have the same.
    pub(crate) is_of_living: bool,
}

/// The key of a row.
#[derive(Debug, Clone, Copy)]
struct RowKey {
    tenant_id: Option<Uuid>,
    id: Uuid,
}

impl Texts {
    /// Brings all rows into the form, turn by turn, each in a transaction of its own: whatever ends it half-way, it can be begun
    /// anew. A row keeps a text that would become another row's, which is told in the log.
    pub(crate) async fn bring_into_form(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let mut last = None;
        loop {
            let turn = manager.begin().await?;
            if turn.get_database_backend() == DatabaseBackend::Postgres {
                // On a connection that had to be made anew, row security would show no rows, and nothing would be left to do.
                let scope = "SELECT set_config('nirmaan.scope', 'platform', true)";
                turn.get_connection().execute_unprepared(scope).await?;
            }
            let rows = self.rows_after(&turn, last).await?;
            for row in &rows {
                self.change(&turn, row).await?;
            }
            turn.commit().await?;
            match rows.last() {
                Some(row) if rows.len() == TURN => last = Some(self.row_key(row)?),
                _ => return Ok(()),
            }
        }
    }

    async fn rows_after(
        &self,
        manager: &SchemaManager<'_>,
        last: Option<RowKey>,
    ) -> Result<Vec<QueryResult>, DbErr> {
        let key = if self.of_tenant { "tenant_id, id" } else { "id" };
        let (after, values): (_, Vec<Value>) = match last {
            None => ("", Vec::new()),
            Some(RowKey { tenant_id: Some(tenant_id), id }) => {
                ("WHERE (tenant_id, id) > ($1, $2)", vec![tenant_id.into(), id.into()])
            }
            Some(RowKey { tenant_id: None, id }) => ("WHERE id > $1", vec![id.into()]),
        };
        let backend = manager.get_database_backend();
        // Nobody changes a row between reading and writing it; SQLite has one writer.
        let lock = if backend == DatabaseBackend::Postgres { "FOR UPDATE" } else { "" };
        let columns: Vec<_> = self.texts().collect();
        let select = format!(
            "SELECT {key}, {} FROM {} {after} ORDER BY {key} LIMIT {TURN} {lock}",
            columns.join(", "),
            self.table
        );
        let statement = Statement::from_sql_and_values(backend, select, values);
        manager.get_connection().query_all_raw(statement).await
    }

    async fn change(&self, manager: &SchemaManager<'_>, row: &QueryResult) -> Result<(), DbErr> {
        let own = self.row_key(row)?;
        let mut texts = Vec::new();
        for column in self.texts() {
            let old: Option<String> = row.try_get("", column)?;
            let new = old.as_deref().map(normalize);
            texts.push(Text { column, old, new });
        }
        if let Some(name_key) = value_of(&texts, "name").map(key) {
            set(&mut texts, "name_key", name_key);
        }
        for unique in self.unique {
            let changed = texts.iter().find(|text| text.column == unique.column && text.is_changed());
            let Some(new) = changed.and_then(|text| text.new.as_deref()) else { continue };
            let Some(other) = self.other_with(manager, unique, own, new).await? else { continue };
            let (table, column) = (self.table, unique.column);
            warn!(table, column, row = %own.id, %other, "two rows have the same text but for its spelling; both keep theirs");
            // A name stays as it was with its key.
            let of_it = if column == "name_key" { "name" } else { column };
            let stays = |text: &&mut Text| text.column == column || text.column == of_it;
            texts.iter_mut().filter(stays).for_each(|text| text.new.clone_from(&text.old));
        }
        if !self.searched.is_empty() {
            let mut search = String::from('\u{1}');
            for (mark, column) in ('\u{2}'..).zip(self.searched) {
                search.push_str(&key(value_of(&texts, column).unwrap_or_default()));
                search.push(mark);
            }
            set(&mut texts, "search", search);
        }
        texts.retain(Text::is_changed);
        self.write(manager, own, texts).await
    }

    /// Another row that has a value already.
    async fn other_with(
        &self,
        manager: &SchemaManager<'_>,
        unique: &Unique,
        own: RowKey,
        value: &str,
    ) -> Result<Option<Uuid>, DbErr> {
        let Unique { column, beside, within, is_of_living } = unique;
        let same: Vec<_> =
            [*column].iter().chain(*beside).map(|column| format!("other.{column} = $1")).collect();
        let mut select = format!(
            "SELECT other.id FROM {0} own JOIN {0} other ON ({1}) AND other.id <> own.id",
            self.table,
            same.join(" OR ")
        );
        for same in *within {
            select.push_str(&format!(" AND other.{same} = own.{same}"));
        }
        if *is_of_living {
            select.push_str(" AND other.deleted_at IS NULL AND own.deleted_at IS NULL");
        }
        select.push_str(" WHERE own.id = $2");
        let mut values: Vec<Value> = vec![value.into(), own.id.into()];
        if let Some(tenant_id) = own.tenant_id {
            select.push_str(" AND own.tenant_id = $3");
            values.push(tenant_id.into());
        }
        let statement = Statement::from_sql_and_values(manager.get_database_backend(), select, values);
        let other = manager.get_connection().query_one_raw(statement).await?;
        other.map(|other| other.try_get("", "id")).transpose()
    }

    async fn write(&self, manager: &SchemaManager<'_>, own: RowKey, texts: Vec<Text>) -> Result<(), DbErr> {
        if texts.is_empty() {
            return Ok(());
        }
        let set: Vec<_> = (1..).zip(&texts).map(|(at, text)| format!("{} = ${at}", text.column)).collect();
        let mut values: Vec<Value> = texts.into_iter().map(|text| text.new.into()).collect();
        values.push(own.id.into());
        let mut update = format!("UPDATE {} SET {} WHERE id = ${}", self.table, set.join(", "), values.len());
        if let Some(tenant_id) = own.tenant_id {
            values.push(tenant_id.into());
            update.push_str(&format!(" AND tenant_id = ${}", values.len()));
        }
        let statement = Statement::from_sql_and_values(manager.get_database_backend(), update, values);
        manager.get_connection().execute_raw(statement).await?;
        Ok(())
    }

    /// Every column that is read and written.
    fn texts(&self) -> impl Iterator<Item = &'static str> {
        let is_named = self.unique.iter().any(|unique| unique.column == "name_key");
        let computed = [("name_key", is_named), ("search", !self.searched.is_empty())];
        let computed = computed.into_iter().filter(|(_, has)| *has).map(|(column, _)| column);
        self.columns.iter().copied().chain(computed)
    }

    fn row_key(&self, row: &QueryResult) -> Result<RowKey, DbErr> {
        let tenant_id = if self.of_tenant { Some(row.try_get("", "tenant_id")?) } else { None };
        Ok(RowKey { tenant_id, id: row.try_get("", "id")? })
    }
}

/// A text of a row, as it was and as it is to be.
struct Text {
    column: &'static str,
    old: Option<String>,
    new: Option<String>,
}

impl Text {
    fn is_changed(&self) -> bool {
        self.new != self.old
    }
}

fn set(texts: &mut [Text], column: &str, new: String) {
    if let Some(text) = texts.iter_mut().find(|text| text.column == column) {
        text.new = Some(new);
    }
}

fn value_of<'a>(texts: &'a [Text], column: &str) -> Option<&'a str> {
    texts.iter().find(|text| text.column == column)?.new.as_deref()
}
