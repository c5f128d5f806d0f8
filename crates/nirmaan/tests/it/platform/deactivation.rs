//! The open tasks of whoever is made inactive, which go to somebody else until they are active again.

use nirmaan_api::access::Action::{self, Delete, Edit, View};
use nirmaan_migrations::MODULES;
use serde_json::{Value, json};

use super::{
    deleted_users::{bring_back, delete, firm},
    hand_over::Site,
};
use crate::{build::Person, common::deleted::describe, harness::Answer};

const ACTIONS: [Action; 5] = [Action::Create, View, Edit, Delete, Action::Report];

impl Site {
    /// Changes whether the clerk is active, and perhaps who gets their tasks.
    async fn activate(&self, by: &Person, is_active: bool, to: &str) -> Answer {
        let body = json!({"email": self.clerk.email, "isActive": is_active});
        self.app.put(&format!("/api/users/{}?handOverToId={to}", self.clerk.id), &by.token, body).await
    }

    async fn is_active(&self) -> Value {
        let path = format!("/api/users/{}", self.clerk.id);
        self.app.get(&path, &self.owner.token).await.ok()["isActive"].clone()
    }
}

#[tokio::test]
async fn open_tasks_are_handed_over_and_come_back_with_the_activity() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let [dig, fill, pave] = [site.task("Dig").await, site.task("Fill").await, site.task("Pave").await];
    site.change(&pave, json!({"status": "COMPLETED"})).await;
    let [clerk, other] = [json!(site.clerk.id), json!(site.other.id)];
    let to = site.other.id.to_string();

    site.activate(owner, false, &to).await.ok();
    assert_eq!([site.holder(&dig).await, site.holder(&fill).await], [other.clone(), other.clone()]);
    assert_eq!(site.holder(&pave).await, clerk, "what is done stays in their name");
    let history = app.get(&format!("/api/audit/task/{dig}"), &owner.token).await.ok();
    assert_eq!(history["content"][0]["actor"], json!(owner.email));

    // One is assigned anew meanwhile.
    site.change(&fill, json!({"assignedTo": owner.id})).await;
    site.activate(owner, true, "").await.ok();
    assert_eq!([site.holder(&dig).await, site.holder(&fill).await], [clerk.clone(), json!(owner.id)]);

    // Without a receiver they stay in their name, and can be handed over later.
    site.activate(owner, false, "").await.ok();
    assert_eq!(site.holder(&dig).await, clerk);
    site.activate(owner, false, &to).await.ok();
    assert_eq!(site.holder(&dig).await, other);
}

#[tokio::test]
async fn whoever_is_deleted_and_brought_back_inactive_has_them_again_once_they_are_active() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let dig = site.task("Dig").await;
    site.activate(owner, false, &site.other.id.to_string()).await.ok();
    delete(app, owner, &site.clerk).await.ok();
    bring_back(app, owner, &site.clerk).await.ok();
    assert_eq!(site.holder(&dig).await, json!(site.other.id), "as it was before they were deleted");
    site.activate(owner, true, "").await.ok();
    assert_eq!(site.holder(&dig).await, json!(site.clerk.id));
}

#[tokio::test]
async fn tasks_of_whoever_stays_active_are_handed_over_to_nobody_nor_by_who_may_not() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let dig = site.task("Dig").await;
    let (_, stranger) = firm(app, "Rival").await;
    let to = site.other.id.to_string();
    let complaint = async |is_active, to: &str| {
        let answer = site.activate(owner, is_active, to).await;
        answer.error(400);
        let fields = answer.json()["fields"].clone();
        assert_eq!(fields[0]["field"], "handOverToId", "{fields}");
        fields[0]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        complaint(true, &to).await,
        "Only the tasks of an inactive user can be handed over. Make the user inactive, or leave this empty."
    );
    assert_eq!(
        complaint(false, &site.clerk.id.to_string()).await,
        "Tasks can't be handed over to the same user. Choose somebody else."
    );
    for nobody in [stranger.id.to_string(), "nonsense".to_owned()] {
        assert_eq!(complaint(false, &nobody).await, "There is no such user any more. Choose somebody else.");
    }
    let editor = app.person(&site.tenant, &[("User", View), ("User", Edit)]).await;
    let (_, message) = site.activate(&editor, false, &to).await.error(403);
    assert!(message.contains("Project Tasks"), "{message}");
    site.activate(&app.root().await, false, &to).await.error(403);
    // Of an old version nothing is done, also where the fields that change are named.
    for mask in ["", "&updateMask=isActive"] {
        let body = json!({"email": site.clerk.email, "isActive": false, "version": 7});
        let path = format!("/api/users/{}?handOverToId={to}{mask}", site.clerk.id);
        app.put(&path, &owner.token, body).await.error(409);
    }
    assert_eq!((site.holder(&dig).await, site.is_active().await), (json!(site.clerk.id), json!(true)));
    site.activate(&editor, false, "").await.ok();
    assert_eq!((site.holder(&dig).await, site.is_active().await), (json!(site.clerk.id), json!(false)));
}

