//! The tenders and contracts of a firm.

use nirmaan_store::entity::contract::{self, Status};
use serde_json::json;

use super::chain::Chain;
use super::day::Today;
use super::profile::{Authority, Licence, Numbering, Profile, Trade};
use super::rules::{self, CRORE, EmdRule, PERCENT, RUPEE};
use super::seed::Seed;
use super::{Firm, demo_id, trail, works};

/// How many of each status; 500 a firm.
pub(super) const STATUS_MIX: [(Status, usize); 19] = [
    (Status::Draft, 30),
    (Status::Submitted, 70),
    (Status::Rejected, 150),
    (Status::Cancelled, 25),
    (Status::Awarded, 25),
    (Status::Accepted, 15),
    (Status::WorkOrderIssued, 15),
    (Status::Mobilized, 10),
    (Status::WorkInProgress, 50),
    (Status::OnHold, 8),
    (Status::Resumed, 5),
    (Status::Completed, 25),
    (Status::SubmittedForApproval, 10),
    (Status::Approved, 8),
    (Status::PaymentPending, 14),
    (Status::PaymentReceived, 10),
    (Status::Closed, 22),
    (Status::Terminated, 5),
    (Status::Dispute, 3),
];

/// Above it works are large: contracted otherwise, and not a small enterprise's.
const TEN_CRORE: i64 = 10 * CRORE;

/// A contract with what its row doesn't say.
#[derive(Debug, Clone)]
pub(super) struct Work {
    /// 1 to 500.
    pub no: u64,
    pub row: contract::Model,
    pub authority: Authority,
    pub chain: Chain,
    /// In paise; 0 where the firm is exempt or gave a declaration instead.
    pub emd: i64,
}

/// The 500 contracts of a firm.
pub(super) fn of_firm(firm: &Firm, today: &Today) -> Vec<Work> {
    let mut statuses: Vec<Status> =
        STATUS_MIX.iter().flat_map(|(status, count)| std::iter::repeat_n(*status, *count)).collect();
    Seed::of(firm.profile.no, 0).shuffle(&mut statuses);
    (1..).zip(statuses).map(|(no, status)| work(firm, no, status, today)).collect()
}

/// Five contracts of a firm (37, 137, 237, 337, 437) are larger than the licence they are bid on allows, on
/// purpose: the warning needs something to warn of.
pub(super) fn exceeds_class(no: u64) -> bool {
    no % 100 == 37
}

/// One contract in sixteen has a Hindi name.
fn is_hindi(no: u64) -> bool {
    no % 16 == 5
}

/// Those who write Hindi.
fn hindi_authorities(profile: &Profile) -> Vec<Authority> {
    let all = profile.authorities.iter().copied();
    all.filter(|authority| !works::hindi_places(authority.state).is_empty()).collect()
}

