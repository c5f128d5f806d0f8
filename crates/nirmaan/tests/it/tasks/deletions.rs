//! Deletions of projects and tasks, and what comes back of them.

use chrono::TimeDelta;
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::json;

use super::{Site, id};
use crate::{
    common::deleted::{NOT_FOUND, describe, paper, papers, restore},
    contracts::figures::kept::differences,
    harness::App,
};

#[tokio::test]
async fn a_task_comes_back_to_where_it_was_with_all_below_it() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let storey = site.titled("Storey", "").await;
    site.titled("Columns", &storey).await;
    let slab = site.titled("Slab", &storey).await;
    let steel = site.titled("Steel", &slab).await;
    site.titled("Plaster", &storey).await;
    paper(app, owner, "TASK", &steel, "photo.pdf").await;
    let scope = describe(app, owner, "TASK", &slab).await.ok();
    assert_eq!((&scope["tasks"], &scope["documents"]), (&json!(1), &json!(1)));
    let before = site.outline().await;
    site.delete(&slab).await.ok();
    assert_eq!(site.outline().await, ["Storey", ".Columns", ".Plaster"]);
    assert_eq!(restore(app, owner, "TASK", &steel).await.error(404).1, NOT_FOUND);
    restore(app, owner, "TASK", &slab).await.ok();
    assert_eq!(site.outline().await, before);
    assert_eq!(papers(app, owner).await, ["photo.pdf"]);
}

#[tokio::test]
async fn a_task_comes_back_below_the_one_it_was_below_wherever_that_has_gone() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let storey = site.titled("Storey", "").await;
    let slab = site.titled("Slab", &storey).await;
    let steel = site.titled("Steel", &slab).await;
    site.titled("Bars", &steel).await;
    let other = site.titled("Other", "").await;
    site.delete(&slab).await.ok();
    app.clock.advance(TimeDelta::seconds(1));
    // The storey has figures of its own meanwhile, and has gone one level down.
    let figures = json!({"title": "Storey", "estimatedQuantity": 3, "estimatedRate": 10, "taxPercentage": 0});
    site.put(&storey, figures).await.ok();
    site.call(&storey, "move", json!({"parentId": other})).await.ok();
    restore(app, owner, "TASK", &slab).await.ok();
    let outline = site.outline().await;
    assert_eq!(outline, ["Other", ".Storey", "..Slab", "...Steel", "....Bars", "..Storey (balance)"]);
    assert_eq!(site.get(&steel).await["level"], 3);
    assert_eq!(site.get(&other).await["rollUp"]["estimatedAmount"], 30);
    assert_eq!(differences(app).await, []);

    // Too deep by now: nothing changes.
    site.delete(&slab).await.ok();
    let deep = site.titled("Deep", "").await;
    site.call(&other, "move", json!({"parentId": deep})).await.ok();
    let before = site.outline().await;
    let told = restore(app, owner, "TASK", &slab).await.error(409);
    assert_eq!(told, ("FAILED_PRECONDITION".to_owned(), "Maximum level reached (Level 4)".to_owned()));
    assert_eq!(site.outline().await, before);
    assert_eq!(differences(app).await, []);
    // Below what is gone itself it has no place.
    site.delete(&storey).await.ok();
    let told = restore(app, owner, "TASK", &slab).await.error(409);
    assert_eq!(told.1, "The task above it is deleted. Bring that back first.");
}

#[tokio::test]
async fn figures_that_a_task_above_had_before_do_not_count_after_a_return() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let storey = site.titled("Storey", "").await;
    let slab = json!({"title": "Slab", "parentId": storey, "estimatedQuantity": 1, "estimatedRate": 100, "taxPercentage": 0});
    let slab = id(&site.task(slab).await);
    let figures = json!({"title": "Storey", "estimatedQuantity": 3, "estimatedRate": 10, "taxPercentage": 0});
    site.put(&storey, figures).await.ok();
    app.clock.advance(TimeDelta::seconds(1));
    let before = (site.outline().await, site.get(&storey).await["rollUp"].clone());
    assert_eq!(before.1["estimatedAmount"], 100);
    let seen = async || (site.outline().await, site.get(&storey).await["rollUp"].clone());
    site.delete(&slab).await.ok();
    restore(app, owner, "TASK", &slab).await.ok();
    assert_eq!(seen().await, before);
    // Nor when the task above went too, or something else of it was changed.
    site.delete(&slab).await.ok();
    for change in ["return", "status"] {
        app.clock.advance(TimeDelta::seconds(1));
        match change {
            "return" => {
                site.delete(&storey).await.ok();
                restore(app, owner, "TASK", &storey).await.ok();
            }
            _ => drop(site.call(&storey, "progress", json!({"status": "IN_PROGRESS"})).await.ok()),
        }
        restore(app, owner, "TASK", &slab).await.ok();
        assert_eq!(seen().await, before, "{change}");
        site.delete(&slab).await.ok();
    }
}

