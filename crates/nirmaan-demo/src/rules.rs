//! What authorities ask for: bid security, fees, licence classes, performance and additional security.
//!
//! Money is in paise, percentages in ten-thousandths of a percent.

/// A rupee.
pub(super) const RUPEE: i64 = 100;
/// A lakh: 1,00,000 rupees.
pub(super) const LAKH: i64 = 100_000 * RUPEE;
/// A crore: 100 lakh.
pub(super) const CRORE: i64 = 100 * LAKH;
/// A percent.
pub(super) const PERCENT: i64 = 10_000;

/// How much earnest money (EMD, bid security) an authority wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum EmdRule {
    /// GFR 2017, rule 170(i): ordinarily 2 to 5 % of the estimate; works departments take 2 %.
    #[default]
    Gfr,
    /// CPWD Works Manual, section 19.3: 2 % up to ₹10 crore; above, ₹20 lakh and 1 % of the excess.
    Cpwd,
    /// Railways: 2 % up to ₹1 crore; above, ₹2 lakh and 0.5 % of the excess, ₹1 crore at most; to the
    /// nearest ₹100. NITs: 45,77,47,127 → 24,38,700 and 9,72,00,000 → 6,36,000.
    Railways,
    /// West Bengal finance rules: 2 % of the estimated value.
    WestBengal,
    /// Punjab water resources, contractors: 2 %. NIT: 15.20 lakh → 30,400.
    Punjab,
    /// Punjab water resources, labour co-operatives: 0.5 %. The same NIT: → 7,600.
    PunjabCooperative,
}

impl EmdRule {
    /// As the contract's metadata name it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gfr => "GFR 170",
            Self::Cpwd => "CPWD 19.3",
            Self::Railways => "Railways",
            Self::WestBengal => "West Bengal 2 %",
            Self::Punjab => "Punjab WR 2 %",
            Self::PunjabCooperative => "Punjab WR co-operative 0.5 %",
        }
    }
}

/// The EMD for an estimate. What no NIT shows otherwise is rounded up to ₹10.
pub(super) fn emd(rule: EmdRule, estimate: i64) -> i64 {
    match rule {
        EmdRule::Gfr | EmdRule::WestBengal | EmdRule::Punjab => {
            up_to(10 * RUPEE, share(estimate, 2 * PERCENT))
        }
        EmdRule::PunjabCooperative => up_to(10 * RUPEE, share(estimate, PERCENT / 2)),
        EmdRule::Cpwd => {
            let excess = (estimate - 10 * CRORE).max(0);
            let emd = share(estimate - excess, 2 * PERCENT) + share(excess, PERCENT);
            up_to(10 * RUPEE, emd)
        }
        EmdRule::Railways => nearest(100 * RUPEE, railways(estimate)),
    }
}

/// The railways' EMD before rounding. Older notices round it up to ₹10 (2016: 1,56,84,523 → 2,28,430).
fn railways(estimate: i64) -> i64 {
    let excess = (estimate - CRORE).max(0);
    (share(estimate - excess, 2 * PERCENT) + share(excess, PERCENT / 2)).min(CRORE)
}

/// The fee for tender papers by estimate: Goa PWD, December 2020. Railways' portal (IREPS) asks for none today.
pub(super) fn paper_cost(rule: EmdRule, estimate: i64) -> i64 {
    if rule == EmdRule::Railways {
        return 0;
    }
    let slabs =
        [(1, 1_000), (5, 2_000), (25, 3_000), (50, 4_000), (200, 8_000), (500, 15_000), (1_000, 20_000)];
    let slab = slabs.iter().find(|(lakhs, _)| estimate <= lakhs * LAKH);
    slab.map_or(30_000, |(_, rupees)| *rupees) * RUPEE
}

/// The largest tender a licence class allows, by the classes of Maharashtra's PWD (Thane); `None` is unlimited.
/// A class that doesn't exist allows nothing.
pub(super) fn class_limit(class: &str) -> Option<i64> {
    let lakhs = match class {
        "I(A)" => return None,
        "I(B)" => 2_500,
        "I(C)" => 1_500,
        "II" => 750,
        "III" => 300,
        "IV" => 150,
        "IV(A)" => 90,
        "V" => 50,
        "V(A)" => 30,
        "VI" => 15,
        "VII" => 10,
        "VIII" => 5,
        "IX" => 3,
        _ => 0,
    };
    Some(lakhs * LAKH)
}

/// What is bid: estimate × (1 + percentage / 100), half-up to the paisa.
pub(super) fn bid(estimate: i64, percentage: i64) -> i64 {
    share(estimate, 100 * PERCENT + percentage)
}

