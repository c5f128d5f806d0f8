//! Which rooms the binary is made of.

use std::{io::Write, process::ExitCode, sync::Arc};

use anyhow::Context;
use nirmaan_api::access::Action;
use nirmaan_edge::{in_process, openapi as document};
use nirmaan_services::{
    access::{Calls, Places, RateLimit, may_on_platform},
    auth::{LinkMailer, hasher::Hasher, tokens::Tokens},
    blocking::Blocking,
    common::ContactForm,
    documents::Storage,
    images::Images,
    links::Links,
    mail::{Mailer, Spool, Transport},
    metrics::Metrics,
    objects::Objects,
    platform::Visits,
    slots::Slots,
    trail::Trail,
};
use nirmaan_store::{
    Store, StoreConfig,
    query::{contradictions::Contradiction, figures::Difference, seals::Sealed},
};
use tokio::sync::Semaphore;

use crate::{
    administrator,
    config::Config,
    docs,
    files::Files,
    http::{Insight, Offer, Ready},
    keys, warnings,
};

pub use nirmaan_services::Deps;

/// Workbooks read at a time: each may take half a gigabyte.
const WORKBOOK_READERS: usize = 2;

/// Migrates, connects, makes sure of the first administrator, and wires the rooms.
pub async fn build(config: &Config) -> anyhow::Result<(Deps, Offer)> {
    let deps = connect(config).await?;
    if !config.demo
        && let Some(password) = administrator::ensure(&deps, config).await?
    {
        // On stdout and nowhere else: a log would keep it.
        let _ = writeln!(
            std::io::stdout(),
            "first administrator: {} of {}, password {password} (shown this once)",
            config.admin_email,
            nirmaan_migrations::PLATFORM_TENANT,
        );
    }
    let services = nirmaan_services::routes(&deps);
    let limits = nirmaan_edge::Limits {
        json_body: config.limits.json_bytes,
        json_depth: config.limits.json_depth,
        times: config.limits.times(),
    };
    let api = nirmaan_edge::router(in_process(services.clone()), limits).context("the JSON interface")?;
    let api = if config.reflection { api.merge(docs::router()) } else { api };
    let files = Files::new(&deps);
    let store = deps.store.clone();
    let ready = Ready::new(move || {
        let store = store.clone();
        async move { store.ready().await.is_ok() }
    });
    let callers = deps.clone();
    let insight = Insight::new(warnings::found(config, &deps.store).await?, move |headers| {
        let deps = callers.clone();
        // Whoever may look at all organisations of this installation.
        async move { may_on_platform(&deps, &headers, "Tenants", Action::View).await }
    });
    Ok((deps, Offer { services, api, files, ready, insight }))
}

async fn connect(config: &Config) -> anyhow::Result<Deps> {
    let secrets: Vec<_> = keys::load(config)?.iter().map(|key| key.expose().as_bytes().to_vec()).collect();
    migrate(config).await?;
    let (url, limits) = (config.database_url.expose().to_owned(), &config.limits);
    let connections = if url.starts_with("sqlite") { limits.sqlite_readers } else { limits.connections };
    let database =
        StoreConfig { url, connections, sqlite_cache: limits.sqlite_cache, patience: config.patience };
    let store = Store::connect(&database, config.clock.clone()).await.context("the database")?;
    let worker_exe = match &config.worker_exe {
        Some(path) => path.clone(),
        None => std::env::current_exe().context("this program's own path")?,
    };
    let transport = match &config.smtp {
        Some(server) => Transport::Smtp(Box::new(server.clone())),
        None => Transport::Spool(Spool::new(config.data_dir.join("outbox"))),
    };
    let metrics = Metrics::default();
    Ok(Deps {
        trail: Trail::new(store.clock().clone()),
        visits: Visits::new(config.reason_required),
        store,
        hasher: hasher(config)?,
        tokens: Tokens::new(&secrets)?,
        require_second_factor: config.require_second_factor,
        first_delay: config.first_delay,
        sessions: config.limits.sessions,
        objects: Objects::open(&config.storage_url, config.storage_variables())?,
        links: Links::new(&secrets)?,
        images: Images::default(),
        storage: Storage::open(config.data_dir.join("uploads"), config.limits.tenant_storage)
            .context("the folder where uploads wait")?,
        calls: Calls::new(config.limits.times(), metrics.clone()),
        metrics,
        rate_limit: RateLimit::new(config.limits.calls, config.limits.calls_burst),
        places: Places::new(config.limits.calls_open, config.limits.calls_at_once),
        import_slots: Slots::new(config.limits.imports, "imports"),
        imports: Blocking::new("Too many files are being imported. Please try again."),
        import_turn: Arc::new(Semaphore::new(1)),
        workbook_readers: Arc::new(Semaphore::new(WORKBOOK_READERS)),
        upload_slots: Slots::new(config.limits.uploads, "uploads"),
        export_slots: Slots::shared(config.limits.exports, "exports"),
        exports: Blocking::new("Too many lists are being exported. Please try again."),
        worker_exe,
        mailer: Mailer::new(transport, config.mail_from.clone(), config.limits.mail),
        // What lies in a folder reaches nobody.
        link_mailer: LinkMailer::new(config.public_url.as_deref().filter(|_| config.smtp.is_some())),
        contact_form: ContactForm {
            to: config.contact_to.to_string(),
            from_one: config.limits.contact.into(),
            in_all: config.limits.contact_total.into(),
        },
    })
}

