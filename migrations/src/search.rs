//! Searchable texts of rows that were there before their search column.

use sea_orm_migration::{
    prelude::{DbErr, SchemaManager},
    sea_orm::{ConnectionTrait, Statement},
};
use uuid::Uuid;

/// Fills the searchable texts of the rows that are there: in lower case by Rust, since SQLite's is ASCII only.
pub(crate) async fn fill<const N: usize>(
    manager: &SchemaManager<'_>,
    table: &str,
    columns: [&str; N],
) -> Result<(), DbErr> {
    let db = manager.get_connection();
    let backend = manager.get_database_backend();
    let select = format!("SELECT id, {} FROM {table}", columns.join(", "));
    for row in db.query_all_raw(Statement::from_string(backend, select)).await? {
        let id: Uuid = row.try_get("", "id")?;
        let mut search = String::from('\u{1}');
        for (mark, column) in ('\u{2}'..).zip(columns) {
            search.push_str(&row.try_get::<String>("", column)?.to_lowercase());
            search.push(mark);
        }
        let update = format!("UPDATE {table} SET search = $1 WHERE id = $2");
        db.execute_raw(Statement::from_sql_and_values(backend, update, [search.into(), id.into()])).await?;
    }
    Ok(())
}
