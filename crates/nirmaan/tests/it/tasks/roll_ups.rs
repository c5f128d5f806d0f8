//! Roll-ups, against what their rows say over the interface.

use chrono::{Days, NaiveDate};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::{Site, id};
use crate::contracts::figures::kept::differences;

/// Hundredths, exactly.
fn hundredths(value: &Value) -> i128 {
    (value.as_f64().unwrap() * 100.0).round() as i128
}

fn amount(quantity: &Value, rate: &Value, tax: &Value) -> i128 {
    let parts = |value: &Value, parts: f64| (value.as_f64().unwrap_or(0.0) * parts).round() as i128;
    let numerator = parts(quantity, 1e4) * parts(rate, 1e2) * (1_000_000 + parts(tax, 1e4));
    let denominator = 10_000_000_000;
    (numerator + denominator / 2) / denominator
}

/// What a task comes to, from its rows alone.
fn recomputed(rows: &[Value], top: &Value) -> Value {
    let path = top["hierarchyPath"].as_str().unwrap();
    let below: Vec<_> =
        rows.iter().filter(|row| row["hierarchyPath"].as_str().unwrap().starts_with(path)).collect();
    let is_leaf = |row: &&&Value| !rows.iter().any(|other| other["parentId"] == row["id"]);
    let leaves: Vec<&Value> = below.iter().filter(|row| is_leaf(row)).copied().collect();
    let estimated =
        |row: &Value| amount(&row["estimatedQuantity"], &row["estimatedRate"], &row["taxPercentage"]);
    let actual = |row: &Value| {
        let rate = if row["actualRate"].is_null() { &row["estimatedRate"] } else { &row["actualRate"] };
        amount(&row["actualQuantity"], rate, &row["taxPercentage"])
    };
    let value: i128 = leaves.iter().map(|row| estimated(row)).sum();
    let (weighted, weight) = if value > 0 {
        (leaves.iter().map(|row| hundredths(&row["progress"]) * estimated(row)).sum::<i128>(), value)
    } else {
        (leaves.iter().map(|row| hundredths(&row["progress"])).sum(), leaves.len() as i128)
    };
    let progress = (2 * weighted + weight) / (2 * weight);
    let hours = |field: &str| leaves.iter().map(|row| hundredths(&row[field])).sum::<i128>();
    let days = |field: &str| -> Vec<&str> { leaves.iter().filter_map(|row| row[field].as_str()).collect() };
    json!({
        "progress": progress,
        "estimatedAmount": value,
        "actualAmount": leaves.iter().map(|row| actual(row)).sum::<i128>(),
        "estimatedEffortHours": hours("estimatedEffortHours"),
        "actualEffortHours": hours("actualEffortHours"),
        "givenStartDate": days("givenStartDate").iter().min(),
        "givenEndDate": days("givenEndDate").iter().max(),
        "actualStartDate": days("actualStartDate").iter().min(),
        "actualEndDate": days("actualEndDate").iter().max(),
        "descendants": below.len() - 1,
    })
}

/// A roll-up as it was answered, in the same units.
fn answered(roll_up: &Value) -> Value {
    let mut shown = roll_up.clone();
    for field in ["progress", "estimatedAmount", "actualAmount", "estimatedEffortHours", "actualEffortHours"]
    {
        shown[field] = json!(hundredths(&roll_up[field]));
    }
    shown
}

fn random_task(random: &mut StdRng, title: &str, parent: &str, free: bool) -> Value {
    let day = |random: &mut StdRng, from: u64| {
        let first = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
        json!(first + Days::new(random.random_range(from..from + 300)))
    };
    let mut body = json!({
        "title": title, "parentId": parent, "progress": f64::from(random.random_range(0..=10_000)) / 100.0,
        "estimatedEffortHours": f64::from(random.random_range(0..10_000)) / 100.0,
        "actualEffortHours": f64::from(random.random_range(0..10_000)) / 100.0,
    });
    if !free && random.random_bool(0.8) {
        body["estimatedQuantity"] = json!(f64::from(random.random_range(0..9_999_999)) / 10_000.0);
        body["estimatedRate"] = json!(f64::from(random.random_range(0..9_999_999)) / 100.0);
        body["taxPercentage"] = json!(f64::from(random.random_range(0..300_000)) / 10_000.0);
    }
    if random.random_bool(0.5) {
        body["actualQuantity"] = json!(f64::from(random.random_range(0..9_999_999)) / 10_000.0);
        if random.random_bool(0.5) {
            body["actualRate"] = json!(f64::from(random.random_range(0..9_999_999)) / 100.0);
        }
    }
    for (start, end) in [("givenStartDate", "givenEndDate"), ("actualStartDate", "actualEndDate")] {
        if random.random_bool(0.6) {
            body[start] = day(random, 0);
        }
        if random.random_bool(0.6) {
            body[end] = day(random, 300);
        }
    }
    body
}

