//! Reviews: who asked, who approved, who rejected and why.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::Site;

/// Where a task may stand.
const STATUSES: [&str; 13] = [
    "DRAFT",
    "PLANNED",
    "ASSIGNED",
    "INITIATED",
    "IN_PROGRESS",
    "ON_HOLD",
    "REOPENED",
    "UNDER_REVIEW",
    "COMPLETED",
    "APPROVED",
    "REJECTED",
    "TERMINATED",
    "CANCELLED",
];

#[tokio::test]
async fn a_review_records_who_and_when_step_by_step() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    let (own, email) = (json!(site.owner.id), json!(site.owner.email));
    let asked = site.call(&task, "request-review", json!({"version": 1})).await.ok();
    assert_eq!((&asked["status"], &asked["reviewRequestedBy"]), (&json!("UNDER_REVIEW"), &own));
    assert!(asked["reviewRequestedAt"].is_string());
    assert_eq!(asked["people"]["reviewRequestedBy"], email);
    let rejected = site.call(&task, "reject", json!({"reason": "Honeycombs"})).await.ok();
    assert_eq!((&rejected["status"], &rejected["rejectedBy"]), (&json!("REJECTED"), &own));
    assert_eq!(
        (&rejected["rejectionReason"], rejected["rejectedAt"].is_string()),
        (&json!("Honeycombs"), true)
    );
    let reopened = site.call(&task, "reopen", json!({})).await.ok();
    assert_eq!(
        (&reopened["status"], &reopened["rejectionReason"]),
        (&json!("REOPENED"), &json!("Honeycombs"))
    );
    site.call(&task, "request-review", json!({})).await.ok();
    let approved = site.call(&task, "approve", json!({})).await.ok();
    assert_eq!((&approved["status"], &approved["approvedBy"]), (&json!("APPROVED"), &own));
    assert_eq!(approved["approvalDate"], json!(site.app.clock.today().to_string()));
    assert_eq!((&approved["isApproved"], &approved["people"]["approvedBy"]), (&json!(true), &email));
    let reopened = site.call(&task, "reopen", json!({"version": 6})).await.ok();
    assert_eq!((&reopened["isApproved"], &reopened["approvedBy"]), (&json!(false), &json!("")));
    assert_eq!((&reopened["approvalDate"], &reopened["version"]), (&Value::Null, &json!(7)));
}

#[tokio::test]
async fn each_step_is_answered_with_the_task_as_it_is_read() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    for step in ["request-review", "reject", "reopen", "request-review", "approve"] {
        let answered = site.call(&task, step, json!({"reason": "x"})).await.ok();
        let read = site.app.get(&format!("/api/tasks/{task}"), &site.owner.token).await.ok();
        assert_eq!(answered, read, "{step}");
    }
}

#[tokio::test]
async fn each_step_begins_where_it_may() {
    let site = Site::open().await;
    let may = |step: &str, status: &str| match step {
        "request-review" => !matches!(status, "UNDER_REVIEW" | "APPROVED"),
        "reopen" => matches!(status, "COMPLETED" | "APPROVED" | "REJECTED" | "TERMINATED" | "CANCELLED"),
        _ => status == "UNDER_REVIEW",
    };
    let task = site.titled("Slab", "").await;
    for status in STATUSES {
        for step in ["request-review", "approve", "reject", "reopen"] {
            site.put(&task, json!({"title": "Slab", "status": status})).await.ok();
            let answer = site.call(&task, step, json!({"reason": "x"})).await;
            if may(step, status) {
                answer.ok();
            } else {
                assert_eq!(answer.error(409).0, "FAILED_PRECONDITION", "{step} from {status}");
                assert_eq!(site.get(&task).await["status"], status);
            }
        }
    }
}

// Spec: S4.task.statuses S4.task.any-transition
#[tokio::test]
async fn any_status_may_follow_any_other() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    let put = async |status: &str| {
        let put = site.put(&task, json!({"title": "Slab", "status": status})).await.ok();
        assert_eq!(put["status"], status);
    };
    for (place, one) in STATUSES.iter().enumerate() {
        put(one).await;
        for other in &STATUSES[place + 1..] {
            put(other).await;
            put(one).await;
        }
    }
}

#[tokio::test]
async fn a_status_set_by_an_update_records_who_and_when() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    let put = async |status: &str| site.put(&task, json!({"title": "Slab", "status": status})).await.ok();
    let own = json!(site.owner.id);
    let asked = put("UNDER_REVIEW").await;
    assert_eq!(asked["reviewRequestedBy"], own);
    let approved = put("APPROVED").await;
    assert_eq!((&approved["approvedBy"], &approved["isApproved"]), (&own, &json!(true)));
    // Sent again, it is no new approval; another editor's save doesn't become the approver.
    let other = site.app.person(&site.tenant, &[("Project Tasks", Action::Edit)]).await;
    let body = json!({"title": "Slabs", "status": "APPROVED"});
    let again = site.app.put(&format!("/api/tasks/{task}"), &other.token, body).await.ok();
    assert_eq!((&again["approvedBy"], &again["approvalDate"]), (&own, &approved["approvalDate"]));
    let completed = put("COMPLETED").await;
    assert_eq!((&completed["completedBy"], &completed["isApproved"]), (&own, &json!(false)));
    let rejected = put("REJECTED").await;
    assert_eq!((&rejected["rejectedBy"], rejected["rejectedAt"].is_string()), (&own, true));
    let created = site.task(json!({"title": "Done before", "status": "APPROVED"})).await;
    assert_eq!((&created["approvedBy"], &created["isApproved"]), (&own, &json!(true)));
}

#[tokio::test]
async fn a_rejection_says_why() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    site.call(&task, "request-review", json!({})).await.ok();
    for reason in [String::new(), "   ".to_owned(), "x".repeat(4_001), "a\u{7}b".to_owned()] {
        let refused = site.call(&task, "reject", json!({"reason": reason})).await;
        refused.error(400);
        assert_eq!(refused.json()["fields"][0]["field"], "reason");
    }
    assert_eq!(site.get(&task).await["status"], "UNDER_REVIEW");
}

#[tokio::test]
async fn of_two_who_decide_at_once_one_does() {
    let site = Site::open().await;
    for round in 0..6 {
        let task = site.titled(&format!("Slab {round}"), "").await;
        site.call(&task, "request-review", json!({})).await.ok();
        let (approved, rejected) = tokio::join!(
            site.call(&task, "approve", json!({})),
            site.call(&task, "reject", json!({"reason": "No"}))
        );
        let statuses = [approved.status.as_u16(), rejected.status.as_u16()];
        assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
    }
}
