//! What can go wrong with data.

use chrono::{DateTime, Utc};
use sea_orm::{DbErr, RuntimeErr, SqlErr};
use uuid::Uuid;

/// What can go wrong with data.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A live row already has this value; the constraint's or index's name, or the columns, as the database says it.
    #[error("a unique constraint was violated: {0}")]
    Duplicate(String),
    /// A row that is referred to doesn't exist, or one that would go is referred to.
    #[error("a foreign key was violated: {0}")]
    Reference(String),
    /// The row was changed since the caller read it.
    #[error("the row is at version {version} by now")]
    VersionConflict {
        /// The row's version by now.
        version: i64,
        /// Who changed it last.
        updated_by: Option<Uuid>,
        /// When.
        updated_at: DateTime<Utc>,
    },
    /// The idempotency key was used with another request.
    #[error("the idempotency key was used with another request")]
    KeyReused,
    /// The request asks for a sort field that doesn't exist, or an order that isn't one.
    #[error("cannot sort by {0}")]
    UnknownSort(String),
    /// The page lies beyond what may be skipped.
    #[error("the page is too far: at most {0} rows can be skipped")]
    PageTooFar(u64),
    /// Another transaction was in the way; the store tries three times before it says so.
    #[error("another transaction was in the way")]
    Busy(#[source] DbErr),
    /// The database gave up a statement that took too long.
    #[error("a statement took too long")]
    TooSlow(#[source] DbErr),
    /// The database can't be reached, or has no connection to spare.
    #[error("the database is not available")]
    Unavailable(#[source] DbErr),
    /// Anything else: a fault of ours.
    #[error("the database refused: {0}")]
    Fault(#[source] DbErr),
    /// A write's handle was kept beyond the write.
    #[error("a write handle outlived its write")]
    HandleKept,
}

impl StoreError {
    /// Somebody was between a read and the write that goes by it: the whole write is tried again, and reads anew.
    pub fn overtaken() -> Self {
        Self::Busy(DbErr::RecordNotUpdated)
    }
}

/// Whether doing the same again may succeed.
pub trait Retry {
    /// True when another transaction was in the way.
    fn is_retryable(&self) -> bool;
}

impl Retry for StoreError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Busy(_))
    }
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(which)) => return Self::Duplicate(which),
            Some(SqlErr::ForeignKeyConstraintViolation(which)) => return Self::Reference(which),
            _ => {}
        }
        match error {
            DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => Self::Unavailable(error),
            error => match Trouble::of(&error) {
                Some(Trouble::InTheWay) => Self::Busy(error),
                Some(Trouble::TooSlow) => Self::TooSlow(error),
                Some(Trouble::Gone) => Self::Unavailable(error),
                None => Self::Fault(error),
            },
        }
    }
}

enum Trouble {
    InTheWay,
    TooSlow,
    Gone,
}

impl Trouble {
    fn of(error: &DbErr) -> Option<Self> {
        let (DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error))) = error
        else {
            return None;
        };
        let Some(database) = error.as_database_error() else {
            // Everything that isn't the database's own answer but a broken pipe or pool.
            let text = error.to_string();
            let lost = ["communicating with", "pool timed out", "closed", "worker crashed"];
            return lost.iter().any(|sign| text.contains(sign)).then_some(Self::Gone);
        };
        match database.code().as_deref() {
            // Serialisation failure, deadlock, lock timeout; SQLite BUSY, BUSY_SNAPSHOT and LOCKED.
            Some("40001" | "40P01" | "55P03" | "5" | "517" | "261" | "6") => Some(Self::InTheWay),
            Some("57014") => Some(Self::TooSlow),
            // Too many connections, shutting down, starting up, idle in a transaction, read-only after a failover, disk
            // or memory full; SQLite FULL, READONLY and IOERR.
            Some("53300" | "57P01" | "57P02" | "57P03" | "25P03" | "25006" | "53100" | "53200") => {
                Some(Self::Gone)
            }
            Some("13" | "8" | "10") => Some(Self::Gone),
            _ => None,
        }
    }
}
