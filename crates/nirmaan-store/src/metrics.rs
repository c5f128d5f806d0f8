//! What the pools tell whoever watches the server.

use std::{fmt, time::Instant};

use prometheus_client::{
    collector::Collector,
    encoding::DescriptorEncoder,
    metrics::{
        MetricType,
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Registry, Unit},
};
use sea_orm::{DatabaseBackend, DatabaseConnection};

use crate::Store;

/// How long transactions waited until they had begun: for a connection, and on SQLite for the one writer.
#[derive(Debug, Clone)]
pub(crate) struct Waits {
    pub(crate) reading: Histogram,
    pub(crate) writing: Histogram,
}

impl Default for Waits {
    fn default() -> Self {
        // From a tenth of a millisecond to a little beyond the patience of a call.
        let new = || Histogram::new(exponential_buckets(0.0001, 3.0, 11));
        Self { reading: new(), writing: new() }
    }
}

/// A wait, which ends when this is dropped: in vain too.
pub(crate) struct Wait<'a> {
    waits: &'a Histogram,
    begun: Instant,
}

impl<'a> Wait<'a> {
    pub(crate) fn begin(waits: &'a Histogram) -> Self {
        Self { waits, begun: Instant::now() }
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        self.waits.observe(self.begun.elapsed().as_secs_f64());
    }
}

impl Store {
    /// Has the pools tell of themselves: connections in use and idle, and how long transactions wait to begin.
    pub fn register_metrics(&self, registry: &mut Registry) {
        for (name, help, waits) in [
            ("read_wait", "How long reading transactions waited until they had begun", &self.waits.reading),
            ("write_wait", "How long writing transactions waited until they had begun", &self.waits.writing),
        ] {
            registry.register_with_unit(name, help, Unit::Seconds, waits.clone());
        }
        let pools = match self.backend() {
            DatabaseBackend::Sqlite => {
                vec![("readers", self.readers.clone()), ("writer", self.writer.clone())]
            }
            _ => vec![("all", self.writer.clone())],
        };
        registry.register_collector(Box::new(Pools(pools)));
    }
}

/// The pools by name.
#[derive(Debug)]
struct Pools(Vec<(&'static str, DatabaseConnection)>);

impl Collector for Pools {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let help = "Connections to the database by pool and state.";
        let mut connections =
            encoder.encode_descriptor("database_connections", help, None, MetricType::Gauge)?;
        for (pool, connection) in &self.0 {
            let (open, idle) = match connection.get_database_backend() {
                DatabaseBackend::Postgres => {
                    let pool = connection.get_postgres_connection_pool();
                    (pool.size(), pool.num_idle())
                }
                _ => {
                    let pool = connection.get_sqlite_connection_pool();
                    (pool.size(), pool.num_idle())
                }
            };
            let (open, idle) = (i64::from(open), i64::try_from(idle).unwrap_or_default());
            // The two are read one after the other.
            let used = (open - idle).max(0);
            for (state, number) in [("idle", idle), ("used", used)] {
                let labels = [("pool", *pool), ("state", state)];
                connections.encode_family(&labels)?.encode_gauge(&number)?;
            }
        }
        Ok(())
    }
}
