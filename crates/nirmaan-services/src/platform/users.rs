//! `UserService`.

mod fields;
pub(crate) mod image;

use std::collections::HashMap;

use nirmaan_api::{
    errors::ErrorReason,
    platform::{
        CreateUserRequest, DeleteUserRequest, DeleteUserResponse, FilterUsersRequest, FilterUsersResponse,
        GetUserRequest, UpdateUserRequest, User, user_service_server::UserService,
    },
};
use nirmaan_store::{
    Action, Changes, ColumnTrait, Page, PageRequest, Scoped, Store, WriteDb,
    entity::{
        tenant,
        user::{self, Column, Text, contains},
    },
    list::between,
    new_id,
    query::{people, roles, sessions},
};
use serde_json::json;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

pub(crate) use self::fields::explain;
use self::fields::{Change, Fields};
use super::administrators::keep_one;
use crate::{
    Deps,
    access::Caller,
    auth::password,
    check::Check,
    error::{Error, Result},
    wire::{self, Kept},
};

const CREATE: &str = "/nirmaan.platform.v1.UserService/CreateUser";
/// The field that an image comes in.
const IMAGE: &str = "user.profile_image";

/// The people of organisations.
pub struct Users {
    deps: Deps,
}

/// The user with this id as far as the caller may know of them: of their own tenant, and of all for users of
/// the platform.
pub(super) async fn find(store: &Store, caller: &Caller, id: Uuid) -> Result<user::Model> {
    let row = if caller.is_platform {
        store.read_platform().await?.get::<user::Entity, _>(id).await?
    } else {
        store.read(&caller.actor).await?.get::<user::Entity, _>(id).await?
    };
    row.ok_or(Error::NotFound("User"))
}

/// The user, held until the transaction ends.
pub(crate) async fn find_to_change(db: &WriteDb, id: Uuid) -> Result<user::Model> {
    db.get_to_change::<user::Entity, _>(id).await?.ok_or(Error::NotFound("User"))
}

impl Users {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn filter(&self, caller: &Caller, request: FilterUsersRequest) -> Result<FilterUsersResponse> {
        let named = caller.tenant_named(&request.tenant_id)?;
        let mut check = Check::default();
        let email = check.text("email", "E-mail", &request.email, 255);
        let mobile_no = check.text("mobile_no", "Mobile", &request.mobile_no, 255);
        let designation = check.text("designation", "Designation", &request.designation, 255);
        check.done()?;
        let (from, to) = wire::days(request.date_range)?;
        let asked = wire::page_request(request.pagination, request.sort);
        let narrow = |users: Scoped<user::Entity>| {
            users
                .narrow(named.map(|tenant_id| Column::TenantId.eq(tenant_id)))
                .narrow(contains(Text::Email, &email))
                .narrow(contains(Text::MobileNo, &mobile_no))
                .narrow(contains(Text::Designation, &designation))
                .narrow(request.is_active.map(|is_active| Column::IsActive.eq(is_active)))
                .narrow(between(Column::CreatedAt, from, to))
        };
        let (page, names) = self.page(caller, narrow, &asked).await?;
        let present = |row: user::Model| {
            let name = names.get(&row.tenant_id).cloned().unwrap_or_default();
            self.with_links(fields::present(row, name))
        };
        Ok(FilterUsersResponse {
            number: page.number as i32,
            size: page.size as i32,
            total_pages: page.total_pages() as i32,
            total_elements: page.total_elements as i64,
            content: page.content.into_iter().map(present).collect(),
        })
    }

    /// A page of the users that the caller may see, and the names of their tenants.
    async fn page(
        &self,
        caller: &Caller,
        narrow: impl Fn(Scoped<user::Entity>) -> Scoped<user::Entity> + Send,
        asked: &PageRequest,
    ) -> Result<(Page<user::Model>, HashMap<Uuid, String>)> {
        let tenants =
            |page: &Page<user::Model>| page.content.iter().map(|row| row.tenant_id).collect::<Vec<_>>();
        if caller.is_platform {
            let db = self.deps.store.read_platform().await?;
            let page = narrow(db.find()).page(asked).await?;
            let names = people::tenant_names(&db, tenants(&page)).await?;
            Ok((page, names))
        } else {
            let db = self.deps.store.read(&caller.actor).await?;
            let page = narrow(db.find()).page(asked).await?;
            let names = people::tenant_names(&db, tenants(&page)).await?;
            Ok((page, names))
        }
    }

