import { type APIRequestContext, expect } from '@playwright/test';
import { type Account, accounts, PASSWORD } from './accounts';

/** A name that no other test and no other run has; lower-case letters and digits only. */
export const unique = () => `e2e${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** A mobile number that hardly anybody else has. */
export const uniqueMobile = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

/** A record as the JSON interface tells it. */
export interface Stored {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A right in a module, as the JSON interface calls it. */
export type Flag = 'canCreate' | 'canView' | 'canEdit' | 'canDelete' | 'canReport';

/** A file as Playwright puts it into forms. */
export interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** All that can be granted in a module. */
export const EVERY_FLAG: readonly Flag[] = ['canCreate', 'canView', 'canEdit', 'canDelete', 'canReport'];

/** Rights by module. */
export type Grants = Readonly<Record<string, readonly Flag[]>>;

/** Everything that is done between the award of a contract and the end of its works. */
export const WORK: Grants = { Contracts: EVERY_FLAG, Projects: EVERY_FLAG, 'Project Tasks': EVERY_FLAG };

/** The JSON interface, for what a test needs to be there before its first page. */
export class Api {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly headers: Record<string, string>,
  ) {}

  static async as(request: APIRequestContext, { email, tenantName }: Account): Promise<Api> {
    const answer = await request.post('/api/auth/login', {
      data: { emailOrMobile: email, password: PASSWORD, tenantName },
    });
    expect(answer.ok(), `sign-in of ${email}: ${answer.status()} ${await answer.text()}`).toBe(true);
    const { accessToken } = (await answer.json()) as { accessToken: string };
    return new Api(request, { authorization: `Bearer ${accessToken}` });
  }

  async get(path: string): Promise<Stored> {
    return this.answer(await this.request.get(`/api${path}`, { headers: this.headers }));
  }

  async post(path: string, data: object): Promise<Stored> {
    return this.answer(await this.request.post(`/api${path}`, { headers: this.headers, data }));
  }

  async put(path: string, data: Record<string, unknown>): Promise<Stored> {
    return this.answer(await this.request.put(`/api${path}`, { headers: this.headers, data }));
  }

  /** Sends a file as a form does, the other fields before it. */
  async upload(path: string, file: UploadedFile, fields: Readonly<Record<string, string>> = {}): Promise<Stored> {
    const multipart = { ...fields, file };
    return this.answer(await this.request.post(`/api${path}`, { headers: this.headers, multipart }));
  }

  /** A tenant of its own for a test. */
  tenant(fields: Record<string, unknown> = {}): Promise<Stored & { readonly name: string }> {
    const name = unique();
    const tenant = { name: `Firm ${name}`, subdomain: name, schemaName: name, ...fields };
    return this.post('/tenants', tenant) as Promise<Stored & { readonly name: string }>;
  }

  /** A user of its own for a test, of the caller's tenant if no other is named; they sign in with the demo password. */
  async user(fields: Record<string, unknown> = {}): Promise<Stored & Account> {
    const user = { email: `${unique()}@firm.example`, password: PASSWORD, ...fields };
    return (await this.post('/users', user)) as Stored & Account;
  }

  /** A role of its own for a test, which grants these flags in these modules. */
  async role(grants: Grants): Promise<Stored & { readonly name: string }> {
    const name = `Role ${unique()}`;
    const role = await this.post('/roles', { name, description: `For the test ${name}` });
    const permissions = Object.entries(grants).map(([moduleName, flags]) => ({
      moduleName,
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
    }));
    await this.post(`/permissions/bulk/${role.id}`, permissions);
    return { ...role, name };
  }

  /** Gives a user a role. */
  async map(user: { readonly id: string }, role: { readonly id: string }): Promise<void> {
    await this.post('/user-role-mappings', { userId: user.id, roleId: role.id });
  }

  /** Takes a role from a user. */
  async unmap(user: { readonly id: string }, role: { readonly id: string }): Promise<void> {
    await this.delete(`/user-role-mappings/user/${user.id}/role/${role.id}`);
  }

  /** A contract of its own for a test. */
  contract(fields: Record<string, unknown> = {}): Promise<Stored> {
    const bidId = `E2E-${unique()}`;
    return this.post('/contracts', { bidId, contractName: `Works of ${bidId}`, ...fields });
  }

  /** A document of a contract, or of whatever else the fields name. */
  document(file: UploadedFile, fields: Readonly<Record<string, string>>): Promise<Stored> {
    return this.upload('/documents/upload', file, fields);
  }

  /** A deposit of a contract, in any status: a new one can't have all of them. */
  async deposit(contract: { readonly id: string }, fields: Record<string, unknown> = {}): Promise<Stored> {
    const { status, ...rest } = fields;
    const path = `/contracts/${contract.id}/security-deposit`;
    const given = { depositType: 'EMD', instrumentNo: `DD ${unique()}`, amount: 25_000, ...rest };
    const deposit = await this.post(path, given);
    return status === undefined ? deposit : this.put(`${path}/${deposit.id}`, { ...deposit, status });
  }

  /** A project of its own for a test. */
  project(fields: Record<string, unknown> = {}): Promise<Stored> {
    return this.post('/projects', { projectName: `Project ${unique()}`, ...fields });
  }

  /** A task of a project. */
  task(project: { readonly id: string }, fields: Record<string, unknown> = {}): Promise<Stored> {
    return this.post('/tasks', { projectId: project.id, title: `Task ${unique()}`, ...fields });
  }

  async delete(path: string): Promise<void> {
    await this.answer(await this.request.delete(`/api${path}`, { headers: this.headers }));
  }

  private async answer(response: Awaited<ReturnType<APIRequestContext['get']>>): Promise<Stored> {
    expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
    return (await response.json()) as Stored;
  }
}

/** The interface as the platform's administrator uses it. */
export const asAdmin = (request: APIRequestContext) => Api.as(request, accounts.admin);

/** The interface as the owner of a firm uses it. */
export const asOwner = (request: APIRequestContext) => Api.as(request, accounts.owner);

/** A firm of its own for a test, with somebody in it who has these rights. */
export async function newFirmWith(request: APIRequestContext, grants: Grants) {
  const admin = await asAdmin(request);
  const tenant = await admin.tenant();
  const [user, role] = [await admin.user({ tenantId: tenant.id }), await admin.role(grants)];
  await admin.map(user, role);
  const account: Account = { email: user.email, tenantName: tenant.name };
  return { account, tenant, api: await Api.as(request, account) };
}

/** A firm of its own for a test, with somebody in it who has these rights on contracts. */
export const newFirm = (request: APIRequestContext, flags: readonly Flag[] = EVERY_FLAG) =>
  newFirmWith(request, { Contracts: flags });