fn work(firm: &Firm, no: u64, status: Status, today: &Today) -> Work {
    let profile = firm.profile;
    let mut seed = Seed::of(profile.no, no);
    let authority = match is_hindi(no) {
        true => seed.pick(&hindi_authorities(profile)),
        false => seed.pick(profile.authorities),
    };
    let (licence, estimate) = licence_and_estimate(&mut seed, profile, &authority, exceeds_class(no));
    let chain = Chain::of(&mut seed, status);
    let rule = emd_rule(&authority, &licence);
    let due = rules::emd(rule, estimate);
    // One bid in ten: a micro or small enterprise, or an authority that takes a declaration instead.
    let without = (no % 10 == 3).then(|| match estimate {
        ..=TEN_CRORE => seed.pick(&["MSE_EXEMPT", "BID_SECURITY_DECLARATION"]),
        _ => "BID_SECURITY_DECLARATION",
    });
    // Most drafts have no price yet.
    let quoted = (status != Status::Draft || seed.chance(30)).then(|| percentage(&mut seed));
    let name = works::name(&mut seed, &authority, is_hindi(no));
    let bid_id = bid_id(&mut seed, profile, &authority, no, &chain);
    let reference_no = reference(&mut seed, &authority, no, &chain);
    let contract_type = works::contract_type(&mut seed, authority.trade, estimate > TEN_CRORE);
    let validity = seed.pick(&[60_i64, 90, 90, 120, 120, 180]);
    let pincode = authority.pin * 1000 + seed.between(1, 120);
    let metadata = json!({
        "state": authority.state,
        "pincode": pincode.to_string(),
        "invitingAuthority": authority.name,
        "licenceClass": licence.class,
        "licenceLimit": rules::class_limit(licence.class).map(|limit| limit / RUPEE),
        "emdRule": rule.name(),
        "emd": due / RUPEE,
        "emdForm": without.unwrap_or("DEPOSIT"),
        "bidValidityDays": validity,
        "workPeriodDays": chain.period,
    });
    let started = status != Status::Draft;
    let day = |age: Option<i64>| age.map(|age| today.day(age));
    let created_at = today.at(chain.created, seed.between(0, 540));
    let row = contract::Model {
        tenant_id: firm.tenant_id,
        id: demo_id("contract", &format!("{}/{no}", profile.no)),
        search: contract::search_text(&bid_id, &name, &reference_no, licence.holder, contract_type),
        description: format!(
            "{name}. {}, {} {pincode}. Bid validity {validity} days, period of work {} days.",
            authority.name, authority.state, chain.period
        ),
        bid_id,
        contract_name: name,
        reference_no,
        status,
        paper_cost: started.then(|| rules::paper_cost(rule, estimate)),
        tender_actual_value: Some(estimate),
        tender_bid_value: quoted.map(|percentage| rules::bid(estimate, percentage)),
        tender_bid_percentage: quoted,
        contract_type: contract_type.to_owned(),
        termination_reason: termination_reason(&mut seed, status).to_owned(),
        extension_count: chain.extensions,
        opening_date: day(Some(chain.opening)),
        closing_date: day(Some(chain.closing)),
        result_date: day(chain.result),
        drafting_date: day(chain.drafting),
        submitted_payment_date: day(chain.submitted_payment),
        awarded_date: day(chain.awarded),
        agreement_date: day(chain.agreement),
        given_start_date: day(chain.given_start),
        given_end_date: day(chain.given_end),
        actual_start_date: day(chain.actual_start),
        actual_end_date: day(chain.actual_end),
        license_id: licence.id.to_owned(),
        license_holder_name: licence.holder.to_owned(),
        license_no: licence.no.to_owned(),
        comments: comments(&mut seed, status, exceeds_class(no), &licence),
        contract_metadata: Some(metadata.to_string()),
        has_project: false,
        import_id: None,
        version: 1,
        created_at,
        updated_at: today.at(trail::age(&chain, status), 545).max(created_at),
        deleted_at: None,
        created_by: Some(firm.owner_id),
        updated_by: Some(firm.owner_id),
        deleted_by: None,
        deleted_with: None,
    };
    let emd = if started && without.is_none() { due } else { 0 };
    Work { no, row, authority, chain, emd }
}

/// A licence and an estimate that its class allows, or the next class below it where it shall not.
fn licence_and_estimate(
    seed: &mut Seed,
    profile: &Profile,
    authority: &Authority,
    exceeding: bool,
) -> (Licence, i64) {
    let (low, high) = profile.values;
    if exceeding {
        let limited: Vec<(Licence, i64)> = profile
            .licences
            .iter()
            .filter_map(|licence| Some((*licence, rules::class_limit(licence.class)?)))
            .filter(|(_, limit)| limit + limit / 4 <= high)
            .collect();
        let (licence, limit) = seed.pick(&limited);
        let over = limit + limit / 1000 * seed.between(20, 240);
        return (licence, rounded(seed, authority, over));
    }
    let drawn = seed.log_uniform(low, high);
    let estimate = rounded(seed, authority, drawn);
    let allowed: Vec<Licence> = profile
        .licences
        .iter()
        .copied()
        .filter(|licence| rules::class_limit(licence.class).is_none_or(|limit| estimate <= limit))
        .collect();
    // Firms bid small works on their own small licence, and now and then on a larger one.
    let licence = match allowed.first() {
        Some(smallest) if seed.chance(70) => *smallest,
        _ => seed.pick(&allowed),
    };
    (licence, estimate)
}

