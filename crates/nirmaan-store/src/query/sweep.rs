//! Rows that have served their time.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait},
};
use uuid::Uuid;

use crate::{
    PlatformDb, StoreError,
    entity::{
        idempotency_key, import_problem, login_throttle, mail, mail_link, recovery_code, refresh_token,
        second_factor, session, task, task_date, user, user_role,
    },
    idempotency,
    query::{import_problems, people::is_of_users},
};

/// How long an ended session is remembered: as long as one can live, so that a stolen token is still known.
const SESSIONS: TimeDelta = TimeDelta::days(30);
/// How long a count of failures is of any use, and a day more.
const THROTTLES: TimeDelta = TimeDelta::days(1);
/// How long a sent mail is kept, for whoever asks whether it went out.
const MAILS: TimeDelta = TimeDelta::days(30);
/// How long one is kept that was given up: it holds a stranger's name and address.
const DEAD_MAILS: TimeDelta = TimeDelta::days(90);
/// How long a mailed link is kept beyond its time.
const MAIL_LINKS: TimeDelta = TimeDelta::days(1);

impl PlatformDb {
    /// Deletes old idempotency keys, ended sessions with their tokens, counts of failures, sent mails, mailed links, days
    /// that no task has any more, and what is known of files with problems of imports whose time is over; says how many
    /// rows.
    pub async fn sweep(&self, now: DateTime<Utc>) -> Result<u64, StoreError> {
        let over = Condition::any()
            .add(session::Column::ExpiresAt.lt(now - SESSIONS))
            .add(session::Column::EndedAt.lt(now - SESSIONS));
        let sessions = session::Entity::find().select_only().column(session::Column::Id).filter(over.clone());
        let tokens = refresh_token::Entity::delete_many()
            .filter(refresh_token::Column::SessionId.in_subquery(sessions.into_query()));
        let keys = idempotency_key::Entity::delete_many()
            .filter(idempotency_key::Column::CreatedAt.lt(now - idempotency::KEPT));
        let counts = login_throttle::Entity::delete_many()
            .filter(login_throttle::Column::LastFailedAt.lt(now - THROTTLES));
        let old_mails = Condition::any()
            .add(mail::Column::SentAt.lt(now - MAILS))
            .add(mail::Column::CreatedAt.lt(now - DEAD_MAILS));
        let mails = mail::Entity::delete_many().filter(old_mails);
        let links =
            mail_link::Entity::delete_many().filter(mail_link::Column::ExpiresAt.lt(now - MAIL_LINKS));
        let days = task_date::Entity::delete_many().filter(task_date::Column::Tasks.eq(0));
        let problems = import_problem::Entity::delete_many().filter(import_problems::are_over(now));
        let swept = self.delete(tokens).await?
            + self.delete(session::Entity::delete_many().filter(over)).await?
            + self.delete(keys).await?
            + self.delete(counts).await?
            + self.delete(mails).await?
            + self.delete(links).await?
            + self.delete(days).await?
            + self.delete(problems).await?;
        Ok(swept)
    }

    /// Forgets of users who were deleted before `before` what they would have come back with: roles, password, second factor
    /// and image, of which the row no longer names the object. What they did keeps their name. Says of how many users.
    pub async fn forget_deleted_users(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        use user::{Column, Entity};
        let due = || Column::DeletedAt.lt(before).and(Column::DeletedWith.is_not_null());
        // Where nobody is, no table is written: whatever is known of people's rights is read again after that.
        if self.all(Entity::find().filter(due()).limit(1)).await?.is_empty() {
            return Ok(0);
        }
        let roles = user_role::Entity::delete_many()
            .filter(is_of_users([user_role::Column::TenantId, user_role::Column::UserId], due()));
        let factors = second_factor::Entity::delete_many()
            .filter(is_of_users([second_factor::Column::TenantId, second_factor::Column::UserId], due()));
        let codes = recovery_code::Entity::delete_many()
            .filter(is_of_users([recovery_code::Column::TenantId, recovery_code::Column::UserId], due()));
        let tasks = task::Entity::update_many()
            .col_expr(task::Column::HandedOverFrom, Expr::value(None::<Uuid>))
            .filter(is_of_users([task::Column::TenantId, task::Column::HandedOverFrom], due()));
        self.update(tasks).await?;
        self.delete(roles).await?;
        self.delete(factors).await?;
        self.delete(codes).await?;
        let users = Entity::update_many()
            .col_expr(Column::PasswordHash, Expr::value(""))
            .col_expr(Column::ProfileImage, Expr::value(""))
            .col_expr(Column::SecondFactorSince, Expr::value(None::<DateTime<Utc>>))
            .col_expr(Column::DeletedWith, Expr::value(None::<Uuid>))
            .filter(due());
        self.update(users).await
    }
}
