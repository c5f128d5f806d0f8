//! What tasks come to with all below them.

use std::collections::HashMap;

use nirmaan_api::projects::RollUp;
use nirmaan_store::sum::{Figures, Sum};

use super::{
    decimal::{HOURS, PROGRESS},
    rules::DEEPEST,
};
use crate::wire::{date, sum_of_money};

/// The sums of tasks, in their order. Of each, all tasks below it must be among them.
pub(super) fn roll_up<'a>(tasks: impl IntoIterator<Item = &'a Figures>) -> Vec<Sum> {
    let tasks: Vec<_> = tasks.into_iter().collect();
    let places: HashMap<_, _> = tasks.iter().enumerate().map(|(place, task)| (task.id, place)).collect();
    // None until something below is added: of a task with tasks below it only those count.
    let mut below: Vec<Option<Sum>> = vec![None; tasks.len()];
    for level in (0..=DEEPEST).rev() {
        for (place, task) in tasks.iter().enumerate().filter(|(_, task)| task.level == level) {
            let Some(sum) = below.get_mut(place) else { continue };
            let sum = *sum.get_or_insert_with(|| Sum::of(task));
            let above = task.parent_id.and_then(|parent| places.get(&parent));
            if let Some(above) = above.and_then(|above| below.get_mut(*above)) {
                above.get_or_insert_default().add(&sum);
            }
        }
    }
    below.into_iter().map(Option::unwrap_or_default).collect()
}

