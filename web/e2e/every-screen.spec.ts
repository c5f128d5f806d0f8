import type { APIRequestContext, Page } from '@playwright/test';
import { asAdmin, asOwner } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';

/** The screens that a user reaches, by whoever sees all of each. `:name` stands for a record made for the test. */
const SCREENS = {
  admin: [
    '/admin/tenants',
    '/admin/tenants/:tenant',
    '/admin/tenants/:tenant/edit',
    '/admin/modules',
    '/admin/modules/edit/:module',
    '/admin/roles',
    '/admin/roles/:role/view',
    '/admin/roles/:role/edit',
    '/admin/activity',
  ],
  people: [
    '/admin/users',
    '/admin/users/:user',
    '/admin/users/:user/edit',
    '/admin/users/:user/roles',
    '/admin/users/:user/permissions',
    '/admin/user-module-permissions',
    '/admin/user-roles-mapping',
    '/admin/user-roles-mapping/create',
    '/admin/user-roles-mapping/:user/view',
    '/admin/user-roles-mapping/:user/edit',
    '/profile',
    '/settings',
  ],
  contracts: [
    '/contracts',
    '/contracts/list',
    '/contracts/:contract',
    '/contracts/:contract/edit',
    '/contracts/contract-deposit',
    '/contracts/contract-deposit/:contract',
    '/contracts/:contract/security-deposit',
    '/contracts/:contract/security-deposit/:deposit',
    '/contracts/:contract/security-deposit/:deposit/edit',
    '/contracts/bulk-upload',
    '/contracts/imports',
  ],
  documents: ['/contracts/:contract/supporting-docs', '/vehicles', '/vehicle-insurance', '/payments'],
  projects: ['/projects', '/projects/:project', '/projects/:project/edit', '/projects/:project/documents'],
  tasks: [
    '/project-tasks?projectId=:project',
    '/project-tasks?projectId=:project&view=schedule',
    '/project-tasks/:task',
    '/project-tasks/:task/edit',
    '/project-tasks/:task/documents',
    '/project-tasks/mine',
    '/inventories',
  ],
  placeholders: ['/payroll', '/attendane', '/tasks', '/notification', '/no-such-page'],
} as const;

/** Forms that are sent empty. */
const FORMS = {
  admin: ['/admin/tenants/create', '/admin/modules/create', '/admin/roles/create'],
  people: ['/admin/users/create'],
  contracts: ['/contracts/create', '/contracts/:contract/security-deposit/create'],
  projects: ['/projects/create', '/project-tasks/create?projectId=:project'],
} as const;

/** The records that the addresses name. */
async function records(request: APIRequestContext): Promise<Readonly<Record<string, string>>> {
  const [admin, owner] = [await asAdmin(request), await asOwner(request)];
  const contract = await owner.contract({ status: 'AWARDED', tenderActualValue: 2_500_000, closingDate: '2026-05-19' });
  const deposit = await owner.deposit(contract);
  const project = await owner.post('/projects', { contractId: contract.id });
  const top = await owner.post('/tasks', { projectId: project.id, title: 'Earthwork' });
  const task = await owner.post('/tasks', {
    projectId: project.id,
    parentId: top.id,
    title: 'Embankment',
    estimatedQuantity: 120,
    units: 'cum',
    estimatedRate: 450.5,
    givenStartDate: '2026-10-01',
    givenEndDate: '2026-12-24',
  });
  const modules = (await admin.get('/modules')) as unknown as { readonly id: string }[];
  return {
    contract: contract.id,
    deposit: deposit.id,
    project: project.id,
    task: task.id,
    tenant: (await admin.tenant()).id,
    role: (await admin.role({ Contracts: ['canView'] })).id,
    module: modules[0]?.id ?? '',
    user: (await owner.user()).id,
  };
}

const named = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replace(/:([a-z]+)/g, (_, name: string) => ids[name] ?? name);

/** Looks at what is there in both themes, and at the width of a phone. */
async function expectBothThemes(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    }
  });
}

/** Waits until nothing is being loaded any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test.describe('every screen is accessible in both themes and fits a phone', () => {
  for (const [area, paths] of Object.entries(SCREENS)) {
    test(area, async ({ page, request, signIn }) => {
      test.setTimeout(180_000);
      const ids = await records(request);
      await signIn(area === 'admin' ? accounts.admin : accounts.owner);
      for (const path of paths) {
        await page.setViewportSize({ width: 1366, height: 768 });
        await page.goto(named(path, ids));
        await settled(page);
        await expectBothThemes(page, path);
        const menu = page.getByRole('button', { name: /^Actions for / }).first();
        if (await menu.isVisible()) {
          await menu.click();
          await expect(page.getByRole('menuitem').first()).toBeVisible();
          await expectBothThemes(page, `${path}, menu`);
          const remove = page
            .getByRole('menuitem', { name: 'Delete' })
            .and(page.locator(':not([aria-disabled="true"])'));
          if (await remove.isVisible()) {
            await remove.click();
            await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
            await expectBothThemes(page, `${path}, question`);
          }
          await page.keyboard.press('Escape');
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await expectNoSidewaysScroll(page);
      }
    });
  }
});

test.describe('every form that was refused is accessible in both themes', () => {
  for (const [area, paths] of Object.entries(FORMS)) {
    test(area, async ({ page, request, signIn }) => {
      test.setTimeout(120_000);
      const ids = await records(request);
      await signIn(area === 'admin' ? accounts.admin : accounts.owner);
      for (const path of paths) {
        await page.goto(named(path, ids));
        await settled(page);
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await expect(page.getByRole('main').getByRole('alert')).toBeFocused();
        await expectBothThemes(page, path);
      }
    });
  }
});

test('every public page is accessible in both themes', async ({ page }) => {
  test.slow();
  for (const path of ['/', '/about', '/contact', '/login', '/unauthorized']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectBothThemes(page, path);
  }
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectBothThemes(page, '/contact, refused');
});
