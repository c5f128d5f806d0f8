//! The open tasks of whoever is deleted, which go to somebody else.

use chrono::TimeDelta;
use nirmaan::jobs::sweep;
use nirmaan_api::access::Action::{Delete, View};
use serde_json::{Value, json};

use super::{
    column,
    deleted_users::{bring_back, delete, firm},
};
use crate::{
    build::{Person, Tenant},
    harness::{Answer, App},
};

/// A firm with a project, and two who work on it: its owner, a clerk, and somebody else.
pub struct Site {
    pub app: App,
    pub tenant: Tenant,
    pub owner: Person,
    pub clerk: Person,
    pub other: Person,
    project: Value,
}

impl Site {
    pub async fn open() -> Self {
        let app = App::start().await;
        let (tenant, owner) = firm(&app, "Firm").await;
        let [clerk, other] = [app.person(&tenant, &[]).await, app.person(&tenant, &[]).await];
        let project = app.post("/api/projects", &owner.token, json!({"projectName": "Ring road"})).await.ok();
        Self { app, tenant, owner, clerk, other, project: project["id"].clone() }
    }

    /// A task of the clerk's; its id.
    pub async fn task(&self, title: &str) -> String {
        let task = json!({"title": title, "projectId": self.project, "assignedTo": self.clerk.id});
        let task = self.app.post("/api/tasks", &self.owner.token, task).await.ok();
        task["id"].as_str().unwrap().to_owned()
    }

    pub async fn change(&self, id: &str, change: Value) {
        let path = format!("/api/tasks/{id}");
        let mut task = self.app.get(&path, &self.owner.token).await.ok();
        for (field, value) in change.as_object().unwrap() {
            task[field] = value.clone();
        }
        self.app.put(&path, &self.owner.token, task).await.ok();
    }

    /// Whom a task is assigned to.
    pub async fn holder(&self, id: &str) -> Value {
        self.app.get(&format!("/api/tasks/{id}"), &self.owner.token).await.ok()["assignedTo"].clone()
    }

    /// Deletes the clerk, whose tasks go to somebody.
    async fn hand_over(&self, by: &Person, to: &str) -> Answer {
        let path = format!("/api/users/{}?handOverToId={to}", self.clerk.id);
        self.app.delete(&path, &by.token).await
    }
}

#[tokio::test]
async fn open_tasks_are_handed_over_and_given_back_as_far_as_nobody_has_decided_otherwise() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let [dig, fill, level, pave] =
        [site.task("Dig").await, site.task("Fill").await, site.task("Level").await, site.task("Pave").await];
    site.change(&pave, json!({"status": "COMPLETED"})).await;
    let [clerk, other] = [json!(site.clerk.id), json!(site.other.id)];

    site.hand_over(owner, &site.other.id.to_string()).await.ok();
    for task in [&dig, &fill, &level] {
        assert_eq!(site.holder(task).await, other);
    }
    assert_eq!(site.holder(&pave).await, clerk, "what is done stays in their name");
    let history = app.get(&format!("/api/audit/task/{dig}"), &owner.token).await.ok();
    let change = &history["content"][0];
    assert_eq!((&change["action"], &change["actor"]), (&json!("UPDATE"), &json!(owner.email)), "{history}");
    let mine = app.post("/api/tasks/filter", &owner.token, json!({"assignedTo": site.other.id})).await.ok();
    assert_eq!(mine["totalElements"], 3);

    // One is done, and another was assigned anew, to whom it had been handed over.
    site.change(&fill, json!({"status": "COMPLETED"})).await;
    site.change(&level, json!({"assignedTo": owner.id})).await;
    site.change(&level, json!({"assignedTo": site.other.id})).await;
    bring_back(app, owner, &site.clerk).await.ok();
    assert_eq!(site.holder(&dig).await, clerk);
    assert_eq!([site.holder(&fill).await, site.holder(&level).await], [other.clone(), other]);
    // The next time they are deleted and brought back, what was decided since stays.
    site.change(&fill, json!({"status": "REOPENED"})).await;
    delete(app, owner, &site.clerk).await.ok();
    bring_back(app, owner, &site.clerk).await.ok();
    assert_eq!(site.holder(&fill).await, json!(site.other.id));
}

#[tokio::test]
async fn what_was_handed_over_twice_goes_back_to_the_last_who_had_it() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let task = json!({"title": "Dig", "projectId": site.project, "assignedTo": site.clerk.id, "estimatedQuantity": 10, "actualQuantity": 4});
    let dig = app.post("/api/tasks", &owner.token, task).await.ok()["id"].as_str().unwrap().to_owned();
    let [clerk, other] = [json!(site.clerk.id), json!(site.other.id)];
    site.hand_over(owner, &site.other.id.to_string()).await.ok();
    let path = format!("/api/users/{}?handOverToId={}", site.other.id, owner.id);
    app.delete(&path, &owner.token).await.ok();
    assert_eq!(site.holder(&dig).await, json!(owner.id));
    bring_back(app, owner, &site.clerk).await.ok();
    assert_eq!(site.holder(&dig).await, json!(owner.id));
    // By somebody of the platform, too.
    bring_back(app, &app.root().await, &site.other).await.ok();
    assert_eq!(site.holder(&dig).await, other);

    // A task that is split takes its balance along.
    site.change(&dig, json!({"assignedTo": site.clerk.id})).await;
    site.hand_over(owner, &site.other.id.to_string()).await.ok();
    let below = json!({"title": "Trench", "projectId": site.project, "parentId": dig});
    app.post("/api/tasks?onOwnFigures=KEEP", &owner.token, below).await.ok();
    bring_back(app, owner, &site.clerk).await.ok();
    let theirs = app.post("/api/tasks/filter", &owner.token, json!({"assignedTo": site.clerk.id})).await.ok();
    let titles = column(&theirs["content"], "title");
    assert_eq!((titles.len(), site.holder(&dig).await), (2, clerk), "{titles:?}");
}

