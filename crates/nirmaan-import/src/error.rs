//! Why nothing of a file can be used.

use serde::{Deserialize, Serialize};

use crate::{MAX_BYTES, MAX_COLUMNS, MAX_ROWS};

/// Why a file as a whole is refused, in sentences for the person who chose it.
///
/// It is serialised because the worker process hands it to its parent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FileError {
    /// Neither the name's ending nor the content is one that is read.
    #[error("Only CSV or Excel files are allowed.")]
    NotAllowed,
    /// A workbook in an encrypted container.
    #[error("The workbook is protected by a password. Save it without a password and upload that.")]
    Protected,
    /// The name says one format and the content another.
    #[error("The file's content doesn't fit its name. Save it as .xlsx or as CSV UTF-8 and upload that.")]
    Mislabelled,
    /// More bytes than are read.
    #[error("The file is larger than {} MiB. Split it and upload the parts.", MAX_BYTES / 1024 / 1024)]
    TooLarge,
    /// More rows than are read.
    #[error("The file has more than {MAX_ROWS} rows. Split it and upload the parts.")]
    TooManyRows,
    /// More columns than are read.
    #[error("The file has more than {MAX_COLUMNS} columns. Remove those that aren't in the template.")]
    TooManyColumns,
    /// Text in an encoding that isn't read, or damaged text.
    #[error(
        "The file's text can't be read. In Excel, save it as 'CSV UTF-8 (Comma delimited)' and upload that."
    )]
    Garbled,
    /// A quoted cell that runs to the end of the file and would swallow every row below it.
    #[error("A quotation mark that is opened in row {0} is never closed.")]
    OpenQuote(u32),
    /// Nothing but empty cells.
    #[error("The file has no header row: a row with the names of the columns.")]
    NoHeader,
    /// Labels of required columns that the header row lacks.
    #[error(
        "The header row lacks {}. Correct the headings in row {row}, or check the file to choose its columns.{}",
        columns(labels),
        of_one_type(labels)
    )]
    MissingColumns {
        /// The number of the row that was taken for the header.
        row: u32,
        /// What it lacks.
        labels: Vec<String>,
    },
    /// Label of a field that two columns claim.
    #[error("The header row has two columns for {0}. Keep one of them.")]
    DuplicateColumn(String),
    /// Heading of two columns of which one was to be chosen.
    #[error("The header row has two columns called '{0}'. Rename one of them to choose it.")]
    SameHeading(String),
    /// Heading of a column that was chosen and that isn't there.
    #[error("The file has no column called '{0}', for which a field is chosen.")]
    NoSuchColumn(String),
    /// A workbook that can't be an honest one: a zip bomb, cells far out, hundreds of parts.
    #[error("The workbook looks damaged or unsafe and was not read. Copy its cells into a new workbook.")]
    Suspicious,
    /// The worker ended without an answer: it ran out of memory or time, or fell over.
    #[error("The workbook could not be read. Copy its cells into a new workbook, or save it as CSV UTF-8.")]
    WorkerDied,
    /// Bytes that the format's reader makes nothing of.
    #[error("The file can't be read. It may be damaged: open it in Excel, save it again and upload that.")]
    Unreadable,
}

fn columns(labels: &[String]) -> String {
    let labels: Vec<_> = labels.iter().map(String::as_str).collect();
    let what = if labels.len() == 1 { "column" } else { "columns" };
    format!("the {what} {}", listed(&labels, "and"))
}

/// What else helps where no column says of which type deposits are.
pub fn of_one_type(labels: &[impl AsRef<str>]) -> &'static str {
    match labels.iter().any(|label| label.as_ref() == "Deposit Type") {
        true => {
            " Where all deposits are of one type, such as EMD, choose that for the rows that name none (depositType)."
        }
        false => "",
    }
}

/// Names in a sentence: `A`, `A and B`, `A, B and C`.
pub fn listed(names: &[&str], last: &str) -> String {
    match names {
        [before @ .., end] if !before.is_empty() => format!("{} {last} {end}", before.join(", ")),
        names => names.concat(),
    }
}
