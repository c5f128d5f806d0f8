//! The tree of a project as a stream.

use nirmaan_api::projects::{StreamTaskTreeRequest, task_service_client::TaskServiceClient};
use serde_json::{Value, json};

use super::{Site, nobodys};
use crate::harness::signed;

// Spec: S7.tasks.tree
#[tokio::test]
async fn a_tree_comes_level_by_level_with_siblings_in_their_order() {
    let site = Site::open().await;
    let road = site.titled("Road", "").await;
    let bridge = site.titled("Bridge", "").await;
    site.titled("Piles", &bridge).await;
    let earth = site.titled("Earthwork", &road).await;
    site.titled("Surfacing", &road).await;
    site.titled("Clearing", &earth).await;
    site.call(&bridge, "move", json!({"beforeId": road})).await.ok();
    let titles: Vec<_> = site.tree().await.iter().map(|node| node["title"].clone()).collect();
    assert_eq!(titles[..2], ["Bridge", "Road"]);
    assert_eq!(titles[5], "Clearing");
    assert_eq!(site.outline().await, ["Bridge", ".Piles", "Road", ".Earthwork", "..Clearing", ".Surfacing"]);
}

#[tokio::test]
async fn a_node_shows_what_the_tree_needs_and_who_has_it() {
    let site = Site::open().await;
    let task = site
        .task(json!({"title": "Slab", "status": "ASSIGNED", "priority": "HIGH", "taskType": "Concrete",
        "assignedTo": site.owner.id, "units": "cum", "estimatedQuantity": 12.5, "actualQuantity": 0,
        "estimatedRate": 5400.5, "isMilestone": true, "givenStartDate": "2026-04-01"}))
        .await;
    let parts = site.tree_parts().await;
    let node = &parts[0]["nodes"][0];
    for field in [
        "id",
        "parentId",
        "title",
        "status",
        "priority",
        "taskType",
        "assignedTo",
        "units",
        "estimatedQuantity",
        "actualQuantity",
        "estimatedRate",
        "isMilestone",
        "version",
        "rollUp",
    ] {
        assert_eq!(node[field], task[field], "{field}");
    }
    assert_eq!(parts[0]["people"], json!([{"id": site.owner.id, "email": site.owner.email, "state": ""}]));
    assert_eq!((parts.len(), &parts[0]["total"]), (1, &json!(1)));
}

#[tokio::test]
async fn a_project_without_tasks_has_an_empty_tree_and_an_unknown_one_none() {
    let site = Site::open().await;
    let parts = site.tree_parts().await;
    assert_eq!(parts, [json!({"nodes": [], "total": 0, "people": []})]);
    for project in [nobodys(), "x".to_owned()] {
        let path = format!("/api/projects/{project}/task-tree");
        assert_eq!(site.app.get(&path, &site.owner.token).await.error(404).1, "Project not found.");
    }
}

/// Puts tasks into the project.
async fn fill(site: &Site, tasks: usize) {
    let above: Vec<String> = {
        let mut ids = Vec::new();
        for number in 0..4 {
            ids.push(site.titled(&format!("T{number}"), "").await);
        }
        ids
    };
    let db = site.app.owner_db().await;
    let rows: Vec<String> = (0..tasks)
        .map(|number| {
            let (id, parent) = (uuid::Uuid::now_v7(), &above[number % 4]);
            format!(
                "({}, {}, {}, {}, '{parent}/{id}/', 1, {number}, 'B{number}', 140000, 100, 50, 'DRAFT', '', 5000, \
                 '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')",
                site.app.sql_id(site.tenant.id),
                site.app.sql_id(id),
                site.app.sql_id(site.project.parse().unwrap()),
                site.app.sql_id(parent.parse().unwrap()),
            )
        })
        .collect();
    for some in rows.chunks(500) {
        let sql = format!(
            "INSERT INTO tasks (tenant_id, id, project_id, parent_id, hierarchy_path, level, position, title, \
             tax_percentage, estimated_amount, actual_amount, status, search, progress, created_at, updated_at) VALUES {}",
            some.join(", ")
        );
        site.app.platform_sql(&db, &sql).await;
    }
}

#[tokio::test]
async fn a_large_tree_comes_in_parts_of_the_same_moment() {
    let site = Site::open().await;
    fill(&site, 2_600).await;
    let channel = site.app.channel().await;
    let mut client = TaskServiceClient::new(channel);
    let request = signed(StreamTaskTreeRequest { project_id: site.project.clone() }, &site.owner.token);
    let mut stream = client.stream_task_tree(request).await.unwrap().into_inner();
    let first = stream.message().await.unwrap().unwrap();
    assert_eq!((first.nodes.len(), first.total), (200, 2_604));
    // What happens now isn't in what is read already.
    site.titled("Late", "").await;
    let mut parts = vec![first];
    while let Some(part) = stream.message().await.unwrap() {
        parts.push(part);
    }
    let sizes: Vec<_> = parts.iter().map(|part| part.nodes.len()).collect();
    assert_eq!(sizes, [200, 1_000, 1_000, 404]);
    assert!(parts[1..].iter().all(|part| part.total == 0));
    let nodes: Vec<_> = parts.into_iter().flat_map(|part| part.nodes).collect();
    let mut seen = std::collections::HashSet::new();
    for node in &nodes {
        assert!(node.parent_id.is_empty() || seen.contains(&node.parent_id), "its parent comes before it");
        seen.insert(node.id.clone());
    }
    let top = nodes[0].roll_up.unwrap();
    assert_eq!((top.descendants, top.progress), (650, 50.0));
    assert_eq!(top.estimated_amount.unwrap().paise, 65_000);
}

#[tokio::test]
async fn without_pages_every_match_comes_at_once_but_not_more_than_can_be_shown() {
    let site = Site::open().await;
    fill(&site, 2_600).await;
    let path = "/api/tasks/filter";
    let all = site.app.post(path, &site.owner.token, json!({"projectId": site.project})).await.ok();
    assert_eq!(all["content"].as_array().unwrap().len(), 2_604);
    let numbers = ["number", "size", "totalPages", "totalElements"].map(|field| all[field].as_i64().unwrap());
    assert_eq!(numbers, [0, 2_604, 1, 2_604]);
    let paged = json!({"projectId": site.project, "pagination": {}});
    let page = site.app.post(path, &site.owner.token, paged).await.ok();
    assert_eq!((page["content"].as_array().unwrap().len(), &page["totalElements"]), (10, &json!(2_604)));
    fill(&site, 7_400).await;
    let refused = site.app.post(path, &site.owner.token, json!({})).await;
    assert_eq!(refused.error(409).0, "FAILED_PRECONDITION");
    let none = site.app.post(path, &site.owner.token, json!({"title": "nothing"})).await.ok();
    assert_eq!((&none["content"], &none["totalElements"]), (&json!([]), &Value::from(0)));
}
