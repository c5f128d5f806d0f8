//! The outbox: mails are written in the transaction of what they tell of, and sent by a worker afterwards.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, LockBehavior, LockType},
};
use uuid::Uuid;

use crate::{
    IdentityDb, PlatformDb, StoreError, WriteDb,
    entity::mail::{self, Column, State},
    handle::Handle,
};

/// What is kept of an error, in characters.
const MAX_ERROR: usize = 500;

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct NewMail {
    /// Its id.
    pub id: Uuid,
    /// What the recipient's server knows it by, with its angle brackets.
    pub message_id: String,
    /// To whom: an address.
    pub recipient: String,
    /// Name of whoever gets the answer.
    pub reply_to_name: String,
    /// Their address; empty when there is nobody to answer.
    pub reply_to_address: String,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub body: String,
    /// Hash of the network it came from, when a stranger causes it.
    pub origin: Option<Vec<u8>>,
}

impl NewMail {
    fn into_row(self, now: DateTime<Utc>) -> mail::ActiveModel {
        let Self { id, message_id, recipient, reply_to_name, reply_to_address, subject, body, origin } = self;
        mail::ActiveModel {
            id: Set(id),
            message_id: Set(message_id),
            recipient: Set(recipient),
            reply_to_name: Set(reply_to_name),
            reply_to_address: Set(reply_to_address),
            subject: Set(subject),
            body: Set(body),
            state: Set(State::Pending),
            attempts: Set(0),
            next_attempt_at: Set(now),
            claimed_until: Set(None),
            last_error: Set(String::new()),
            origin: Set(origin),
            created_at: Set(now),
            sent_at: Set(None),
        }
    }
}

impl IdentityDb {
    /// Puts a mail into the outbox; it is sent once this transaction is committed.
    pub async fn post(&self, mail: NewMail, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.insert(mail.into_row(now)).await
    }

    /// When the mail was written that was the `n`th before now, of those that strangers caused since `since`: from
    /// one network, or from all when none is named. `None` when there were fewer.
    pub async fn nth_last_mail(
        &self,
        n: u64,
        origin: Option<&[u8]>,
        since: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let from = match origin {
            Some(origin) => Column::Origin.eq(origin),
            None => Column::Origin.is_not_null(),
        };
        let mails = mail::Entity::find()
            .filter(from)
            .filter(Column::CreatedAt.gt(since))
            .order_by_desc(Column::CreatedAt)
            .offset(n.saturating_sub(1))
            .limit(1);
        Ok(self.one(mails).await?.map(|mail| mail.created_at))
    }
}

/// Puts a mail into the outbox in the transaction of what it tells of; it is sent once that is committed.
pub async fn post(db: &WriteDb, mail: NewMail) -> Result<(), StoreError> {
    let row = mail.into_row(db.clock.now());
    mail::Entity::insert(row).exec_without_returning(db.transaction()).await?;
    Ok(())
}

impl PlatformDb {
    /// Puts a mail into the outbox; it is sent once this transaction is committed.
    pub async fn post(&self, mail: NewMail, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.insert(mail.into_row(now)).await
    }

    /// Takes the mail that is due longest for one attempt, so that nobody else sends it until `until`. After a crash
    /// it is due again then.
    pub async fn claim_mail(
        &self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<mail::Model>, StoreError> {
        let free = Condition::any().add(Column::ClaimedUntil.is_null()).add(Column::ClaimedUntil.lte(now));
        let due = mail::Entity::find()
            .filter(Column::State.eq(State::Pending))
            .filter(Column::NextAttemptAt.lte(now))
            .filter(free)
            .order_by_asc(Column::NextAttemptAt)
            .order_by_asc(Column::Id)
            .limit(1)
            // On PostgreSQL nodes pass by what another is just taking; SQLite has one writer anyway.
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        let Some(mut mail) = self.all(due).await?.pop() else { return Ok(None) };
        mail.attempts += 1;
        mail.claimed_until = Some(until);
        let claimed = mail::Entity::update_many()
            .col_expr(Column::Attempts, Expr::value(mail.attempts))
            .col_expr(Column::ClaimedUntil, Expr::value(until))
            .filter(Column::Id.eq(mail.id));
        self.update(claimed).await?;
        Ok(Some(mail))
    }

    /// Notes that a mail was sent: whoever sent it, it isn't sent again.
    pub async fn mail_sent(&self, id: Uuid, now: DateTime<Utc>) -> Result<(), StoreError> {
        let sent = mail::Entity::update_many()
            .col_expr(Column::State, Expr::value(State::Sent))
            .col_expr(Column::SentAt, Expr::value(now))
            .col_expr(Column::ClaimedUntil, Expr::value(None::<DateTime<Utc>>))
            .col_expr(Column::LastError, Expr::value(""))
            .filter(Column::Id.eq(id));
        self.update(sent).await?;
        Ok(())
    }

    /// Notes that an attempt failed, unless the mail has been claimed anew since. It is due again at `again_at`; or
    /// never, without it.
    pub async fn mail_failed(
        &self,
        mail: &mail::Model,
        error: &str,
        again_at: Option<DateTime<Utc>>,
    ) -> Result<(), StoreError> {
        // Servers say what they like, PostgreSQL takes no NUL.
        let error: String = error.chars().filter(|c| !c.is_control()).take(MAX_ERROR).collect();
        let state = if again_at.is_some() { State::Pending } else { State::Dead };
        let failed = mail::Entity::update_many()
            .col_expr(Column::State, Expr::value(state))
            .col_expr(Column::NextAttemptAt, Expr::value(again_at.unwrap_or(mail.next_attempt_at)))
            .col_expr(Column::ClaimedUntil, Expr::value(None::<DateTime<Utc>>))
            .col_expr(Column::LastError, Expr::value(error))
            .filter(Column::Id.eq(mail.id))
            .filter(Column::State.eq(State::Pending))
            .filter(Column::Attempts.eq(mail.attempts));
        self.update(failed).await?;
        Ok(())
    }
}
