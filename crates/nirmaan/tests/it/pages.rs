//! How much PostgreSQL reads to answer a call, on plans as a session keeps them after many executions.

use reqwest::Method;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, QueryResult};
use serde_json::Value;

use crate::{
    build::Person,
    harness::{App, until},
};

/// Executions of a call: a pool of few connections makes more than ten of each on every one of them.
const TIMES: i64 = 40;

/// What was read of the watched tables.
struct Read {
    /// How often a whole one.
    tables: i64,
    /// Pages of rows and indexes.
    pages: i64,
    /// How often each index, by their names.
    indexes: Vec<(String, i64)>,
}

/// Watches the tables that grow.
pub struct Pages<'a> {
    app: &'a App,
    /// Their names, quoted.
    tables: String,
    db: DatabaseConnection,
    /// For filling the tables: under the name of the server's sessions, with which this ends before anything is
    /// measured.
    pub filling: DatabaseConnection,
}

impl<'a> Pages<'a> {
    pub async fn of(app: &'a App, tables: &[&str]) -> Self {
        let quoted: Vec<_> = tables.iter().map(|table| format!("'{table}'")).collect();
        let db = app.owner_db().await;
        for table in tables {
            // A server of somebody's own may tidy up meanwhile.
            let sql = format!("ALTER TABLE {table} SET (autovacuum_enabled = off)");
            db.execute_unprepared(&sql).await.unwrap();
        }
        let filling = Database::connect(format!("{}?application_name=nirmaan", app.owner_url)).await.unwrap();
        Self { app, tables: quoted.join(", "), db, filling }
    }

    /// What autovacuum does in time: an index alone answers only for pages of which it is known that everybody sees
    /// them, and a snapshot that somebody holds at this moment stands in the way.
    pub async fn tidy(&self) {
        let Self { app, tables, filling, .. } = self;
        let unseen = format!(
            "SELECT COUNT(*) AS n FROM pg_class WHERE relname IN ({tables}) AND relallvisible < relpages"
        );
        until("all pages are visible", async || {
            let vacuum = format!("VACUUM (ANALYZE, INDEX_CLEANUP ON) {}", tables.replace('\'', ""));
            filling.execute_unprepared(&vacuum).await.unwrap();
            (app.platform_count(filling, &unseen).await == 0).then_some(())
        })
        .await;
    }

    /// What was read so far.
    async fn read(&self) -> Read {
        let of = format!("WHERE relname IN ({})", self.tables);
        let count = async |sql: String| self.app.platform_count(&self.db, &sql).await;
        let tables = format!("SELECT SUM(seq_scan)::bigint AS n FROM pg_stat_user_tables {of}");
        let pages = format!(
            "SELECT SUM(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::bigint AS n FROM pg_statio_user_tables {of}"
        );
        let indexes =
            format!("SELECT indexrelname::text AS name, idx_scan FROM pg_stat_user_indexes {of} ORDER BY 1");
        let indexes = self.app.platform_rows(&self.db, &indexes).await;
        let scans =
            |row: &QueryResult| (row.try_get("", "name").unwrap(), row.try_get("", "idx_scan").unwrap());
        Read {
            tables: count(tables).await,
            pages: count(pages).await,
            indexes: indexes.iter().map(scans).collect(),
        }
    }

    /// Ends the server's sessions: a session tells what it has read when it ends, or seconds later.
    async fn end_sessions(&self) {
        let Self { app, db, .. } = self;
        let sessions =
            "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'nirmaan'";
        // Again and again: a job of the server may have begun another.
        let left = format!("SELECT COUNT(pg_terminate_backend(pid)) AS n {sessions}");
        until("the sessions end", async || (app.platform_count(db, &left).await == 0).then_some(())).await;
    }

    /// Holds a call to so many pages each time, once its plans are kept, to these indexes by name, each scanned so often at
    /// most, and to no whole table. Which call it is each time, the turn says.
    pub async fn at_most(
        &self,
        most: i64,
        by: &[(&str, i64)],
        person: &Person,
        call: impl Fn(i64) -> (Method, String, Value),
    ) {
        let ask = async |turn| {
            let (method, path, body) = call(turn);
            self.app.send(method, &path, Some(&person.token), (!body.is_null()).then_some(body)).await
        };
        self.end_sessions().await;
        let before = self.read().await;
        // The pool finds out that its sessions have ended by using them.
        until("the server is connected again", async || ask(0).await.status.is_success().then_some(())).await;
        for turn in 1..=TIMES {
            let answer = ask(turn).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
        }
        self.end_sessions().await;
        let after = self.read().await;
        let scans =
            after.indexes.iter().zip(&before.indexes).map(|(after, before)| (&*after.0, after.1 - before.1));
        // The call that found the server connected again is one more.
        let used: Vec<_> =
            scans.filter(|(_, scans)| *scans > 0).map(|(name, scans)| (name, scans / (TIMES + 1))).collect();
        let read = (after.pages - before.pages) / TIMES;
        println!("{read} of {most} pages by {used:?} for {:?}", call(0));
        assert_eq!(after.tables - before.tables, 0, "whole tables for {:?}", call(0));
        let names =
            |indexes: &[(&str, i64)]| indexes.iter().map(|index| index.0.to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&used), names(by), "{:?}", call(0));
        assert!(used.iter().zip(by).all(|(used, most)| used.1 <= most.1), "{used:?} for {:?}", call(0));
        assert!(read <= most, "{read} pages for {:?}", call(0));
    }
}