/// The railways' additional performance security (2020): a bid more than 10 % below the estimate gives half
/// of the percentage beyond 10 %, of the tender's value (₹100 bid at ₹80: 5 %). 0 for all others.
pub(super) fn additional_security(rule: EmdRule, estimate: i64, percentage: i64) -> i64 {
    let beyond = -percentage - 10 * PERCENT;
    if rule != EmdRule::Railways || beyond <= 0 {
        return 0;
    }
    up_to(10 * RUPEE, share(estimate, beyond / 2))
}

/// Performance security, security deposit or retention: a percentage of the contract's value, up to ₹10.
pub(super) fn security(contract_value: i64, percentage: i64) -> i64 {
    up_to(10 * RUPEE, share(contract_value, percentage))
}

/// A percentage of an amount, half-up to the paisa.
fn share(amount: i64, percentage: i64) -> i64 {
    let hundred = i128::from(100 * PERCENT);
    let exact = i128::from(amount) * i128::from(percentage) + hundred / 2;
    i64::try_from(exact.div_euclid(hundred)).unwrap_or(0)
}

/// An amount rounded up to a multiple of `unit`.
fn up_to(unit: i64, amount: i64) -> i64 {
    (amount + unit - 1) / unit * unit
}

/// An amount rounded half-up to a multiple of `unit`.
fn nearest(unit: i64, amount: i64) -> i64 {
    (amount + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rupees(rule: EmdRule, estimate: i64) -> i64 {
        emd(rule, estimate * RUPEE) / RUPEE
    }

    #[test]
    fn emd_is_that_of_published_notices() {
        assert_eq!(rupees(EmdRule::Railways, 457_747_127), 2_438_700);
        assert_eq!(rupees(EmdRule::Railways, 97_200_000), 636_000);
        assert_eq!(up_to(10 * RUPEE, railways(15_684_523 * RUPEE)), 228_430 * RUPEE);
        assert_eq!(rupees(EmdRule::Punjab, 1_520_000), 30_400);
        assert_eq!(rupees(EmdRule::PunjabCooperative, 1_520_000), 7_600);
        assert_eq!(rupees(EmdRule::Cpwd, 490_000), 9_800);
        assert_eq!(rupees(EmdRule::WestBengal, 3_250_000), 65_000);
    }

    #[test]
    fn above_a_step_only_the_excess_counts_less() {
        assert_eq!(emd(EmdRule::Cpwd, 10 * CRORE), 20 * LAKH);
        assert_eq!(emd(EmdRule::Cpwd, 12 * CRORE), 22 * LAKH);
        assert_eq!(emd(EmdRule::Railways, CRORE), 2 * LAKH);
        assert_eq!(emd(EmdRule::Railways, 1000 * CRORE), CRORE);
        assert_eq!(emd(EmdRule::Gfr, 12 * CRORE), 24 * LAKH);
    }

    #[test]
    fn bids_round_half_up_to_the_paisa() {
        assert_eq!(bid(45_774_712_700, -112_500), 40_625_057_521);
        assert_eq!(bid(50, PERCENT), 51);
        assert_eq!(bid(100, 0), 100);
    }

    #[test]
    fn low_railway_bids_give_more_security() {
        assert_eq!(additional_security(EmdRule::Railways, 100 * LAKH, -20 * PERCENT), 5 * LAKH);
        assert_eq!(additional_security(EmdRule::Railways, 100 * LAKH, -10 * PERCENT), 0);
        assert_eq!(additional_security(EmdRule::Cpwd, 100 * LAKH, -20 * PERCENT), 0);
    }

    #[test]
    fn fees_follow_the_slabs() {
        assert_eq!(paper_cost(EmdRule::Gfr, LAKH), 1_000 * RUPEE);
        assert_eq!(paper_cost(EmdRule::Gfr, LAKH + 1), 2_000 * RUPEE);
        assert_eq!(paper_cost(EmdRule::Gfr, 50 * LAKH), 4_000 * RUPEE);
        assert_eq!(paper_cost(EmdRule::Cpwd, 10 * CRORE), 20_000 * RUPEE);
        assert_eq!(paper_cost(EmdRule::Cpwd, 10 * CRORE + 1), 30_000 * RUPEE);
        assert_eq!(paper_cost(EmdRule::Railways, 10 * CRORE), 0);
    }

    #[test]
    fn only_the_highest_class_is_unlimited() {
        assert_eq!(class_limit("I(A)"), None);
        assert_eq!(class_limit("II"), Some(7 * CRORE + 50 * LAKH));
        assert_eq!(class_limit("?"), Some(0));
    }
}
