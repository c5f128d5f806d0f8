//! Between the wire's types and the store's.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use nirmaan_api::{
    Date,
    types::{DateRange, Money, Pagination, Sort, UserState},
};
use nirmaan_store::{
    Page, PageRequest,
    query::people::{Person, State},
};
use prost::Message;
use prost_types::Timestamp;
use tonic::{Response, Status};
use uuid::Uuid;

use crate::{
    check::Check,
    error::{Error, Result},
};

/// What a handler answers.
pub type Rpc<M> = std::result::Result<Response<M>, Status>;

/// An amount in paise.
pub fn money(paise: i64) -> Money {
    Money { paise }
}

/// A sum of amounts in paise; the largest that the wire can say, should it be more.
pub fn sum_of_money(paise: i128) -> Money {
    Money { paise: i64::try_from(paise).unwrap_or(i64::MAX) }
}

/// A calendar day.
pub fn date(day: NaiveDate) -> Date {
    // Days and months fit: they are at most 31.
    Date { year: day.year(), month: day.month() as i32, day: day.day() as i32 }
}

/// An instant.
pub fn timestamp(at: DateTime<Utc>) -> Timestamp {
    Timestamp { seconds: at.timestamp(), nanos: at.timestamp_subsec_nanos() as i32 }
}

/// An id, or nothing.
pub fn optional_id(id: Option<Uuid>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

/// The state of a user.
pub(crate) fn user_state(state: State) -> UserState {
    match state {
        State::Active => UserState::Unspecified,
        State::Inactive => UserState::Inactive,
        State::Deleted => UserState::Deleted,
    }
}

/// The name of somebody whom a record names, and their state.
pub fn name_and_state(Person { name, state }: Person) -> (String, i32) {
    (name, user_state(state).into())
}

/// The facts that an error tells of somebody: their name, and their state if they are inactive or deleted.
pub fn person_facts(
    fact: &str,
    Person { name, state }: Person,
) -> impl Iterator<Item = (String, String)> + use<> {
    let state = (state != State::Active).then(|| user_state(state).as_str_name().to_owned());
    let state = state.map(|state| (format!("{fact}State"), state));
    [(fact.to_owned(), name)].into_iter().chain(state)
}

/// The id of a record called `what`. A malformed id names no record.
///
/// # Errors
/// [`Error::NotFound`].
pub fn id(id: &str, what: &'static str) -> Result<Uuid> {
    id.parse().map_err(|_| Error::NotFound(what))
}

/// The id of the record that a list is narrowed to; `None` when none is sent. What can't be an id is nobody's.
pub fn narrowing_id(id: &str) -> Option<Uuid> {
    (!id.is_empty()).then(|| id.parse().unwrap_or_default())
}

/// Which page, in which order.
pub fn page_request(pagination: Option<Pagination>, sort: Option<Sort>) -> PageRequest {
    let pagination = pagination.unwrap_or_default();
    let sort = sort.unwrap_or_default();
    PageRequest {
        number: pagination.page,
        size: pagination.size,
        sort: sort.field,
        direction: sort.direction,
    }
}

/// A page's number, size and how many pages there are in all.
pub fn page_numbers<T>(page: &Page<T>) -> [i32; 3] {
    // They fit: a page's number is limited by the rows that may be skipped.
    [page.number, page.size, page.total_pages()].map(|number| number as i32)
}

/// The first and the last day of a range.
///
/// # Errors
/// [`Error::Invalid`] when one isn't a day.
pub fn days(range: Option<DateRange>) -> Result<(Option<NaiveDate>, Option<NaiveDate>)> {
    days_of("date_range.", range)
}

/// The same of a range that has another name, which ends with a dot.
///
/// # Errors
/// As [`days`].
pub fn days_of(
    field: &'static str,
    range: Option<DateRange>,
) -> Result<(Option<NaiveDate>, Option<NaiveDate>)> {
    let DateRange { from, to } = range.unwrap_or_default();
    let mut check = Check::under(field);
    let days = (check.day("from", &from), check.day("to", &to));
    check.done()?;
    Ok(days)
}

/// A reply that is kept under an idempotency key as its encoded message.
pub struct Kept<M>(pub M);

impl<M: Message + Default> nirmaan_store::idempotency::Reply for Kept<M> {
    fn to_bytes(&self) -> Vec<u8> {
        self.0.encode_to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        M::decode(bytes).ok().map(Self)
    }
}