/// Compares every roll-up that is answered, by the list, one by one and in the tree, with its rows.
async fn assert_roll_ups(site: &Site) {
    let rows = site.filter(json!({"projectId": site.project})).await;
    let nodes = site.tree().await;
    assert_eq!(nodes.len(), rows.len());
    for row in &rows {
        let expected = recomputed(&rows, row);
        assert_eq!(answered(&row["rollUp"]), expected, "{row}");
        let node = nodes.iter().find(|node| node["id"] == row["id"]).unwrap();
        assert_eq!(node["rollUp"], row["rollUp"]);
        assert_eq!(site.get(&id(row)).await["rollUp"], row["rollUp"]);
    }
    assert_eq!(differences(&site.app).await, []);
}

#[tokio::test]
async fn roll_ups_are_what_a_recomputation_from_the_rows_gives() {
    let site = Site::open().await;
    for (seed, free) in [(1, false), (2, true), (3, false)] {
        let random = &mut StdRng::seed_from_u64(seed);
        let mut parents = vec![String::new()];
        for number in 0..25 {
            let parent = parents[random.random_range(0..parents.len())].clone();
            let task = site.task(random_task(random, &format!("T{seed}.{number}"), &parent, free)).await;
            if task["level"].as_i64().unwrap() < 4 {
                parents.push(id(&task));
            }
        }
    }
    assert_roll_ups(&site).await;
    // And so they stay when the tree changes.
    let random = &mut StdRng::seed_from_u64(4);
    let rows = site.filter(json!({"projectId": site.project})).await;
    for turn in 0..60 {
        let (one, other) =
            (&rows[random.random_range(0..rows.len())], &rows[random.random_range(0..rows.len())]);
        let answer = match turn % 3 {
            // A move that would go too deep or below itself is refused, and changes nothing.
            0 => site.call(&id(one), "move", json!({"parentId": id(other)})).await,
            // The parent stays: none is named.
            1 => site.put(&id(one), random_task(random, &format!("U{turn}"), "", turn % 2 == 0)).await,
            // That of a task with others below it is refused.
            _ => site.call(&id(one), "progress", json!({"progress": turn, "actualQuantity": turn * 7})).await,
        };
        assert!(matches!(answer.status.as_u16(), 200 | 400 | 409), "{}", answer.text);
    }
    assert_roll_ups(&site).await;
    site.app.store().fold_figures().await.unwrap();
    site.delete(&id(&rows[0])).await.ok();
    assert_roll_ups(&site).await;
}

#[tokio::test]
async fn a_change_answers_the_roll_ups_that_a_reader_sees_next() {
    let site = Site::open().await;
    let one = site.chain("A").await;
    let two = site.chain("B").await;
    let body = json!({"title": "Leaf", "parentId": one[3], "estimatedQuantity": 7, "estimatedRate": 31.5, "progress": 12.34});
    let leaf = id(&site.task(body).await);
    let change = site.call(&leaf, "move", json!({"parentId": two[2]})).await.ok();
    let above = change["above"].as_array().unwrap();
    assert_eq!(above.len(), 7, "four above its former place, three above the new one");
    for node in above.iter().chain([&change["task"]]) {
        assert_eq!(site.get(&id(node)).await["rollUp"], node["rollUp"]);
    }
    let levels: Vec<_> = above.iter().map(|node| node["parentId"].as_str().unwrap().is_empty()).collect();
    assert_eq!(levels.iter().position(|is_top| !is_top), Some(2), "from the top down");
}
