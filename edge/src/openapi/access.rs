//! Who may call.

use nirmaan_api::access::{Action, rule::Kind as Access};
use serde_json::{Value, json};

/// Whether the call takes a token.
pub(super) fn security(rule: Option<&Access>) -> Value {
    match rule {
        Some(Access::Public(_)) => json!([]),
        _ => json!([{"bearer": []}]),
    }
}

/// The rule, for programs.
pub(super) fn rule(rule: Option<&Access>) -> Value {
    match rule {
        None => json!({}),
        Some(Access::Public(public)) => json!({"public": public.reason}),
        Some(Access::SignedIn(signed_in)) => json!({"signedIn": signed_in.reason}),
        Some(Access::Grant(grant)) => {
            json!({"module": grant.module, "action": name(grant.action()), "platform": grant.platform})
        }
        Some(Access::GrantByEntity(grant)) => {
            json!({"module": "by entity type", "action": name(grant.action())})
        }
    }
}

/// The rule as a sentence in Markdown, for people.
pub(super) fn sentence(rule: Option<&Access>) -> String {
    let granted = |action: Action, module: &str| {
        format!("Whoever has a role that grants **{}** on {module}", name(action).to_lowercase())
    };
    match rule {
        None => "Nobody.".to_owned(),
        Some(Access::Public(public)) => format!("Everybody. {}", public.reason),
        Some(Access::SignedIn(signed_in)) => format!("Whoever is signed in. {}", signed_in.reason),
        Some(Access::Grant(grant)) => {
            let among = if grant.platform { ", among the users of the platform" } else { "" };
            format!("{}{among}.", granted(grant.action(), &format!("**{}**", grant.module)))
        }
        Some(Access::GrantByEntity(grant)) => {
            format!("{}.", granted(grant.action(), "the module that the record belongs to"))
        }
    }
}

fn name(action: Action) -> String {
    action.as_str_name().trim_start_matches("ACTION_").to_owned()
}
