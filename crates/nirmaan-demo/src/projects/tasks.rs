//! The tasks of a project as rows.

use nirmaan_store::{
    clock::day_in_kolkata,
    entity::{
        project,
        task::{self, Priority, Status, amount, progress_of, search_text},
    },
};
use uuid::Uuid;

use super::{
    super::{Firm, contracts::Work, day::Today, demo_id, seed::Seed},
    plan::{self, Line},
    schedule::{Course, DONE, Time, above},
    tree::{self, Node},
};

/// Goods and services tax on works contracts, in ten-thousandths of a percent.
const TAX: i64 = 180_000;
/// One unit of a quantity or hour.
const UNIT: i64 = 10_000;
/// Units that aren't divided.
const PIECES: [&str; 5] = ["nos", "set", "month", "day", "point"];
/// Room between neighbours.
const GAP: i64 = 1 << 32;

/// The tasks of a project, none before the one above it.
pub(super) fn of(firm: &Firm, work: &Work, project: &project::Model, today: &Today) -> Vec<task::Model> {
    let mut seed = Seed::other(firm.profile.no, work.no, 4);
    let sections = seed.between(1, 3);
    let nodes = tree::of(&plan::of(work.authority.trade), sections);
    let course = Course::of(&mut seed, project.status, &work.chain);
    let weights: i64 = nodes.iter().map(|node| node.line.weight).sum();
    let value = project.project_bid_value.unwrap_or_default();
    let leaves = nodes.iter().filter(|node| node.is_leaf).count() as i64;
    let maker = Maker { firm, work, project, today, share: value / weights.max(1) };
    let mut rows: Vec<task::Model> = Vec::with_capacity(nodes.len());
    let mut leaf = 0;
    for (place, node) in nodes.iter().enumerate() {
        let parent = node.parent.and_then(|parent| rows.get(parent));
        let mut row = maker.row(place, node, parent);
        if node.is_leaf {
            let time = course.time(&mut seed, leaf, leaves, node.line.is_milestone);
            let status = course.status(&mut seed, &time);
            maker.work(&mut seed, &mut row, &node.line, &time, status);
            leaf += 1;
        }
        rows.push(row);
    }
    head(&nodes, &mut rows);
    rows
}

/// Gives headings the status that follows from what is below them.
fn head(nodes: &[Node], rows: &mut [task::Model]) {
    let is_leaf: Vec<bool> = nodes.iter().map(|node| node.is_leaf).collect();
    for place in 0..rows.len() {
        let Some(row) = rows.get(place) else { continue };
        let below = rows.iter().zip(&is_leaf).filter(|(other, is_leaf)| {
            **is_leaf && other.id != row.id && other.hierarchy_path.starts_with(&row.hierarchy_path)
        });
        let below: Vec<Status> = below.map(|(other, _)| other.status).collect();
        if let Some(row) = rows.get_mut(place).filter(|_| !below.is_empty()) {
            row.status = above(&below);
            row.completed_by = row.created_by.filter(|_| row.status == Status::Completed);
        }
    }
}

/// Makes the rows of one project.
struct Maker<'a> {
    firm: &'a Firm,
    work: &'a Work,
    project: &'a project::Model,
    today: &'a Today,
    /// Paise of the value for one part of the weights.
    share: i64,
}

