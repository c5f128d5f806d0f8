//! `UserService`.

pub(crate) mod deletion;
mod fields;
mod file;
mod filter;
mod hand_over;
pub(crate) mod image;
mod roles;
mod write;

use std::{collections::HashMap, slice};

use nirmaan_api::{
    access,
    errors::ErrorReason,
    platform::{
        CreateUserRequest, DeleteUserRequest, DeleteUserResponse, EndSessionsRequest, EndSessionsResponse,
        ExportUsersRequest, ExportUsersResponse, FilterUsersRequest, FilterUsersResponse, GetUserRequest,
        InviteUserRequest, InviteUserResponse, RemoveSecondFactorRequest, UpdateUserRequest, User,
        user_service_server::UserService,
    },
};
use nirmaan_store::{
    Action, Changes, TenantDb, WriteDb,
    entity::{mail_link::Purpose, user},
    new_id,
    query::{self, mail_links, outbox, people, sessions},
};
use serde_json::json;
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

pub(crate) use self::fields::explain;
use self::{
    fields::{Fields, Touches},
    filter::Filter,
    roles::Roles,
};
use super::{tenant_settings, visits};
use crate::{
    Deps,
    access::Caller,
    auth::{
        mail_links::{Issued, invitation},
        password, second_factor,
    },
    common::missing,
    error::{Error, Result},
    export,
    wire::{self, Kept, Rpc},
};

/// What the trail calls a user.
const KIND: &str = "user";
/// The field that an image comes in.
const IMAGE: &str = "user.profile_image";

/// The people of organisations.
pub struct Users {
    deps: Deps,
}

/// The user with this id as far as the caller may know of them: of their own tenant, and of all for users of
/// the platform.
pub(super) async fn find(deps: &Deps, caller: &Caller, id: Uuid) -> Result<user::Model> {
    let db = deps.store.read_within(&caller.actor, caller.platform.as_ref()).await?;
    if let Some(row) = db.get::<user::Entity, _>(id).await? {
        return Ok(row);
    }
    let of = people::organisation_of(&db, id).await?;
    // One snapshot at a time: each takes a connection.
    drop(db);
    match of.filter(|_| caller.may("User", access::Action::View)) {
        Some(tenant_id) => {
            visits::tell(deps, caller, KIND, [tenant_id]).await?;
            Err(missing::user(&deps.store.read(&caller.actor_in(tenant_id)?).await?, id).await)
        }
        None => Err(Error::NotFound("User")),
    }
}

/// The user, locked until the transaction ends.
pub(crate) async fn find_to_change(db: &WriteDb, id: Uuid) -> Result<user::Model> {
    db.get_to_change::<user::Entity, _>(id).await?.ok_or(Error::NotFound("User"))
}

impl Users {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn filter(&self, caller: &Caller, request: FilterUsersRequest) -> Result<FilterUsersResponse> {
        let filter = Filter::read(caller, &request)?;
        let asked = wire::page_request(request.pagination, request.sort);
        let db = self.deps.store.read_within(&caller.actor, caller.platform.as_ref()).await?;
        let mut page = filter.narrow(&db).page(&asked).await?;
        query::roles::forget_answered(&db, &mut page.content).await?;
        visits::tell(&self.deps, caller, KIND, page.content.iter().map(|row| row.tenant_id)).await?;
        let names = people::tenant_names(&db, page.content.iter().map(|row| row.tenant_id)).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        let present = |row: user::Model| {
            let name = names.get(&row.tenant_id).cloned().unwrap_or_default();
            self.with_links(fields::present(row, name))
        };
        let content = page.content.into_iter().map(present).collect();
        Ok(FilterUsersResponse { content, number, size, total_pages, total_elements })
    }

    async fn get(&self, caller: &Caller, id: &str) -> Result<User> {
        let mut row = find(&self.deps, caller, wire::id(id, "User")?).await?;
        visits::tell(&self.deps, caller, KIND, [row.tenant_id]).await?;
        let db = self.deps.store.read(&caller.actor_in(row.tenant_id)?).await?;
        let tenant = people::own_tenant(&db).await?.ok_or(Error::NotFound("User"))?;
        query::roles::forget_answered(&db, slice::from_mut(&mut row)).await?;
        Ok(self.with_links(fields::present(row, tenant.name)))
    }