#[tokio::test]
async fn a_task_keeps_its_place_while_its_neighbours_are_moved_apart() {
    let site = Site::open().await;
    let top = site.titled("Top", "").await;
    site.titled("A", &top).await;
    let mut others = Vec::new();
    for number in 0..10 {
        others.push(site.titled(&format!("X{number}"), &top).await);
    }
    let gone = site.titled("C", &top).await;
    let last = site.titled("D", &top).await;
    // What they leave is room between A and C: some of the new ones come before C, the others behind.
    for other in &others {
        site.delete(other).await.ok();
    }
    site.delete(&gone).await.ok();
    let mut titles = vec!["Top".to_owned(), ".A".to_owned()];
    // More than find room between two of them.
    for number in 0..40 {
        let title = format!("N{number}");
        let new = site.titled(&title, &top).await;
        site.call(&new, "move", json!({"parentId": top, "beforeId": last})).await.ok();
        titles.push(format!(".{title}"));
    }
    titles.push(".D".to_owned());
    assert_eq!(site.outline().await, titles);
    restore(&site.app, &site.owner, "TASK", &gone).await.ok();
    titles.insert(5, ".C".to_owned());
    assert_eq!(site.outline().await, titles);
}

/// Whatever is created, changed, moved, deleted and brought back, in whatever order: what is there adds up, and what comes
/// back at once is as it was.
#[tokio::test]
async fn sums_hold_after_random_deletions_and_returns() {
    let site = Site::of(App::start_with(|config| config.limits.calls_burst = 1_000_000).await).await;
    let random = &mut StdRng::seed_from_u64(7);
    let mut ids = vec![String::new()];
    let figures = |random: &mut StdRng, title: &str| {
        json!({
            "title": title, "estimatedQuantity": random.random_range(0..9), "estimatedRate": random.random_range(0..900),
            "givenStartDate": format!("2026-03-{:02}", random.random_range(1..29)),
        })
    };
    for number in 0..25 {
        let mut body = figures(random, &format!("T{number}"));
        body["parentId"] = json!(ids[random.random_range(0..ids.len())]);
        if let Some(task) = site.try_task(body).await.json()["id"].as_str() {
            ids.push(task.to_owned());
        }
    }
    let sums = async || {
        let project = site.app.get(&format!("/api/projects/{}", site.project), &site.owner.token).await.ok();
        (project["sums"].clone(), site.outline().await)
    };
    let (mut returned, mut undone) = (0, 0);
    for _ in 0..80 {
        site.app.clock.advance(TimeDelta::seconds(1));
        let one = &ids[random.random_range(1..ids.len())];
        let answer = match random.random_range(0..5) {
            0 => site.delete(one).await,
            1 => {
                let parent = &ids[random.random_range(0..ids.len())];
                site.call(one, "move", json!({"parentId": parent})).await
            }
            2 => site.put(one, figures(random, one)).await,
            3 => {
                let before = sums().await;
                let answer = site.delete(one).await;
                if answer.status == 200 {
                    restore(&site.app, &site.owner, "TASK", one).await.ok();
                    assert_eq!(sums().await, before);
                    undone += 1;
                }
                answer
            }
            _ => {
                let answer = restore(&site.app, &site.owner, "TASK", one).await;
                returned += u32::from(answer.status == 200);
                answer
            }
        };
        assert!(answer.status.as_u16() < 500, "{}", answer.text);
        assert_eq!(differences(&site.app).await, []);
    }
    assert!(returned > 5 && undone > 5, "{returned}, {undone}");
}

#[tokio::test]
async fn a_project_takes_its_tasks_along_and_brings_them_back() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let top = site.titled("Top", "").await;
    let leaf = json!({"title": "Leaf", "parentId": top, "estimatedQuantity": 2, "estimatedRate": 50});
    let leaf = id(&site.task(leaf).await);
    let early = site.titled("Early", "").await;
    site.delete(&early).await.ok();
    paper(app, owner, "PROJECT", &site.project, "drawing.pdf").await;
    paper(app, owner, "TASK", &leaf, "photo.pdf").await;
    let path = format!("/api/projects/{}", site.project);
    let before = (
        app.get(&path, &owner.token).await.ok()["sums"].clone(),
        site.tree().await.len(),
        site.outline().await,
    );
    let scope = describe(app, owner, "PROJECT", &site.project).await.ok();
    assert_eq!((&scope["tasks"], &scope["documents"]), (&json!(2), &json!(2)));
    app.delete(&path, &owner.token).await.ok();
    let (code, message) = restore(app, owner, "TASK", &early).await.error(409);
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("FAILED_PRECONDITION", "Its project is deleted. Bring that back first.")
    );
    restore(app, owner, "PROJECT", &site.project).await.ok();
    let after = (
        app.get(&path, &owner.token).await.ok()["sums"].clone(),
        site.tree().await.len(),
        site.outline().await,
    );
    assert_eq!(after, before);
    assert_eq!(papers(app, owner).await, ["drawing.pdf", "photo.pdf"]);
    assert_eq!(differences(app).await, []);
}
