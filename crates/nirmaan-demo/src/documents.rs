//! The documents of a firm: papers of some of its contracts, their deposits, and projects, its vehicles, their insurance,
//! and its payments.

mod paper;

use bytes::Bytes;
use nirmaan_services::{images::Written, objects::Objects};
use nirmaan_store::entity::{
    document::{self, EntityType, search_text},
    security_deposit,
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::contracts::Work;
use super::day::Today;
use super::projects::Site;
use super::{Firm, demo_id};

/// Of every so many contracts one has papers.
const EVERY: u64 = 40;
/// Of every so many projects one has papers.
const EVERY_SITE: usize = 4;
/// Photos of a project's tasks.
const PHOTOS: usize = 2;
const PDF: &str = "application/pdf";
const CSV: &str = "text/csv";
const PNG: &str = "image/png";

/// A document with its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoDocument {
    /// What is known of it.
    pub row: document::Model,
    /// The file.
    pub content: Bytes,
    /// The small picture of an image; empty where there is none.
    pub thumbnail: Bytes,
}

impl DemoDocument {
    /// Stores its content.
    ///
    /// # Errors
    /// When the storage doesn't answer.
    pub(super) async fn store(&self, objects: &Objects) -> nirmaan_services::Result<()> {
        objects.put(&self.row.key, self.content.clone()).await?;
        if !self.thumbnail.is_empty() {
            objects.put(&self.row.thumbnail_key, self.thumbnail.clone()).await?;
        }
        Ok(())
    }
}

