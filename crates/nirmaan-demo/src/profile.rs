//! The three firms: what they build, for whom, and on which licences.

use super::rules::{CRORE, EmdRule, LAKH, PERCENT};

/// What a firm does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Profile {
    /// 1 to 3; seeds the firm's chance.
    pub no: u64,
    /// The tenant's name.
    pub tenant: &'static str,
    /// Smallest and largest estimate, in paise.
    pub values: (i64, i64),
    /// For whom.
    pub authorities: &'static [Authority],
    /// The licences the firm bids on, the smallest class first. The last one covers the largest value: where
    /// the firm's own classes don't, it is the lead partner's of a joint venture.
    pub licences: &'static [Licence],
    /// The firm's bank and branch for refunds.
    pub branch: &'static str,
}

/// Who invites tenders.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Authority {
    /// The inviting officer.
    pub name: &'static str,
    /// Office code for ids; all begin with ZZ, which no office uses.
    pub code: &'static str,
    /// State or union territory, as on number plates.
    pub state: &'static str,
    /// First three digits of its postal codes.
    pub pin: i64,
    /// Towns and villages.
    pub places: &'static [&'static str],
    /// How it computes EMD.
    pub emd: EmdRule,
    /// Performance security and retention or security deposit, in ten-thousandths of a percent of the contract.
    pub security: (i64, i64),
    /// What it builds.
    pub trade: Trade,
    /// How it numbers tenders.
    pub numbering: Numbering,
}

/// What is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Trade {
    #[default]
    Road,
    Bridge,
    Water,
    Irrigation,
    Building,
    Railway,
    Electrical,
}

/// How an authority numbers its tenders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Numbering {
    /// The state portals run by NIC: `2026_ZZRB_686238_1`.
    #[default]
    Nic,
    /// Government e-Marketplace: `GEM/2026/B/9123456`.
    Gem,
    /// Railways: `CE-C-ZZR-07-2025-26`.
    Railway,
}

/// A licence to bid.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Licence {
    /// Class by Maharashtra's PWD; see [`super::rules::class_limit`].
    pub class: &'static str,
    /// The firm's own record.
    pub id: &'static str,
    /// Registration number.
    pub no: &'static str,
    /// In whose name.
    pub holder: &'static str,
}

const fn licence(class: &'static str, id: &'static str, no: &'static str, holder: &'static str) -> Licence {
    Licence { class, id, no, holder }
}

const GUJARAT: &[&str] =
    &["Navasar", "Dharpura", "Kalol Kuva", "Santroda", "Limdiya", "Morvada", "Vaghpur", "Pali Timba"];
const MADHYA_PRADESH: &[&str] =
    &["Chandgarh", "Bamhori Kalan", "Semaria", "Patharkheda", "Sonkutch Khurd", "Barodiya"];
const RAJASTHAN: &[&str] = &["Rampura Dabri", "Kishanwas", "Bhadwasi", "Sanganwas", "Jhotpura", "Nimeda"];
const MAHARASHTRA: &[&str] =
    &["Shirgaon", "Wadgaon Budruk", "Nimbhore", "Kasarwadi", "Pimpalner", "Ambegaon Khurd", "Talwade"];
const TAMIL_NADU: &[&str] =
    &["Melpatti", "Vadakkur", "Kovilpuram", "Sirumangalam", "Ayyanpettai", "Thirunagar"];
const PUNJAB: &[&str] =
    &["Kotla Jattan", "Lambi Dhab", "Rampur Kalan", "Sohalwala", "Bhagtana", "Mehraj Khurd"];
const WEST_BENGAL: &[&str] =
    &["Madhyapara", "Chithilia", "Kachukhali", "Beldanga Char", "Dantanpur", "Haripal Hat"];
const CHHATTISGARH: &[&str] = &["Bhatagaon", "Kharora", "Simgaon", "Tilda Khas", "Mungapur", "Pendra Tola"];
const TELANGANA: &[&str] =
    &["Ramannapet", "Yellapur", "Kondapalle", "Nagireddypet", "Suraram", "Chinnakodur"];

const HALF: i64 = PERCENT / 2;