    async fn tenant(&self, id: Uuid) -> Result<Option<tenant::Model>> {
        Ok(self.deps.store.read_platform().await?.get::<tenant::Entity, _>(id).await?)
    }

    async fn get(&self, caller: &Caller, id: &str) -> Result<User> {
        let row = find(&self.deps.store, caller, wire::id(id, "User")?).await?;
        let tenant = self.tenant(row.tenant_id).await?.ok_or(Error::NotFound("User"))?;
        Ok(self.with_links(fields::present(row, tenant.name)))
    }

    async fn create(&self, request: Request<CreateUserRequest>) -> Result<User> {
        let caller = Caller::of(&request)?;
        let key = wire::idempotency_key(&request, CREATE)?;
        let user = request.into_inner().user.unwrap_or_default();
        let tenant_id = caller.tenant_named(&user.tenant_id)?.unwrap_or(caller.actor.tenant_id);
        let (fields, secrets) = Fields::read(user)?;
        let tenant = self.tenant(tenant_id).await?;
        let tenant = tenant.ok_or_else(|| fields::wrong("tenant_id", "There is no such organisation."))?;
        let Some(password) = secrets.password else {
            return Err(fields::wrong("password", "Password is required."));
        };
        password::check("user.password", &password, &[&fields.email, &tenant.name, &tenant.subdomain])?;
        let hash = self.deps.hasher.hash(password).await?;
        let id = new_id();
        let image = image::store(&self.deps, IMAGE, secrets.image, tenant_id, id).await?.unwrap_or_default();
        let (fields, name, hash, new_image) = (&fields, &tenant.name, &hash, &image);
        let actor = caller.actor_in(tenant_id);
        let created = self.deps.store.write_once(&actor, key.as_ref(), |db| async move {
            let row = db
                .insert(fields.new_row(id, hash, new_image))
                .await
                .map_err(|error| explain("user", error))?;
            Ok::<_, Error>(Kept(fields::present(row, name.clone())))
        });
        let created = created.await.map(|kept| kept.0);
        // Refused, or answered with the user that the same call had created before.
        if created.as_ref().map_or(true, |user| user.profile_image != image) {
            image::forget(&self.deps, &image).await;
        }
        Ok(self.with_links(created?))
    }

    async fn update(&self, caller: &Caller, request: UpdateUserRequest) -> Result<User> {
        let UpdateUserRequest { id, user } = request;
        let user = user.unwrap_or_default();
        let named = caller.tenant_named(&user.tenant_id)?;
        let (fields, secrets) = Fields::read(user)?;
        let found = find(&self.deps.store, caller, wire::id(&id, "User")?).await?;
        if named.is_some_and(|named| named != found.tenant_id) {
            return Err(fields::wrong("tenant_id", "A user can't be moved to another organisation."));
        }
        let tenant = self.tenant(found.tenant_id).await?.ok_or(Error::NotFound("User"))?;
        let password_hash = match secrets.password {
            Some(password) => {
                let known = [fields.email.as_str(), &tenant.name, &tenant.subdomain];
                password::check("user.password", &password, &known)?;
                Some(self.deps.hasher.hash(password).await?)
            }
            None => None,
        };
        let image = image::store(&self.deps, IMAGE, secrets.image, found.tenant_id, found.id).await?;
        let change = Change { fields: &fields, password_hash, image: image.clone() };
        let actor = caller.actor_in(found.tenant_id);
        let updated = self.deps.store.write(&actor, |db| {
            let change = &change;
            async move { change_one(&db, caller, found.id, change).await }
        });
        match updated.await {
            Ok((before, row)) => {
                if before != row.profile_image {
                    image::forget(&self.deps, &before).await;
                }
                Ok(self.with_links(fields::present(row, tenant.name)))
            }
            Err(error) => {
                image::forget(&self.deps, &image.unwrap_or_default()).await;
                Err(error.naming_the_other(&self.deps.store, &actor).await)
            }
        }
    }

