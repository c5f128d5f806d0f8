//! What an attacker with an account would try.

mod administrators;
mod fields;
mod grants;
mod limits;
mod nodes;
mod suspension;
mod warnings;
