//! What the server tells whoever watches it: calls, jobs and imports. Counted from the start, on this node.

use std::{fmt, time::Duration};

use prometheus_client::{
    encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder},
    metrics::{
        counter::Counter,
        family::Family,
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Registry, Unit},
};
use tonic::Code;

/// The counters, cheap to clone.
#[derive(Clone)]
pub struct Metrics {
    calls: Family<Call, Histogram, fn() -> Histogram>,
    jobs: Family<Job, Counter>,
    imports: Family<Outcome, Counter>,
    imported_rows: Family<Outcome, Counter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Call {
    rpc: &'static str,
    code: CodeName,
}

/// The code as gRPC spells it, for example `NotFound`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct CodeName(Code);

impl EncodeLabelValue for CodeName {
    fn encode(&self, encoder: &mut LabelValueEncoder) -> fmt::Result {
        fmt::Write::write_fmt(encoder, format_args!("{:?}", self.0))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Job {
    job: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        // From half a millisecond to the half minute that most calls have.
        let histogram: fn() -> Histogram = || Histogram::new(exponential_buckets(0.0005, 2.0, 17));
        Self {
            calls: Family::new_with_constructor(histogram),
            jobs: Family::default(),
            imports: Family::default(),
            imported_rows: Family::default(),
        }
    }
}

impl Metrics {
    /// Has them told.
    pub fn register(&self, registry: &mut Registry) {
        let help = "How long calls took until their answer, or their stream, began, by RPC and code";
        registry.register_with_unit("call_duration", help, Unit::Seconds, self.calls.clone());
        registry.register("job_runs", "How often jobs ran, by outcome", self.jobs.clone());
        registry.register("imports", "Imports of contracts by outcome", self.imports.clone());
        registry.register(
            "imported_rows",
            "Rows of stored imports of contracts by outcome",
            self.imported_rows.clone(),
        );
    }

    /// A call was answered.
    pub(crate) fn call(&self, rpc: &'static str, code: Code, took: Duration) {
        self.calls.get_or_create(&Call { rpc, code: CodeName(code) }).observe(took.as_secs_f64());
    }

    /// A job ran: done, failed or panicked.
    pub fn job(&self, job: &'static str, outcome: &'static str) {
        self.jobs.get_or_create(&Job { job, outcome }).inc();
    }

    /// An import of contracts ended: stored, tried or failed.
    pub(crate) fn import(&self, outcome: &'static str) {
        self.imports.get_or_create(&Outcome { outcome }).inc();
    }

    /// What became of the rows of an import that was stored.
    pub(crate) fn imported_rows(&self, outcome: &'static str, rows: usize) {
        self.imported_rows.get_or_create(&Outcome { outcome }).inc_by(rows as u64);
    }
}
