//! What signing in, staying in and signing out read and write.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, LockType},
};
use uuid::Uuid;

use crate::{
    IdentityDb, StoreError,
    entity::{login_throttle, refresh_token, session, tenant, user},
};

impl IdentityDb {
    /// The tenant with this name or subdomain, in any case and Unicode form.
    pub async fn tenant_named(&self, name: &str) -> Result<Option<tenant::Model>, StoreError> {
        let key = nirmaan_text::key(name);
        // From before names had keys there may be two with the same: of these, one has its name in lower case.
        let as_before = nirmaan_text::normalize(name).to_lowercase();
        let named = Condition::any()
            .add(tenant::Column::NameKey.is_in([&key, &as_before]))
            .add(tenant::Column::Subdomain.eq(&key));
        // Names and subdomains are kept apart when tenants are written; of two from before, the older one.
        let tenants = tenant::Entity::find()
            .filter(named)
            .order_by_desc(Expr::col(tenant::Column::NameKey).eq(as_before))
            .order_by_asc(tenant::Column::CreatedAt);
        self.one(tenants).await
    }

    /// A tenant by its id.
    pub async fn tenant(&self, id: Uuid) -> Result<Option<tenant::Model>, StoreError> {
        self.one(tenant::Entity::find_by_id(id)).await
    }

    /// The tenant's live user with this e-mail address, in any case, or mobile number.
    pub async fn user_called(
        &self,
        tenant_id: Uuid,
        email_or_mobile: &str,
    ) -> Result<Option<user::Model>, StoreError> {
        let called = Condition::any()
            .add(user::Column::Email.eq(email_or_mobile.to_lowercase()))
            .add(user::Column::MobileNo.eq(email_or_mobile));
        let users = user::Entity::find()
            .filter(user::Column::TenantId.eq(tenant_id))
            .filter(user::Column::DeletedAt.is_null())
            .filter(called);
        self.one(users).await
    }

    /// A user by id.
    pub async fn user(&self, tenant_id: Uuid, id: Uuid) -> Result<Option<user::Model>, StoreError> {
        self.one(user::Entity::find_by_id((tenant_id, id))).await
    }

    /// Whether a user and their tenant are as they were when the user was read: neither locked out nor with
    /// another password or second factor. Locked until the transaction ends: whoever would change it waits.
    pub async fn may_still_start(&self, read: &user::Model) -> Result<bool, StoreError> {
        let user = user::Entity::find_by_id((read.tenant_id, read.id)).lock(LockType::NoKeyUpdate);
        let tenant = tenant::Entity::find_by_id(read.tenant_id).lock(LockType::Share);
        let (user, tenant) = (self.one(user).await?, self.one(tenant).await?);
        let is_same = |user: user::Model| {
            user.is_active
                && user.deleted_at.is_none()
                && user.password_hash == read.password_hash
                && user.second_factor_since == read.second_factor_since
        };
        Ok(user.is_some_and(is_same) && tenant.is_some_and(|tenant| tenant.status == tenant::Status::Active))
    }

    /// Keeps another hash of the same password, and tells whether the user still had the one that was read.
    pub async fn rehash(&self, read: &user::Model, hash: &str) -> Result<bool, StoreError> {
        let rehashed = user::Entity::update_many()
            .col_expr(user::Column::PasswordHash, Expr::value(hash))
            .filter(user::Column::TenantId.eq(read.tenant_id))
            .filter(user::Column::Id.eq(read.id))
            .filter(user::Column::PasswordHash.eq(&read.password_hash));
        Ok(self.update(rehashed).await? > 0)
    }

