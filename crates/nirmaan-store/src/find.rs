//! Finding a few rows by a word, the likeliest first.

use std::ops::RangeInclusive;

use sea_orm::{FromQueryResult, ModelTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::{
    Scoped, StoreError, Table,
    search::{begins_within, contains_within},
};

/// A table whose rows are found by a word.
pub trait Findable: Table {
    /// The column of the searchable texts; see [`crate::search`].
    const SEARCH: Self::Column;
    /// The numbers of those texts by which a row is found.
    const FOUND_BY: RangeInclusive<usize>;
}

impl<E, M> Scoped<E>
where
    E: Findable<Model = M>,
    M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
{
    /// The rows that contain a word, at most so many: those with a text that begins with it first, then the newest.
    /// None for no word.
    pub async fn best(self, word: &str, most: u64) -> Result<Vec<M>, StoreError> {
        let contains = contains_within(E::SEARCH, &E::FOUND_BY, word);
        let begins = begins_within(E::SEARCH, &E::FOUND_BY, word);
        let Some((contains, begins)) = contains.zip(begins) else { return Ok(Vec::new()) };
        // Ids first, as in lists: an index answers that alone.
        let ids = self.select.clone().filter(contains).order_by_desc(begins);
        let ids = ids.order_by_desc(E::CREATED_AT).order_by_desc(E::ID).limit(most);
        self.picked(ids).await
    }
}
