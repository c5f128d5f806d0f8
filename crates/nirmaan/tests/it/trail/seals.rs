//! Seals over the trail, and whoever alters what they hold.

use chrono::TimeDelta;
use nirmaan_store::{Action, Actor, Changes, noted, query::seals::Fault};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, TransactionTrait};
use serde_json::json;
use uuid::Uuid;

use crate::{
    build::{Person, Tenant},
    harness::App,
};

impl App {
    /// What is wrong with a tenant's trail.
    async fn faults(&self, tenant: &Tenant) -> Vec<Fault> {
        let checked = self.store().check_trails().await.unwrap();
        let own = checked.into_iter().find(|sealed| sealed.tenant_id == tenant.id).unwrap();
        own.broken.into_iter().map(|broken| broken.fault).collect()
    }

    /// A seal over each of so many changes, after the one over what made the tenant and its owner.
    async fn sealed(&self, name: &str, changes: usize) -> (Tenant, Person) {
        let (tenant, owner) = self.watched(name).await;
        self.store().seal_trails().await.unwrap();
        for number in 0..changes {
            self.contract(&owner, json!({"bidId": format!("A-{number}"), "contractName": "Road"})).await;
            self.store().seal_trails().await.unwrap();
        }
        (tenant, owner)
    }

    /// The ids of a tenant's events, the oldest first.
    async fn event_ids(&self, db: &DatabaseConnection, tenant: &Tenant) -> Vec<Uuid> {
        let own = self.sql_id(tenant.id);
        let sql = format!("SELECT id FROM audit_events WHERE tenant_id = {own} ORDER BY id");
        let rows = self.platform_rows(db, &sql).await;
        rows.iter().map(|row| row.try_get("", "id").unwrap()).collect()
    }

    /// Takes away what keeps the trail from being altered, as whoever owns the database can.
    async fn unprotect(&self, db: &DatabaseConnection) {
        let statements: &[&str] = if self.is_postgres() {
            &["ALTER TABLE audit_events DISABLE TRIGGER USER", "ALTER TABLE audit_seals DISABLE TRIGGER USER"]
        } else {
            &[
                "DROP TRIGGER audit_events_no_update",
                "DROP TRIGGER audit_events_no_delete",
                "DROP TRIGGER audit_events_waiting",
                "DROP TRIGGER audit_seals_no_update",
                "DROP TRIGGER audit_seals_no_delete",
            ]
        };
        for sql in statements {
            db.execute_unprepared(sql).await.unwrap();
        }
    }

    /// The statement that copies an event under another id, as of so many hours before.
    fn forged(&self, of: Uuid, id: Uuid, hours: u32) -> String {
        let at = if self.is_postgres() {
            format!("at - interval '{hours} hours'")
        } else {
            format!("strftime('%Y-%m-%dT%H:%M:%f+00:00', at, '-{hours} hours')")
        };
        format!(
            "INSERT INTO audit_events (tenant_id, id, at, actor_id, source, request_id, entity, entity_id, action, \
             changes, address) SELECT tenant_id, {}, {at}, actor_id, source, request_id, entity, entity_id, action, \
             changes, address FROM audit_events WHERE id = {}",
            self.sql_id(id),
            self.sql_id(of),
        )
    }
}

#[tokio::test]
async fn each_seal_stands_upon_the_one_before_and_is_read_by_its_own_organisation() {
    let app = App::start().await;
    let (tenant, owner) = app.watched("Firm").await;
    let (rival, stranger) = app.watched("Rival").await;
    app.get("/api/audit/seal", &owner.token).await.error(404);
    app.store().seal_trails().await.unwrap();
    let first = app.get("/api/audit/seal", &owner.token).await.ok();
    assert_eq!((&first["number"], &first["events"]), (&json!(1), &json!(1)), "{first}");
    assert_eq!(first["previousHash"], "0".repeat(64));
    assert_eq!(first["tenantName"], "Firm");
    assert_eq!(app.store().seal_trails().await.unwrap(), 0, "nothing waits, and nothing is sealed");
    app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road"})).await;
    app.store().seal_trails().await.unwrap();
    let second = app.get("/api/audit/seal", &owner.token).await.ok();
    assert_eq!((&second["number"], &second["previousHash"]), (&json!(2), &first["hash"]));
    assert_eq!(app.get("/api/audit/seal?number=1", &owner.token).await.ok(), first);
    app.get("/api/audit/seal?number=3", &owner.token).await.error(404);

    let foreign = format!("/api/audit/seal?tenantId={}", tenant.id);
    app.get(&foreign, &stranger.token).await.error(403);
    assert_eq!(app.get(&foreign, &app.root().await.token).await.ok(), second);
    assert_eq!(app.get("/api/audit/seal", &stranger.token).await.ok()["number"], 1);
    assert_eq!([app.faults(&tenant).await, app.faults(&rival).await], [vec![], vec![]]);
}