    async fn create(&self, caller: &Caller, request: CreateUserRequest) -> Result<User> {
        // Without the password: what is kept of a request must not help anybody to guess it.
        let mut kept = request.clone();
        kept.user.iter_mut().for_each(|user| user.password.clear());
        let key = caller.idempotency_key(&kept)?;
        let CreateUserRequest { user, role_ids } = request;
        let roles = &Roles::of_new(caller, &role_ids)?;
        let user = user.unwrap_or_default();
        let tenant_id = caller.tenant_named(&user.tenant_id)?.unwrap_or(caller.actor.tenant_id);
        let (fields, secrets) = Fields::read(user)?;
        let actor = caller.actor_in(tenant_id)?;
        let id = new_id();
        let db = self.deps.store.read(&actor).await?;
        let tenant = people::own_tenant(&db).await?;
        let tenant = tenant.ok_or_else(|| fields::wrong("tenant_id", "There is no such organisation."))?;
        // Before anything that takes time, and once more in the write.
        roles.plan(&db, caller, id).await?;
        drop(db);
        let invites = secrets.invite;
        let hash = match secrets.password {
            Some(_) if invites => {
                let message = "Whoever is invited chooses their password. Leave it empty.";
                return Err(fields::wrong("password", message));
            }
            Some(password) => {
                let known = [fields.email.as_str(), &fields.mobile_no, &tenant.name, &tenant.subdomain];
                password::check(&self.deps.hasher, "user.password", &password, &known).await?;
                self.deps.hasher.hash(password).await?
            }
            None if invites => {
                fields.may_be_invited()?;
                self.deps.link_mailer.can_invite()?;
                String::new()
            }
            None => return Err(fields::wrong("password", "Password is required.")),
        };
        let image = image::store(&self.deps, IMAGE, secrets.image, tenant_id, id).await?.unwrap_or_default();
        let (fields, name, hash, new_image) = (&fields, &tenant.name, &hash, &image);
        let created = self.deps.store.write_once(&actor, key.as_ref(), |db| async move {
            let given = roles.plan(&db, caller, id).await?;
            let mut along = if invites { invited() } else { Changes::new() };
            along.extend(given.changes());
            // Who is invited chooses their own.
            let changed = !invites && first_password_is_changed(&db).await?;
            let row = db
                .insert_with(fields.new_row(id, hash, changed, new_image), along)
                .await
                .map_err(|error| explain("user", error))?;
            given.carry_out(&db, id).await?;
            if invites {
                let whose = (tenant_id, id);
                let issued = invitation(&self.deps, whose, name, &fields.email, given.names_after())?;
                send(&db, issued).await?;
            }
            Ok::<_, Error>(Kept(fields::present(row, name.clone())))
        });
        let created = created.await.map(|kept| kept.0);
        self.deps.mailer.wake();
        match &created {
            Err(error) => image::take_back(&self.deps, Some(image), error).await,
            // The user that the same call had created before.
            Ok(user) if user.profile_image != image => image::forget(&self.deps, &image).await,
            Ok(_) => {}
        }
        Ok(self.with_links(created?))
    }

    /// Ends all sessions of somebody else; says how many.
    async fn end_sessions(&self, caller: &Caller, id: &str) -> Result<u64> {
        let found = find(&self.deps, caller, wire::id(id, "User")?).await?;
        let actor = caller.actor_in(found.tenant_id)?;
        let ended = self.deps.store.write(&actor, |db| async move {
            // Held, so that nobody signs in as them meanwhile.
            let row = find_to_change(&db, found.id).await?;
            may_change(&db, caller, row.id, Touches::Sessions).await?;
            let ended = sessions::end_of_user(&db, row.id, None, "administrator").await?;
            if ended > 0 {
                let mut changes = Changes::new();
                changes.insert("sessions".to_owned(), json!({"from": ended, "to": 0}));
                db.event(Action::SignOut, ("user", row.id), changes).await?;
            }
            Ok::<_, Error>(ended)
        });
        ended.await
    }

    /// Mails another invitation to somebody who hasn't chosen a password.
    async fn invite(&self, caller: &Caller, id: &str) -> Result<()> {
        let found = find(&self.deps, caller, wire::id(id, "User")?).await?;
        let actor = caller.actor_in(found.tenant_id)?;
        self.deps.link_mailer.can_invite()?;
        let invited = self.deps.store.write(&actor, |db| async move {
            let row = find_to_change(&db, found.id).await?;
            // Whoever reads the mail can act as them.
            may_change(&db, caller, row.id, Touches::Credentials).await?;
            if !row.is_invited() {
                return Err(Error::Precondition("This user has chosen a password already.".to_owned()));
            }
            let tenant = people::own_tenant(&db).await?.ok_or(Error::NotFound("User"))?;
            let held = query::roles::names_of(&db, row.id).await?.join(", ");
            let issued = invitation(&self.deps, (row.tenant_id, row.id), &tenant.name, &row.email, &held)?;
            if !mail_links::counts(&issued.link, &row, issued.link.created_at) {
                let message = "An inactive user can't be invited. Activate them first.";
                return Err(Error::Precondition(message.to_owned()));
            }
            send(&db, issued).await?;
            Ok(db.event(Action::Update, ("user", row.id), self::invited()).await?)
        });
        invited.await?;
        self.deps.mailer.wake();
        Ok(())
    }

