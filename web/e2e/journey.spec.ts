import type { APIRequestContext, Page } from '@playwright/test';
import { type Account, accounts, PASSWORD } from './accounts';
import { Api, type Stored, unique } from './api';
import { expect, test } from './fixtures';
import { photo } from './fixtures/papers';
import { sheet } from './fixtures/sheet';
import { Grpc, type Message } from './grpc';
import { DocumentsPO } from './pages/DocumentsPO';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';
import { LoginPO } from './pages/LoginPO';
import { MyTasksPO } from './pages/MyTasksPO';
import { PermissionGridPO } from './pages/PermissionGridPO';
import { ShellPO } from './pages/ShellPO';
import { TreePO } from './pages/TreePO';
import { UserRolesPO } from './pages/UserRolesPO';

/** The same firm through its three doors: a browser, JSON and gRPC. */
class Doors {
  readonly form: FormPO;
  readonly list: ListPO;

  private constructor(
    readonly page: Page,
    readonly json: Api,
    readonly grpc: Grpc,
  ) {
    this.form = new FormPO(page);
    this.list = new ListPO(page);
  }

  /** Signs in at all three; whoever was signed in in the browser is signed out first. */
  static async open(page: Page, request: APIRequestContext, base: string, account: Account): Promise<Doors> {
    const [login, shell] = [new LoginPO(page), new ShellPO(page)];
    if (page.url() !== 'about:blank') {
      await shell.logout.click();
      await expect(shell.banner).toHaveText('Guest');
    }
    await login.open();
    await login.submit(account, PASSWORD);
    await expect(shell.banner).toHaveText(`Signed in as ${account.email}`);
    return new Doors(page, await Api.as(request, account), await Grpc.as(base, account));
  }

  /** A record that both machine interfaces know under the id; tells them apart by nothing but their dialect. */
  async both(path: string, method: string, id: string): Promise<{ readonly json: Stored; readonly grpc: Message }> {
    return { json: await this.json.get(`${path}/${id}`), grpc: await this.grpc.call(method, { id }) };
  }

  async choose(combobox: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: combobox }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}