#[tokio::test]
async fn whatever_is_done_to_events_is_named() {
    let app = App::start().await;
    let (tenant, _) = app.sealed("Firm", 4).await;
    let (other, clerk) = app.sealed("Other", 1).await;
    app.contract(&clerk, json!({"bidId": "B-1", "contractName": "Bridge"})).await;
    let db = app.owner_db().await;
    let ids = app.event_ids(&db, &tenant).await;
    let waiting = *app.event_ids(&db, &other).await.last().unwrap();
    assert_eq!(ids.len(), 5);
    assert_eq!([app.faults(&tenant).await, app.faults(&other).await], [vec![], vec![]]);
    app.unprotect(&db).await;
    let inserted = Uuid::now_v7();
    for sql in [
        format!("UPDATE audit_events SET changes = '{{}}' WHERE id = {}", app.sql_id(ids[1])),
        format!("UPDATE audit_events SET actor_id = NULL WHERE id = {}", app.sql_id(ids[2])),
        format!("DELETE FROM audit_events WHERE id = {}", app.sql_id(ids[3])),
        app.forged(ids[4], inserted, 0),
        format!("DELETE FROM audit_events WHERE id = {}", app.sql_id(waiting)),
    ] {
        app.platform_sql(&db, &sql).await;
    }
    assert_eq!(
        app.faults(&tenant).await,
        [
            Fault::EventAltered(2, ids[1]),
            Fault::EventAltered(3, ids[2]),
            Fault::EventDeleted(4, ids[3]),
            Fault::EventInserted(inserted),
        ]
    );
    assert_eq!(app.faults(&other).await, [Fault::UnsealedDeleted(waiting)]);
    // What is gone isn't forgotten by sealing on.
    app.store().seal_trails().await.unwrap();
    assert_eq!(app.faults(&other).await, [Fault::UnsealedDeleted(waiting)]);
}

#[tokio::test]
async fn whatever_is_done_to_seals_is_named() {
    let app = App::start().await;
    let mut firms = Vec::new();
    for name in ["Altered", "Rehashed", "Missing"] {
        firms.push(app.sealed(name, 3).await.0);
    }
    let db = app.owner_db().await;
    app.unprotect(&db).await;
    let zeros = if app.is_postgres() { "decode(repeat('00', 32), 'hex')" } else { "zeroblob(32)" };
    for (tenant, change) in firms.iter().zip([
        "UPDATE audit_seals SET events = events + 1".to_owned(),
        format!("UPDATE audit_seals SET hash = {zeros}"),
        "DELETE FROM audit_seals".to_owned(),
    ]) {
        let which = format!("{change} WHERE number = 2 AND tenant_id = {}", app.sql_id(tenant.id));
        app.platform_sql(&db, &which).await;
    }
    assert_eq!(app.faults(&firms[0]).await, [Fault::SealAltered(2)]);
    assert_eq!(app.faults(&firms[1]).await, [Fault::SealAltered(2), Fault::SealDetached(3)]);
    let ids = app.event_ids(&db, &firms[2]).await;
    assert_eq!(app.faults(&firms[2]).await, [Fault::SealsMissing(2, 2), Fault::EventInserted(ids[1])]);
}

#[tokio::test]
async fn an_event_that_is_slipped_into_a_sealed_time_is_named_before_it_is_sealed_and_after() {
    let app = App::start().await;
    let (tenant, owner) = app.sealed("Firm", 1).await;
    let db = app.owner_db().await;
    let ids = app.event_ids(&db, &tenant).await;
    let slipped = Uuid::now_v7();
    app.platform_sql(&db, &app.forged(ids[1], slipped, 2)).await;
    assert_eq!(app.faults(&tenant).await, [Fault::EventBackdated(slipped)]);
    app.contract(&owner, json!({"bidId": "A-9", "contractName": "Road"})).await;
    app.store().seal_trails().await.unwrap();
    assert_eq!(app.faults(&tenant).await, [Fault::EventBackdated(slipped)]);
}