/// A sum as clients see it.
pub(super) fn to_wire(sum: Sum) -> RollUp {
    RollUp {
        // A mean of percentages: it fits.
        progress: PROGRESS.to_wire(sum.mean_progress() as i64),
        estimated_amount: Some(sum_of_money(sum.estimated_amount)),
        actual_amount: Some(sum_of_money(sum.actual_amount)),
        estimated_effort_hours: HOURS.to_wire(sum.estimated_effort),
        actual_effort_hours: HOURS.to_wire(sum.actual_effort),
        given_start_date: sum.given_start_date.map(date),
        given_end_date: sum.given_end_date.map(date),
        actual_start_date: sum.actual_start_date.map(date),
        actual_end_date: sum.actual_end_date.map(date),
        // A project has at most 100,000 tasks: it fits.
        descendants: sum.tasks as i32,
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use nirmaan_store::rounding::half_up;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn task(id: u128, parent: Option<u128>, level: i32) -> Figures {
        Figures {
            id: Uuid::from_u128(id),
            parent_id: parent.map(Uuid::from_u128),
            level,
            progress: 0,
            estimated_amount: 0,
            actual_amount: 0,
            estimated_effort: None,
            actual_effort: None,
            given_start_date: None,
            given_end_date: None,
            actual_start_date: None,
            actual_end_date: None,
        }
    }

    fn day(number: i32) -> Option<NaiveDate> {
        NaiveDate::from_num_days_from_ce_opt(739_000 + number)
    }

    #[test]
    fn progress_is_weighted_by_value_where_there_is_any() {
        let top = Figures { progress: 9_999, estimated_amount: 5, ..task(1, None, 0) };
        let small = Figures { progress: 10_000, estimated_amount: 100, ..task(2, Some(1), 1) };
        let large = Figures { progress: 0, estimated_amount: 200, ..task(3, Some(1), 1) };
        let sums = roll_up([&top, &small, &large]);
        assert_eq!(to_wire(sums[0]).progress, 33.33, "its own figures count for nothing");
        assert_eq!((sums[0].tasks, sums[0].leaves), (2, 2));
        assert_eq!(to_wire(sums[0]).estimated_amount.unwrap().paise, 300);
        let free = |row: &Figures| Figures { estimated_amount: 0, ..row.clone() };
        let sums = roll_up([&top, &free(&small), &free(&large)]);
        assert_eq!(to_wire(sums[0]).progress, 50.0);
        assert_eq!(to_wire(roll_up([&top])[0]).progress, 99.99);
    }

    #[test]
    fn sums_beyond_the_wire_stay_at_its_largest() {
        let top = task(0, None, 0);
        let below = (1..=10_000).map(|id| Figures {
            estimated_amount: 1_000_000_000_000_000,
            progress: 10_000,
            ..task(id, Some(0), 1)
        });
        let tasks: Vec<_> = std::iter::once(top).chain(below).collect();
        let sum = to_wire(roll_up(&tasks)[0]);
        assert_eq!((sum.estimated_amount.unwrap().paise, sum.progress), (i64::MAX, 100.0));
    }

    /// The leaves below a task, found from each of them upwards.
    fn naive(tasks: &[Figures], top: &Figures) -> (Vec<Figures>, i64) {
        let parent = |task: &Figures| tasks.iter().find(|other| Some(other.id) == task.parent_id);
        let is_below = |task: &Figures| {
            std::iter::successors(parent(task), |above| parent(above)).any(|above| above.id == top.id)
        };
        let below: Vec<_> = tasks.iter().filter(|task| is_below(task)).cloned().collect();
        let is_leaf = |task: &Figures| !tasks.iter().any(|other| other.parent_id == Some(task.id));
        let descendants = below.len() as i64;
        let leaves = below.into_iter().chain([top.clone()]).filter(is_leaf).collect();
        (leaves, descendants)
    }

    fn figures() -> impl Strategy<Value = Figures> {
        let amount = || prop_oneof![Just(0), 0_i64..=1_000_000_000_000_000];
        let days = || prop::option::of(0..400);
        let effort = || prop::option::of(0_i64..=10_000_000_000);
        (0..=10_000, amount(), amount(), effort(), effort(), [days(), days(), days(), days()]).prop_map(
            |(progress, estimated, actual, effort, spent, [from, to, began, ended])| Figures {
                progress,
                estimated_amount: estimated,
                actual_amount: actual,
                estimated_effort: effort,
                actual_effort: spent,
                given_start_date: from.and_then(day),
                given_end_date: to.and_then(day),
                actual_start_date: began.and_then(day),
                actual_end_date: ended.and_then(day),
                ..task(0, None, 0)
            },
        )
    }

    prop_compose! {
        /// A forest in any order.
        fn forest()(rows in prop::collection::vec((figures(), any::<prop::sample::Index>(), 0..4), 1..40))
            (order in Just((0..rows.len()).collect::<Vec<_>>()).prop_shuffle(), rows in Just(rows))
            -> Vec<Figures> {
            let mut tasks: Vec<Figures> = Vec::new();
            for (id, (row, above, is_top)) in rows.into_iter().enumerate() {
                let above = (is_top > 0 && !tasks.is_empty()).then(|| tasks[above.index(tasks.len())].clone());
                let above = above.filter(|above| above.level < DEEPEST);
                tasks.push(Figures {
                    id: Uuid::from_u128(id as u128 + 1),
                    level: above.as_ref().map_or(0, |above| above.level + 1),
                    parent_id: above.map(|above| above.id),
                    ..row
                });
            }
            order.into_iter().map(|place| tasks[place].clone()).collect()
        }
    }

    proptest! {
        #[test]
        fn a_roll_up_is_what_its_leaves_come_to(tasks in forest()) {
            let sums: HashMap<_, _> = tasks.iter().map(|task| task.id).zip(roll_up(&tasks)).collect();
            prop_assert_eq!(sums.len(), tasks.len());
            for task in &tasks {
                let sum = sums[&task.id];
                let (leaves, descendants) = naive(&tasks, task);
                let total = |of: fn(&Figures) -> i128| leaves.iter().map(of).sum::<i128>();
                let estimated = total(|leaf| leaf.estimated_amount.into());
                prop_assert_eq!(sum.tasks, descendants);
                prop_assert_eq!(sum.estimated_amount, estimated);
                prop_assert_eq!(sum.actual_amount, total(|leaf| leaf.actual_amount.into()));
                prop_assert_eq!(i128::from(sum.estimated_effort), total(|leaf| leaf.estimated_effort.unwrap_or(0).into()));
                prop_assert_eq!(i128::from(sum.actual_effort), total(|leaf| leaf.actual_effort.unwrap_or(0).into()));
                prop_assert_eq!(sum.given_start_date, leaves.iter().filter_map(|leaf| leaf.given_start_date).min());
                prop_assert_eq!(sum.given_end_date, leaves.iter().filter_map(|leaf| leaf.given_end_date).max());
                prop_assert_eq!(sum.actual_start_date, leaves.iter().filter_map(|leaf| leaf.actual_start_date).min());
                prop_assert_eq!(sum.actual_end_date, leaves.iter().filter_map(|leaf| leaf.actual_end_date).max());
                let mean = if estimated > 0 {
                    let weighted = total(|leaf| i128::from(leaf.progress) * i128::from(leaf.estimated_amount));
                    half_up(weighted, estimated)
                } else {
                    half_up(total(|leaf| leaf.progress.into()), leaves.len() as i128)
                };
                prop_assert_eq!(sum.mean_progress(), mean);
                prop_assert!((0..=10_000).contains(&mean));
            }
        }
    }
}
