//! What was measured, as a table.

use std::time::Duration;

use crate::{cases::Case, imports, load::Sample};

/// Memory of the server, in bytes.
pub struct Memory {
    /// Before the first call.
    pub idle: u64,
    /// After the last.
    pub loaded: u64,
}

/// The rounds of a case.
pub struct Row {
    name: String,
    must: Option<f64>,
    bare: Vec<Sample>,
    grpc: Vec<Sample>,
    json: Vec<Sample>,
}

impl Row {
    /// A case before its first round.
    pub fn of(case: &Case) -> Self {
        Self {
            name: case.name.clone(),
            must: case.must,
            bare: Vec::new(),
            grpc: Vec::new(),
            json: Vec::new(),
        }
    }

    /// A round.
    pub fn add(&mut self, bare: Option<Sample>, grpc: Sample, json: Sample) {
        self.bare.extend(bare);
        self.grpc.push(grpc);
        self.json.push(json);
    }
}

/// The table's head.
pub fn head() {
    println!(
        "| call | bare /s | gRPC /s | share | must | p50 ms | p99 ms | CPU ms, bare | CPU ms | JSON : gRPC |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
}

/// A case. Ratios are taken within a round, so that a slow moment counts on both sides.
pub fn row(row: &Row) {
    let rate = |samples: &[Sample]| number(median(samples.iter().map(|sample| sample.rate)), 0);
    let ratio = |of: &[Sample], to: &[Sample]| median(of.iter().zip(to).map(|(of, to)| of.rate / to.rate));
    let cpu = |samples: &[Sample]| number(median(samples.iter().map(|sample| millis(sample.cpu))), 2);
    let at = |share: f64| number(median(row.grpc.iter().map(|sample| percentile(&sample.times, share))), 1);
    let must = row.must.map_or_else(|| "–".to_owned(), |must| format!("{must:.2}"));
    println!(
        "| {} | {} | {} | {} | {must} | {} | {} | {} | {} | {} |",
        row.name,
        rate(&row.bare),
        rate(&row.grpc),
        number(ratio(&row.grpc, &row.bare), 2),
        at(0.5),
        at(0.99),
        cpu(&row.bare),
        cpu(&row.grpc),
        number(ratio(&row.json, &row.grpc), 2),
    );
}

/// What was imported, and how long others took meanwhile to sign in.
pub fn imports(samples: &[imports::Sample]) {
    println!("\n| work | seconds | sign-ins | p50 ms | p99 ms | longest ms | failed |");
    println!("|---|---|---|---|---|---|---|");
    for imports::Sample { work, took, sign_ins, failed } in samples {
        let [half, most, all] = [0.5, 0.99, 1.0].map(|share| percentile(sign_ins, share));
        let (seconds, count) = (took.as_secs_f64(), sign_ins.len());
        println!("| {work} | {seconds:.1} | {count} | {half:.0} | {most:.0} | {all:.0} | {failed} |");
    }
}

/// What belongs to no call.
pub fn foot(memory: &Memory, started_in: Duration) {
    let megabytes = |bytes: u64| bytes / 1_000_000;
    println!("\nMemory idle {} MB, loaded {} MB", megabytes(memory.idle), megabytes(memory.loaded));
    println!("First answer after {:.0} ms", millis(started_in));
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn percentile(times: &[Duration], share: f64) -> f64 {
    // Whole places: a turn has far fewer calls than a double has whole numbers.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    let place = (times.len() as f64 * share) as usize;
    times.get(place.min(times.len().saturating_sub(1))).copied().map(millis).unwrap_or_default()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}
