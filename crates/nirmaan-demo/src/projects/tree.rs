//! A plan as a tree.

use super::plan::{self, Line, Plan};

/// A node of the tree, none before the one above it.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub line: Line,
    pub title: String,
    /// The place of the one above among all nodes.
    pub parent: Option<usize>,
    /// Whether it has none below it.
    pub is_leaf: bool,
}

/// The nodes of a plan with so many sections.
pub(super) fn of(plan: &Plan, sections: i64) -> Vec<Node> {
    let mut lines: Vec<(Line, String)> = plan.before.iter().map(|line| titled(*line)).collect();
    for section in 1..=sections {
        let title = format!("{} {section}", plan.section);
        lines.push((plan::head(0, plan.section), title));
        lines.extend(plan.sectional.iter().map(|line| titled(*line)));
    }
    lines.extend(plan.after.iter().map(|line| titled(*line)));
    let mut nodes: Vec<Node> = Vec::with_capacity(lines.len());
    for (line, title) in lines {
        let parent = nodes.iter().rposition(|node| node.line.level < line.level);
        if let Some(above) = parent.and_then(|place| nodes.get_mut(place)) {
            above.is_leaf = false;
        }
        nodes.push(Node { line, title, parent, is_leaf: true });
    }
    nodes
}

fn titled(line: Line) -> (Line, String) {
    (line, line.title.to_owned())
}