#[tokio::test]
async fn what_commits_after_a_seal_that_it_began_before_is_in_the_next() {
    let app = App::start().await;
    let (tenant, owner) = app.sealed("Firm", 1).await;
    let (db, writer) = (app.owner_db().await, app.owner_db().await);
    let late = Uuid::now_v7();
    let ids = app.event_ids(&db, &tenant).await;
    let insert = app.forged(ids[1], late, 0);
    if app.is_postgres() {
        let open = writer.begin().await.unwrap();
        open.execute_unprepared("SELECT set_config('nirmaan.scope', 'platform', true)").await.unwrap();
        open.execute_unprepared(&insert).await.unwrap();
        // Neither who writes nor who seals waits for it.
        app.contract(&owner, json!({"bidId": "B-1", "contractName": "Bridge"})).await;
        assert_eq!(app.store().seal_trails().await.unwrap(), 1);
        assert_eq!(app.faults(&tenant).await, []);
        open.commit().await.unwrap();
    } else {
        // There is one writer: what began before has ended before, but for what has an older id.
        app.contract(&owner, json!({"bidId": "B-1", "contractName": "Bridge"})).await;
        assert_eq!(app.store().seal_trails().await.unwrap(), 1);
        app.platform_sql(&writer, &insert).await;
    }
    let newest = app.event_ids(&db, &tenant).await;
    assert!(late < *newest.last().unwrap(), "it stands before what is sealed already");
    assert_eq!(app.faults(&tenant).await, []);
    assert_eq!(app.store().seal_trails().await.unwrap(), 1);
    let seal = app.get("/api/audit/seal", &owner.token).await.ok();
    assert_eq!((&seal["number"], &seal["events"]), (&json!(4), &json!(1)));
    assert_eq!(app.faults(&tenant).await, []);
}

#[tokio::test]
async fn a_long_trail_is_sealed_in_batches_however_old_it_is() {
    let app = App::start().await;
    let (tenant, owner) = app.watched("Firm").await;
    let actor = Actor::system(tenant.id);
    let events = (0..1_200).map(|hour| {
        let mut event =
            noted(&app.clock, &actor, Action::Update, ("contract", Uuid::now_v7()), Changes::new());
        event.at -= TimeDelta::hours(hour);
        event
    });
    app.store().keep_events(&events.collect::<Vec<_>>()).await.unwrap();
    app.store().seal_trails().await.unwrap();
    let seals = ["?number=1", "?number=2", ""].map(|which| format!("/api/audit/seal{which}"));
    let mut sealed = Vec::new();
    for path in &seals {
        sealed.push(app.get(path, &owner.token).await.ok()["events"].as_i64().unwrap());
    }
    assert_eq!(sealed, [500, 500, 201]);
    assert_eq!(app.faults(&tenant).await, []);
}

#[tokio::test]
async fn sealers_and_writers_at_once_leave_no_event_out() {
    let app = App::start().await;
    let (tenant, owner) = app.watched("Firm").await;
    let write = async |kind: &str| {
        for number in 0..8 {
            let body = json!({"bidId": format!("{kind}-{number}"), "contractName": "Road"});
            app.contract(&owner, body).await;
        }
    };
    let seal = async || {
        for _ in 0..6 {
            app.store().seal_trails().await.unwrap();
        }
    };
    tokio::join!(write("A"), seal(), write("B"), seal());
    app.store().seal_trails().await.unwrap();
    assert_eq!(app.faults(&tenant).await, []);
    let db = app.owner_db().await;
    let sealed =
        format!("SELECT SUM(events) AS n FROM audit_seals WHERE tenant_id = {}", app.sql_id(tenant.id));
    let sealed = sealed.replace("SUM(events)", "CAST(SUM(events) AS BIGINT)");
    assert_eq!(app.platform_count(&db, &sealed).await, 17);
    assert_eq!(app.platform_count(&db, "SELECT COUNT(*) AS n FROM audit_unsealed").await, 0);
}

#[tokio::test]
async fn neither_the_server_nor_the_databases_owner_can_change_a_seal() {
    let app = App::start().await;
    app.sealed("Firm", 1).await;
    let own_role = app.owner_url.replace("//postgres@", "//nirmaan_app@");
    for (url, reason) in [(&app.owner_url, "append-only"), (&own_role, "permission denied")] {
        let db = Database::connect(url).await.unwrap();
        for sql in ["UPDATE audit_seals SET number = number + 10", "DELETE FROM audit_seals"] {
            let refused = app.try_platform_sql(&db, sql).await.unwrap_err();
            let reason = if app.is_postgres() { reason } else { "append-only" };
            assert!(refused.contains(reason), "{sql}: {refused}");
        }
        db.close().await.unwrap();
    }
}
