//! A part of a file, as PDF viewers ask for it.

use std::ops::Range;

use http::HeaderValue;
use http_range_header::{EndPosition, StartPosition, parse_range_header};

/// What a request wants of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All of it: also where several parts are wanted at once, and where the header can't be read.
    Whole,
    /// These bytes.
    Part(Range<u64>),
    /// Bytes that it doesn't have.
    Nothing,
}

/// What a `Range` header wants of a file with so many bytes.
pub(super) fn wanted(header: &HeaderValue, size: u64) -> Wanted {
    let ranges = header.to_str().ok().and_then(|text| parse_range_header(text).ok());
    let Some([range]) = ranges.as_ref().map(|ranges| ranges.ranges.as_slice()) else { return Wanted::Whole };
    let start = match range.start {
        StartPosition::Index(at) => at,
        StartPosition::FromLast(bytes) => size.saturating_sub(bytes),
    };
    let end = match range.end {
        EndPosition::Index(last) if last < start => return Wanted::Whole,
        EndPosition::Index(last) => last.saturating_add(1).min(size),
        EndPosition::LastByte => size,
    };
    if start < end { Wanted::Part(start..end) } else { Wanted::Nothing }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_is_read_as_the_standard_has_it() {
        for (header, expected) in [
            ("bytes=0-3", Wanted::Part(0..4)),
            ("bytes=4-", Wanted::Part(4..10)),
            ("bytes=-3", Wanted::Part(7..10)),
            ("bytes=-30", Wanted::Part(0..10)),
            ("bytes=8-99", Wanted::Part(8..10)),
            ("bytes=0-18446744073709551615", Wanted::Part(0..10)),
            ("bytes=10-", Wanted::Nothing),
            ("bytes=10-12", Wanted::Nothing),
            ("bytes=5-4", Wanted::Whole),
            ("bytes=-0", Wanted::Whole),
            ("bytes=0-1,4-5", Wanted::Whole),
            ("pages=1-2", Wanted::Whole),
            ("bytes=x", Wanted::Whole),
            ("", Wanted::Whole),
        ] {
            assert_eq!(wanted(&HeaderValue::from_static(header), 10), expected, "{header}");
        }
        assert_eq!(wanted(&HeaderValue::from_static("bytes=-3"), 0), Wanted::Nothing);
    }
}
