//! Receiving a file and reading its cells.

use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
    process::Stdio,
};

use nirmaan_api::{
    access::Action, contracts::bulk_upload_contracts_request::Part, errors::ErrorReason, types::FormField,
};
use nirmaan_import::{
    ColumnMap, DateOrder, FileError, FileKind, Kind, MAX_BYTES, Purpose, ReadOptions, Record, Table, Unit,
    read_csv,
    worker::{self, table_from_worker},
};
use nirmaan_text::normalize;
use tonic::Streaming;

use super::{columns, imported::Imported, work::Work};
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
};

/// Characters of a name that are kept.
const MAX_NAME: usize = 255;
/// Characters of a deposit's type.
const MAX_TYPE: usize = 64;

/// A received file, spooled to disk.
pub(super) struct Upload {
    /// As the sender calls it.
    pub(super) name: String,
    /// What is wanted of it.
    pub(super) options: Options,
    choices: Choices,
    kind: FileKind,
    file: File,
}

/// What is wanted of a file beside creating records.
#[derive(Debug, Clone, Copy)]
pub(super) struct Options {
    /// Only say what would happen.
    pub(super) dry_run: bool,
    /// Change records that are there.
    pub(super) update_existing: bool,
    /// Remember what is chosen for its columns. Without it, that is what was remembered when the file was checked.
    pub(super) are_choices_new: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { dry_run: false, update_existing: false, are_choices_new: true }
    }
}

/// How columns of a file are read, where that was chosen.
#[derive(Default)]
struct Choices {
    /// What its rows are about.
    record: Record,
    /// The type of deposits whose rows name none.
    deposit_type: Option<String>,
    /// In what the amounts of fields are counted, by their JSON names.
    units: BTreeMap<&'static str, Unit>,
    /// In which order days in figures have day and month: of all fields, and of single ones by their JSON names.
    order: Option<DateOrder>,
    orders: BTreeMap<&'static str, DateOrder>,
    /// Which fields they hold.
    columns: Option<ColumnMap>,
}

