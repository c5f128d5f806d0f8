//! Lists as files: CSV and workbooks of any length, in bounded memory.
//!
//! A list says what it is called, which columns it has and how its next rows are read; [`file`] makes the rest of
//! it. Rows are read a page at a time, each from a snapshot of its own, so that nothing is held while a client
//! takes its time. Nothing runs ahead: whoever drops the stream has ended the export.

pub(crate) mod csv;
mod table;
mod xlsx;

use std::{collections::HashMap, fs::File, pin::Pin};

use async_stream::try_stream;
use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt;
use nirmaan_api::{
    told::told,
    types::{
        FilePart, FileStart,
        file_part::{Format, Part},
    },
};
use nirmaan_store::{Action, Actor, Changes, Cursor, KeysetPage, StoreError, new_id};
use prost::Message;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio_stream::Stream;
use tonic::Status;
use uuid::Uuid;

pub(crate) use self::table::{
    Column, date, decimal, instant, money, number, percentage, text, wide_text, yes_no,
};
use self::{csv::Csv, xlsx::Xlsx};
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result, Violation},
    slots::Slot,
    trail::{Trail, facts},
};

/// Rows read at a time.
pub(crate) const ROWS: u64 = 500;
/// Bytes of a part.
const PART: usize = 128 * 1024;

/// The answer of an export.
pub(crate) type Parts<T> = Pin<Box<dyn Stream<Item = std::result::Result<T, Status>> + Send>>;

/// A list that can be had as a file.
pub(crate) trait List: Send + Sync + 'static {
    /// What a line is made of.
    type Row: Send + 'static;
    /// What the file and its sheet are called: a lower-case word.
    const NAME: &'static str;
    /// What the trail calls a row.
    const KIND: &'static str;
    /// The columns, from the left.
    const COLUMNS: &'static [Column<Self::Row>];

    /// How many rows there are, where they may be too many for a workbook.
    fn count(&self) -> impl Future<Output = Result<u64>> + Send {
        async { Ok(0) }
    }

    /// The next rows, at most [`ROWS`] of them where the list has no end in sight.
    fn read(&self, after: Option<&Cursor>) -> impl Future<Output = Result<KeysetPage<Self::Row>>> + Send;
}

/// A list as a file, of which `part` makes the answer's messages, as it was `asked` for. An error before the first part leaves nothing of
/// the file behind; one that comes later ends the stream.
///
/// # Errors
/// [`Error::TooMany`] when the tenant exports as many lists as it may, and [`Error::Invalid`] for a format that
/// doesn't exist; [`Error::Denied`] to whoever asks for all of a list and hasn't shown their second factor of late.
pub(crate) fn file<L: List, T: 'static>(
    deps: &Deps,
    caller: &Caller,
    list: L,
    asked: Changes,
    format: i32,
    part: fn(FilePart) -> T,
) -> Result<Parts<T>> {
    if asked.is_empty() {
        caller.require_step_up()?;
    }
    let mut export = Export::begin(deps, caller, L::NAME, L::KIND)?;
    let mut writer = Writer::new::<L>(format)?;
    export.asked(asked, writer.ending());
    let day = deps.store.clock().today();
    let start = FileStart {
        file_name: format!("{}-{day}.{}", L::NAME, writer.ending()),
        content_type: writer.content_type().to_owned(),
        field: String::new(),
    };
    let threads = deps.exports.clone();
    let parts = try_stream! {
        if let Writer::Xlsx(_) = &writer {
            xlsx::check(list.count().await.map_err(in_filter)?)?;
        }
        let mut start = Some(Part::FileStart(start));
        let mut after = None;
        loop {
            let KeysetPage { content, next } = list.read(after.as_ref()).await.map_err(in_filter)?;
            export.add(content.len());
            let written = threads.run(move || writer.write(L::COLUMNS, &content).map(|bytes| (writer, bytes)));
            let (returned, mut bytes) = written.await??;
            writer = returned;
            // Only now: what fails at once is an error and no file.
            if let Some(start) = start.take() {
                yield start;
            }
            while !bytes.is_empty() {
                yield Part::Chunk(bytes.split_to(PART.min(bytes.len())));
            }
            after = next;
            if after.is_none() {
                break;
            }
        }
        if let Some(spooled) = threads.run(move || writer.finish()).await?? {
            let mut spooled = tokio::fs::File::from_std(spooled);
            loop {
                let mut bytes = BytesMut::with_capacity(PART);
                if spooled.read_buf(&mut bytes).await.map_err(fault)? == 0 {
                    break;
                }
                yield Part::Chunk(bytes.freeze());
            }
        }
        export.end();
    };
    let parts: Pin<Box<dyn Stream<Item = Result<Part>> + Send>> = Box::pin(parts);
    Ok(Box::pin(parts.map_ok(move |one| part(FilePart { part: Some(one) })).map_err(Status::from)))
}

