//! Settings as a client sends them, checked, and as clients see them.

use std::collections::BTreeSet;

use nirmaan_api::common::{
    ListColumns as WireColumns, Settings,
    settings::{Density as WireDensity, Theme as WireTheme},
};
use nirmaan_store::{
    Set,
    entity::user_settings::{ActiveModel, Columns, Density, ListColumns, Model, Theme},
};
use uuid::Uuid;

use crate::{check::Check, error::Result};

/// Rows a page for whoever never said.
const PAGE_SIZE: i32 = 10;
/// Rows a page at most.
const MOST_ROWS: i32 = 200;
/// Lists whose columns one may choose.
const MOST_LISTS: usize = 50;
/// Columns of one list.
const MOST_COLUMNS: usize = 50;
/// The longest name of a list or a column, in characters.
const LONGEST_NAME: usize = 64;
/// What the names of lists and columns have in all, in bytes.
const MOST_BYTES: usize = 16 * 1024;

mod theme {
    use super::{Theme, WireTheme};

    crate::same_names::same_names!(Theme, WireTheme: Auto, Light, Dark);
}

mod density {
    use super::{Density, WireDensity};

    crate::same_names::same_names!(Density, WireDensity: Comfortable, Compact);
}

/// Settings, checked, with the defaults in place of what wasn't sent.
pub(super) struct Fields {
    theme: Theme,
    density: Density,
    page_size: i32,
    columns: Columns,
}

impl Fields {
    pub(super) fn read(settings: Settings) -> Result<Self> {
        let mut check = Check::under("settings.");
        let theme = WireTheme::try_from(settings.theme).map(theme::from_wire).unwrap_or_else(|_| {
            check.complain("theme", "There is no such theme.");
            None
        });
        let density = WireDensity::try_from(settings.density).map(density::from_wire).unwrap_or_else(|_| {
            check.complain("density", "There is no such density.");
            None
        });
        let page_size = if settings.page_size == 0 { PAGE_SIZE } else { settings.page_size };
        if !(1..=MOST_ROWS).contains(&page_size) {
            check.complain("page_size", "Rows a page must be between 1 and 200.");
        }
        let columns = columns(&mut check, settings.columns);
        check.done()?;
        Ok(Self {
            theme: theme.unwrap_or(Theme::Auto),
            density: density.unwrap_or(Density::Comfortable),
            page_size,
            columns,
        })
    }

    /// The row of somebody who never set any.
    pub(super) fn new_row(&self, user_id: Uuid) -> ActiveModel {
        let mut row = ActiveModel { user_id: Set(user_id), ..Default::default() };
        self.change(&mut row);
        row
    }

    pub(super) fn change(&self, row: &mut ActiveModel) {
        row.theme = Set(self.theme);
        row.density = Set(self.density);
        row.page_size = Set(self.page_size);
        row.list_columns = Set(self.columns.clone());
    }
}

fn columns(check: &mut Check, columns: Vec<WireColumns>) -> Columns {
    let lists: BTreeSet<_> = columns.iter().map(|columns| columns.list.trim()).collect();
    let names = columns.iter().flat_map(|columns| columns.order.iter().chain(&columns.hidden));
    let bytes: usize = names.map(String::len).chain(lists.iter().map(|list| list.len())).sum();
    if columns.len() > MOST_LISTS {
        check.complain("columns", "Columns of at most 50 lists are kept.");
    } else if bytes > MOST_BYTES {
        check.complain("columns", "The names of columns must have at most 16 KiB in all.");
    } else if lists.len() < columns.len() {
        check.complain("columns", "Each list must be there once.");
    }
    let list_columns = |WireColumns { list, order, hidden }| ListColumns {
        list: list_name(check, "columns", &list),
        order: column_names(check, order),
        hidden: column_names(check, hidden),
    };
    Columns(columns.into_iter().take(MOST_LISTS).map(list_columns).collect())
}

fn column_names(check: &mut Check, names: Vec<String>) -> Vec<String> {
    let different: BTreeSet<_> = names.iter().map(|name| name.trim()).collect();
    if names.len() > MOST_COLUMNS {
        check.complain("columns", "A list has at most 50 columns.");
    } else if different.len() < names.len() {
        check.complain("columns", "Each column of a list must be there once.");
    }
    let names = names.into_iter().take(MOST_COLUMNS);
    names.map(|name| check.required("columns", "Column", &name, LONGEST_NAME)).collect()
}

/// The name of a list: letters, digits, dots and hyphens.
pub(super) fn list_name(check: &mut Check, field: &str, name: &str) -> String {
    let name = name.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    if name.is_empty() {
        check.complain(field, "List is required.");
    } else if name.len() > LONGEST_NAME || !name.chars().all(plain) {
        check.complain(field, "List must have at most 64 letters, digits, dots and hyphens.");
    }
    name.to_owned()
}

/// Settings as clients see them; the defaults for whoever never set any.
pub(super) fn present(row: Option<Model>) -> Settings {
    let Some(row) = row else {
        return Settings {
            theme: WireTheme::Auto.into(),
            density: WireDensity::Comfortable.into(),
            page_size: PAGE_SIZE,
            columns: Vec::new(),
        };
    };
    let Model {
        theme,
        density,
        page_size,
        list_columns: Columns(columns),
        tenant_id: _,
        id: _,
        user_id: _,
        version: _,
        created_at: _,
        updated_at: _,
        created_by: _,
        updated_by: _,
    } = row;
    let wire = |ListColumns { list, order, hidden }| WireColumns { list, order, hidden };
    Settings {
        theme: theme::to_wire(theme).into(),
        density: density::to_wire(density).into(),
        page_size,
        columns: columns.into_iter().map(wire).collect(),
    }
}
