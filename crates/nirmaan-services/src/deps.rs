//! What the services work with.

use std::{path::PathBuf, sync::Arc, time::Duration};

use nirmaan_store::Store;
use tokio::sync::Semaphore;

use crate::{
    access::{Calls, Places, RateLimit},
    auth::{LinkMailer, RequireSecondFactor, hasher::Hasher, tokens::Tokens},
    blocking::Blocking,
    common::ContactForm,
    documents::Storage,
    images::Images,
    links::Links,
    mail::Mailer,
    metrics::Metrics,
    objects::Objects,
    platform::Visits,
    slots::Slots,
    trail::Trail,
};

/// What the services work with: concrete types, cheap to clone.
#[derive(Clone)]
pub struct Deps {
    /// The data.
    pub store: Store,
    /// Passwords.
    pub hasher: Hasher,
    /// Access tokens.
    pub tokens: Tokens,
    /// Of whom a second factor is asked.
    pub require_second_factor: RequireSecondFactor,
    /// How long the first sign-in is delayed after some that failed; each further one twice as long.
    pub first_delay: Duration,
    /// How many sessions a user may have at a time.
    pub sessions: usize,
    /// Stored images and documents.
    pub objects: Objects,
    /// Links to them.
    pub links: Links,
    /// Images that people send.
    pub images: Images,
    /// What changes no row and is told all the same.
    pub trail: Trail,
    /// Users of the platform who read other organisations' rows.
    pub visits: Visits,
    /// Where uploads wait, and how much of them is kept.
    pub storage: Storage,
    /// What is counted.
    pub metrics: Metrics,
    /// Calls under way.
    pub calls: Calls,
    /// How often a tenant may call.
    pub rate_limit: RateLimit,
    /// How much of this node a tenant and a user may have at a time.
    pub places: Places,
    /// How many imports a tenant may run.
    pub import_slots: Slots,
    /// Where the files of imports are read and checked, and their rows with problems are written.
    pub imports: Blocking,
    /// Whose turn it is to store an import.
    pub import_turn: Arc<Semaphore>,
    /// Workbooks read at a time, by all tenants together: each reader may take half a gigabyte.
    pub workbook_readers: Arc<Semaphore>,
    /// How many lists a tenant may export.
    pub export_slots: Slots,
    /// How many uploads a tenant may send.
    pub upload_slots: Slots,
    /// Where exported rows are written.
    pub exports: Blocking,
    /// The program that reads workbooks when it is called with `import-worker`.
    pub worker_exe: PathBuf,
    /// Mails.
    pub mailer: Mailer,
    /// Links in mails.
    pub link_mailer: LinkMailer,
    /// Who reads the contact form, and how often it may be sent.
    pub contact_form: ContactForm,
}