/// A file before it is a document.
struct File {
    entity: (EntityType, &'static str, Uuid),
    doc_type: &'static str,
    purpose: &'static str,
    name: String,
    media_type: &'static str,
    content: Content,
    at: chrono::DateTime<chrono::Utc>,
}

/// What is in a file, with the thumbnail of an image.
struct Content(Bytes, Option<&'static Written>);

impl From<Vec<u8>> for Content {
    fn from(file: Vec<u8>) -> Self {
        Self(file.into(), None)
    }
}

impl From<&'static paper::Picture> for Content {
    fn from(picture: &'static paper::Picture) -> Self {
        Self(picture.file.clone(), picture.small.as_ref())
    }
}

/// The documents of a firm.
pub(super) fn of_firm(
    firm: &Firm,
    works: &[Work],
    deposits: &[security_deposit::Model],
    sites: &[Site],
    today: &Today,
) -> Vec<DemoDocument> {
    let with_papers = works.iter().filter(|work| work.no % EVERY == 1);
    let of_contracts = with_papers.flat_map(|work| {
        let below = deposits.iter().filter(|deposit| deposit.contract_id == work.row.id);
        of_contract(work).into_iter().chain(below.flat_map(|deposit| of_deposit(work, deposit)))
    });
    let of_projects = (1..).zip(sites.iter().step_by(EVERY_SITE)).flat_map(|(no, site)| of_project(no, site));
    of_contracts.chain(of_projects).chain(of_tenant(firm, today)).map(|file| document(firm, file)).collect()
}

/// The tender's notice and bill of quantities, and how far the site is.
fn of_contract(work: &Work) -> Vec<File> {
    let row = &work.row;
    let about = [format!("Bid ID: {}", row.bid_id), format!("Reference: {}", row.reference_no)];
    let file = |doc_type, purpose, name: &str, media_type, content| File {
        entity: (EntityType::Contract, "CONTRACT", row.id),
        doc_type,
        purpose,
        name: name.to_owned(),
        media_type,
        content,
        at: row.created_at,
    };
    let notice = paper::pdf("Notice inviting tender", &about).into();
    let mut files = vec![
        file("TENDER_NOTICE", "As published", "tender-notice.pdf", PDF, notice),
        file("BOQ", "For pricing", "bill-of-quantities.csv", CSV, paper::quantities(work.no).into()),
    ];
    if row.actual_start_date.is_some() {
        let picture = paper::picture(work.no).into();
        files.push(file("SITE_PHOTO", "Progress", "site.png", PNG, picture));
    }
    files
}

/// The receipt for a deposit that was handed over, and the letter that gave it back.
fn of_deposit(work: &Work, deposit: &security_deposit::Model) -> Vec<File> {
    let about = [format!("Bid ID: {}", work.row.bid_id), format!("Instrument: {}", deposit.instrument_no)];
    let file = |doc_type, purpose, name: &str, heading, at| File {
        entity: (EntityType::Deposit, "DEPOSIT", deposit.id),
        doc_type,
        purpose,
        name: name.to_owned(),
        media_type: PDF,
        content: paper::pdf(heading, &about).into(),
        at,
    };
    let receipt = || {
        file(
            "RECEIPT",
            "Proof of payment",
            "deposit-receipt.pdf",
            "Receipt for a deposit",
            deposit.created_at,
        )
    };
    let letter = || {
        file(
            "RELEASE_LETTER",
            "Proof of return",
            "release-letter.pdf",
            "Release of deposit",
            deposit.updated_at,
        )
    };
    let given = deposit.deposit_submitted_date.map(|_| receipt());
    let back = deposit.status.is_back().then(letter);
    given.into_iter().chain(back).collect()
}

/// The drawing and the programme of a project, and photos of what is going on in it.
fn of_project(no: u64, site: &Site) -> Vec<File> {
    let row = &site.row;
    let about =
        [format!("Project of bid ID: {}", row.contract_bid_id), format!("Type: {}", row.project_type)];
    let paper = |doc_type, purpose, name: &str, heading| File {
        entity: (EntityType::Project, "PROJECT", row.id),
        doc_type,
        purpose,
        name: name.to_owned(),
        media_type: PDF,
        content: paper::pdf(heading, &about).into(),
        at: row.created_at,
    };
    let mut files = vec![
        paper("DRAWING", "Approved", "general-arrangement.pdf", "General arrangement drawing"),
        paper("PROGRAMME", "For approval", "work-programme.pdf", "Programme of work"),
    ];
    let under_way = site.tasks.iter().filter(|task| task.progress > 0 && task.progress < 10_000);
    files.extend((1..).zip(under_way.take(PHOTOS)).map(|(photo, task)| File {
        entity: (EntityType::Task, "TASK", task.id),
        doc_type: "SITE_PHOTO",
        purpose: "Progress",
        name: format!("progress-{photo}.png"),
        media_type: PNG,
        content: paper::picture(10 * no + photo).into(),
        at: task.updated_at,
    }));
    files
}

/// What belongs to the firm as a whole.
fn of_tenant(firm: &Firm, today: &Today) -> Vec<File> {
    let mut files = Vec::new();
    for no in 1..=3_i64 {
        let about = [format!("{} {no}", firm.profile.tenant), format!("Demo vehicle {no}")];
        let mut add = |entity_type, name, doc_type, purpose, file: &str, media_type, content| {
            files.push(File {
                entity: (entity_type, name, firm.tenant_id),
                doc_type,
                purpose,
                name: file.replace("{no}", &no.to_string()),
                media_type,
                content,
                at: today.at(40 * no, 30 * no),
            });
        };
        let registration = paper::pdf("Certificate of registration", &about).into();
        add(EntityType::Vehicle, "VEHICLE", "VEHICLE_RC", "Registration", "rc-{no}.pdf", PDF, registration);
        let photo = paper::picture(firm.profile.no * 10 + no.unsigned_abs()).into();
        add(EntityType::Vehicle, "VEHICLE", "VEHICLE_PHOTO", "Condition", "vehicle-{no}.png", PNG, photo);
        let policy = paper::pdf("Motor insurance policy", &about).into();
        let insurance = (EntityType::VehicleInsurance, "VEHICLE_INSURANCE");
        add(insurance.0, insurance.1, "INSURANCE_POLICY", "Renewed yearly", "policy-{no}.pdf", PDF, policy);
        let advice = paper::payments(firm.profile.no).into();
        add(EntityType::Payment, "PAYMENT", "PAYMENT_ADVICE", "Monthly", "payments-{no}.csv", CSV, advice);
    }
    files
}

fn document(firm: &Firm, file: File) -> DemoDocument {
    let File {
        entity: (entity_type, type_name, entity_id),
        doc_type,
        purpose,
        name,
        media_type,
        content: Content(content, small),
        at,
    } = file;
    let id = demo_id("document", &format!("{}/{type_name}/{entity_id}/{name}", firm.profile.no));
    let place = format!("{}/{type_name}/{entity_id}/{id}", firm.tenant_id);
    let (thumbnail_key, thumbnail) = match small {
        Some(small) => (format!("{place}.{}", small.extension), small.bytes.clone()),
        None => (String::new(), Bytes::new()),
    };
    let row = document::Model {
        tenant_id: firm.tenant_id,
        id,
        entity_type,
        entity_id,
        contract_id: (entity_type == EntityType::Contract).then_some(entity_id),
        project_id: (entity_type == EntityType::Project).then_some(entity_id),
        task_id: (entity_type == EntityType::Task).then_some(entity_id),
        deposit_id: (entity_type == EntityType::Deposit).then_some(entity_id),
        doc_type: doc_type.to_owned(),
        purpose: purpose.to_owned(),
        file_type: media_type.to_owned(),
        file_extension: name.rsplit('.').next().unwrap_or_default().to_owned(),
        size: i64::try_from(content.len()).unwrap_or(i64::MAX),
        sha256: Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect(),
        key: format!("{place}/{name}"),
        thumbnail_key,
        purged_at: None,
        search: search_text(&name, doc_type),
        file_name: name,
        version: 1,
        created_at: at,
        updated_at: at,
        deleted_at: None,
        created_by: Some(firm.owner_id),
        updated_by: Some(firm.owner_id),
        deleted_by: None,
        deleted_with: None,
    };
    DemoDocument { row, content, thumbnail }
}
