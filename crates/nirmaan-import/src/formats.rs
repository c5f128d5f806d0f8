//! How cells of workbooks show what is in them: the same in the template and in lists that are exported.

/// As it was typed: leading zeros stay.
pub const TEXT: &str = "@";
/// Rupees, grouped as in 1,25,00,000.
pub const RUPEES: &str = r"[>=10000000]##\,##\,##\,##0.00;[>=100000]##\,##\,##0.00;##,##0.00";
/// A number that is a percentage by its column.
pub const PERCENT: &str = "0.00##";
/// A whole number.
pub const WHOLE: &str = "0";
/// A day.
pub const DAY: &str = "dd-mm-yyyy";
/// An instant.
pub const INSTANT: &str = "dd-mm-yyyy hh:mm:ss";
