//! What a project's tasks come to.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Figures, at};
use crate::harness::App;

/// A task of a tree: the place of the one above it, its figures, and whether it was deleted.
type Task = (Option<usize>, Figures, bool);

/// What is to be answered, from the rows.
fn expected(tasks: &[Task]) -> Value {
    let live = || tasks.iter().enumerate().filter(|(_, (_, _, deleted))| !deleted);
    let is_leaf = |place: usize| live().all(|(_, (parent, ..))| *parent != Some(place));
    let leaves: Vec<_> =
        live().filter(|(place, _)| is_leaf(*place)).map(|(_, (_, figures, _))| figures).collect();
    let sum = |of: fn(&Figures) -> i128| leaves.iter().map(|figures| of(figures)).sum::<i128>();
    let (weight, count) = (sum(|figures| figures.estimated.into()), leaves.len() as i128);
    let weighted = sum(|figures| i128::from(figures.estimated) * i128::from(figures.progress));
    let (above, below) =
        if weight > 0 { (weighted, weight) } else { (sum(|figures| figures.progress.into()), count) };
    let progress = if below > 0 { (2 * above + below).div_euclid(2 * below) } else { 0 };
    json!({
        "tasks": live().count(),
        "leaves": leaves.len(),
        "progress": hundredths(progress),
        "estimatedAmount": hundredths(weight),
        "actualAmount": hundredths(sum(|figures| figures.actual.into())),
    })
}

/// A number of two decimals as the wire writes it, exactly.
fn hundredths(number: i128) -> Value {
    serde_json::from_str(&match number % 100 {
        0 => format!("{}", number / 100),
        rest if rest % 10 == 0 => format!("{}.{}", number / 100, rest / 10),
        rest => format!("{}.{rest:02}", number / 100),
    })
    .unwrap()
}

fn figures(progress: i64, estimated: i64, actual: i64) -> Figures {
    Figures { progress, estimated, actual }
}

/// Trees of many shapes, the same in every run: a leaf at the top, headings with figures of their own that don't
/// count, deleted leaves that leave a leaf behind, amounts of 0 and the largest there are.
fn trees() -> Vec<Vec<Task>> {
    let most = 1_000_000_000_000_000;
    let mut trees = vec![
        vec![],
        vec![(None, figures(3_333, 0, 5), false)],
        vec![(None, figures(1, 0, 0), false), (None, figures(2, 0, 0), false)],
        vec![(None, figures(10_000, 7, 7), false), (Some(0), figures(0, 100, 1), true)],
        vec![
            (None, figures(9_999, 999_999, 999_999), false),
            (Some(0), figures(5_000, 10_001, 333), false),
            (Some(0), figures(2_500, 30_002, 0), false),
            (Some(2), figures(10_000, 1, 1), true),
            (None, figures(0, 0, 12), false),
        ],
        (0..40).map(|at| (None, figures(10_000 - at, most - at, most), false)).collect(),
    ];
    let mut seed = 7_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for size in [3, 11, 30] {
        let mut levels: Vec<u32> = Vec::new();
        let tree = (0..size).map(|place| {
            let parent = (place > 0 && next(4) > 0).then(|| next(place) as usize);
            let parent = parent.filter(|parent| levels[*parent] < 4);
            levels.push(parent.map_or(0, |parent| levels[parent] + 1));
            let money = |at: u64| at as i64;
            (parent, figures(money(next(10_001)), money(next(1 << 31)), money(next(5_000))), next(6) == 0)
        });
        trees.push(tree.collect());
    }
    trees
}

// Spec: S3.project
#[tokio::test]
async fn a_projects_sums_are_those_of_its_leaves() {
    let app = App::start().await;
    let (tenant, person) = app.building("Firm").await;
    let db = app.owner_db().await;
    let mut wanted = Vec::new();
    for (number, tree) in trees().iter().enumerate() {
        let project = app.project(&person, json!({"projectName": format!("Tree {number}")})).await;
        let mut ids: Vec<Uuid> = Vec::new();
        for (parent, figures, deleted) in tree {
            let id = app.task_row(&tenant, &project, parent.map(|place| ids[place]), *figures).await;
            if *deleted {
                let now = "2026-01-02T00:00:00+00:00";
                let sql = format!("UPDATE tasks SET deleted_at = '{now}' WHERE id = {}", app.sql_id(id));
                app.platform_sql(&db, &sql).await;
            }
            ids.push(id);
        }
        let read = app.get(&at(&project), &person.token).await.ok();
        assert_eq!(read["sums"], expected(tree), "{tree:?}");
        wanted.push((project["id"].clone(), read["sums"].clone()));
    }
    // On a page each has its own.
    let page =
        app.post("/api/projects/filter", &person.token, json!({"pagination": {"size": 50}})).await.ok();
    let rows = page["content"].as_array().unwrap();
    assert_eq!(rows.len(), wanted.len());
    for row in rows {
        let sums = wanted.iter().find(|(id, _)| *id == row["id"]).map(|(_, sums)| sums);
        assert_eq!(Some(&row["sums"]), sums);
    }
}

#[tokio::test]
async fn whoever_asks_for_names_alone_waits_for_no_sums() {
    let app = App::start().await;
    let (_, owner) = app.building("Firm").await;
    let project = app.project(&owner, json!({"projectName": "Ring road"})).await;
    assert_eq!(project["sums"]["tasks"], 0);
    let path = format!("/api/projects/{}?withoutSums=true", project["id"].as_str().unwrap());
    let named = app.get(&path, &owner.token).await.ok();
    assert_eq!((&named["projectName"], &named["sums"]), (&json!("Ring road"), &Value::Null));
    let body = json!({"withoutSums": true});
    let page = app.post("/api/projects/filter", &owner.token, body).await.ok();
    assert_eq!(page["content"], json!([named]));
}
