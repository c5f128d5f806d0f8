//! Enums that the wire and the store name alike.

/// Converts between the enum `$row` of the store and the enum `$wire` of the protos, whose zero is Unspecified.
macro_rules! same_names {
    ($row:ident, $wire:ident: $($name:ident),+ $(,)?) => {
        /// As the wire names it.
        pub fn to_wire(value: $row) -> $wire {
            match value { $($row::$name => $wire::$name),+ }
        }

        /// As the store names it; `None` when it isn't given.
        pub fn from_wire(value: $wire) -> Option<$row> {
            match value {
                $wire::Unspecified => None,
                $($wire::$name => Some($row::$name)),+
            }
        }
    };
}

pub(crate) use same_names;