    /// A user's sessions that haven't ended, nor expired, nor were idle since `idle`; the last used first.
    pub async fn living_sessions(
        &self,
        tenant_id: Uuid,
        user_id: Uuid,
        now: DateTime<Utc>,
        idle: DateTime<Utc>,
    ) -> Result<Vec<session::Model>, StoreError> {
        let living = session::Entity::find()
            .filter(session::Column::TenantId.eq(tenant_id))
            .filter(session::Column::UserId.eq(user_id))
            .filter(session::Column::EndedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now))
            .filter(session::Column::LastUsedAt.gt(idle))
            .order_by_desc(session::Column::LastUsedAt)
            .order_by_desc(session::Column::Id);
        self.all(living).await
    }

    /// The sessions that a user started before `now`, as far as they are remembered: the last used first, 200 at most.
    pub async fn sessions_before(
        &self,
        tenant_id: Uuid,
        user_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Vec<session::Model>, StoreError> {
        let before = session::Entity::find()
            .filter(session::Column::TenantId.eq(tenant_id))
            .filter(session::Column::UserId.eq(user_id))
            .filter(session::Column::CreatedAt.lt(now))
            .order_by_desc(session::Column::LastUsedAt)
            .limit(200);
        self.all(before).await
    }

    /// Starts a session.
    pub async fn start_session(&self, session: session::Model) -> Result<(), StoreError> {
        use sea_orm::{ActiveModelTrait, IntoActiveModel};
        self.insert(session.into_active_model().reset_all()).await
    }

    /// A session, locked until the transaction ends: whoever else wants to continue or end it waits.
    pub async fn lock_session(
        &self,
        tenant_id: Uuid,
        id: Uuid,
    ) -> Result<Option<session::Model>, StoreError> {
        self.one(session::Entity::find_by_id((tenant_id, id)).lock(LockType::Update)).await
    }

    /// Notes that a session was used, and from which address.
    pub async fn touch_session(
        &self,
        tenant_id: Uuid,
        id: Uuid,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let touched = session::Entity::update_many()
            .col_expr(session::Column::LastUsedAt, Expr::value(now))
            .col_expr(session::Column::Address, Expr::value(address))
            .filter(session::Column::TenantId.eq(tenant_id))
            .filter(session::Column::Id.eq(id));
        self.update(touched).await?;
        Ok(())
    }

    /// Ends a session that hasn't ended yet, and tells whether it did.
    pub async fn end_session(
        &self,
        tenant_id: Uuid,
        id: Uuid,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let ended = session::Entity::update_many()
            .col_expr(session::Column::EndedAt, Expr::value(now))
            .col_expr(session::Column::EndReason, Expr::value(reason))
            .filter(session::Column::TenantId.eq(tenant_id))
            .filter(session::Column::Id.eq(id))
            .filter(session::Column::EndedAt.is_null());
        Ok(self.update(ended).await? > 0)
    }

    /// The refresh token with this hash.
    pub async fn refresh_token(&self, hash: &[u8]) -> Result<Option<refresh_token::Model>, StoreError> {
        self.one(refresh_token::Entity::find().filter(refresh_token::Column::TokenHash.eq(hash))).await
    }

    /// Keeps a new refresh token of a session by its hash.
    pub async fn keep_refresh_token(
        &self,
        tenant_id: Uuid,
        session_id: Uuid,
        hash: Vec<u8>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let token = refresh_token::ActiveModel {
            tenant_id: Set(tenant_id),
            id: Set(crate::new_id()),
            session_id: Set(session_id),
            token_hash: Set(hash),
            created_at: Set(now),
            spent_at: Set(None),
            replays: Set(0),
        };
        self.insert(token).await
    }

    /// Spends a refresh token, and tells whether it was unspent.
    pub async fn spend_refresh_token(
        &self,
        tenant_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let spent = refresh_token::Entity::update_many()
            .col_expr(refresh_token::Column::SpentAt, Expr::value(now))
            .filter(refresh_token::Column::TenantId.eq(tenant_id))
            .filter(refresh_token::Column::Id.eq(id))
            .filter(refresh_token::Column::SpentAt.is_null());
        Ok(self.update(spent).await? > 0)
    }

    /// Counts that a spent refresh token came back, and tells whether it had done so less often than `limit`.
    pub async fn count_replay(&self, tenant_id: Uuid, id: Uuid, limit: i64) -> Result<bool, StoreError> {
        let counted = refresh_token::Entity::update_many()
            .col_expr(refresh_token::Column::Replays, Expr::col(refresh_token::Column::Replays).add(1_i64))
            .filter(refresh_token::Column::TenantId.eq(tenant_id))
            .filter(refresh_token::Column::Id.eq(id))
            .filter(refresh_token::Column::Replays.lt(limit));
        Ok(self.update(counted).await? > 0)
    }

    /// The failures counted under a key.
    pub async fn failures(&self, key: &[u8]) -> Result<Option<login_throttle::Model>, StoreError> {
        self.one(login_throttle::Entity::find_by_id(key.to_vec())).await
    }

    /// Locks the count of a key until the transaction ends: whoever else wants to count under it waits.
    pub async fn lock_failures(&self, key: &[u8], now: DateTime<Utc>) -> Result<(), StoreError> {
        let none = login_throttle::ActiveModel {
            key: Set(key.to_vec()),
            failures: Set(0),
            window_started_at: Set(now),
            last_failed_at: Set(now),
        };
        self.insert_or_ignore(none).await?;
        self.one(login_throttle::Entity::find_by_id(key.to_vec()).lock(LockType::Update)).await?;
        Ok(())
    }

    /// Counts a failure under a key; a count that began longer than `window` ago begins anew.
    pub async fn count_failure(
        &self,
        key: &[u8],
        window: TimeDelta,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let counted = login_throttle::Entity::update_many()
            .col_expr(
                login_throttle::Column::Failures,
                Expr::col(login_throttle::Column::Failures).add(1_i64),
            )
            .col_expr(login_throttle::Column::LastFailedAt, Expr::value(now))
            .filter(login_throttle::Column::Key.eq(key))
            .filter(login_throttle::Column::WindowStartedAt.gte(now - window));
        if self.update(counted).await? > 0 {
            return Ok(());
        }
        self.forget_failures(key).await?;
        let first = login_throttle::ActiveModel {
            key: Set(key.to_vec()),
            failures: Set(1),
            window_started_at: Set(now),
            last_failed_at: Set(now),
        };
        self.insert_or_ignore(first).await
    }

    /// Takes back one failure under a key, which turned out to be none.
    pub async fn uncount_failure(&self, key: &[u8]) -> Result<(), StoreError> {
        let uncounted = login_throttle::Entity::update_many()
            .col_expr(
                login_throttle::Column::Failures,
                Expr::col(login_throttle::Column::Failures).sub(1_i64),
            )
            .filter(login_throttle::Column::Key.eq(key));
        self.update(uncounted).await?;
        Ok(())
    }

    /// Forgets the failures under a key.
    pub async fn forget_failures(&self, key: &[u8]) -> Result<(), StoreError> {
        let own = login_throttle::Entity::delete_many().filter(login_throttle::Column::Key.eq(key));
        self.delete(own).await?;
        Ok(())
    }
}
