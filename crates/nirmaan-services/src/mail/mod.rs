//! Sending mail: to a server, or into a folder where none is configured.
//!
//! Nothing is sent in the course of a call: what is to be sent goes to the outbox with what it tells of
//! ([`nirmaan_store::query::outbox`]), and [`crate::jobs::outbox`] sends it.

mod message;
mod smtp;
mod spool;

use std::{sync::Arc, time::Duration};

use nirmaan_store::entity::mail;
use tokio::{sync::Notify, time::timeout};
use uuid::Uuid;

pub use message::{Address, Mailbox, address, mailbox};
pub use smtp::SmtpServer;
pub use spool::Spool;

/// Sends mails: cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    transport: Arc<Transport>,
    from: Mailbox,
    patience: Duration,
    posted: Arc<Notify>,
}

/// Where mails go.
pub enum Transport {
    /// Files in a folder.
    Spool(Spool),
    /// A mail server.
    Smtp(Box<SmtpServer>),
}

/// Why a mail wasn't sent.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It may go better later: the server can't be reached, stalls, or asks for patience.
    #[error("{0}")]
    Passing(String),
    /// It won't: the server refuses this mail, or it is none.
    #[error("{0}")]
    Final(String),
}

impl Mailer {
    /// A mailer that writes as `from`, and gives up an attempt after `patience`.
    pub fn new(transport: Transport, from: Mailbox, patience: Duration) -> Self {
        Self { transport: Arc::new(transport), from, patience, posted: Arc::default() }
    }

    /// What the recipients' servers know a mail by.
    pub fn message_id(&self, id: Uuid) -> String {
        format!("<{id}@{}>", self.from.email.domain())
    }

    /// Whether mails go to people, and not into a folder.
    pub fn is_configured(&self) -> bool {
        matches!(self.transport.as_ref(), Transport::Smtp(_))
    }

    /// How long one attempt may take.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Tells the worker that a mail was put into the outbox.
    pub fn wake(&self) {
        self.posted.notify_one();
    }

    /// Waits until a mail was put into the outbox on this node.
    pub async fn posted(&self) {
        self.posted.notified().await;
    }

    /// Sends a mail, once.
    ///
    /// # Errors
    /// [`Failure`], which says whether to try again.
    pub async fn send(&self, mail: &mail::Model) -> Result<(), Failure> {
        let message = message::build(mail, &self.from)?;
        match self.transport.as_ref() {
            Transport::Spool(spool) => spool.write(mail.id, message.formatted()).await,
            Transport::Smtp(server) => {
                let formatted = message.formatted();
                let delivery = server.deliver(message.envelope(), &formatted);
                let late = |_| Failure::Passing("the mail server took too long".to_owned());
                let connection = timeout(self.patience, delivery).await.map_err(late)??;
                // The mail is delivered, however the server takes leave.
                connection.leave().await;
                Ok(())
            }
        }
    }
}
