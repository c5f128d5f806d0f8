import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { Settings_Density } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { Contract_Status, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { stored } from '@/testing/documents';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { aModule, aRole, aTenant, aUser, instant } from '@/testing/platform';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { withSettings } from '@/testing/settings';
import { anEvent } from '@/testing/trail';
import { answerProjects, answerTree, node, project } from '@/testing/work';

const LIST = '/contracts/list';
const NIC_ID = '2026_ZZPWB_901231_1';
/** Too long for its column, and not for a phone's card. */
const LONG_ID = '4241-GRC-CE-C-HQ-49-2020/2025-26';
const LONGEST_ID = LONG_ID.repeat(3);
const LONG_NAME = 'Construction of a high level bridge across the river at km 31/0 with its approach roads '.repeat(3);
const LONG_ADDRESS = `${'purchase.department.'.repeat(6)}office@bharat.example`;
const LONG_FILE = `${'Measurement book '.repeat(12)}2026.pdf`;

const contract = (number: number) =>
  create(ContractSchema, {
    id: `contract-${number}`,
    bidId: number === 0 ? LONG_ID : `2026_ZZPWB_901${230 + number}_1`,
    contractName: LONG_NAME,
    contractType: 'Percentage rate with escalation',
    status: Contract_Status.SUBMITTED,
    tenderBidValue: { paise: 13_99_37_850_20n },
  });

/** What each list answers, in rows as long as they get. */
function answer(): void {
  const user = aUser({ tenantId: 'tenant-2', email: LONG_ADDRESS, designation: LONG_NAME, comment: LONG_NAME });
  const parent = { kind: DeletedRecord_Kind.CONTRACT, id: 'contract-1', name: LONG_ADDRESS };
  const deleted = { kind: DeletedRecord_Kind.DEPOSIT, id: '1', name: LONGEST_ID, contractName: LONG_NAME, parent };
  const document = { ...stored(new File([''], LONG_FILE), { purpose: LONG_NAME }), createdByEmail: LONG_ADDRESS };
  server.answer(ContractService.method.filterContracts, (request) => {
    return pageOf(
      Array.from({ length: 60 }, (_, number) => contract(number)),
      request,
    );
  });
  server.answer(UserService.method.filterUsers, (request) => pageOf([user], request));
  server.answer(TenantService.method.filterTenants, (request) => {
    return pageOf([aTenant({ name: LONG_NAME, contactEmail: LONG_ADDRESS, comment: LONG_NAME })], request);
  });
  server.answer(DeletedService.method.filterDeleted, (request) => {
    return pageOf([{ ...deleted, deletedAt: instant('2026-11-20T10:00:00Z'), deletedBy: LONG_ADDRESS }], request);
  });
  server.answer(DocumentService.method.filterDocuments, (request) => pageOf([document], request));
  server.answer(DocumentService.method.getStorageUsage, {});
  server.answer(ContractService.method.getContract, contract(0));
  server.answer(SecurityDepositService.method.listSecurityDeposits, {
    deposits: [{ id: 'deposit-1', instrumentNo: LONGEST_ID, bankAccountNo: LONGEST_ID, depositType: LONG_NAME }],
  });
  server.answer(ContractImportService.method.filterContractImports, (request) => {
    return pageOf([{ id: 'import-1', fileName: LONG_FILE, createdByEmail: LONG_ADDRESS, failed: 2 }], request);
  });
  server.answer(RoleService.method.listRoles, { roles: [aRole({ name: LONG_NAME, description: LONG_NAME })] });
  server.answer(ModuleService.method.listModules, { modules: [aModule({ name: LONG_NAME, description: LONG_NAME })] });
  server.answer(ProjectService.method.filterProjects, (request) => {
    return pageOf([project({ projectName: LONG_NAME, contractBidId: LONGEST_ID })], request);
  });
  server.answer(AuditService.method.filterAuditEvents, (request) =>
    pageOf([anEvent({ actor: LONG_ADDRESS, tenantName: LONG_NAME })], request),
  );
}

const LISTS = [
  LIST,
  '/contracts/contract-1/security-deposit',
  '/contracts/imports',
  '/projects/list',
  '/admin/users',
  '/admin/tenants',
  '/admin/roles',
  '/admin/modules',
  '/deleted',
  '/payments',
  '/admin/audit',
];

const rows = () => [...document.querySelectorAll('tbody tr')];
const heights = () => [...new Set(rows().map((row) => row.getBoundingClientRect().height))];
const box = (target: Element | null | undefined) => target?.getBoundingClientRect() ?? new DOMRect();
const header = () => document.querySelector('thead th');
const frame = () => document.querySelector('table')?.parentElement;
const link = (name: string) => page.getByRole('link', { name, exact: true });

/** The id within a link. */
const idIn = (name: string) => link(name).element().querySelector<HTMLElement>('span > span');
/** What is cut, wherever it stands. */
const cut = () => [...document.querySelectorAll<HTMLElement>('main [data-cut]')];
const lineOf = (id: Element | null) => Number.parseFloat(getComputedStyle(id ?? document.body).lineHeight);

beforeEach(async () => {
  signIn();
  withSettings();
  answer();
  await page.viewport(1440, 900);
});

/** What of the main part is painted outside of its cell or its place on a card. */
function spilled(): (string | null)[] {
  return [...document.querySelectorAll('td, th, main li dd')]
    .filter((cell) => [...cell.querySelectorAll('*')].some((part) => box(part).right > box(cell).right + 1))
    .map(({ textContent }) => textContent);
}

describe('rows', () => {
  test.each(LISTS)('of %s are of one line and 36 px where they are compact', async (path) => {
    withSettings({ density: Settings_Density.COMPACT });
    await list.open(path);
    await expect.poll(heights).toEqual([36]);
    expect(spilled()).toEqual([]);
  });

  test.each(LISTS)('of %s have two lines at most, and ids in one', async (path) => {
    await list.open(path);
    await expect.poll(heights).toEqual([54]);
    expect(spilled()).toEqual([]);
    expect(cut().filter((id) => box(id).height > 1.5 * lineOf(id))).toEqual([]);
    const words = document.querySelector('main')?.textContent ?? '';
    const long = [LONGEST_ID, LONG_ADDRESS, LONG_FILE].filter((text) => words.includes(text));
    expect(cut().map(({ title }) => title)).toEqual(expect.arrayContaining(long));
  });

  test.each(LISTS)('of %s fit a laptop without scrolling sideways', async (path) => {
    // 1366 less what a scroll bar takes.
    await page.viewport(1349, 700);
    await list.open(path);
    await expect.poll(() => rows().length).toBeGreaterThan(0);
    expect(frame()?.dataset.scrolls).toBeUndefined();
    expect(frame()?.scrollWidth).toBe(frame()?.clientWidth);
  });

  test.each(LISTS)('of %s are cards that hold what stands in them', async (path) => {
    await page.viewport(320, 700);
    await list.open(path);
    await expect.poll(() => document.querySelectorAll('main li dd').length).toBeGreaterThan(0);
    expect(spilled()).toEqual([]);
    const cards = [...document.querySelectorAll('main li')].filter((card) => card.querySelector('dl'));
    expect(cards.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
  });

  test('say the whole of what is cut', async () => {
    await list.open(LIST);
    const name = page.getByText(LONG_NAME).first();
    await expect.element(name).toHaveAttribute('title', LONG_NAME);
    expect(name.element().scrollHeight).toBeGreaterThan(name.element().clientHeight);
  });
});

describe('an id', () => {
  test('that fits has nothing more to say', async () => {
    await list.open(LIST);
    expect(idIn(NIC_ID)?.title).toBe('');
    expect(box(idIn(NIC_ID)).height).toBeLessThan(1.5 * lineOf(idIn(NIC_ID)));
  });

  test('that doesn’t is cut in its middle, and is still found, read out and selected as a whole', async () => {
    await list.open(LIST);
    await expect.poll(() => idIn(LONG_ID)?.title).toBe(LONG_ID);
    const id = idIn(LONG_ID);
    expect(box(id).height).toBeLessThan(1.5 * lineOf(id));
    // Its beginning gives way, and its end stands within the column.
    const seen = id?.querySelector('[aria-hidden]');
    expect(getComputedStyle(seen ?? document.body, '::after').content).toBe('"/2025-26"');
    expect(seen?.scrollWidth).toBe(seen?.clientWidth);
    expect(box(seen).right).toBeLessThanOrEqual(box(link(LONG_ID).element().closest('th')).right);
    await link(LONG_ID).hover();
    expect(getComputedStyle(seen ?? document.body).textDecorationLine).toBe('underline');
    window.getSelection()?.selectAllChildren(link(LONG_ID).element());
    expect(String(window.getSelection())).toBe(LONG_ID);
    await expectAccessible();
  });

  test.each([LONG_ID, 'Measurement book of March 2026.pdf'])(
    'like %s is whole again as soon as there is room',
    async (bidId) => {
      server.answer(ContractService.method.filterContracts, (request) => pageOf([{ ...contract(0), bidId }], request));
      await list.open(LIST);
      await expect.poll(() => idIn(bidId)?.title).toBe(bidId);
      await page.viewport(390, 844);
      await expect.element(page.getByRole('list', { name: 'All contracts' })).toBeVisible();
      await expect.poll(() => idIn(bidId)?.title).toBe('');
    },
  );

  test('keeps letters and their marks together where it is cut', async () => {
    const bidId = 'निविदा सूचना क्रमांक बयालीसकार्यादेश';
    server.answer(ContractService.method.filterContracts, (request) => pageOf([{ ...contract(0), bidId }], request));
    await list.open(LIST);
    await expect.poll(() => idIn(bidId)?.title).toBe(bidId);
    const { head = '', tail = '' } = idIn(bidId)?.querySelector<HTMLElement>('[aria-hidden]')?.dataset ?? {};
    expect(head + tail).toBe(bidId);
    expect(tail).not.toMatch(/^\p{M}/u);
  });

  test('with a line break in it is of one line', async () => {
    const bidId = 'NIT 12\nof 2026';
    server.answer(ContractService.method.filterContracts, (request) => pageOf([{ ...contract(0), bidId }], request));
    await list.open(LIST);
    const id = () => idIn('NIT 12 of 2026');
    expect(box(id()).height).toBeLessThan(1.5 * lineOf(id()));
  });

  test('that changes is measured anew', async () => {
    await list.open(LIST);
    await expect.poll(() => idIn(LONG_ID)?.title).toBe(LONG_ID);
    server.answer(ContractService.method.filterContracts, (request) => {
      return pageOf([{ ...contract(0), bidId: 'BID/1' }], request);
    });
    await list.filter('Contract name').fill('bridge');
    await expect.element(link('BID/1')).toBeVisible();
    expect(idIn('BID/1')?.title).toBe('');
  });

  test('is shown as a whole to whoever comes by keys', async () => {
    await list.open(LIST);
    await expect.poll(() => idIn(LONG_ID)?.title).toBe(LONG_ID);
    const whole = () => idIn(LONG_ID)?.firstElementChild ?? document.body;
    const { right, top } = box(whole());
    expect(getComputedStyle(whole()).color).toBe('rgba(0, 0, 0, 0)');
    (list.menu(LONG_ID).element() as HTMLElement).focus();
    await userEvent.tab({ shift: true });
    await expect.element(link(LONG_ID)).toHaveFocus();
    expect(document.elementFromPoint(right + 40, top + 8)).toBe(whole());
    expect(getComputedStyle(whole()).color).toBe(getComputedStyle(link(LONG_ID).element()).color);
    // It isn't measured by what it shows now.
    expect(idIn(LONG_ID)?.title).toBe(LONG_ID);
    // Whoever skips to the content has the focus around all ids.
    page.getByRole('main').element().focus();
    expect(document.querySelector('main:focus-visible')).not.toBeNull();
    expect(getComputedStyle(whole()).color).toBe('rgba(0, 0, 0, 0)');
  });
});

describe('the header', () => {
  const aRow = () => rows()[20]?.querySelector('a');

  /** Scrolls until something stands beneath the header, where the page's own bars would leave it in sight. */
  async function scrollBeneath(target: Element | null | undefined): Promise<void> {
    window.scrollBy(0, box(target).top - 66);
    await expect.poll(() => box(header()).top).toBe(52);
    expect(Math.abs(box(target).top - 66)).toBeLessThan(1);
  }

  test('stays below the bar while one scrolls the page', async () => {
    await list.open(`${LIST}?size=50`);
    await expect.element(link(NIC_ID)).toBeVisible();
    await scrollBeneath(aRow());
    // It covers all of the row that passes beneath it: its id, badge and menu.
    const { height, left, top } = box(header());
    const head = document.querySelector('thead');
    for (let down = 4; down < height; down += 8) {
      for (let at = 8; at < box(head).width; at += 24) {
        const seen = document.elementFromPoint(left + at, top + down);
        expect(seen?.closest('thead'), `${at}, ${down}`).toBe(head);
      }
    }
  });

  test('covers no row that takes the focus', async () => {
    await list.open(`${LIST}?size=50`);
    await expect.element(link(NIC_ID)).toBeVisible();
    await scrollBeneath(aRow());
    aRow()?.focus();
    await expect.poll(() => box(aRow()).top).toBeGreaterThan(box(header()).bottom);
  });

  test('and the name stay while one scrolls a table that is wider than its place', async () => {
    await page.viewport(800, 700);
    await list.open(`${LIST}?size=50`);
    await expect.element(link(NIC_ID)).toBeVisible();
    await expect.poll(() => frame()?.dataset.scrolls).toBe('true');
    expect(document.documentElement.scrollWidth).toBe(800);
    await expectAccessible();
    frame()?.scrollTo(60, 900);
    await expect.poll(() => frame()?.scrollLeft).toBe(60);
    expect(Math.round(box(header()).top - box(frame()).top)).toBe(0);
    const name = rows()[20]?.querySelector('th');
    expect(Math.round(box(name).left - box(frame()).left)).toBe(0);
    expect(frame()?.scrollTop).toBe(900);
  });

  test('shows what takes the focus beside the name', async () => {
    await page.viewport(800, 700);
    await list.open('/projects/list');
    await expect.poll(() => frame()?.dataset.scrolls).toBe('true');
    frame()?.scrollTo(1000, 0);
    (list.sortButton('Status').element() as HTMLElement).focus();
    await userEvent.tab({ shift: true });
    await expect.element(list.sortButton('Contract bid ID')).toHaveFocus();
    const name = header();
    await expect
      .poll(() => box(list.sortButton('Contract bid ID').element()).left)
      .toBeGreaterThanOrEqual(box(name).right - 1);
  });

  test('leaves room for the name however narrow the window is', async () => {
    await page.viewport(800, 700);
    await list.open('/admin/tenants');
    await expect.poll(() => box(header()).width).toBeGreaterThan(100);
  });
});

test('a tree has the same compact rows', async () => {
  withSettings({ density: Settings_Density.COMPACT });
  answerProjects(project());
  answerTree([node('Cutting')]);
  await open('/project-tasks?projectId=project-1');
  await expect.poll(() => box(document.querySelector('[role="row"][data-level]')).height).toBe(36);
});
