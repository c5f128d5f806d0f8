//! Hearing of other nodes' writes.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use sqlx::{Error, PgPool, postgres::PgListener};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::{Memory, Scope};
use crate::new_id;

/// The channel of the triggers: a tenant's id, or nothing for all tenants.
const CHANNEL: &str = "nirmaan_access";
/// How a node's message to itself begins. One that comes back proves that the others' come, too, which a pooler
/// between the two could prevent without a word.
const ECHO: &str = "echo ";
/// How often it is sent, and how long that may take.
const BEAT: Duration = Duration::from_millis(300);
/// How long the memory is trusted after one was sent that came back. A node that is cut off from the database answers
/// by what it knew for no longer than this.
const TRUST: Duration = Duration::from_millis(900);

/// Listens for as long as it is kept.
#[derive(Clone)]
pub(crate) struct Hearing {
    _task: Arc<AbortOnDropHandle<()>>,
}

impl Hearing {
    /// Listens on connections of a pool of its own.
    pub(crate) fn begin(pool: PgPool, memory: Memory) -> Self {
        let task = tokio::spawn(async move {
            let mut is_lost = false;
            loop {
                let Err(error) = listen(&pool, &memory, &mut is_lost).await;
                if !std::mem::replace(&mut is_lost, true) {
                    tracing::warn!(%error, "changes of rights by other nodes aren't heard: every call asks the database");
                }
                sleep(BEAT).await;
            }
        });
        Self { _task: Arc::new(AbortOnDropHandle::new(task)) }
    }
}

async fn listen(pool: &PgPool, memory: &Memory, is_lost: &mut bool) -> Result<Infallible, Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.ignore_pool_close_event(true);
    // A new connection doesn't know what the old one missed.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    memory.forget(Scope::All);
    let echo = format!("{ECHO}{}", new_id());
    let mut sent = Instant::now();
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            heard = listener.try_recv() => match heard? {
                None => return Err(Error::PoolClosed),
                Some(heard) if heard.payload() == echo => {
                    memory.trust(sent + TRUST);
                    if std::mem::take(is_lost) {
                        tracing::info!("changes of rights by other nodes are heard again");
                    }
                }
                Some(heard) if heard.payload().starts_with(ECHO) => {}
                // What can't be read as a tenant's id concerns everybody.
                Some(heard) => memory.forget(heard.payload().parse().map_or(Scope::All, Scope::Tenant)),
            },
            _ = beats.tick() => {
                sent = Instant::now();
                let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(&echo);
                timeout(BEAT, notify.execute(&mut listener)).await.map_err(|_| Error::PoolTimedOut)??;
            }
        }
    }
}
