//! By what means a deposit is made, and how it is numbered.

use super::super::day::Today;
use super::super::ladder;
use super::super::rules::LAKH;
use super::super::seed::Seed;
use super::Deposit;

/// The means of a deposit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Instrument {
    /// Demand draft.
    #[default]
    Draft,
    /// Fixed deposit receipt, pledged.
    Fixed,
    /// Banker's cheque.
    Cheque,
    /// Bank guarantee.
    Guarantee,
    /// NEFT or RTGS.
    Transfer,
    /// Paid on the tender portal.
    Portal,
    /// Insurance surety bond (GFR 171).
    Surety,
    /// Kept back from a running bill.
    Bill,
    /// A guarantee that the bank hasn't issued yet.
    Request,
}

impl Instrument {
    /// For performance security.
    pub(super) fn security(seed: &mut Seed, amount: i64) -> Self {
        if amount > 2 * LAKH {
            return seed.pick(&[
                Self::Guarantee,
                Self::Guarantee,
                Self::Guarantee,
                Self::Fixed,
                Self::Surety,
            ]);
        }
        seed.pick(&[Self::Fixed, Self::Fixed, Self::Draft, Self::Guarantee])
    }

    /// The number on the paper; no bank, insurer or portal gives such numbers.
    pub(super) fn number(self, tenant: u64, contract: u64, kind: &str, bank: Bank) -> String {
        let (purpose, digit) = match kind {
            "EMD" => ("BID", 1),
            "PERFORMANCE_SECURITY" => ("PER", 2),
            "ADDITIONAL_PERFORMANCE" => ("PER", 3),
            "ADVANCE_BG" => ("ADV", 4),
            _ => ("FIN", 5),
        };
        // Five digits: no two instruments have the same.
        let serial = (tenant * 1000 + contract) * 10 + digit;
        match self {
            Self::Draft => format!("DD 9{serial:05}"),
            Self::Fixed => format!("FDR 0099{serial:07}"),
            Self::Cheque => format!("BC 8{serial:05}"),
            Self::Guarantee => format!("99{:02}IG{purpose}{serial:06}", contract % 90 + 10),
            Self::Transfer => format!("{}N99{serial:010}", bank.code),
            Self::Portal => format!("ZZPG99{serial:08}"),
            Self::Surety => format!("SB/ZZ/{serial:07}"),
            Self::Bill => format!("RA-{}/{serial:05}", contract % 14 + 1),
            Self::Request => format!("BGREQ/{serial:06}"),
        }
    }
}

/// Where an instrument is drawn, and where refunds go.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bank {
    pub name: &'static str,
    pub code: &'static str,
    /// Codes that end in 99ZZ belong to no branch.
    pub ifsc: &'static str,
}

/// The firms' banks.
const BANKS: [Bank; 5] = [
    Bank { name: "State Bank of India", code: "SBIN", ifsc: "SBIN00099ZZ" },
    Bank { name: "HDFC Bank", code: "HDFC", ifsc: "HDFC00099ZZ" },
    Bank { name: "ICICI Bank", code: "ICIC", ifsc: "ICIC00099ZZ" },
    Bank { name: "Yes Bank", code: "YESB", ifsc: "YESB00099ZZ" },
    Bank { name: "Punjab National Bank", code: "PUNB", ifsc: "PUNB00099ZZ" },
];

/// The bank of a licence's holder, and the account there; some begin with zeros, as accounts do.
pub(super) fn account(tenant: u64, licence: &str) -> (Bank, String) {
    let last = licence.chars().next_back().and_then(|c| c.to_digit(10)).unwrap_or(0);
    let zeros = if last % 2 == 1 { "00" } else { "99" };
    let at = usize::try_from(u64::from(last) + tenant).unwrap_or(0) % BANKS.len();
    let bank = BANKS.get(at).copied().unwrap_or_default();
    (bank, format!("{zeros}9000{tenant}{last}004217"))
}

/// A deposit's comment: what happened, and how long a guarantee runs.
pub(super) fn comment(deposit: &Deposit, today: &Today) -> String {
    if deposit.instrument != Instrument::Guarantee {
        return deposit.comment.to_owned();
    }
    let validity = match deposit.kind {
        "EMD" => ladder::BID_VALIDITY,
        _ => ladder::PERFORMANCE_VALIDITY,
    };
    let end = deposit.created - validity;
    let term = format!(
        "Bank guarantee valid until {}, claims until {}",
        today.day(end).format("%d-%m-%Y"),
        today.day(end - ladder::CLAIM_PERIOD).format("%d-%m-%Y")
    );
    if deposit.comment.is_empty() { term } else { format!("{}. {term}", deposit.comment) }
}
