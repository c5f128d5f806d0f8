//! Users whom records name: those who are deleted or inactive keep their names there, and are marked.

use serde_json::{Value, json};

use super::{
    deleted_users::{bring_back, delete, firm},
    platform,
};
use crate::{build::Person, documents::PDF, harness::App};

const INACTIVE: &str = "USER_STATE_INACTIVE";
const DELETED: &str = "USER_STATE_DELETED";

/// A firm where one of two administrators did everything.
struct Office {
    app: App,
    owner: Person,
    clerk: Person,
    contract: String,
    deleted_contract: String,
    project: String,
    task: String,
}

fn id(record: &Value) -> String {
    record["id"].as_str().unwrap().to_owned()
}

impl Office {
    async fn open() -> Self {
        let app = App::start().await;
        let (tenant, owner) = firm(&app, "Firm").await;
        let clerk = app.administrator(&app.root().await, &tenant, "clerk@firm.example").await;
        let contract = id(&app.contract(&clerk, json!({"bidId": "A-1", "contractName": "Road"})).await);
        app.new_deposit(&clerk, &contract).await;
        app.document(&clerk, &contract, "a.pdf", PDF).await;
        let import = app.import(&clerk, "bids.csv", b"Bid ID,Contract Name\nB-1,Bridge\n".to_vec()).await;
        let undo = format!("/api/contracts/imports/{}/undo", import["importId"].as_str().unwrap());
        app.post(&undo, &clerk.token, json!({})).await.ok();
        let view = json!({"list": "contracts", "name": "Won", "query": "status=AWARDED", "isShared": true});
        app.post("/api/settings/views", &clerk.token, view).await.ok();
        let deleted_contract =
            id(&app.contract(&clerk, json!({"bidId": "A-2", "contractName": "Drain"})).await);
        app.delete(&format!("/api/contracts/{deleted_contract}"), &clerk.token).await.ok();
        let project = id(&app.project(&clerk, json!({"projectName": "Ring road"})).await);
        let task = json!({"title": "Dig", "projectId": project, "assignedTo": owner.id});
        let path = format!("/api/tasks/{}", id(&app.post("/api/tasks", &clerk.token, task).await.ok()));
        let mut task = app.get(&path, &clerk.token).await.ok();
        (task["assignedTo"], task["status"]) = (json!(clerk.id), json!("COMPLETED"));
        app.put(&path, &clerk.token, task).await.ok();
        for (step, by) in
            [("request-review", &clerk), ("reject", &clerk), ("request-review", &clerk), ("approve", &owner)]
        {
            app.post(&format!("{path}/{step}"), &by.token, json!({"reason": "Too shallow"})).await.ok();
        }
        let renamed = json!({"bidId": "A-1", "contractName": "Ring road"});
        app.put(&format!("/api/contracts/{contract}"), &clerk.token, renamed).await.ok();
        let task = path.rsplit_once('/').unwrap().1.to_owned();
        Self { app, owner, clerk, contract, deleted_contract, project, task }
    }

    async fn get(&self, path: &str) -> Value {
        self.app.get(path, &self.owner.token).await.ok()
    }

    async fn first(&self, path: &str, body: Value) -> Value {
        self.app.post(path, &self.owner.token, body).await.ok()["content"][0].clone()
    }