impl Maker<'_> {
    /// A task as it was planned, without dates and quantities.
    fn row(&self, place: usize, node: &Node, parent: Option<&task::Model>) -> task::Model {
        let id = demo_id("task", &format!("{}/{}/{place}", self.firm.profile.no, self.work.no));
        let path = parent.map_or("", |parent| parent.hierarchy_path.as_str());
        let at = self.project.created_at;
        task::Model {
            tenant_id: self.firm.tenant_id,
            id,
            project_id: self.project.id,
            parent_id: parent.map(|parent| parent.id),
            hierarchy_path: format!("{path}{id}/"),
            level: parent.map_or(0, |parent| parent.level + 1),
            position: place as i64 * GAP,
            is_leaf: node.is_leaf,
            title: node.title.clone(),
            description: String::new(),
            estimated_quantity: None,
            units: node.line.unit.to_owned(),
            estimated_rate: None,
            tax_percentage: TAX,
            actual_quantity: None,
            actual_rate: None,
            estimated_amount: 0,
            actual_amount: 0,
            estimated_effort: None,
            actual_effort: None,
            status: Status::Planned,
            task_type: node.line.kind.to_owned(),
            priority: None,
            given_start_date: None,
            given_end_date: None,
            actual_start_date: None,
            actual_end_date: None,
            progress: 0,
            is_milestone: node.line.is_milestone,
            is_billable: !node.line.is_milestone,
            assigned_to: None,
            handed_over_from: None,
            completed_by: None,
            approved_by: None,
            approval_date: None,
            is_approved: false,
            rejection_reason: String::new(),
            review_requested_by: None,
            review_requested_at: None,
            rejected_by: None,
            rejected_at: None,
            termination_reason: String::new(),
            comment: String::new(),
            search: search_text(&node.title, node.line.kind),
            version: 1,
            created_at: at,
            updated_at: at,
            deleted_at: None,
            created_by: Some(self.firm.owner_id),
            updated_by: Some(self.firm.owner_id),
            deleted_by: None,
            deleted_with: None,
        }
    }

    /// What is to be done of a leaf, and what is done.
    fn work(&self, seed: &mut Seed, row: &mut task::Model, line: &Line, time: &Time, status: Status) {
        row.given_start_date = Some(self.today.day(time.start));
        row.given_end_date = Some(self.today.day(time.end));
        row.actual_start_date = time.actual_start.map(|age| self.today.day(age));
        row.actual_end_date = time.actual_end.map(|age| self.today.day(age));
        row.progress = i32::try_from(time.progress).unwrap_or_default();
        row.priority = priority(seed);
        let last =
            time.actual_end.or(time.actual_start).map(|age| self.today.at(age, seed.between(300, 540)));
        row.updated_at = last.unwrap_or(row.created_at).max(row.created_at);
        if !line.is_milestone {
            self.measure(seed, row, line, time);
        }
        let is_open = matches!(status, Status::Draft | Status::Planned);
        row.assigned_to = self.somebody(seed).filter(|_| !is_open || seed.chance(50));
        // What is assigned is assigned to somebody.
        if status == Status::Assigned {
            row.assigned_to = row.assigned_to.or(row.created_by);
        }
        self.stand(seed, row, status);
    }

    /// Quantities, rates and hours.
    fn measure(&self, seed: &mut Seed, row: &mut task::Model, line: &Line, time: &Time) {
        let value =
            i128::from(self.share) * i128::from(line.weight * 100 * UNIT) / i128::from(100 * UNIT + TAX);
        let value = i64::try_from(value).unwrap_or_default();
        // Whole units at about the usual rate, so that all together come to the value.
        let units = ((value + line.rate * 50) / (line.rate * 100).max(1)).max(1);
        let (quantity, rate) = (units * UNIT, value / units);
        let hours = (time.start - time.end).max(1) * 8 * seed.between(2, 9);
        row.estimated_quantity = Some(quantity);
        row.estimated_rate = Some(rate);
        row.estimated_effort = Some(hours * UNIT);
        row.estimated_amount = paise(amount(row.estimated_quantity, row.estimated_rate, TAX));
        if time.progress > 0 {
            // What is measured in the end may be a little more than what was estimated; pieces come whole.
            let is_piece = PIECES.contains(&line.unit);
            let measured = if time.progress == DONE && !is_piece { seed.between(100, 104) } else { 100 };
            let done = i128::from(quantity) * i128::from(time.progress * measured) / i128::from(DONE * 100);
            let done = i64::try_from(done).unwrap_or_default();
            row.actual_quantity =
                Some(if is_piece { done / UNIT * UNIT } else { done }).filter(|done| *done > 0);
            row.progress = progress_of(row.estimated_quantity, row.actual_quantity).unwrap_or(row.progress);
            row.actual_rate = Some(rate / 100 * seed.between(94, 108)).filter(|_| seed.chance(60));
            row.actual_effort = Some(hours * time.progress * seed.between(85, 130) / 100);
            row.actual_amount =
                paise(amount(row.actual_quantity, row.actual_rate.or(row.estimated_rate), TAX));
        }
    }

    /// Whom work is given to: people on site, where the firm has some.
    fn somebody(&self, seed: &mut Seed) -> Option<Uuid> {
        match seed.between(0, 9) {
            ..=5 => self.firm.staff_id.or(Some(self.firm.owner_id)),
            6..=8 => Some(self.firm.owner_id),
            _ => None,
        }
    }

    /// The status of a leaf, with what it records.
    fn stand(&self, seed: &mut Seed, row: &mut task::Model, status: Status) {
        // What was approved before somebody left is theirs; their open work went to whoever is on site now.
        if let Some((former, left)) = self.firm.former
            && status == Status::Approved
            && row.assigned_to == self.firm.staff_id
            && row.updated_at < left
        {
            row.assigned_to = Some(former);
        }
        let (owner, doer) = (Some(self.firm.owner_id), row.assigned_to.or(row.created_by));
        row.status = status;
        let is_reviewed = matches!(status, Status::UnderReview | Status::Approved | Status::Rejected);
        if is_reviewed || status == Status::Completed {
            row.completed_by = doer;
        }
        if is_reviewed {
            row.review_requested_by = doer;
            row.review_requested_at = Some(row.updated_at);
        }
        match status {
            Status::Approved => {
                row.approved_by = owner;
                row.is_approved = true;
                row.approval_date = Some(day_in_kolkata(row.updated_at));
            }
            Status::Rejected => {
                row.rejected_by = owner;
                row.rejected_at = Some(row.updated_at);
                row.rejection_reason = seed
                    .pick(&[
                        "Measurements do not agree with the levels taken jointly",
                        "Test certificates are missing",
                        "Surface out of tolerance; to be rectified",
                    ])
                    .to_owned();
            }
            Status::Terminated => row.termination_reason = "Contract rescinded".to_owned(),
            Status::OnHold => row.comment = "Waiting for drawings".to_owned(),
            _ => {}
        }
    }
}

fn priority(seed: &mut Seed) -> Option<Priority> {
    match seed.between(0, 99) {
        ..=39 => None,
        40..=69 => Some(Priority::Medium),
        70..=84 => Some(Priority::High),
        85..=94 => Some(Priority::Low),
        95..=98 => Some(Priority::Urgent),
        _ => Some(Priority::Blocker),
    }
}

fn paise(amount: i128) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}
