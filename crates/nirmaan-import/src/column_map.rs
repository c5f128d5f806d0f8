//! Which fields the columns of a file hold, where people decide that.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::check::{fold::fold, shown};
use crate::read::told;
use crate::{Column, DateOrder, Kind, MAX_COLUMNS, Purpose, Record, Table, Unit, column};

/// Which fields columns hold, by their headings. Of a column that isn't in it the heading tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnMap(BTreeMap<String, Held>);

/// What a column was decided to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Held {
    /// Its heading as it was written then.
    heading: String,
    /// `None` reads nothing of it.
    field: Option<&'static Column>,
}

impl ColumnMap {
    /// Reads a JSON object of headings and names of a record's fields, of which an empty one reads nothing of its column: `{"Job":
    /// "contractName", "Site": ""}`. Headings are compared without regard to case, spaces and the points of short forms.
    ///
    /// # Errors
    ///
    /// A sentence for a person: it is no such object, has too many headings, one of them in two spellings, a field that isn't
    /// known, or one field for two headings.
    pub fn parse(record: Record, json: &str) -> Result<Self, String> {
        let named: BTreeMap<String, String> = serde_json::from_str(json).map_err(|_| {
            r#"must be a JSON object of headings and fields, such as {"Job": "contractName", "Site": ""}."#
        })?;
        if named.len() > MAX_COLUMNS {
            return Err(format!("names more than {MAX_COLUMNS} columns."));
        }
        let mut map: BTreeMap<String, Held> = BTreeMap::new();
        for (heading, field) in named {
            let field = match field.trim() {
                "" => None,
                name => Some(field_called(record, name)?),
            };
            if let Some(field) = field.filter(|field| map.values().any(|held| held.field == Some(*field))) {
                return Err(format!("names two columns for {}. Keep one of them.", field.label));
            }
            if let Some(Held { heading, .. }) = map.insert(key(&heading), Held { heading, field }) {
                return Err(format!("names the column '{}' twice.", shown(&heading)));
            }
        }
        Ok(Self(map))
    }

    /// What [`ColumnMap::parse`] reads.
    pub fn to_json(&self) -> String {
        let named = self
            .0
            .values()
            .map(|Held { heading, field }| (heading.clone(), field.map_or("", |field| field.json_name)));
        serde_json::Value::from_iter(named).to_string()
    }

    /// Whether nothing was decided.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a column with this heading was decided to hold: nothing, or a field.
    pub(crate) fn get(&self, heading: &str) -> Option<Option<&'static Column>> {
        self.0.get(&key(heading)).map(|held| held.field)
    }

    /// A heading of it that none of these is.
    pub(crate) fn heading_beside<'a>(&self, headings: impl Iterator<Item = &'a str>) -> Option<&str> {
        let there: Vec<String> = headings.map(key).collect();
        self.0.iter().find(|(key, _)| !there.contains(key)).map(|(_, held)| held.heading.as_str())
    }
}

fn field_called(record: Record, name: &str) -> Result<&'static Column, String> {
    column::find(record, name).ok_or_else(|| {
        let names: Vec<_> = record.columns().iter().map(|column| column.json_name).collect();
        format!(
            "names the field '{}', which a {} doesn't have. Those are {}.",
            shown(name),
            record.name(),
            names.join(", ")
        )
    })
}

/// What is compared of a heading, which may have been cut to what is told of it.
pub(crate) fn key(heading: &str) -> String {
    fold(&nirmaan_text::normalize(&told(heading))).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// By what a file of such records with these headings, in any order, is known again.
pub(crate) fn key_of_all<'a>(record: Record, headings: impl Iterator<Item = &'a str>) -> String {
    let mut keys: Vec<String> = headings.map(key).collect();
    keys.sort_unstable();
    // No heading has a line break: what is chosen for contracts says nothing of deposits.
    keys.extend((record != Record::Contract).then(|| format!("\n{}", record.name())));
    Sha256::digest(keys.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a firm chose for files with the same headings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remembered {
    pub(crate) map: ColumnMap,
    /// In what the amounts of fields are counted, by their JSON names.
    pub(crate) units: BTreeMap<&'static str, Unit>,
    /// In which order the days of fields have day and month, by their JSON names.
    pub(crate) orders: BTreeMap<&'static str, DateOrder>,
}

/// As it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    columns: String,
    units: BTreeMap<String, Unit>,
    #[serde(default)]
    orders: BTreeMap<String, DateOrder>,
}

impl Remembered {
    /// What was chosen for a table; `None` where nothing was.
    pub fn of(table: &Table) -> Option<Self> {
        let map = table.column_map().filter(|map| !map.is_empty())?.clone();
        let (units, orders) = (table.chosen_units().collect(), table.chosen_date_orders().collect());
        Some(Self { map, units, orders })
    }

    /// Reads what [`Remembered::to_json`] writes; `None` where it names what there isn't any more.
    pub fn parse(record: Record, json: &str) -> Option<Self> {
        let kept: Kept = serde_json::from_str(json).ok()?;
        let units =
            kept.units.into_iter().map(|(name, unit)| Some((record.field_of(Kind::Money, &name)?, unit)));
        let orders =
            kept.orders.into_iter().map(|(name, order)| Some((record.field_of(Kind::Date, &name)?, order)));
        Some(Self {
            map: ColumnMap::parse(record, &kept.columns).ok()?,
            units: units.collect::<Option<_>>()?,
            orders: orders.collect::<Option<_>>()?,
        })
    }

    /// A text to keep.
    pub fn to_json(&self) -> String {
        let units = self.units.iter().map(|(name, unit)| ((*name).to_owned(), *unit)).collect();
        let orders = self.orders.iter().map(|(name, order)| ((*name).to_owned(), *order)).collect();
        serde_json::json!(Kept { columns: self.map.to_json(), units, orders }).to_string()
    }

    /// What was chosen, for people: `Job: Contract Name`, `Tender Actual Value: lakh`, `Opening Date: month-first`.
    pub fn described(&self, record: Record) -> Vec<String> {
        let columns = self.map.0.values().map(|Held { heading, field }| {
            format!("{}: {}", shown(heading), field.map_or("not read", |field| field.label))
        });
        let units = self
            .units
            .iter()
            .filter_map(|(name, unit)| Some(format!("{}: {}", record.label(name)?, unit.name())));
        let orders = self
            .orders
            .iter()
            .filter_map(|(name, order)| Some(format!("{}: {}", record.label(name)?, order.name())));
        columns.chain(units).chain(orders).collect()
    }
}

/// How a file is read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// What its rows are about.
    pub record: Record,
    /// What its rows may do.
    pub purpose: Purpose,
    /// The type of deposits whose rows name none. Where there is one, no column has to hold it.
    pub deposit_type: Option<String>,
    /// What was decided for this file.
    pub chosen: Option<ColumnMap>,
    /// What was decided for earlier files, by [`Table::headings_key`](crate::Table::headings_key). It counts where nothing is
    /// chosen.
    pub remembered: HashMap<String, Remembered>,
}

