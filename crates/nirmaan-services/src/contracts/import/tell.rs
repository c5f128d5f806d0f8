//! What an import says: its events on the way, its result, and what the trail keeps.

use nirmaan_api::contracts::{
    ImportColumn, ImportFailure, ImportPassedRow, ImportProgress, ImportRow, import_column,
    import_progress::Stage, import_row::Outcome,
};
use nirmaan_import::{
    Column, ColumnReading, DateOrder, Failure, PassedRow, Record, Unit, listed, of_one_type,
};
use nirmaan_store::Changes;
use serde_json::json;
use tokio::sync::mpsc;

use super::plan::{Counts, Fate, Planned, Values};

/// The most problems that an answer tells one by one: an answer about twenty thousand rows is long enough without.
const MOST_REASONS: usize = 10_000;

/// Tells how far an import is.
pub(super) fn progress(report: &mpsc::Sender<ImportProgress>, stage: Stage, done: usize, total: usize) {
    // A client that doesn't keep up misses some of it; the import waits for nobody.
    let _ = report.try_send(ImportProgress { stage: stage.into(), done: done as i64, total: total as i64 });
}

/// What the trail keeps of an import: also what it brings, if not contracts, and what was chosen for its columns, where that is
/// news.
pub(super) fn summary(
    record: Record,
    file_name: &str,
    counts: &Counts,
    failed: usize,
    unknown_columns: &[String],
    chosen_columns: Vec<String>,
) -> Changes {
    let mut facts = vec![
        ("file", json!(file_name)),
        ("imported", json!(counts.created)),
        ("updated", json!(counts.updated)),
        ("skipped", json!(counts.skipped)),
        ("failed", json!(failed)),
        ("unknown_columns", json!(unknown_columns)),
    ];
    if record != Record::Contract {
        facts.push(("record", json!(record.name())));
    }
    if !chosen_columns.is_empty() {
        facts.push(("chosen_columns", json!(chosen_columns)));
    }
    facts.into_iter().map(|(fact, to)| (fact.to_owned(), json!({"from": null, "to": to}))).collect()
}

/// Why no row of a file was read.
pub(super) fn missing(columns: &[&Column]) -> String {
    let labels: Vec<_> = columns.iter().map(|column| column.label).collect();
    let other_way = of_one_type(&labels);
    format!("No row can be read: no column holds {}.{other_way}", listed(&labels, "or"))
}

/// What whoever sent the file is told.
pub(super) fn message(
    record: Record,
    counts: &Counts,
    failed: usize,
    dry_run: bool,
    is_full: bool,
) -> String {
    let mut said = outcome(record, counts, failed, dry_run);
    if is_full && failed > 0 {
        said.push_str(" Your organisation's storage is full, so there is no file of them.");
    }
    said
}

/// What came of the file.
fn outcome(record: Record, counts: &Counts, failed: usize, dry_run: bool) -> String {
    let Counts { created, updated, skipped } = *counts;
    let record = record.name();
    let records = |count: usize, others: usize| match (count, others) {
        (1, 0) => format!("1 {record}"),
        (count, 0) => format!("{count} {record}s"),
        (count, _) => count.to_string(),
    };
    let problems = match failed {
        1 => "1 row has problems".to_owned(),
        failed => format!("{failed} rows have problems"),
    };
    let verb = if dry_run { "would be " } else { "" };
    let mut parts = Vec::new();
    if created > 0 {
        parts.push(format!("{} {verb}imported", records(created, 0)));
    }
    if updated > 0 {
        parts.push(format!("{} {verb}updated", records(updated, created)));
    }
    if skipped > 0 {
        parts.push(format!("{} unchanged", records(skipped, created + updated)));
    }
    let is_any_stored = created + updated > 0;
    match (dry_run, failed) {
        (_, 0) if parts.is_empty() => "The file has no rows to import.".to_owned(),
        (_, 0) if !is_any_stored => "The file says what is there already: nothing to change.".to_owned(),
        (false, 0) => format!("Upload successful! {}.", parts.join(", ")),
        (true, 0) => format!("{}. Nothing is stored yet.", parts.join(", ")),
        (false, _) if !is_any_stored => format!("No {record} was imported: {problems}."),
        (true, _) if !is_any_stored => format!("No {record} would be imported: {problems}."),
        (false, _) => format!("{}, {problems}.", parts.join(", ")),
        (true, _) => format!("{}, {problems}. Nothing is stored yet.", parts.join(", ")),
    }
}

/// How columns were read.
pub(super) fn columns(readings: Vec<ColumnReading>) -> Vec<ImportColumn> {
    let column = |reading: ColumnReading| ImportColumn {
        heading: reading.heading,
        field: reading.field.unwrap_or_default().to_owned(),
        unit: reading.unit.map_or_else(Default::default, |unit| unit_to_wire(unit).into()),
        note: reading.note,
        accepts_unit: reading.accepts_unit,
        is_chosen: reading.is_chosen,
        is_unit_chosen: reading.is_unit_chosen,
        sample: reading.sample,
        date_order: reading.date_order.map_or_else(Default::default, |order| order_to_wire(order).into()),
        accepts_date_order: reading.accepts_date_order,
        is_date_order_chosen: reading.is_date_order_chosen,
    };
    readings.into_iter().map(column).collect()
}

/// The rows that hold no record.
pub(super) fn passed_rows(rows: &[PassedRow]) -> Vec<ImportPassedRow> {
    let row = |passed: &PassedRow| ImportPassedRow {
        row: number(passed.row),
        text: passed.text.clone(),
        reason: passed.reason.clone(),
        more: number(passed.more),
    };
    rows.iter().map(row).collect()
}