/// Railways estimate to the odd paisa, others to a thousand rupees.
fn rounded(seed: &mut Seed, authority: &Authority, estimate: i64) -> i64 {
    if authority.emd == EmdRule::Railways {
        return estimate / 100 * 100 - 2 * seed.between(1, 49) + 1;
    }
    estimate / (1_000 * RUPEE) * (1_000 * RUPEE)
}

/// Labour co-operatives pay Punjab a quarter.
fn emd_rule(authority: &Authority, licence: &Licence) -> EmdRule {
    match authority.emd {
        EmdRule::Punjab if licence.holder.contains("Co-operative") => EmdRule::PunjabCooperative,
        rule => rule,
    }
}

/// -24 to +8 percent, most around -8, to two decimals.
fn percentage(seed: &mut Seed) -> i64 {
    seed.triangular(-2_400, -800, 800) * (PERCENT / 100)
}

/// The year in ids; fixed, so that ids are the same whenever the data is filled in.
fn year(chain: &Chain) -> (i64, &'static str) {
    if chain.opening > 320 { (2025, "2025-26") } else { (2026, "2026-27") }
}

/// A tender id in the portals' formats, with office codes that no office uses.
fn bid_id(seed: &mut Seed, profile: &Profile, authority: &Authority, no: u64, chain: &Chain) -> String {
    let (year, financial) = year(chain);
    let code = authority.code;
    match authority.numbering {
        Numbering::Nic => {
            format!("{year}_{code}_{}_{}", 900_000 + profile.no * 1000 + no, seed.between(1, 3))
        }
        Numbering::Gem => format!("GEM/{year}/B/{}", 9_900_000 + profile.no * 1000 + no),
        Numbering::Railway if authority.trade == Trade::Railway && no.is_multiple_of(4) => {
            format!("{no:04}-ZZR-{code}-HQ-{financial}")
        }
        Numbering::Railway => format!("{code}-{no:03}-{financial}"),
    }
}

/// The authority's own number for the notice.
fn reference(seed: &mut Seed, authority: &Authority, no: u64, chain: &Chain) -> String {
    let (year, financial) = year(chain);
    let (item, code) = (seed.between(1, 9), authority.code);
    match seed.between(0, 3) {
        0 => format!("NIT No. {no}/{code}/{financial}"),
        1 => format!("ROC No.{no}-{}/{year}", seed.pick(&["A", "B", "C"])),
        2 => format!("{code}/NIT/{financial}/{no:03}/{item}"),
        _ => format!("{code}/e-Tender/{item}/{no:04}/{year}"),
    }
}

fn termination_reason(seed: &mut Seed, status: Status) -> &'static str {
    match status {
        Status::Terminated => seed.pick(&[
            "Slow progress; 48-hour notice expired, contract rescinded under clause 62",
            "Site could not be handed over free of encumbrances; closed by mutual consent",
            "Performance security not extended in time",
        ]),
        Status::Cancelled => seed.pick(&[
            "Tender cancelled by the authority for administrative reasons",
            "Single bid; to be invited again",
            "Estimate under revision",
        ]),
        _ => "",
    }
}

fn comments(seed: &mut Seed, status: Status, exceeding: bool, licence: &Licence) -> String {
    if exceeding {
        return format!(
            "Value is above the limit of class {}: check the licence before bidding",
            licence.class
        );
    }
    match status {
        Status::Rejected => format!("L{} of {}", seed.between(2, 5), seed.between(5, 11)),
        Status::OnHold => seed.pick(&["Held: forest clearance", "Held: land not handed over"]).to_owned(),
        Status::Resumed => "Resumed after hindrance; hindrance register signed".to_owned(),
        Status::Dispute => "Escalation claim before the dispute board".to_owned(),
        Status::PaymentPending => "Final bill with the division's accounts branch".to_owned(),
        _ => String::new(),
    }
}
