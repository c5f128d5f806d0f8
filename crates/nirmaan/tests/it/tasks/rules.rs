//! What a task's fields may say.

use chrono::Utc;
use serde_json::{Value, json};

use super::{Site, id, nobodys};
use crate::harness::Answer;

/// The fields that an answer complains of.
fn wrong(answer: &Answer) -> Vec<Value> {
    answer.error(400);
    answer.json()["fields"].as_array().unwrap().iter().map(|field| field["field"].clone()).collect()
}

#[tokio::test]
async fn every_wrong_field_is_told_at_once() {
    let site = Site::open().await;
    let long = "x".repeat(256);
    let sent = json!({
        "projectId": "", "title": "  ", "description": "x".repeat(4_001), "estimatedQuantity": 1_000_000_001,
        "units": &long[..65], "estimatedRate": -1, "taxPercentage": 100.5, "actualQuantity": -0.5,
        "actualRate": 10_000_000_000_001_i64, "estimatedEffortHours": 1_000_001, "actualEffortHours": -1,
        "taskType": &long[..65], "givenStartDate": "2026-02-02", "givenEndDate": "2026-02-01",
        "actualStartDate": "2026-02-02", "actualEndDate": "2026-02-01", "progress": 101,
        "rejectionReason": "x".repeat(4_001), "terminationReason": "x".repeat(4_001), "comment": "a\u{0}b",
    });
    let mut told = wrong(&site.app.post("/api/tasks", &site.owner.token, sent.clone()).await);
    let mut expected: Vec<_> = sent.as_object().unwrap().keys().map(|key| json!(key)).collect();
    // Of two days that disagree the end is what is told.
    expected.retain(|field| field != "givenStartDate" && field != "actualStartDate");
    told.sort_by_key(Value::to_string);
    expected.sort_by_key(Value::to_string);
    assert_eq!(told, expected);
    assert_eq!(site.outline().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_title_is_required_and_names_are_those_of_the_specification() {
    let site = Site::open().await;
    let refused = site.try_task(json!({"title": ""})).await;
    assert_eq!(refused.error(400).1, "Title is required.");
    for (field, value) in [("status", "LOST"), ("priority", "LATER"), ("status", "DONE")] {
        let refused = site.try_task(json!({"title": "A", field: value})).await;
        assert_eq!(wrong(&refused), [json!(field)]);
    }
    for title in ["x".repeat(255), "मिट्टी 100%".to_owned()] {
        assert_eq!(site.task(json!({"title": title})).await["title"], title);
    }
}

// Spec: S4.task.priorities
#[tokio::test]
async fn a_priority_is_one_of_five_or_none() {
    let site = Site::open().await;
    for priority in ["HIGH", "MEDIUM", "LOW", "URGENT", "BLOCKER", ""] {
        assert_eq!(site.task(json!({"title": "A", "priority": priority})).await["priority"], priority);
    }
}

#[tokio::test]
async fn an_amount_that_can_not_be_kept_is_refused_by_its_quantity() {
    let site = Site::open().await;
    let dear = |quantity: i64| json!({"title": "Gold", "estimatedQuantity": quantity, "estimatedRate": 10_000_000_000_000_i64, "taxPercentage": 0});
    let id = &id(&site.task(dear(1)).await);
    let kept = site.get(id).await;
    assert_eq!(kept["rollUp"]["estimatedAmount"], 10_000_000_000_000_i64);
    assert_eq!(wrong(&site.try_task(dear(2)).await), ["estimatedQuantity"]);
    // Before anybody looks for the project.
    let mut nowhere = dear(2);
    nowhere["projectId"] = json!(uuid::Uuid::now_v7());
    assert_eq!(wrong(&site.try_task(nowhere).await), ["estimatedQuantity"]);
    // With the tax that it keeps.
    assert_eq!(wrong(&site.put(id, dear(2)).await), ["estimatedQuantity"]);
    assert_eq!(site.get(id).await, kept);
}

#[tokio::test]
async fn a_task_is_given_to_people_of_the_own_organisation_only() {
    let site = Site::open().await;
    let rival = site.app.tenant("Rival").await;
    let stranger = site.app.person(&rival, &[]).await;
    let gone = site.app.person(&site.tenant, &[]).await;
    let task = site.task(json!({"title": "A", "assignedTo": gone.id})).await;
    assert_eq!(task["assignedToEmail"], json!(gone.email));
    let db = site.app.owner_db().await;
    let sql = format!(
        "UPDATE users SET deleted_at = '{}' WHERE id = {}",
        Utc::now().to_rfc3339(),
        site.app.sql_id(gone.id)
    );
    site.app.platform_sql(&db, &sql).await;
    for id in [stranger.id.to_string(), nobodys(), "x".to_owned(), gone.id.to_string()] {
        let refused = site.try_task(json!({"title": "B", "assignedTo": id})).await;
        assert_eq!(refused.error(404).1, "Assignee not found.");
    }
    // Whoever has left keeps what they had.
    let id = task["id"].as_str().unwrap();
    let kept = site.put(id, json!({"title": "C", "assignedTo": gone.id})).await.ok();
    assert_eq!((&kept["title"], &kept["assignedTo"]), (&json!("C"), &json!(gone.id)));
    let nobody = site.put(id, json!({"title": "C"})).await.ok();
    assert_eq!((&nobody["assignedTo"], &nobody["assignedToEmail"]), (&json!(""), &json!("")));
}

#[tokio::test]
async fn people_are_found_by_a_part_of_their_address_while_they_are_active() {
    let site = Site::open().await;
    let rival = site.app.tenant("Rival").await;
    site.app.user(&rival, "Ravi@rival.example", &[]).await;
    let ids = [
        site.app.user(&site.tenant, "ravi@firm.example", &[]).await,
        site.app.user(&site.tenant, "meera.ravindran@firm.example", &[]).await,
    ];
    let asleep = site.app.user(&site.tenant, "ravi.asleep@firm.example", &[]).await;
    let db = site.app.owner_db().await;
    let sql = format!("UPDATE users SET is_active = FALSE WHERE id = {}", site.app.sql_id(asleep));
    site.app.platform_sql(&db, &sql).await;
    // Whoever is signed in may ask.
    let anybody = site.app.person(&site.tenant, &[]).await;
    let search = async |keyword: &str| {
        site.app.get(&format!("/api/users/assignees?keyword={keyword}"), &anybody.token).await.ok()
    };
    let expected = json!([
        {"id": ids[1], "email": "meera.ravindran@firm.example", "state": ""},
        {"id": ids[0], "email": "ravi@firm.example", "state": ""},
    ]);
    assert_eq!(search("RAVI").await, expected);
    assert_eq!(search("").await, json!([]));
    assert_eq!(search("%25").await, json!([]));
    for number in 0..25 {
        site.app.user(&site.tenant, &format!("mason{number:02}@firm.example"), &[]).await;
    }
    assert_eq!(search("mason").await.as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn a_project_has_at_most_a_lakh_of_tasks() {
    let site = Site::open().await;
    let first = site.titled("First", "").await;
    let db = site.app.owner_db().await;
    let new_id = if site.app.is_postgres() { "gen_random_uuid()" } else { "randomblob(16)" };
    let sql = format!(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99999) \
         INSERT INTO tasks (tenant_id, id, project_id, hierarchy_path, level, position, title, tax_percentage, \
         estimated_amount, actual_amount, status, search, created_at, updated_at) \
         SELECT tenant_id, {new_id}, project_id, 'x/', 0, n, 'T', 0, 0, 0, 'DRAFT', '', created_at, updated_at \
         FROM tasks, numbers WHERE title = 'First'"
    );
    site.app.platform_sql(&db, &sql).await;
    let refused = site.try_task(json!({"title": "One more"})).await;
    assert_eq!(refused.error(409).1, "A project has at most 1,00,000 tasks.");
    site.delete(&first).await.ok();
    site.task(json!({"title": "One more"})).await;
}