    /// Takes the second factor of somebody else away; says how they are then.
    async fn remove_second_factor(&self, caller: &Caller, id: &str) -> Result<User> {
        let found = find(&self.deps, caller, wire::id(id, "User")?).await?;
        let actor = caller.actor_in(found.tenant_id)?;
        let removed = self.deps.store.write(&actor, |db| async move {
            let row = find_to_change(&db, found.id).await?;
            may_change(&db, caller, row.id, Touches::SecondFactor).await?;
            second_factor::remove_from(&db, &row).await
        });
        removed.await?;
        self.get(caller, id).await
    }

    /// Puts links in the place of the image's key.
    fn with_links(&self, mut user: User) -> User {
        let links = image::links(&self.deps, &user.profile_image);
        user.profile_image = links.full;
        user.profile_thumbnail = links.small;
        user
    }
}

/// Keeps a link in the place of an earlier one, and posts its mail.
async fn send(db: &WriteDb, issued: Issued) -> Result<()> {
    mail_links::put(db, issued.link).await?;
    Ok(outbox::post(db, issued.mail).await?)
}

/// What the trail says of an invitation.
fn invited() -> Changes {
    let mut changes = Changes::new();
    changes.insert("mail_link".to_owned(), json!({"from": null, "to": Purpose::Invitation}));
    changes
}

/// Whether the handle's organisation asks its people to change a password that somebody else has set.
async fn first_password_is_changed(db: &TenantDb) -> Result<bool> {
    Ok(tenant_settings::of(db).await?.is_some_and(|asks| asks.change_first_password))
}

/// Whether the caller may change whether, with what and for how long a user is signed in. One's own is changed in the
/// profile; and whoever sets it for another can act as them, or lock them out, and so must have all of their rights.
async fn may_change(db: &TenantDb, caller: &Caller, id: Uuid, touches: Touches) -> Result<()> {
    if touches == Touches::Nothing {
        return Ok(());
    }
    if caller.actor.user_id == Some(id) {
        let message = match touches {
            Touches::Activity => "You can't deactivate your own account.",
            Touches::Sessions => "End your own sessions in your profile.",
            Touches::SecondFactor => "Remove your own second factor in your profile.",
            _ => {
                "Change your own password and mobile in your profile; another administrator changes your address."
            }
        };
        return Err(Error::Precondition(message.to_owned()));
    }
    if caller.covers(&query::roles::grants_of_user(db, id).await?) {
        return if touches == Touches::Credentials { caller.require_step_up() } else { Ok(()) };
    }
    let what = match touches {
        Touches::Sessions => "end their sessions",
        Touches::Presence => "delete them or bring them back",
        _ => "change how they sign in",
    };
    let message = format!("This user has rights that you don't have, so you can't {what}.");
    Err(Error::Denied { reason: ErrorReason::NotGranted, message, facts: HashMap::new() })
}

#[async_trait]
impl UserService for Users {
    async fn filter_users(&self, request: Request<FilterUsersRequest>) -> Rpc<FilterUsersResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.filter(&caller, request).await?))
    }

    type ExportUsersStream = export::Parts<ExportUsersResponse>;

    async fn export_users(&self, request: Request<ExportUsersRequest>) -> Rpc<Self::ExportUsersStream> {
        let (caller, ExportUsersRequest { filter, format }) = Caller::split(request)?;
        let filter = filter.unwrap_or_default();
        let asked = export::asked(&caller, &filter);
        let list = file::Users::read(&self.deps, &caller, filter)?;
        let part = |part| ExportUsersResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, asked, format, part)?))
    }

    async fn get_user(&self, request: Request<GetUserRequest>) -> Rpc<User> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.get(&caller, &request.id).await?))
    }

    async fn create_user(&self, request: Request<CreateUserRequest>) -> Rpc<User> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.create(&caller, request).await?))
    }

    async fn update_user(&self, request: Request<UpdateUserRequest>) -> Rpc<User> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.update(&caller, request).await?))
    }

    async fn end_sessions(&self, request: Request<EndSessionsRequest>) -> Rpc<EndSessionsResponse> {
        let (caller, request) = Caller::split(request)?;
        let ended = self.end_sessions(&caller, &request.id).await?;
        Ok(Response::new(EndSessionsResponse { ended: i32::try_from(ended).unwrap_or(i32::MAX) }))
    }

    async fn invite_user(&self, request: Request<InviteUserRequest>) -> Rpc<InviteUserResponse> {
        let (caller, request) = Caller::split(request)?;
        self.invite(&caller, &request.id).await?;
        Ok(Response::new(InviteUserResponse {}))
    }

    async fn remove_second_factor(&self, request: Request<RemoveSecondFactorRequest>) -> Rpc<User> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.remove_second_factor(&caller, &request.id).await?))
    }

    async fn delete_user(&self, request: Request<DeleteUserRequest>) -> Rpc<DeleteUserResponse> {
        let (caller, request) = Caller::split(request)?;
        self.delete(&caller, request).await?;
        Ok(Response::new(DeleteUserResponse {}))
    }
}
