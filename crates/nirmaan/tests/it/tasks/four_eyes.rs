//! Four eyes: where an organisation asks for them, nobody approves a task of their own.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{Site, id};
use crate::{build::Person, harness::Answer};

async fn open(four_eyes: bool) -> (Site, Person) {
    let site = Site::open().await;
    let administrator = site.app.person(&site.tenant, &[("User", Action::Edit)]).await;
    let body = json!({"fourEyes": four_eyes});
    site.app.put("/api/settings/organisation", &administrator.token, body).await.ok();
    let other = site.app.person(&site.tenant, &[("Project Tasks", Action::Edit)]).await;
    (site, other)
}

impl Site {
    async fn of_owner(&self, status: &str) -> String {
        let body = json!({"title": "Slab", "assignedTo": self.owner.id, "status": status});
        id(&self.task(body).await)
    }

    async fn put_by(&self, person: &Person, task: &str, body: Value) -> Answer {
        self.app.put(&format!("/api/tasks/{task}"), &person.token, body).await
    }
}

#[tokio::test]
async fn no_call_lets_whoever_has_a_task_approve_it() {
    let (site, other) = open(true).await;
    let task = site.of_owner("UNDER_REVIEW").await;
    let own = json!(site.owner.id);
    for answer in [
        site.call(&task, "approve", json!({})).await,
        site.put(&task, json!({"title": "Slab", "assignedTo": own, "status": "APPROVED"})).await,
        // Neither by giving it away in the same breath,
        site.put(&task, json!({"title": "Slab", "assignedTo": other.id, "status": "APPROVED"})).await,
        site.put(&task, json!({"title": "Slab", "status": "APPROVED"})).await,
        site.call(&task, "progress", json!({"status": "APPROVED"})).await,
        // nor by making it so.
        site.try_task(json!({"title": "Done before", "assignedTo": own, "status": "APPROVED"})).await,
    ] {
        assert_eq!(answer.error(403).0, "PERMISSION_DENIED");
        assert!(answer.text.contains("assigned to you"), "{}", answer.text);
    }
    let kept = site.get(&task).await;
    assert_eq!(
        (&kept["status"], &kept["assignedTo"], &kept["version"]),
        (&json!("UNDER_REVIEW"), &own, &json!(1))
    );
    // Another may, and then nothing stands in the way of what else the assignee changes.
    let approved = site.app.post(&format!("/api/tasks/{task}/approve"), &other.token, json!({})).await.ok();
    assert_eq!(approved["approvedBy"], json!(other.id));
    site.put(&task, json!({"title": "Slabs", "assignedTo": own, "status": "APPROVED"})).await.ok();
    // Whoever approved it doesn't get it afterwards.
    let body = json!({"title": "Slabs", "assignedTo": other.id});
    for person in [&other, &site.owner] {
        assert_eq!(site.put_by(person, &task, body.clone()).await.error(403).0, "PERMISSION_DENIED");
    }
    // Every other status is free.
    for status in ["COMPLETED", "REJECTED", "UNDER_REVIEW"] {
        site.put(&task, json!({"title": "Slab", "assignedTo": own, "status": status})).await.ok();
    }
}

#[tokio::test]
async fn what_was_approved_before_stays_editable() {
    let (site, other) = open(false).await;
    let task = site.of_owner("APPROVED").await;
    let administrator = site.app.person(&site.tenant, &[("User", Action::Edit)]).await;
    let body = json!({"fourEyes": true});
    site.app.put("/api/settings/organisation", &administrator.token, body).await.ok();
    let own = json!(site.owner.id);
    site.put(&task, json!({"title": "Slabs", "assignedTo": own, "status": "APPROVED"})).await.ok();
    site.put(&task, json!({"title": "Slabs", "assignedTo": other.id})).await.ok();
}

#[tokio::test]
async fn an_organisation_that_does_not_ask_lets_people_approve_their_own() {
    let (site, _) = open(false).await;
    let task = site.of_owner("UNDER_REVIEW").await;
    site.call(&task, "approve", json!({})).await.ok();
}
