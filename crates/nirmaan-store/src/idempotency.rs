//! Creating once, however often a client asks.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, EntityTrait, QueryFilter, TryInsertResult, sea_query::Expr,
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::{
    Actor, AllTenantsDb, PlatformActor, Retry, Store, StoreError, WriteDb,
    entity::idempotency_key::{self, Column},
    handle::WriteHandle,
    transaction::{Transaction, Tries, finish},
};

/// How long a key is remembered.
pub(crate) const KEPT: TimeDelta = TimeDelta::hours(24);

/// A client's promise that all calls under this key are one.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// The client's key, at most 255 characters.
    pub key: String,
    /// The RPC's gRPC path: keys of different RPCs don't meet.
    pub method: String,
    /// The request, to find out whether the key is used with another one.
    pub request_hash: Vec<u8>,
}

impl IdempotencyKey {
    /// The key of a request, given its encoded bytes.
    pub fn new(key: String, method: &str, request: &[u8]) -> Self {
        Self { key, method: method.to_owned(), request_hash: Sha256::digest(request).to_vec() }
    }
}

/// How a reply is kept: encoded, and decoded when the same call comes again.
pub trait Reply: Sized {
    /// The reply's bytes.
    fn to_bytes(&self) -> Vec<u8>;
    /// The reply again; `None` when the bytes are no such reply.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

impl Store {
    /// Like [`Store::write`], but under a key: when a call under the same key went well before, its reply is
    /// returned and nothing is done. Without a key it is [`Store::write`].
    ///
    /// # Errors
    /// [`StoreError::KeyReused`] when the key was used with another request, and what `work` says.
    pub async fn write_once<T, E, W, F>(
        &self,
        actor: &Actor,
        key: Option<&IdempotencyKey>,
        work: W,
    ) -> Result<T, E>
    where
        W: Fn(WriteDb) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Reply + Send + Sync,
        E: From<StoreError> + Retry + Send,
    {
        match (key, actor.user_id) {
            (Some(key), Some(user_id)) => self.write_under_key(actor, user_id, key, work).await,
            _ => self.write(actor, work).await,
        }
    }

    /// [`Store::write_platform`], once as [`Store::write_once`].
    ///
    /// # Errors
    /// As [`Store::write_once`].
    pub async fn write_platform_once<T, E, W, F>(
        &self,
        actor: &PlatformActor,
        key: Option<&IdempotencyKey>,
        work: W,
    ) -> Result<T, E>
    where
        W: Fn(WriteDb<AllTenantsDb>) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Reply + Send + Sync,
        E: From<StoreError> + Retry + Send,
    {
        match (key, actor.user_id) {
            (Some(key), Some(user_id)) => self.write_under_key(actor, user_id, key, work).await,
            _ => self.write_platform(actor, work).await,
        }
    }

    async fn write_under_key<R, T, E, W, F>(
        &self,
        actor: &Actor,
        user_id: Uuid,
        key: &IdempotencyKey,
        work: W,
    ) -> Result<T, E>
    where
        R: WriteHandle,
        W: Fn(WriteDb<R>) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Reply + Send + Sync,
        E: From<StoreError> + Retry + Send,
    {
        let mut tries = Tries::default();
        loop {
            let result = self.try_under_key(actor, user_id, key, &work).await;
            if !tries.again(&result).await {
                return result;
            }
        }
    }

    async fn try_under_key<R, T, E, W, F>(
        &self,
        actor: &Actor,
        user_id: Uuid,
        key: &IdempotencyKey,
        work: &W,
    ) -> Result<T, E>
    where
        R: WriteHandle,
        W: Fn(WriteDb<R>) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Reply,
        E: From<StoreError>,
    {
        let transaction = self.begin_for::<R>(actor).await?;
        let result = async {
            let place = Place { transaction: &transaction, tenant_id: actor.tenant_id, user_id, key };
            if !place.claim(self.clock().now()).await? {
                return place.kept_reply().await;
            }
            let reply = work(WriteDb::over(transaction.clone(), actor, self.clock())).await?;
            place.keep(&reply).await?;
            Ok(reply)
        }
        .await;
        finish(transaction, result).await
    }
}

/// Where the reply to a key is kept.
struct Place<'a> {
    transaction: &'a Transaction,
    tenant_id: Uuid,
    user_id: Uuid,
    key: &'a IdempotencyKey,
}

impl Place<'_> {
    /// Takes the key, unless another call has it. A second call under the same key waits here until the first
    /// has ended.
    async fn claim(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let row = idempotency_key::ActiveModel {
            tenant_id: Set(self.tenant_id),
            user_id: Set(self.user_id),
            method: Set(self.key.method.clone()),
            key: Set(self.key.key.clone()),
            request_hash: Set(self.key.request_hash.clone()),
            reply: Set(None),
            created_at: Set(now),
        };
        let inserted = idempotency_key::Entity::insert(row)
            .on_conflict_do_nothing()
            .exec_without_returning(self.transaction)
            .await?;
        if matches!(inserted, TryInsertResult::Inserted(1..)) {
            return Ok(true);
        }
        // The key is taken; one from before yesterday no longer counts.
        let forgotten = idempotency_key::Entity::update_many()
            .col_expr(Column::RequestHash, Expr::value(self.key.request_hash.clone()))
            .col_expr(Column::CreatedAt, Expr::value(now))
            .filter(self.own())
            .filter(Column::CreatedAt.lt(now - KEPT))
            .exec(self.transaction)
            .await?;
        Ok(forgotten.rows_affected > 0)
    }

    /// The reply that the key got.
    async fn kept_reply<T: Reply, E: From<StoreError>>(&self) -> Result<T, E> {
        let row = idempotency_key::Entity::find()
            .filter(self.own())
            .one(self.transaction)
            .await
            .map_err(StoreError::from)?;
        row.filter(|row| row.request_hash == self.key.request_hash)
            .and_then(|row| T::from_bytes(&row.reply?))
            .ok_or_else(|| StoreError::KeyReused.into())
    }

    async fn keep(&self, reply: &impl Reply) -> Result<(), StoreError> {
        idempotency_key::Entity::update_many()
            .col_expr(Column::Reply, Expr::value(reply.to_bytes()))
            .filter(self.own())
            .exec(self.transaction)
            .await?;
        Ok(())
    }

    fn own(&self) -> Condition {
        Condition::all()
            .add(Column::TenantId.eq(self.tenant_id))
            .add(Column::UserId.eq(self.user_id))
            .add(Column::Method.eq(self.key.method.clone()))
            .add(Column::Key.eq(self.key.key.clone()))
    }
}