impl ReadOptions {
    /// The columns that every row must have a value in.
    pub(crate) fn needed(&self) -> impl Iterator<Item = &'static Column> + use<> {
        self.record.needed(self.purpose, self.deposit_type.is_some())
    }

    /// The same, with nothing decided.
    pub(crate) fn without_choices(&self) -> Self {
        Self {
            record: self.record,
            purpose: self.purpose,
            deposit_type: self.deposit_type.clone(),
            ..Self::default()
        }
    }
}

impl From<Purpose> for ReadOptions {
    fn from(purpose: Purpose) -> Self {
        Self { purpose, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_and_written() {
        let map = ColumnMap::parse(
            Record::Contract,
            r#"{" Job\nno. ": "bid_id", "Site": "", "काम": "Contract Name"}"#,
        )
        .unwrap();
        let held = |heading: &str| map.get(heading).map(|held| held.map(|column| column.json_name));
        assert_eq!(held("JOB  No"), Some(Some("bidId")));
        assert_eq!(held("site"), Some(None));
        assert_eq!(held("काम"), Some(Some("contractName")));
        assert_eq!(held("Job"), None);
        assert_eq!(ColumnMap::parse(Record::Contract, &map.to_json()).as_ref(), Ok(&map));
        let units = BTreeMap::from([("tenderActualValue", Unit::Lakh)]);
        let orders = BTreeMap::from([("openingDate", DateOrder::MonthFirst)]);
        let remembered = Remembered { map, units, orders };
        assert_eq!(
            remembered.described(Record::Contract),
            [
                "Job no.: Bid ID",
                "Site: not read",
                "काम: Contract Name",
                "Tender Actual Value: lakh",
                "Opening Date: month-first"
            ]
        );
        let kept = remembered.to_json();
        assert_eq!(Remembered::parse(Record::Contract, &kept.replace("contractName", "gone")), None);
        assert_eq!(Remembered::parse(Record::Contract, &kept.replace("tenderActualValue", "gone")), None);
        assert_eq!(Remembered::parse(Record::Contract, &kept.replace("openingDate", "gone")), None);
        // One that was kept before orders could be chosen.
        let earlier = kept.replace(r#","orders":{"openingDate":"MDY"}"#, "");
        let without = Remembered { orders: BTreeMap::new(), ..remembered.clone() };
        assert_eq!(Remembered::parse(Record::Contract, &earlier), Some(without));
        assert_eq!(Remembered::parse(Record::Contract, &kept), Some(remembered));
    }

    #[test]
    fn a_map_that_cannot_be_followed_says_why() {
        for (json, said) in [
            ("", "JSON object"),
            ("[]", "JSON object"),
            (r#"{"A": 1}"#, "JSON object"),
            (r#"{"A": "createdAt"}"#, "'createdAt'"),
            (r#"{"A": "bidId", "B": "Bid ID"}"#, "two columns for Bid ID"),
            (r#"{"A": "bidId", "a ": ""}"#, "twice"),
        ] {
            let reason = ColumnMap::parse(Record::Contract, json).unwrap_err();
            assert!(reason.contains(said), "{json}: {reason}");
        }
        let many: BTreeMap<String, &str> = (0..=MAX_COLUMNS).map(|index| (index.to_string(), "")).collect();
        assert!(ColumnMap::parse(Record::Contract, &serde_json::to_string(&many).unwrap()).is_err());
    }

    #[test]
    fn a_heading_that_was_cut_is_the_same() {
        let long = "x".repeat(300);
        let map = ColumnMap::parse(Record::Contract, &format!(r#"{{"{}": "bidId"}}"#, told(&long))).unwrap();
        assert!(map.get(&long).is_some());
    }

    #[test]
    fn files_are_known_by_their_headings_in_any_order_and_case() {
        let key = |headings: &[&str]| key_of_all(Record::Contract, headings.iter().copied());
        assert_eq!(key(&["Job", "Site"]), key(&[" SITE", "job"]));
        assert_ne!(key(&["Job", "Site"]), key(&["Job"]));
        assert_ne!(key(&["Job (Rs.)"]), key(&["Job (%)"]));
        assert_ne!(key(&["Job"]), key_of_all(Record::Deposit, ["Job"].into_iter()));
    }
}
