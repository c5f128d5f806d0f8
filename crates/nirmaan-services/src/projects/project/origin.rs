//! What a project has of the contract that it was created from.

use nirmaan_api::projects::Project;
use nirmaan_store::{
    Set, StoreError, WriteDb,
    entity::{
        contract::{self, Status},
        project,
    },
};
use nirmaan_text::is_blank;
use uuid::Uuid;

use super::fields::Fields;
use crate::{
    bid::percentage_to_wire,
    error::{Error, Result, Violation},
    wire::{date, money},
};

/// Creates the one project of a contract.
///
/// # Errors
/// [`Error::NotFound`] without the contract, [`Error::Precondition`] when it isn't awarded and
/// [`Error::AlreadyExists`] when it has a project.
pub(super) async fn create(db: &WriteDb, contract_id: Uuid, sent: Project) -> Result<project::Model> {
    // Locked, so that of all who ask at once the first alone finds it without a project.
    let contract: Option<contract::Model> = db.get_to_change::<contract::Entity, _>(contract_id).await?;
    let contract = contract.ok_or(Error::NotFound("Contract"))?;
    if contract.has_project {
        return Err(taken());
    }
    if contract.status != Status::Awarded {
        let message = "A project can be created from an awarded contract only.".to_owned();
        return Err(Error::Precondition(message));
    }
    let fields = Fields::read(completed(sent, &contract))?;
    let version = contract.version;
    let mark = |row: &mut contract::ActiveModel| row.has_project = Set(true);
    db.update(contract, Some(version), mark).await?;
    db.insert(fields.new_row(Some(contract_id))).await.map_err(|error| match error {
        StoreError::Duplicate(_) => taken(),
        error => error.into(),
    })
}

fn taken() -> Error {
    Error::AlreadyExists {
        field: "project.contract_id".to_owned(),
        message: "This contract has a project already.".to_owned(),
    }
}

/// A project as it is sent, with what its contract says where it says nothing. The bid id is always the contract's.
fn completed(sent: Project, contract: &contract::Model) -> Project {
    let text = |sent: String, own: &str| if is_blank(&sent) { own.to_owned() } else { sent };
    let day = |sent: Option<_>, own: Option<_>| sent.or(own.map(date));
    // Either of the two follows from the other: what the contract says of one would speak against what is sent.
    let bids = sent.project_bid_value.is_none() && sent.project_bid_percentage.is_none();
    let value = contract.tender_bid_value.filter(|_| bids).map(money);
    let percentage = contract.tender_bid_percentage.filter(|_| bids).map(percentage_to_wire);
    Project {
        contract_bid_id: contract.bid_id.clone(),
        project_name: text(sent.project_name, &contract.contract_name),
        description: text(sent.description, &contract.description),
        project_type: text(sent.project_type, &contract.contract_type),
        project_actual_value: sent.project_actual_value.or(contract.tender_actual_value.map(money)),
        project_bid_value: sent.project_bid_value.or(value),
        project_bid_percentage: sent.project_bid_percentage.or(percentage),
        license_id: text(sent.license_id, &contract.license_id),
        license_holder_name: text(sent.license_holder_name, &contract.license_holder_name),
        license_no: text(sent.license_no, &contract.license_no),
        given_start_date: day(sent.given_start_date, contract.given_start_date),
        given_end_date: day(sent.given_end_date, contract.given_end_date),
        actual_start_date: day(sent.actual_start_date, contract.actual_start_date),
        actual_end_date: day(sent.actual_end_date, contract.actual_end_date),
        extension_count: if sent.extension_count == 0 {
            contract.extension_count
        } else {
            sent.extension_count
        },
        ..sent
    }
}

/// A change as it is sent, with what stays as it is of a project that has a contract.
///
/// # Errors
/// [`Error::Invalid`] when it names another contract than the project's.
pub(super) fn kept(sent: Project, row: &project::Model) -> Result<Project> {
    let named = (!sent.contract_id.is_empty()).then(|| sent.contract_id.parse::<Uuid>().ok());
    if named.is_some_and(|named| named.is_none() || named != row.contract_id) {
        let message = "A project stays with its contract.".to_owned();
        return Err(Error::Invalid(vec![Violation { field: "project.contract_id".to_owned(), message }]));
    }
    match row.contract_id {
        Some(_) => Ok(Project { contract_bid_id: row.contract_bid_id.clone(), ..sent }),
        None => Ok(sent),
    }
}