fn unit_to_wire(unit: Unit) -> import_column::Unit {
    match unit {
        Unit::Rupees => import_column::Unit::Rupees,
        Unit::Hundred => import_column::Unit::Hundred,
        Unit::Thousand => import_column::Unit::Thousand,
        Unit::Lakh => import_column::Unit::Lakh,
        Unit::Million => import_column::Unit::Million,
        Unit::Crore => import_column::Unit::Crore,
        Unit::Billion => import_column::Unit::Billion,
    }
}

fn order_to_wire(order: DateOrder) -> import_column::DateOrder {
    match order {
        DateOrder::DayFirst => import_column::DateOrder::Dmy,
        DateOrder::MonthFirst => import_column::DateOrder::Mdy,
    }
}

/// The rows that weren't stored.
pub(super) fn failures(failures: &[Failure]) -> Vec<ImportFailure> {
    let failure = |(failure, reasons): (&Failure, _)| ImportFailure {
        ref_id: failure.ref_id.clone(),
        reason: failure.reason.clone(),
        row: number(failure.row),
        reasons,
    };
    with_reasons(failures).map(failure).collect()
}

/// Rows with problems, each with all of them where it has several and the answer has room for them.
fn with_reasons(failures: &[Failure]) -> impl Iterator<Item = (&Failure, Vec<String>)> {
    failures.iter().scan(0, |told, failure| {
        *told += failure.reasons.len();
        let reasons = if *told > MOST_REASONS { Vec::new() } else { failure.reasons.to_vec() };
        Some((failure, reasons))
    })
}

/// What becomes of every row, in the sheet's order.
pub(super) fn rows(plan: Vec<Planned>, failures: &[Failure]) -> Vec<ImportRow> {
    let planned = plan.into_iter().filter_map(|row| {
        let (outcome, reason) = match row.fate {
            Fate::Create => (Outcome::Create, String::new()),
            Fate::Update(fields) => (Outcome::Update, fields),
            Fate::Skip => (Outcome::Skip, String::new()),
            // Among the failures.
            Fate::Fail(_) => return None,
        };
        let (values, deposit) = match row.values {
            Some(Values::Contract(values)) => (Some(values), None),
            Some(Values::Deposit(deposit)) => (None, Some(deposit)),
            None => (None, None),
        };
        Some(ImportRow {
            row: number(row.number),
            ref_id: row.bid_id,
            outcome: outcome.into(),
            reason,
            warnings: row.warnings,
            reasons: Vec::new(),
            values,
            deposit,
        })
    });
    let failed = with_reasons(failures).map(|(failure, reasons)| ImportRow {
        row: number(failure.row),
        ref_id: failure.ref_id.clone(),
        outcome: Outcome::Fail.into(),
        reason: failure.reason.clone(),
        warnings: Vec::new(),
        reasons,
        values: None,
        deposit: None,
    });
    let mut rows: Vec<_> = planned.chain(failed).collect();
    rows.sort_by_key(|row| row.row);
    rows
}

fn number(row: u32) -> i32 {
    i32::try_from(row).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn all_problems_are_told_one_by_one_of_the_first_rows_that_have_several() {
        let failure = |row: u32, many: bool| Failure {
            row,
            ref_id: format!("Row {row}"),
            reason: "in short".to_owned(),
            reasons: if many { vec!["each".to_owned(); 4].into() } else { Arc::default() },
        };
        let all: Vec<_> = (0..6_000).map(|row| failure(row, row % 2 == 1)).collect();
        let told = failures(&all);
        let full = |failure: &&ImportFailure| failure.reasons.len() == 4;
        let whole: Vec<_> = told.iter().filter(full).map(|failure| failure.row).collect();
        assert_eq!((whole.len(), whole.first(), whole.last()), (MOST_REASONS / 4, Some(&1), Some(&4_999)));
        let tried = rows(Vec::new(), &all).into_iter().map(|row| row.reasons);
        assert!(tried.eq(told.into_iter().map(|failure| failure.reasons)));
    }

    #[test]
    fn the_message_says_what_happened() {
        for (created, updated, skipped, failed, expected) in [
            (0, 0, 0, 0, "The file has no rows to import."),
            (1, 0, 0, 0, "Upload successful! 1 contract imported."),
            (14, 0, 0, 0, "Upload successful! 14 contracts imported."),
            (3, 2, 1, 0, "Upload successful! 3 contracts imported, 2 updated, 1 unchanged."),
            (0, 1, 0, 0, "Upload successful! 1 contract updated."),
            (0, 0, 5, 0, "The file says what is there already: nothing to change."),
            (0, 0, 0, 1, "No contract was imported: 1 row has problems."),
            (0, 0, 2, 3, "No contract was imported: 3 rows have problems."),
            (2, 0, 0, 1, "2 contracts imported, 1 row has problems."),
            (0, 2, 1, 4, "2 contracts updated, 1 unchanged, 4 rows have problems."),
        ] {
            assert_eq!(
                outcome(Record::Contract, &Counts { created, updated, skipped }, failed, false),
                expected
            );
        }
        for (created, updated, failed, expected) in [
            (2, 1, 0, "2 contracts would be imported, 1 would be updated. Nothing is stored yet."),
            (0, 0, 2, "No contract would be imported: 2 rows have problems."),
            (1, 0, 1, "1 contract would be imported, 1 row has problems. Nothing is stored yet."),
        ] {
            assert_eq!(
                outcome(Record::Contract, &Counts { created, updated, skipped: 0 }, failed, true),
                expected
            );
        }
    }
}