    async fn delete(&self, caller: &Caller, id: &str) -> Result<()> {
        let found = find(&self.deps.store, caller, wire::id(id, "User")?).await?;
        if caller.actor.user_id == Some(found.id) {
            return Err(Error::Precondition("You can't delete your own account.".to_owned()));
        }
        let actor = caller.actor_in(found.tenant_id);
        let deleted = self.deps.store.write(&actor, |db| async move {
            let row = find_to_change(&db, found.id).await?;
            let delete = async {
                let ended = sessions::end_of_user(&db, row.id, None, "deleted").await?;
                let taken = roles::take_all(&db, row.id).await?;
                Ok(db.delete(row, &[("sessions", ended), ("user_roles", taken)]).await?)
            };
            keep_one(&db, delete).await
        });
        deleted.await?;
        image::forget(&self.deps, &found.profile_image).await;
        Ok(())
    }

    /// Puts links in the place of the image's key.
    fn with_links(&self, mut user: User) -> User {
        let links = image::links(&self.deps, &user.profile_image);
        user.profile_image = links.full;
        user.profile_thumbnail = links.small;
        user
    }
}

/// Changes a user; the key of the image before, and the row after.
async fn change_one(
    db: &WriteDb,
    caller: &Caller,
    id: Uuid,
    change: &Change<'_>,
) -> Result<(String, user::Model)> {
    let old = find_to_change(db, id).await?;
    let is_self = caller.actor.user_id == Some(id);
    if is_self && change.deactivates(&old) {
        return Err(Error::Precondition("You can't deactivate your own account.".to_owned()));
    }
    if !is_self && change.touches_sign_in(&old) {
        may_take_over(db, caller, id).await?;
    }
    let before = old.profile_image.clone();
    let save = async {
        let mut along = Changes::new();
        if change.password_hash.is_some() || change.deactivates(&old) {
            // Whoever changes their own password this way goes on working.
            let keep = is_self.then_some(caller.session_id);
            let ended = sessions::end_of_user(db, id, keep, "changed").await?;
            if ended > 0 {
                along.insert("sessions".to_owned(), json!({"from": ended, "to": 0}));
            }
        }
        db.change_as(Action::Update, old, change.fields.version, |row| change.apply(row), along)
            .await
            .map_err(|error| explain("user", error))
    };
    Ok((before, keep_one(db, save).await?))
}

/// Whoever sets how a user signs in can act as them, and so must have all of their rights.
async fn may_take_over(db: &WriteDb, caller: &Caller, id: Uuid) -> Result<()> {
    if caller.covers(&roles::grants_of_user(db, id).await?) {
        return Ok(());
    }
    let message =
        "This user has rights that you don't have, so you can't change how they sign in.".to_owned();
    Err(Error::Denied { reason: ErrorReason::NotGranted, message, facts: HashMap::new() })
}

#[async_trait]
impl UserService for Users {
    async fn filter_users(
        &self,
        request: Request<FilterUsersRequest>,
    ) -> std::result::Result<Response<FilterUsersResponse>, Status> {
        let caller = Caller::of(&request)?;
        Ok(Response::new(self.filter(&caller, request.into_inner()).await?))
    }

    async fn get_user(
        &self,
        request: Request<GetUserRequest>,
    ) -> std::result::Result<Response<User>, Status> {
        let caller = Caller::of(&request)?;
        Ok(Response::new(self.get(&caller, &request.into_inner().id).await?))
    }

    async fn create_user(
        &self,
        request: Request<CreateUserRequest>,
    ) -> std::result::Result<Response<User>, Status> {
        Ok(Response::new(self.create(request).await?))
    }

    async fn update_user(
        &self,
        request: Request<UpdateUserRequest>,
    ) -> std::result::Result<Response<User>, Status> {
        let caller = Caller::of(&request)?;
        Ok(Response::new(self.update(&caller, request.into_inner()).await?))
    }

    async fn delete_user(
        &self,
        request: Request<DeleteUserRequest>,
    ) -> std::result::Result<Response<DeleteUserResponse>, Status> {
        let caller = Caller::of(&request)?;
        self.delete(&caller, &request.into_inner().id).await?;
        Ok(Response::new(DeleteUserResponse {}))
    }
}
