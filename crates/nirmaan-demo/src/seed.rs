//! Chance that is the same every time: splitmix64, seeded by tenant no. × 1000 + contract no.

/// A small generator: Steele, Lea and Flood's splitmix64. Only integers, so that every platform draws the same.
#[derive(Debug, Clone)]
pub(super) struct Seed(u64);

impl Seed {
    /// The stream of a contract (1 to 500) of a tenant (1 to 3); contract 0 is the tenant's own stream.
    pub(super) fn of(tenant: u64, contract: u64) -> Self {
        Self(tenant * 1000 + contract)
    }

    /// Another stream of the same contract, so that what one draws doesn't shift the other.
    pub(super) fn other(tenant: u64, contract: u64, stream: u64) -> Self {
        Self((tenant * 1000 + contract) ^ (stream << 32))
    }

    /// The next 64 bits.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`; 0 when there is none.
    fn below(&mut self, bound: u64) -> u64 {
        let wide = u128::from(self.next()) * u128::from(bound);
        u64::try_from(wide >> 64).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included; `low` when there is none between.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = u64::try_from(high.saturating_sub(low)).unwrap_or(0);
        low + i64::try_from(self.below(span + 1)).unwrap_or(0)
    }

    /// True in `percent` of a hundred cases.
    pub(super) fn chance(&mut self, percent: i64) -> bool {
        self.between(0, 99) < percent
    }

    /// One of `items`; the default when there are none.
    pub(super) fn pick<T: Copy + Default>(&mut self, items: &[T]) -> T {
        let at = self.below(u64::try_from(items.len()).unwrap_or(0));
        usize::try_from(at).ok().and_then(|at| items.get(at)).copied().unwrap_or_default()
    }

    /// A number from `low` to `high` in a triangular distribution with its peak at `mode`.
    pub(super) fn triangular(&mut self, low: i64, mode: i64, high: i64) -> i64 {
        let left = self.between(1, high - low) <= mode - low;
        // The larger of two even draws grows linearly towards its end.
        if left {
            low + self.between(0, mode - low).max(self.between(0, mode - low))
        } else {
            high - self.between(0, high - mode).max(self.between(0, high - mode))
        }
    }

    /// A number from `low` to `high` whose logarithm is evenly spread: each doubling is as likely as the next.
    pub(super) fn log_uniform(&mut self, low: i64, high: i64) -> i64 {
        let doublings = i64::from((high / low.max(1)).max(1).ilog2());
        loop {
            let octave = low << self.between(0, doublings);
            let value = octave + octave / 1024 * self.between(0, 1023);
            if value <= high {
                return value;
            }
        }
    }

    /// Puts `items` into another order.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let at = self.below(u64::try_from(last + 1).unwrap_or(1));
            items.swap(last, usize::try_from(at).unwrap_or(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_are_those_of_the_reference_implementation() {
        let mut seed = Seed(1_234_567);
        assert_eq!(seed.next(), 6_457_827_717_110_365_317);
        assert_eq!(seed.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn draws_stay_within_their_bounds() {
        let mut seed = Seed::of(1, 0);
        for _ in 0..2_000 {
            assert!((-3..=4).contains(&seed.between(-3, 4)));
            assert!((-24..=8).contains(&seed.triangular(-24, -8, 8)));
            assert!((500..=60_000).contains(&seed.log_uniform(500, 60_000)));
        }
        assert_eq!(seed.pick::<i64>(&[]), 0);
    }
}
