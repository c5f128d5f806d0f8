//! The tasks of projects.

mod crud;
mod deletions;
mod figures;
mod filter;
mod four_eyes;
mod moves;
mod own_figures;
mod progress;
mod review;
mod rights;
mod roll_ups;
mod rules;
mod tree;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    build::{Person, Tenant},
    harness::App,
};

/// A firm with a project, and somebody who may do everything with it.
pub struct Site {
    pub app: App,
    pub tenant: Tenant,
    pub owner: Person,
    /// The project's id.
    pub project: String,
}

impl Site {
    pub async fn open() -> Self {
        Self::of(App::start().await).await
    }

    pub async fn of(app: App) -> Self {
        let (tenant, owner) = app.building("Firm").await;
        let project = id(&app.project(&owner, json!({"projectName": "Ring road"})).await);
        Self { app, tenant, owner, project }
    }

    /// Another project of the firm.
    pub async fn other_project(&self, name: &str) -> String {
        id(&self.app.project(&self.owner, json!({"projectName": name})).await)
    }

    /// A new task of the project.
    pub async fn task(&self, body: Value) -> Value {
        self.try_task(body).await.ok()
    }

    /// A new task with nothing but a title, below another or at the top.
    pub async fn titled(&self, title: &str, parent: &str) -> String {
        id(&self.task(json!({"title": title, "parentId": parent})).await)
    }

    pub async fn try_task(&self, mut body: Value) -> crate::harness::Answer {
        if body["projectId"].is_null() {
            body["projectId"] = json!(self.project);
        }
        self.app.post("/api/tasks", &self.owner.token, body).await
    }

    pub async fn get(&self, id: &str) -> Value {
        self.app.get(&format!("/api/tasks/{id}"), &self.owner.token).await.ok()
    }

    pub async fn put(&self, id: &str, body: Value) -> crate::harness::Answer {
        self.app.put(&format!("/api/tasks/{id}"), &self.owner.token, body).await
    }

    /// Calls what is below a task, such as `move`.
    pub async fn call(&self, id: &str, what: &str, body: Value) -> crate::harness::Answer {
        self.app.post(&format!("/api/tasks/{id}/{what}"), &self.owner.token, body).await
    }

    pub async fn delete(&self, id: &str) -> crate::harness::Answer {
        self.app.delete(&format!("/api/tasks/{id}"), &self.owner.token).await
    }

    /// The rows of a filter.
    pub async fn filter(&self, body: Value) -> Vec<Value> {
        let page = self.app.post("/api/tasks/filter", &self.owner.token, body).await.ok();
        page["content"].as_array().unwrap().clone()
    }

    /// The parts of the project's tree, as lines of JSON.
    pub async fn tree_parts(&self) -> Vec<Value> {
        let path = format!("/api/projects/{}/task-tree", self.project);
        let request = self.app.request(reqwest::Method::GET, &path, Some(&self.owner.token));
        let answer = crate::harness::answer(request.header("accept", "application/x-ndjson")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The nodes of the project's tree.
    pub async fn tree(&self) -> Vec<Value> {
        let parts = self.tree_parts().await;
        parts.iter().flat_map(|part| part["nodes"].as_array().unwrap().clone()).collect()
    }

    /// The titles of the tree, each behind as many dots as its level.
    pub async fn outline(&self) -> Vec<String> {
        let nodes = self.tree().await;
        let below = |parent: &str| -> Vec<&Value> {
            nodes.iter().filter(|node| node["parentId"] == parent).collect()
        };
        let mut lines = Vec::new();
        let mut stack: Vec<(usize, &Value)> = below("").into_iter().rev().map(|node| (0, node)).collect();
        while let Some((level, node)) = stack.pop() {
            lines.push(format!("{}{}", ".".repeat(level), node["title"].as_str().unwrap()));
            stack.extend(below(node["id"].as_str().unwrap()).into_iter().rev().map(|node| (level + 1, node)));
        }
        lines
    }

    /// Tasks below each other, from the top to level 4; their ids.
    pub async fn chain(&self, title: &str) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for level in 0..5 {
            let parent = ids.last().cloned().unwrap_or_default();
            ids.push(self.titled(&format!("{title} {level}"), &parent).await);
        }
        ids
    }
}

/// The id of a record.
pub fn id(record: &Value) -> String {
    record["id"].as_str().unwrap().to_owned()
}

/// An id that nobody has.
pub fn nobodys() -> String {
    Uuid::now_v7().to_string()
}
