//! What a row makes of a record that is there.

use nirmaan_store::{EntityTrait, IdenStatic, ModelTrait, differing};

/// What a row makes of a record.
#[derive(Debug, Clone)]
pub(super) struct Change<M> {
    pub(super) new: M,
    /// The columns that change, by their names.
    columns: Vec<&'static str>,
}

impl<E: EntityTrait, M: ModelTrait<Entity = E>> Change<M> {
    /// `None` where nothing changes.
    pub(super) fn between(old: &M, new: M) -> Option<Self> {
        let mut columns: Vec<_> = differing(old, &new).map(|column| column.as_str()).collect();
        columns.sort_unstable();
        (!columns.is_empty()).then_some(Self { new, columns })
    }

    /// The fields that change, by their names for people.
    pub(super) fn fields(&self, label: impl Fn(&str) -> Option<&'static str>) -> String {
        let labels: Vec<_> = self.columns.iter().filter_map(|column| label(column)).collect();
        labels.join(", ")
    }
}