/// What a list was narrowed by, as the trail tells it: the filter that is a field of the caller's request.
pub(crate) fn asked(caller: &Caller, filter: &impl Message) -> Changes {
    let told = told(caller.method(), "filter", &filter.encode_to_vec());
    told.into_iter()
        .map(|(name, value)| (format!("filter.{name}"), json!({"from": null, "to": value})))
        .collect()
}

/// What is wrong with a list's filter, as a request says it that has the filter as a field.
pub(crate) fn in_filter(error: Error) -> Error {
    match error {
        Error::Invalid(mut violations) => {
            for violation in &mut violations {
                violation.field.insert_str(0, "filter.");
            }
            Error::Invalid(violations)
        }
        Error::Store(StoreError::UnknownSort(by)) => Error::Invalid(vec![Violation {
            field: "filter.sort".to_owned(),
            message: format!("Cannot sort by '{by}'."),
        }]),
        error => error,
    }
}

/// Puts e-mail addresses where the ids of people stand; nothing for those whom the reader can't know.
pub(crate) fn name<const N: usize>(emails: &HashMap<Uuid, String>, people: [&mut String; N]) {
    for who in people {
        let email = Uuid::parse_str(who).ok().and_then(|id| emails.get(&id));
        *who = email.cloned().unwrap_or_default();
    }
}

/// The file as it grows. A workbook is one zip archive, so it can't be sent before it is whole.
enum Writer {
    Csv(Csv),
    Xlsx(Box<Xlsx>),
}

impl Writer {
    fn new<L: List>(format: i32) -> Result<Self> {
        match Format::try_from(format) {
            Ok(Format::Unspecified | Format::Csv) => Ok(Self::Csv(Csv::default())),
            Ok(Format::Xlsx) => Ok(Self::Xlsx(Box::new(Xlsx::new(L::NAME, L::COLUMNS)?))),
            Err(_) => Err(Error::Invalid(vec![Violation {
                field: "format".to_owned(),
                message: "There is no such format.".to_owned(),
            }])),
        }
    }

    fn ending(&self) -> &'static str {
        match self {
            Self::Csv(_) => "csv",
            Self::Xlsx(_) => "xlsx",
        }
    }

    fn content_type(&self) -> &'static str {
        match self {
            Self::Csv(_) => "text/csv; charset=utf-8",
            Self::Xlsx(_) => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// Writes rows; what can be sent of the file by now.
    fn write<R>(&mut self, columns: &[Column<R>], rows: &[R]) -> Result<Bytes> {
        match self {
            Self::Csv(csv) => csv.write(columns, rows),
            Self::Xlsx(xlsx) => xlsx.write(columns, rows).map(|()| Bytes::new()),
        }
    }

    /// Ends the file; the whole of it, if nothing was sent so far.
    fn finish(self) -> Result<Option<File>> {
        match self {
            Self::Csv(_) => Ok(None),
            Self::Xlsx(xlsx) => xlsx.finish().map(Some),
        }
    }
}

/// An export under way. It has a place until it ends, one way or the other, and what has left the house then is logged, and
/// told in the trail.
pub(crate) struct Export {
    _place: Slot,
    trail: Trail,
    actor: Actor,
    list: &'static str,
    kind: &'static str,
    asked: Changes,
    format: &'static str,
    rows: usize,
    is_whole: bool,
}

impl Export {
    /// Takes a place for a list of this name, of records of this kind.
    ///
    /// # Errors
    /// [`Error::TooMany`] when the tenant or the user exports as many lists as they may.
    pub(crate) fn begin(
        deps: &Deps,
        caller: &Caller,
        list: &'static str,
        kind: &'static str,
    ) -> Result<Self> {
        let place = deps.export_slots.take(&caller.actor)?;
        let (trail, actor) = (deps.trail.clone(), caller.actor.clone());
        let asked = Changes::new();
        Ok(Self { _place: place, trail, actor, list, kind, asked, format: "csv", rows: 0, is_whole: false })
    }

    /// Notes what was asked for.
    pub(crate) fn asked(&mut self, asked: Changes, format: &'static str) {
        (self.asked, self.format) = (asked, format);
    }

    /// Notes that so many more rows leave.
    pub(crate) fn add(&mut self, rows: usize) {
        self.rows += rows;
    }

    /// Notes that these were all.
    pub(crate) fn end(mut self) {
        self.is_whole = true;
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        let Self { trail, actor, list, kind, asked, format, rows, is_whole, .. } = self;
        if *rows > 0 || *is_whole {
            let mut changes = facts([("rows", json!(rows)), ("format", json!(format))]);
            if !*is_whole {
                changes.extend(facts([("is_whole", json!(false))]));
            }
            changes.append(asked);
            trail.tell(actor, Action::Export, (kind, new_id()), changes);
        }
        let user_id = actor.user_id.unwrap_or_default();
        let Actor { tenant_id, request_id, .. } = actor;
        tracing::info!(request_id, %tenant_id, %user_id, list, rows, is_whole, "a list was exported");
    }
}

fn fault(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("writing a list as a file failed: {error}"))
}
