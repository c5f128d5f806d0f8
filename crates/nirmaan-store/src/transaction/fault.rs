//! What sqlx says as SeaORM says it.

use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};
use sqlx::Error;

pub(super) fn of_pool(error: Error) -> DbErr {
    match error {
        Error::PoolTimedOut => DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
        Error::PoolClosed => DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed),
        error => DbErr::Conn(RuntimeErr::SqlxError(error.into())),
    }
}

pub(super) fn of_query(error: Error) -> DbErr {
    DbErr::Query(RuntimeErr::SqlxError(error.into()))
}

pub(super) fn of_execution(error: Error) -> DbErr {
    DbErr::Exec(RuntimeErr::SqlxError(error.into()))
}