/// Every firm, in the order of the tenants.
pub(super) const PROFILES: [Profile; 3] = [
    // Roads and bridges; classes I and II; ₹5 lakh to ₹60 crore.
    Profile {
        no: 1,
        tenant: "Bharat Infra",
        values: (5 * LAKH, 60 * CRORE),
        branch: "Bharat Chowk Branch, Ahmedabad 380001",
        licences: &[
            licence("II", "LIC-A-4", "ZZ/REG/II/2021/0457", "Shri Mahadev Construction Co."),
            licence("I(C)", "LIC-A-3", "ZZ/REG/I-C/2020/0112", "Bharat Infra Pvt. Ltd."),
            licence("I(B)", "LIC-A-2", "ZZ/REG/I-B/2022/0031", "Bharat Infra Pvt. Ltd."),
            licence("I(A)", "LIC-A-1", "ZZ/REG/I-A/2019/0008", "Bharat Infra Pvt. Ltd."),
        ],
        authorities: &[
            Authority {
                name: "Executive Engineer, R&B Division, Navasar",
                code: "ZZRNB",
                state: "GJ",
                pin: 388,
                places: GUJARAT,
                emd: EmdRule::Gfr,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Road,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "Executive Engineer, PWD Bridge Division, Chandgarh",
                code: "ZZPWB",
                state: "MP",
                pin: 470,
                places: MADHYA_PRADESH,
                emd: EmdRule::Gfr,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Bridge,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "General Manager, MPRRDA PIU, Semaria",
                code: "ZZRDA",
                state: "MP",
                pin: 486,
                places: MADHYA_PRADESH,
                emd: EmdRule::Gfr,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Road,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "Executive Engineer, Development Authority, Zone 14",
                code: "ZZJDA",
                state: "RJ",
                pin: 303,
                places: RAJASTHAN,
                emd: EmdRule::Gfr,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Road,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "Executive Engineer, CPWD Road Division",
                code: "ZZCPR",
                state: "GJ",
                pin: 382,
                places: GUJARAT,
                emd: EmdRule::Cpwd,
                security: (5 * PERCENT, 2 * PERCENT + HALF),
                trade: Trade::Road,
                numbering: Numbering::Nic,
            },
        ],
    },
    // Water, irrigation and buildings; classes III to V, and a partner's I(C); ₹3 lakh to ₹15 crore.
    Profile {
        no: 2,
        tenant: "Deccan Builders",
        values: (3 * LAKH, 15 * CRORE),
        branch: "Shivaji Path Branch, Pune 411001",
        licences: &[
            licence("V", "LIC-B-4", "ZZ/REG/V/2022/1904", "Sahyadri Labour Co-operative Society"),
            licence("IV", "LIC-B-3", "ZZ/REG/IV/2021/0733", "Deccan Builders"),
            licence("III", "LIC-B-2", "ZZ/REG/III/2020/0288", "Deccan Builders"),
            licence("I(C)", "LIC-B-1", "ZZ/REG/I-C/2018/0095", "Godavari Projects Ltd. (lead partner)"),
        ],
        authorities: &[
            Authority {
                name: "Executive Engineer, Zilla Parishad Works Division, Shirgaon",
                code: "ZZZPW",
                state: "MH",
                pin: 413,
                places: MAHARASHTRA,
                emd: EmdRule::Gfr,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Building,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "City Engineer, Municipal Corporation, Talwade",
                code: "ZZTMC",
                state: "MH",
                pin: 412,
                places: MAHARASHTRA,
                emd: EmdRule::Gfr,
                security: (3 * PERCENT, 5 * PERCENT),
                trade: Trade::Water,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "Executive Engineer, Water Supply and Drainage Board, Melpatti",
                code: "ZZWSD",
                state: "TN",
                pin: 627,
                places: TAMIL_NADU,
                emd: EmdRule::Gfr,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Water,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "Executive Engineer, Lining Division 3, Water Resources",
                code: "ZZWRL",
                state: "PB",
                pin: 152,
                places: PUNJAB,
                emd: EmdRule::Punjab,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Irrigation,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "Executive Engineer, CPWD Central Division",
                code: "ZZCPB",
                state: "TN",
                pin: 600,
                places: TAMIL_NADU,
                emd: EmdRule::Cpwd,
                security: (5 * PERCENT, 2 * PERCENT + HALF),
                trade: Trade::Building,
                numbering: Numbering::Nic,
            },
        ],
    },
    // Railways, electrical works and solar; classes I and II; ₹10 lakh to ₹65 crore.
    Profile {
        no: 3,
        tenant: "Himalaya Roads",
        values: (10 * LAKH, 65 * CRORE),
        branch: "Station Road Branch, Kharagpur 721301",
        licences: &[
            licence("II", "LIC-C-4", "ZZ/REG/II/2022/0619", "Himalaya Electricals"),
            licence("I(C)", "LIC-C-3", "ZZ/REG/I-C/2021/0240", "Himalaya Roads and Rail Works"),
            licence("I(B)", "LIC-C-2", "ZZ/REG/I-B/2020/0067", "Himalaya Roads and Rail Works"),
            licence("I(A)", "LIC-C-1", "ZZ/REG/I-A/2019/0013", "Himalaya Roads and Rail Works"),
        ],
        authorities: &[
            Authority {
                name: "Chief Engineer (Construction), Eastern Zone",
                code: "CE-C-ZZR",
                state: "WB",
                pin: 721,
                places: WEST_BENGAL,
                emd: EmdRule::Railways,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Railway,
                numbering: Numbering::Railway,
            },
            Authority {
                name: "Chief Project Manager (Gati Shakti), Central India Zone",
                code: "CPM-GSU-ZZ",
                state: "CG",
                pin: 493,
                places: CHHATTISGARH,
                emd: EmdRule::Railways,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Railway,
                numbering: Numbering::Railway,
            },
            Authority {
                name: "Executive Engineer, PWD Electrical Division",
                code: "ZZPWE",
                state: "WB",
                pin: 743,
                places: WEST_BENGAL,
                emd: EmdRule::WestBengal,
                security: (3 * PERCENT, 5 * PERCENT),
                trade: Trade::Electrical,
                numbering: Numbering::Nic,
            },
            Authority {
                name: "Renewable Energy Cell, Municipal Administration",
                code: "ZZREC",
                state: "TS",
                pin: 508,
                places: TELANGANA,
                emd: EmdRule::Gfr,
                security: (5 * PERCENT, 5 * PERCENT),
                trade: Trade::Electrical,
                numbering: Numbering::Gem,
            },
        ],
    },
];