fn hasher(config: &Config) -> anyhow::Result<Hasher> {
    let hasher = if config.cheap_passwords { Hasher::cheap()? } else { Hasher::new()? };
    // It names the platform, and would be refused to its own people; in the demo everybody knows it anyway.
    Ok(if config.demo { hasher.accepting(nirmaan_demo::PASSWORD) } else { hasher })
}

/// Fills an empty database with the demo data; refuses a database that holds anything else.
pub async fn fill_demo(_config: &Config, deps: &Deps) -> anyhow::Result<()> {
    let hash = deps.hasher.hash(nirmaan_demo::PASSWORD.to_owned()).await?;
    nirmaan_demo::seed(&deps.store, &deps.objects, &hash).await?;
    Ok(())
}

/// Counts again what is kept as figures, and says what differs; puts it right if it shall.
pub async fn check_figures(config: &Config, repair: bool) -> anyhow::Result<Vec<Difference>> {
    let deps = connect(config).await?;
    let checked = deps.store.platform(|db| async move { db.check_figures(repair).await }).await;
    close(deps).await;
    Ok(checked?)
}

/// How many tasks are held against their quantities at a time.
const PAGE: u64 = 10_000;

/// Tells of every task whose progress isn't what its quantities come to, and says how many there are.
pub async fn contradictions(config: &Config, tell: impl FnMut(&Contradiction)) -> anyhow::Result<u64> {
    let deps = connect(config).await?;
    let told = deps.store.contradictions(PAGE, tell).await;
    close(deps).await;
    Ok(told?)
}

/// Holds every seal over the trails against what it seals; says what each organisation's come to.
pub async fn check_trails(config: &Config) -> anyhow::Result<Vec<Sealed>> {
    let deps = connect(config).await?;
    let checked = deps.store.check_trails().await;
    close(deps).await;
    Ok(checked?)
}

/// Seals what waits in the trails, and says what each organisation's newest seal is.
pub async fn seal_trails(config: &Config) -> anyhow::Result<Vec<Sealed>> {
    let deps = connect(config).await?;
    let sealed = async {
        deps.store.seal_trails().await?;
        deps.store.newest_seals().await
    };
    let sealed = sealed.await;
    close(deps).await;
    Ok(sealed?)
}

/// Lets go of the database.
pub async fn close(deps: Deps) {
    if let Err(error) = deps.store.close().await {
        tracing::warn!(%error, "the database wasn't closed cleanly");
    }
}

/// Brings the schema up to date.
pub async fn migrate(config: &Config) -> anyhow::Result<()> {
    keys::make_data_dir(config)?;
    keys::warn_of_open_data_dir(config)?;
    let (owner, app) = (config.migration_database_url.expose(), config.database_url.expose());
    let app_role = user_of(app).filter(|role| user_of(owner) != Some(role));
    nirmaan_migrations::migrate(owner, app_role).await.context("the database can't be migrated")
}

/// The user that a database's URL names.
fn user_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let (user, _) = rest.split_once('@')?;
    Some(user.split_once(':').map_or(user, |(name, _)| name))
}

/// The OpenAPI document of the JSON interface.
pub fn openapi() -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&document::document())?)
}

/// Reads a workbook on behalf of a server, limited in memory and time.
pub fn import_worker() -> ExitCode {
    nirmaan_import::worker::main_worker()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roles_name_stands_before_its_password() {
        assert_eq!(user_of("postgres://app:secret@db/nirmaan"), Some("app"));
        assert_eq!(user_of("postgres://app@db/nirmaan"), Some("app"));
        assert_eq!(user_of("sqlite:///data/nirmaan.db"), None);
    }
}