#[tokio::test]
async fn who_may_edit_users_is_told_what_is_in_their_name() {
    let site = Site::open().await;
    site.task("Dig").await;
    let clerk = site.clerk.id.to_string();
    let tasks = ("Project Tasks", View);
    for action in [Edit, Delete] {
        let person = site.app.person(&site.tenant, &[("User", View), ("User", action), tasks]).await;
        assert_eq!(describe(&site.app, &person, "USER", &clerk).await.ok()["openTasks"], 1);
    }
    let viewer = site.app.person(&site.tenant, &[("User", View), tasks]).await;
    describe(&site.app, &viewer, "USER", &clerk).await.error(403);
    let editor = site.app.person(&site.tenant, &[("Projects", View), ("Projects", Edit)]).await;
    let project = site.app.project(&site.owner, json!({"projectName": "Drain"})).await;
    describe(&site.app, &editor, "PROJECT", project["id"].as_str().unwrap()).await.error(403);
}

#[tokio::test]
async fn a_field_mask_and_an_update_without_the_status_hand_over_as_well() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let dig = site.task("Dig").await;
    let to = site.other.id.to_string();
    let path = format!("/api/users/{}?handOverToId={to}", site.clerk.id);
    app.put(&format!("{path}&updateMask=isActive"), &owner.token, json!({"isActive": false})).await.ok();
    assert_eq!((site.holder(&dig).await, site.is_active().await), (json!(site.other.id), json!(false)));
    site.change(&dig, json!({"assignedTo": site.clerk.id})).await;
    // What isn't sent stays, and with it that they are inactive.
    app.put(&path, &owner.token, json!({"email": site.clerk.email})).await.ok();
    assert_eq!((site.holder(&dig).await, site.is_active().await), (json!(site.other.id), json!(false)));
    // By a user of the platform they become active, and have it back.
    site.activate(&app.root().await, true, "").await.ok();
    assert_eq!(site.holder(&dig).await, json!(site.clerk.id));
}

#[tokio::test]
async fn the_last_administrator_keeps_their_tasks() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let dig = site.task("Dig").await;
    site.change(&dig, json!({"assignedTo": owner.id})).await;
    let every = MODULES.iter().flat_map(|(module, _)| ACTIONS.map(|action| (*module, action)));
    let editor = app.person(&site.tenant, &every.collect::<Vec<_>>()).await;
    let path = format!("/api/users/{}?handOverToId={}", owner.id, site.other.id);
    let refused = app.put(&path, &editor.token, json!({"email": owner.email, "isActive": false})).await;
    assert!(refused.error(409).1.starts_with("This is the last administrator."));
    assert_eq!(site.holder(&dig).await, json!(owner.id));
}

#[tokio::test]
async fn of_two_who_are_made_inactive_at_once_for_each_other_one_stays_with_the_tasks_of_both() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let [of_clerk, of_other] = [site.task("Dig").await, site.task("Fill").await];
    site.change(&of_other, json!({"assignedTo": site.other.id})).await;
    let path = format!("/api/users/{}?handOverToId={}", site.other.id, site.clerk.id);
    let body = json!({"email": site.other.email, "isActive": false});
    let to_other = site.other.id.to_string();
    let (one, other) =
        tokio::join!(site.activate(owner, false, &to_other), app.put(&path, &owner.token, body));
    let stays = match [one.status.as_u16(), other.status.as_u16()] {
        [200, 400] => &site.other,
        [400, 200] => &site.clerk,
        statuses => panic!("{statuses:?}"),
    };
    let holders = [site.holder(&of_clerk).await, site.holder(&of_other).await];
    assert_eq!(holders, [json!(stays.id), json!(stays.id)]);
}