impl Choices {
    /// Takes a field of the form that chooses how columns are read; says whether it is one.
    fn take(&mut self, field: &FormField) -> Result<bool> {
        match field.name.split_once('.').map_or((field.name.as_str(), None), |(name, of)| (name, Some(of))) {
            ("unit", Some(of)) => {
                let name = field_named(self.record, (Kind::Money, "amounts"), field, of)?;
                self.units.insert(name, chosen_unit(field)?);
            }
            ("dateOrder" | "date_order", Some(of)) => {
                let name = field_named(self.record, (Kind::Date, "days"), field, of)?;
                self.orders.insert(name, chosen_order(field)?);
            }
            ("dateOrder" | "date_order", None) => self.order = Some(chosen_order(field)?),
            ("columnMap" | "column_map", None) => {
                let map = ColumnMap::parse(self.record, &field.value);
                self.columns = Some(map.map_err(|reason| refuse(&format!("{} {reason}", field.name)))?);
            }
            ("depositType" | "deposit_type", None) if self.record == Record::Deposit => {
                self.deposit_type = chosen_type(field)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Lets the columns of a table be read so.
    fn apply(self, table: &mut Table) {
        for (field, unit) in self.units {
            table.choose_unit(field, unit);
        }
        if let Some(order) = self.order {
            table.choose_date_order(None, order);
        }
        for (field, order) in self.orders {
            table.choose_date_order(Some(field), order);
        }
    }
}

fn chosen_unit(field: &FormField) -> Result<Unit> {
    Unit::written(&field.value).ok_or_else(|| {
        refuse(&format!("{} must be a unit such as RUPEES, THOUSAND, LAKH or CRORE.", field.name))
    })
}

fn chosen_type(field: &FormField) -> Result<Option<String>> {
    let written = normalize(&field.value);
    if written.chars().count() > MAX_TYPE || written.chars().any(char::is_control) {
        return Err(refuse(&format!(
            "{} must have at most {MAX_TYPE} characters and no control characters.",
            field.name
        )));
    }
    Ok(Some(written).filter(|written| !written.is_empty()))
}

fn chosen_order(field: &FormField) -> Result<DateOrder> {
    DateOrder::written(&field.value).ok_or_else(|| {
        refuse(&format!("{} must be DMY (the day first) or MDY (the month first).", field.name))
    })
}

/// The JSON name of a record's field of a kind, in words `what`, that a field of the form is about.
fn field_named(
    record: Record,
    (kind, what): (Kind, &str),
    field: &FormField,
    name: &str,
) -> Result<&'static str> {
    record.field_of(kind, name).ok_or_else(|| {
        let columns = record.columns().iter().filter(|column| column.kind == kind);
        let fields = columns.map(|column| column.json_name);
        let fields = fields.collect::<Vec<_>>().join(", ");
        refuse(&format!("{} names no column of {what}. Those are {fields}.", field.name))
    })
}

impl Options {
    /// Takes a field of the form, wherever it stands. Others are nothing to us.
    fn take(&mut self, field: &FormField, caller: &Caller) -> Result<()> {
        match field.name.as_str() {
            "tenantId" | "tenant_id" => caller.require_own_tenant(field.value.trim())?,
            "dryRun" | "dry_run" => self.dry_run = flag(field)?,
            "updateExisting" | "update_existing" => {
                self.update_existing = flag(field)?;
                if self.update_existing {
                    caller.require("Contracts", Action::Edit)?;
                }
            }
            "rememberColumns" | "remember_columns" => self.are_choices_new = flag(field)?,
            _ => {}
        }
        Ok(())
    }

    fn purpose(self) -> Purpose {
        if self.update_existing { Purpose::Update } else { Purpose::Create }
    }
}

fn flag(field: &FormField) -> Result<bool> {
    match field.value.trim().to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" | "" => Ok(false),
        _ => Err(refuse(&format!("{} must be true or false.", field.name))),
    }
}

/// Receives the first file of a stream into a temporary file, which nobody can find and which goes with its handle.
pub(super) async fn file<R: Imported>(mut parts: Streaming<R::Request>, caller: &Caller) -> Result<Upload> {
    let mut name = None;
    let mut options = Options::default();
    let mut choices = Choices { record: R::RECORD, ..Choices::default() };
    let mut head = Vec::with_capacity(512);
    let mut file = tempfile::tempfile().map_err(broken)?;
    let mut size = 0;
    while let Some(request) = parts.message().await.map_err(interrupted)? {
        match R::part(request) {
            Some(Part::FileStart(start)) if name.is_none() => name = Some(start.file_name),
            Some(Part::FileStart(_)) => return Err(refuse("Please upload one file at a time.")),
            Some(Part::Chunk(chunk)) => {
                size += chunk.len();
                if size > MAX_BYTES {
                    return Err(Error::TooLarge(FileError::TooLarge.to_string()));
                }
                head.extend(chunk.iter().take(512_usize.saturating_sub(head.len())));
                // The page cache takes it: far below the time of a network read.
                file.write_all(&chunk).map_err(broken)?;
            }
            Some(Part::Field(field)) if choices.take(&field)? => {}
            Some(Part::Field(field)) => options.take(&field, caller)?,
            None => {}
        }
    }
    let name = name.as_deref().map(plain).filter(|name| !name.is_empty());
    let Some(name) = name else { return Err(refuse("Please select a file to upload.")) };
    let kind = FileKind::detect(&name, &head).map_err(unreadable)?;
    file.seek(SeekFrom::Start(0)).map_err(broken)?;
    Ok(Upload { name, options, choices, kind, file })
}

/// A file's name without its folders and without what can't be shown.
fn plain(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    // Without marks of direction, which let a name end in what only looks like its ending.
    let shown: String = name.chars().filter(|c| !c.is_control()).collect();
    // The ending is what tells the kind.
    let surplus = shown.chars().count().saturating_sub(MAX_NAME);
    normalize(&shown.chars().skip(surplus).collect::<String>())
}

/// The cells of a file, its columns read as was chosen. One that is to be stored has all the columns that it must have.
pub(super) async fn table(deps: &Deps, caller: &Caller, work: &Work, upload: Upload) -> Result<Table> {
    let Upload { options, mut choices, kind, file, .. } = upload;
    let remembered = match &choices.columns {
        Some(_) => HashMap::new(),
        None => columns::remembered(&deps.store.read(&caller.actor).await?, choices.record).await?,
    };
    let read = ReadOptions {
        record: choices.record,
        purpose: options.purpose(),
        deposit_type: choices.deposit_type.take(),
        chosen: choices.columns.take(),
        remembered,
    };
    let mut table = cells(deps, work, (kind, file), read).await?;
    choices.apply(&mut table);
    if !options.dry_run {
        table.require_columns().map_err(unreadable)?;
    }
    Ok(table)
}

async fn cells(
    deps: &Deps,
    work: &Work,
    (kind, mut file): (FileKind, File),
    options: ReadOptions,
) -> Result<Table> {
    if kind == FileKind::Csv {
        let table = work.run(move || {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(broken)?;
            read_csv(&bytes, options).map_err(unreadable)
        });
        return table.await?;
    }
    let permit = work.waits().wait(deps.workbook_readers.clone().acquire_owned()).await?.map_err(broken)?;
    let (worker, slot) = (deps.worker_exe.clone(), work.slot());
    let table = tokio::task::spawn_blocking(move || {
        // Held until it is read, even if the caller has gone.
        let _held = (permit, slot);
        read_workbook(&worker, file, options)
    });
    table.await.map_err(broken)?
}

/// Reads a workbook in a process of its own, with limits of its own: its death is the file's fault, not ours.
fn read_workbook(exe: &Path, file: File, options: ReadOptions) -> Result<Table> {
    let mut child = worker::command(exe)
        .stdin(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(broken)?;
    let table = match child.stdout.take() {
        Some(stdout) => table_from_worker(BufReader::new(stdout), options).map_err(unreadable),
        None => Err(Error::Internal("the import worker has no output".to_owned())),
    };
    // It has ended, or nobody reads it any more.
    let _ = child.kill();
    child.wait().map_err(broken)?;
    table
}

fn unreadable(error: FileError) -> Error {
    match error {
        FileError::TooLarge => Error::TooLarge(error.to_string()),
        error => Error::BadRequest(ErrorReason::UnreadableFile, error.to_string()),
    }
}

fn refuse(message: &str) -> Error {
    Error::BadRequest(ErrorReason::InvalidFields, message.to_owned())
}

fn interrupted(_: tonic::Status) -> Error {
    refuse("The upload was interrupted. Please try again.")
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("receiving a file failed: {error}"))
}
