//! What the mails say.

/// The words of a mail.
pub(crate) struct Letter {
    /// One line.
    pub(crate) subject: String,
    /// Plain text.
    pub(crate) body: String,
}

/// Leads somebody who has forgotten their password to a new one.
pub(super) fn password_reset(email: &str, tenant_name: &str, url: &str) -> Letter {
    Letter {
        subject: "Set a new password for Nirmaan".to_owned(),
        body: format!(
            "Somebody, probably you, has forgotten the password of {email} at {tenant_name}.\n\n\
             Open this link within 60 minutes to set a new one. It counts once:\n\n{url}\n\n\
             If it wasn't you, there is nothing to do: the password stays as it is.\n"
        ),
    }
}

/// Invites somebody to an organisation; `roles` has the names of those that they hold there, or is empty.
pub(super) fn invitation(email: &str, tenant_name: &str, roles: &str, url: &str) -> Letter {
    let given = if roles.is_empty() { String::new() } else { format!("Roles given to you: {roles}.\n\n") };
    Letter {
        subject: format!("{tenant_name} invites you to Nirmaan"),
        body: format!(
            "{tenant_name} has opened an account for {email} at Nirmaan.\n\n\
             {given}\
             Open this link within three days to choose a password. It counts once:\n\n{url}\n\n\
             If you don't know {tenant_name}, there is nothing to do: nobody can sign in with your address.\n"
        ),
    }
}

/// Asks whoever reads mail at a new address to confirm it.
pub(super) fn email_change(email: &str, tenant_name: &str, url: &str) -> Letter {
    Letter {
        subject: "Confirm your address for Nirmaan".to_owned(),
        body: format!(
            "Somebody, probably you, wants to sign in to {tenant_name} at Nirmaan with the address {email}.\n\n\
             Open this link within 24 hours to confirm it. It counts once:\n\n{url}\n\n\
             If it wasn't you, there is nothing to do: nothing has changed.\n"
        ),
    }
}

/// Tells somebody that their password was set by a link.
pub(super) fn password_changed(email: &str, tenant_name: &str) -> Letter {
    Letter {
        subject: "Your password for Nirmaan was changed".to_owned(),
        body: format!(
            "The password of {email} at {tenant_name} was just changed by a link that was mailed to this address. \
             Whoever was signed in with it has been signed out.\n\n\
             If it wasn't you, somebody else reads your mail: change the password of your mailbox, and ask an \
             administrator of {tenant_name} for a new one.\n"
        ),
    }
}

/// Tells somebody of a sign-in with a device that they weren't seen with: `what` says what, from where and when.
pub(in crate::auth) fn new_device(email: &str, tenant_name: &str, what: &str, public_url: &str) -> Letter {
    Letter {
        subject: "A new device has signed in to Nirmaan".to_owned(),
        body: format!(
            "Somebody, probably you, has signed in as {email} at {tenant_name} with a device that wasn't seen before:\n\n\
             {what}\n\n\
             If it wasn't you, change your password at once, which ends all sessions: {public_url}/profile\n\
             Your sessions are listed there, too.\n"
        ),
    }
}

/// Tells somebody at their address so far that it is another one now.
pub(super) fn email_changed(before: &str, email: &str, tenant_name: &str) -> Letter {
    Letter {
        subject: "Your address for Nirmaan was changed".to_owned(),
        body: format!(
            "Whoever signed in to {tenant_name} at Nirmaan as {before} does so as {email} from now on: that address was just \
             confirmed.\n\n\
             If it wasn't you, ask an administrator of {tenant_name} at once to set your address and password anew.\n"
        ),
    }
}