    /// Each place where the owner is told the clerk's name, and their state there.
    async fn named(&self) -> Vec<(String, Value)> {
        let Self { contract, deleted_contract, project, task, .. } = self;
        let task_path = format!("/api/tasks/{task}");
        let path = format!("/api/contracts/{contract}");
        let timeline = self.get(&format!("{path}/timeline")).await;
        let history = self.get(&format!("/api/audit/task/{task}")).await;
        let events = history["content"].as_array().unwrap();
        let fields = events.iter().flat_map(|event| event["changes"].as_array().unwrap());
        let assigned = fields.clone().find(|change| change["to"] == json!(self.clerk.email)).unwrap();
        let gone = self.app.get(&format!("/api/contracts/{deleted_contract}"), &self.owner.token).await;
        gone.error(404);
        let conflict = self
            .app
            .put(&path, &self.owner.token, json!({"bidId": "A-1", "contractName": "Road", "version": 1}))
            .await;
        conflict.error(409);
        let tree = self.get(&format!("/api/projects/{project}/task-tree")).await;
        let import = self.first("/api/contracts/imports/filter", json!({})).await;
        let document = self.first("/api/documents/filter", json!({})).await;
        let deleted = self.first("/api/deleted/filter", json!({"kind": ["CONTRACT"]})).await;
        let task = self.get(&task_path).await;
        let people = &task["people"];
        assert_eq!(
            (&people["approvedBy"], &people["approvedByState"]),
            (&json!(self.owner.email), &json!(""))
        );
        let views = self.get("/api/settings/views?list=contracts").await;
        let told = [
            (&task, "assignedToEmail", "assignedToState"),
            (people, "completedBy", "completedByState"),
            (people, "reviewRequestedBy", "reviewRequestedByState"),
            (people, "rejectedBy", "rejectedByState"),
            (&tree["people"][0], "email", "state"),
            (&document, "createdByEmail", "createdByState"),
            (&import, "createdByEmail", "createdByState"),
            (&import, "undoneByEmail", "undoneByState"),
            (&views[0], "ownerEmail", "ownerState"),
            (&deleted, "deletedBy", "deletedByState"),
            (&timeline["statusChanges"][0], "actor", "actorState"),
            (&timeline["depositChanges"][0], "actor", "actorState"),
            (&events[1], "actor", "actorState"),
            (assigned, "to", "toState"),
            (&gone.json()["details"], "deletedBy", "deletedByState"),
            (&conflict.json()["details"], "updatedBy", "updatedByState"),
        ];
        told.map(|(record, name, state)| {
            assert_eq!(record[name], json!(self.clerk.email), "{name} of {record}");
            (format!("{state} beside {name}"), record[state].clone())
        })
        .to_vec()
    }

    /// The clerk, as the search finds them.
    async fn found(&self) -> Value {
        let groups = self.get(&format!("/api/search?query={}", self.clerk.email)).await;
        let users = groups.as_array().unwrap().iter().find(|group| group["kind"] == "USER");
        users.unwrap()["hits"][0].clone()
    }

    /// Checks that each name tells this of the clerk.
    async fn all_tell(&self, state: &str) {
        for (what, told) in self.named().await {
            // A fact of an error that there is no need to tell isn't there.
            let told = told.as_str().unwrap_or_default();
            assert_eq!(told, state, "{what}");
        }
    }
}

#[tokio::test]
async fn whoever_is_inactive_or_deleted_is_marked_wherever_they_are_named() {
    let office = Office::open().await;
    let Office { app, owner, clerk, .. } = &office;
    office.all_tell("").await;
    assert_eq!(office.found().await["status"], "");
    let path = format!("/api/users/{}", clerk.id);
    let body = json!({"email": clerk.email, "isActive": false});
    app.put(&path, &owner.token, body).await.ok();
    office.all_tell(INACTIVE).await;
    assert_eq!(office.found().await["status"], "INACTIVE");
    delete(app, owner, clerk).await.ok();
    office.all_tell(DELETED).await;
    bring_back(app, owner, clerk).await.ok();
    office.all_tell(INACTIVE).await;
}

#[tokio::test]
async fn of_users_of_the_platform_an_organisation_is_told_neither_name_nor_state() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let root = app.root().await;
    let helper = app.administrator(&root, &platform(), "helper@nirmaan.example").await;
    let path = format!("/api/users/{}", app.person(&tenant, &[]).await.id);
    app.delete(&path, &helper.token).await.ok();
    delete(&app, &root, &helper).await.ok();
    let told = async |by: &Person| {
        let deleted = app.post("/api/deleted/filter", &by.token, json!({"kind": ["USER"]})).await.ok();
        let gone = app.get(&path, &by.token).await.json()["details"].clone();
        let body = json!({"action": ["DELETE"], "entity": "user"});
        let events = app.post("/api/audit/filter", &by.token, body).await.ok();
        let theirs = |page: &Value, id: &str| {
            let mut rows = page["content"].as_array().unwrap().iter();
            rows.find(|row| path.ends_with(row[id].as_str().unwrap())).unwrap().clone()
        };
        let (deleted, event) = (theirs(&deleted, "id"), theirs(&events, "entityId"));
        [
            (deleted["deletedBy"].clone(), deleted["deletedByState"].clone()),
            (gone["deletedBy"].clone(), gone["deletedByState"].clone()),
            (event["actor"].clone(), event["actorState"].clone()),
        ]
    };
    let [deleted, gone, event] = told(&owner).await;
    assert_eq!(deleted, (json!("Nirmaan"), json!("")));
    assert_eq!(gone, (json!("Nirmaan"), Value::Null));
    assert_eq!(event, (json!("Nirmaan"), json!("")));
    for (name, state) in [told(&root).await[0].clone(), told(&root).await[2].clone()] {
        assert_eq!((name, state), (json!(helper.email), json!(DELETED)));
    }
}