#[tokio::test]
async fn more_tasks_than_are_changed_together_are_handed_over_all() {
    let site = Site::open().await;
    let task = site.task("Dig").await;
    let db = site.app.owner_db().await;
    let columns = "tenant_id, project_id, level, position, is_leaf, title, description, units, tax_percentage, \
                   estimated_amount, actual_amount, status, task_type, progress, is_milestone, is_billable, assigned_to, \
                   is_approved, rejection_reason, termination_reason, comment, search, version, created_at, updated_at";
    let id = if site.app.is_postgres() { "gen_random_uuid()" } else { "CAST(randomblob(16) AS BLOB)" };
    let copies = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001), \
         ids AS MATERIALIZED (SELECT {id} AS id FROM n) \
         INSERT INTO tasks (id, hierarchy_path, {columns}) SELECT ids.id, '', {columns} FROM ids, tasks"
    );
    site.app.platform_sql(&db, &copies).await;
    site.hand_over(&site.owner, &site.other.id.to_string()).await.ok();
    assert_eq!(site.holder(&task).await, json!(site.other.id));
    let count = "SELECT COUNT(*) AS n FROM tasks WHERE handed_over_from IS NOT NULL";
    assert_eq!(site.app.platform_count(&db, count).await, 5_002);
    let events = "SELECT COUNT(*) AS n FROM audit_events WHERE entity = 'task' AND action = 'update'";
    assert_eq!(site.app.platform_count(&db, events).await, 5_002);
}

#[tokio::test]
async fn tasks_are_handed_over_only_to_an_active_colleague_and_by_who_may_edit_tasks() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let dig = site.task("Dig").await;
    let (_, stranger) = firm(app, "Rival").await;
    let clerk = json!(site.clerk.id);
    let field = async |to: &str| {
        let answer = site.hand_over(owner, to).await;
        answer.error(400);
        answer.json()["fields"][0].clone()
    };
    let wrong = |message: &str| json!({"field": "handOverToId", "message": message});
    assert_eq!(
        field(&site.clerk.id.to_string()).await,
        wrong("Tasks can't be handed over to the same user. Choose somebody else.")
    );
    let off = json!({"email": site.other.email, "isActive": false});
    app.put(&format!("/api/users/{}", site.other.id), &owner.token, off).await.ok();
    assert_eq!(
        field(&site.other.id.to_string()).await,
        wrong("An inactive user can't be given tasks. Choose somebody else.")
    );
    for nobody in [stranger.id.to_string(), uuid::Uuid::now_v7().to_string(), "nonsense".to_owned()] {
        assert_eq!(field(&nobody).await, wrong("There is no such user any more. Choose somebody else."));
    }
    let deleter = app.person(&site.tenant, &[("User", View), ("User", Delete)]).await;
    let (code, message) = site.hand_over(&deleter, &owner.id.to_string()).await.error(403);
    assert_eq!(code, "PERMISSION_DENIED");
    assert!(message.contains("Project Tasks"), "{message}");
    // The platform's users have no business with a firm's tasks.
    site.hand_over(&app.root().await, &owner.id.to_string()).await.error(403);
    assert_eq!(site.holder(&dig).await, clerk, "nothing of it was done");
    app.get(&format!("/api/users/{}", site.clerk.id), &owner.token).await.ok();
    site.hand_over(&deleter, "").await.ok();
    assert_eq!(site.holder(&dig).await, clerk);
}

#[tokio::test]
async fn of_two_who_are_deleted_at_once_for_each_other_one_stays_with_the_tasks_of_both() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let of_clerk = site.task("Dig").await;
    let of_other = site.task("Fill").await;
    site.change(&of_other, json!({"assignedTo": site.other.id})).await;
    let path = format!("/api/users/{}?handOverToId={}", site.other.id, site.clerk.id);
    let to_other = site.other.id.to_string();
    let (one, other) = tokio::join!(site.hand_over(owner, &to_other), app.delete(&path, &owner.token));
    let statuses = [one.status.as_u16(), other.status.as_u16()];
    let stays = match statuses {
        [200, 400 | 404] => &site.other,
        [400 | 404, 200] => &site.clerk,
        _ => panic!("{statuses:?}"),
    };
    assert_eq!(
        [site.holder(&of_clerk).await, site.holder(&of_other).await],
        [json!(stays.id), json!(stays.id)]
    );
}

#[tokio::test]
async fn after_thirty_days_it_is_forgotten_from_whom_tasks_came() {
    let site = Site::open().await;
    let app = &site.app;
    site.task("Dig").await;
    site.hand_over(&site.owner, &site.other.id.to_string()).await.ok();
    let db = app.owner_db().await;
    let handed_over = async || {
        app.platform_count(&db, "SELECT COUNT(*) AS n FROM tasks WHERE handed_over_from IS NOT NULL").await
    };
    app.clock.advance(TimeDelta::days(30));
    sweep(app.deps()).await.unwrap();
    assert_eq!(handed_over().await, 1);
    app.clock.advance(TimeDelta::minutes(61));
    sweep(app.deps()).await.unwrap();
    assert_eq!(handed_over().await, 0);
}
