//! Events as a file for spreadsheets.

use chrono::{DateTime, FixedOffset};
use nirmaan_api::platform::{AuditEvent, FieldChange};
use nirmaan_store::clock::in_kolkata;

use crate::{error::Result, export::csv};

const HEADER: [&str; 14] = [
    "Time (IST)",
    "Organisation",
    "Person",
    "Source",
    "Action",
    "Record",
    "Record id",
    "Field",
    "From",
    "To",
    "Request id",
    "Address",
    "Record name",
    "Record detail",
];
/// Where a file ends, whatever is left.
const MOST_BYTES: usize = 20 * 1024 * 1024;

/// The file as it grows: a line for every field of every event.
pub(super) struct File(::csv::Writer<Vec<u8>>, usize);

impl File {
    /// With its header.
    pub(super) fn new() -> Result<Self> {
        let mut file = Self(csv::beginning(), 0);
        file.line(HEADER)?;
        Ok(file)
    }

    /// Writes events; says whether there is room for more, without which some of them may be left out.
    pub(super) fn write(&mut self, events: &[AuditEvent]) -> Result<bool> {
        let nothing = [FieldChange::default()];
        for event in events {
            let changes = if event.changes.is_empty() { &nothing[..] } else { &event.changes };
            let at = event.at.and_then(|at| DateTime::from_timestamp(at.seconds, 0)).map(in_kolkata);
            let at = at.map(|at: DateTime<FixedOffset>| at.format("%Y-%m-%d %H:%M:%S").to_string());
            let record = event.record.as_ref();
            let [name, detail] =
                record.map_or([""; 2], |record| [&record.name, &record.detail].map(String::as_str));
            for change in changes {
                self.line([
                    at.as_deref().unwrap_or_default(),
                    &event.tenant_name,
                    &event.actor,
                    event.source().as_str_name(),
                    event.action().as_str_name(),
                    &event.entity,
                    &event.entity_id,
                    &change.field,
                    &change.from,
                    &change.to,
                    &event.request_id,
                    &event.address,
                    name,
                    detail,
                ])?;
            }
            if self.1 > MOST_BYTES {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Says in a last line that there is more.
    pub(super) fn cut(&mut self) -> Result<()> {
        let mut cells = [""; HEADER.len()];
        if let Some(first) = cells.first_mut() {
            *first = "The file ends here. Narrow the list for the rest.";
        }
        self.line(cells)
    }

    /// Its bytes.
    pub(super) fn finish(self) -> Result<Vec<u8>> {
        csv::finish(self.0)
    }

    fn line(&mut self, cells: [&str; HEADER.len()]) -> Result<()> {
        // With its quotes and what separates it.
        self.1 += cells.iter().map(|cell| cell.len() + 3).sum::<usize>();
        csv::line(&mut self.0, cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_line() {
        let change = |field: &str| FieldChange {
            field: field.to_owned(),
            from: "a,b".into(),
            to: "=x".into(),
            ..FieldChange::default()
        };
        let event = AuditEvent {
            actor: "owner@bharat.example".to_owned(),
            changes: vec![change("name"), change("comment")],
            ..Default::default()
        };
        let mut file = File::new().unwrap();
        assert!(file.write(&[event, AuditEvent::default()]).unwrap());
        let text = String::from_utf8(file.finish().unwrap()).unwrap();
        assert!(text.starts_with("\u{feff}\"Time (IST)\","));
        assert_eq!(text.lines().count(), 4);
        assert!(text.contains("\"a,b\",\"'=x\""));
    }

    #[test]
    fn a_file_ends_and_says_so() {
        let change = FieldChange { to: "x".repeat(4_000), ..Default::default() };
        let event = AuditEvent { changes: vec![change; 100], ..Default::default() };
        let mut file = File::new().unwrap();
        assert!(!file.write(&vec![event; 100]).unwrap());
        file.cut().unwrap();
        let bytes = file.finish().unwrap();
        assert!(bytes.len() < MOST_BYTES + 1_000_000);
        assert!(
            String::from_utf8(bytes)
                .unwrap()
                .trim_end()
                .lines()
                .last()
                .unwrap()
                .starts_with("\"The file ends here.")
        );
    }
}