/** The id at the end of an address. */
const idOf = (url: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(url)?.[0] ?? '';

test.describe('the whole way', () => {
  test.use({ actionTimeout: 15_000 });

  test('from a new firm to its money back', async ({ page, request, baseURL }) => {
    test.setTimeout(300_000);
    const base = baseURL ?? '';
    const name = unique();
    const firm = `Firm ${name}`;
    const administrator: Account = { email: `owner@${name}.example`, tenantName: firm };
    const staff: Account = { email: `site@${name}.example`, tenantName: firm };
    const role = `Site Manager ${name}`;
    const bids = [`${name}/1`, `${name}/2`, `${name}/3`] as const;

    await test.step('the platform makes a role, a firm and its administrator', async () => {
      const { form, list, json, grpc } = await Doors.open(page, request, base, accounts.admin);
      const grid = new PermissionGridPO(page);
      await page.goto('/admin/roles/create');
      await form.fill({ Name: role, Description: 'Runs sites' });
      for (const right of ['Create', 'View', 'Edit']) await grid.box(right, 'Contracts').check();
      await grid.row('Projects').check();
      await grid.row('Project Tasks').check();
      await form.create.click();
      await form.expectToast('Role created successfully!');

      await page.goto('/admin/tenants/create');
      await form.fill({ Name: firm, Subdomain: name, 'Schema name': name, 'Contact e-mail': `info@${name}.example` });
      await form.create.click();
      await form.expectToast('Tenant created successfully!');

      await page.goto('/admin/users/create');
      await form.fill({ 'E-mail': administrator.email, Password: PASSWORD });
      await page.getByRole('combobox', { name: 'Tenant name' }).fill(firm);
      await page.getByRole('option', { name: firm }).click();
      await form.create.click();
      await form.expectToast('User created successfully!');
      await list.open(`/admin/users?email=${administrator.email}`);
      await list.act(administrator.email, 'Roles');
      const roles = new UserRolesPO(page);
      await roles.grant('Tenant Administrator').click();
      await expect(roles.mapped('Tenant Administrator')).toHaveText('Yes');

      const granted = (await json.get('/roles/all')) as unknown as Stored[];
      expect(granted.map((known) => known.name)).toContain(role);
      const roleId = granted.find((known) => known.name === role)?.id ?? '';
      expect(await grpc.call('platform.v1.RoleService/GetRole', { id: roleId })).toMatchObject({ name: role });
      const user = idOf(page.url());
      const told = await json.get(`/users/${user}`);
      expect(told).toMatchObject({ email: administrator.email, tenantName: firm, isActive: true });
      expect(await grpc.call('platform.v1.UserService/GetUser', { id: user })).toMatchObject({
        email: administrator.email,
        tenantId: told.tenantId,
      });
      expect(await json.get(`/tenants/${told.tenantId}`)).toMatchObject({ name: firm, status: 'ACTIVE' });
      expect(await grpc.call('platform.v1.TenantService/GetTenant', { id: told.tenantId })).toMatchObject({
        name: firm,
      });
    });

    await test.step('the administrator takes on staff', async () => {
      const { form, list, json, grpc } = await Doors.open(page, request, base, administrator);
      await page.goto('/admin/users/create');
      await form.fill({ 'E-mail': staff.email, Password: PASSWORD, Designation: 'Site engineer' });
      await form.create.click();
      await form.expectToast('User created successfully!');
      await list.open(`/admin/users?email=${staff.email}`);
      await list.act(staff.email, 'Roles');
      const roles = new UserRolesPO(page);
      await roles.grant(role).click();
      await expect(roles.mapped(role)).toHaveText('Yes');

      const user = idOf(page.url());
      const held = (await json.get(`/user-role-mappings/user/${user}`)) as unknown as Stored[];
      expect(held.map(({ roleName }) => roleName)).toEqual([role]);
      expect(
        await grpc.call('platform.v1.UserRoleMappingService/ListUserRoleMappings', { userId: user }),
      ).toMatchObject({ mappings: [{ roleName: role }] });
    });

    let contract = '';
    await test.step('tenders are imported', async () => {
      const { list, json, grpc } = await Doors.open(page, request, base, staff);
      await page.goto('/contracts/bulk-upload');
      const rows = bids.map((bid, at) => [bid, `Widening of road ${at + 1}`, `${at + 1}0,00,000`, `${at + 1},000`]);
      const header = ['Bid ID', 'Contract Name', 'Tender Actual Value', 'Paper Cost'];
      await page.getByLabel('Contracts file').setInputFiles(sheet('tenders.csv', rows, header));
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await page.getByRole('button', { name: 'Import 3 contracts' }).click();
      await expect(page.getByRole('status', { name: '3 contracts imported.' })).toBeVisible();
      await list.open('/contracts/list?sort=bidId');
      await expect(list.column(1)).toHaveText(bids);
      await list.rows.first().getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Widening of road 1');

      contract = idOf(page.url());
      expect(await json.get(`/contracts/${contract}`)).toMatchObject({ bidId: bids[0], tenderActualValue: 1_000_000 });
      expect(await grpc.call('contracts.v1.ContractService/GetContract', { id: contract })).toMatchObject({
        bidId: bids[0],
        tenderActualValue: { paise: '100000000' },
        paperCost: { paise: '100000' },
      });
    });

    let deposit = '';
    await test.step('a deposit is handed over, and the tender awarded', async () => {
      const doors = await Doors.open(page, request, base, staff);
      const { form, json, grpc } = doors;
      await page.goto(`/contracts/${contract}/security-deposit/create`);
      const type = page.getByRole('combobox', { name: 'Deposit type' });
      await type.fill('EMD');
      await type.press('Escape');
      await form.fill({ 'Instrument no.': `DD ${name}`, Amount: '50,000', 'Submitted date': '01/10/2026' });
      await form.create.click();
      await expect(page.getByRole('table')).toContainText(`DD ${name}`);
      await page.goto(`/contracts/${contract}/edit`);
      await doors.choose('Status', 'Awarded');
      await form.update.click();
      await form.expectToast('Contract updated successfully!');

      const deposits = (await json.get(`/contracts/${contract}/security-deposit`)) as unknown as Stored[];
      expect(deposits).toMatchObject([{ instrumentNo: `DD ${name}`, amount: 50_000, status: 'SUBMITTED' }]);
      deposit = deposits[0]?.id ?? '';
      const told = await doors.both('/contracts', 'contracts.v1.ContractService/GetContract', contract);
      expect(told.json).toMatchObject({ status: 'AWARDED', totalDeposit: 50_000, totalAmount: 51_000 });
      expect(told.grpc).toMatchObject({ status: 'AWARDED', totalDeposit: { paise: '5000000' } });
      expect(await json.post('/contract-dashboard/kpis', {})).toMatchObject({ total_security_deposit: 50_000 });
      expect(await grpc.call('contracts.v1.ContractDashboardService/GetKpis', {})).toMatchObject({
        total_security_deposit: { paise: '5000000' },
      });
    });

    let project = '';
    await test.step('the contract becomes a project', async () => {
      const doors = await Doors.open(page, request, base, staff);
      const { form, list, json } = doors;
      await list.open(`/contracts/contract-deposit?bidId=${encodeURIComponent(bids[0])}`);
      await list.rows.getByRole('link', { name: /^Create Project/ }).click();
      await expect(form.field('Project name')).toHaveValue('Widening of road 1');
      await form.create.click();
      await form.expectToast('Project created successfully!');
      await list.open(`/contracts/contract-deposit?bidId=${encodeURIComponent(bids[0])}`);
      const again = list.rows.getByRole('button', { name: /^Create Project/ });
      await expect(again).toHaveAttribute('aria-disabled', 'true');

      const { content } = await json.post('/projects/filter', { contractId: contract });
      project = (content as Stored[])[0]?.id ?? '';
      const told = await doors.both('/projects', 'projects.v1.ProjectService/GetProject', project);
      expect(told.json).toMatchObject({ status: 'INITIATED', contractBidId: bids[0], projectActualValue: 1_000_000 });
      expect(told.grpc).toMatchObject({ status: 'INITIATED', contractId: contract });
    });

    let task = '';
    await test.step('its work is divided into tasks', async () => {
      const { form, json, grpc } = await Doors.open(page, request, base, staff);
      const tree = new TreePO(page);
      await page.goto(`/project-tasks/create?projectId=${project}`);
      await form.fill({ Title: 'Earthwork' });
      await form.create.click();
      await form.expectToast('Task created successfully!');
      await tree.open({ id: project });
      await tree.act('Earthwork', 'Add Sub Task');
      await form.fill({ Title: 'Embankment', 'Estimated quantity': '100', 'Estimated rate': '500' });
      await page.getByRole('combobox', { name: 'Assigned to' }).fill(staff.email);
      await page.getByRole('option', { name: staff.email }).click();
      await form.create.click();
      await form.expectToast('Task created successfully!');
      await tree.open({ id: project });
      await expect(tree.row('Earthwork'), 'with 14 % of tax').toContainText('57,000');

      const { content } = await json.post('/tasks/filter', { projectId: project, title: 'Embankment' });
      task = (content as Stored[])[0]?.id ?? '';
      expect(content).toMatchObject([{ rollUp: { estimatedAmount: 57_000 }, assignedToEmail: staff.email }]);
      const streamed = await grpc.call('projects.v1.TaskService/StreamTaskTree', { projectId: project });
      expect(streamed).toMatchObject({
        total: 2,
        nodes: [
          { title: 'Earthwork', rollUp: { estimatedAmount: { paise: '5700000' }, descendants: 1 } },
          { id: task, rollUp: { estimatedAmount: { paise: '5700000' } } },
        ],
      });
    });

    await test.step('the site does the work, and shows it', async () => {
      const doors = await Doors.open(page, request, base, staff);
      const { form, json, grpc } = doors;
      const documents = new DocumentsPO(page);
      await page.goto(`/project-tasks/${task}/documents`);
      await documents.choose(photo);
      await documents.uploadButton.click();
      await expect(documents.row(photo.name)).toBeVisible();
      const mine = new MyTasksPO(page);
      await page.goto('/project-tasks/mine');
      await mine
        .card('Embankment')
        .getByRole('button', { name: /is done$/ })
        .click();
      await expect.poll(async () => (await json.get(`/tasks/${task}`)).status).toBe('COMPLETED');
      // An entry whose answer hasn't come is kept on the device, and the next logout leads to it.
      await expect(mine.saving('Embankment')).toBeHidden();
      await page.goto(`/projects/${project}/edit`);
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Completed' }).click();
      await form.update.click();
      await form.expectToast('Project updated successfully!');

      const papers = (await json.get(
        `/documents/${(await json.get(`/tasks/${task}`)).tenantId}/TASK/${task}`,
      )) as unknown as Stored[];
      expect(papers).toMatchObject([{ fileName: photo.name, entityId: task }]);
      const listed = await grpc.call('documents.v1.DocumentService/FilterDocuments', { fileName: photo.name });
      expect(listed).toMatchObject({ content: [{ entityType: 'TASK', entityId: task }] });
      const told = await doors.both('/projects', 'projects.v1.ProjectService/GetProject', project);
      expect(told.json).toMatchObject({ status: 'COMPLETED', sums: { progress: 100 } });
      expect(told.grpc).toMatchObject({ status: 'COMPLETED', sums: { progress: 100 } });
      expect(await json.get(`/tasks/${task}`)).toMatchObject({ status: 'COMPLETED', progress: 100 });
      const done = await grpc.call('projects.v1.TaskService/GetTask', { id: task });
      expect(done).toMatchObject({ status: 'COMPLETED', progress: 100, people: { completedBy: staff.email } });
    });

    await test.step('the deposit comes back, and the dashboard adds up', async () => {
      const doors = await Doors.open(page, request, base, staff);
      const { form, json, grpc } = doors;
      await page.goto(`/contracts/${contract}/security-deposit/${deposit}/edit`);
      await doors.choose('Status', 'Refunded');
      await form.fill({ 'Returned date': '31/10/2026' });
      await form.update.click();
      await expect(page).not.toHaveURL(/edit$/);
      await page.goto(`/contracts/${contract}/edit`);
      await doors.choose('Status', 'Completed');
      await form.update.click();
      await form.expectToast('Contract updated successfully!');

      const path = `/contracts/${contract}/security-deposit/${deposit}`;
      expect(await json.get(path)).toMatchObject({ status: 'REFUNDED', depositeReturnedDate: '2026-10-31' });
      const which = { contractId: contract, id: deposit };
      expect(await grpc.call('contracts.v1.SecurityDepositService/GetSecurityDeposit', which)).toMatchObject({
        status: 'REFUNDED',
        amount: { paise: '5000000' },
      });
      const told = await doors.both('/contracts', 'contracts.v1.ContractService/GetContract', contract);
      expect(told.json).toMatchObject({ status: 'COMPLETED', isProjectCreated: true });
      expect(told.grpc).toMatchObject({ status: 'COMPLETED', isProjectCreated: true });

      await page.goto('/contracts');
      for (const card of ['Still out: ₹0', 'Paid in all: ₹50,000', 'Refunded: ₹50,000', 'Average refund time: 30 days'])
        await expect(page.getByRole('link', { name: card })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Paper cost, total: ₹6,000' })).toBeVisible();
      expect(await json.post('/contract-dashboard/kpis', {})).toMatchObject({
        total_security_deposit: 50_000,
        still_out: 0,
        total_refunded: 50_000,
        pending_refund: 0,
        average_refund_days: 30,
        paper_cost_total: 6_000,
        paper_cost_awarded: 1_000,
      });
      expect(await grpc.call('contracts.v1.ContractDashboardService/GetKpis', {})).toMatchObject({
        total_refunded: { paise: '5000000' },
        average_refund_days: 30,
      });
    });
  });
});
