import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aModule, instant } from '@/testing/platform';
import { taken } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/admin/modules';
const { listModules, getModule, createModule, updateModule, deleteModule } = ModuleService.method;

const MODULES = [
  aModule({ id: 'm-1', name: 'Contracts', description: 'Tenders and bids', isSeeded: true }),
  aModule({ id: 'm-2', name: 'Survey', description: 'Levels and pegs', updatedAt: instant('2026-07-01T04:00:00Z') }),
  aModule({ id: 'm-3', name: 'Vehicles', description: 'Tippers', status: false }),
  aModule({ id: 'm-4', name: 'Vehicle Insurance', description: 'Policies' }),
];

const active = page.getByRole('checkbox', { name: 'Active' });

describe('modules', () => {
  beforeEach(() => {
    signIn();
    server.answer(listModules, { modules: MODULES });
    server.answer(getModule, ({ id }) => MODULES.find((module) => module.id === id) ?? {});
  });

  // Spec: S2.modules.list
  test('are listed all at once, and narrowed in place', async () => {
    await list.open(LIST);
    await expect.element(list.heading).toHaveTextContent('Modules');
    await expect.element(list.result).toHaveTextContent('Showing page 1 of 1 — 4 total records');
    await list.expectRows(MODULES.map(({ name }) => name));
    await expect.element(page.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();

    await list.filter('Name').fill('VEHICLE');
    await list.expectRows(['Vehicles', 'Vehicle Insurance']);
    await expect.poll(address).toBe(`${LIST}?name=VEHICLE`);
    await page.getByRole('combobox', { name: 'Status' }).selectOptions('Inactive');
    await list.expectRows(['Vehicles']);
    await list.filter('Description').fill('no such description');
    await expect.element(page.getByText('No modules match these filters')).toBeVisible();
    await expectAccessible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await list.expectRows(MODULES.map(({ name }) => name));
  });

  test('are sorted in place by every column, both ways', async () => {
    const named = new Map(Object.entries({ C: 'Contracts', S: 'Survey', V: 'Vehicles', I: 'Vehicle Insurance' }));
    const rows = (letters: string) => letters.split(' ').map((letter) => named.get(letter) ?? '');
    await list.open(LIST);
    for (const [header, ascending, descending] of [
      ['Name', 'C S I V', 'V I S C'],
      ['Description', 'S I C V', 'V C I S'],
      // Inactive is false; what is equal stays in its order.
      ['Status', 'V C S I', 'C S I V'],
      ['Updated', 'C V I S', 'S C V I'],
    ] as const) {
      await list.sortButton(header).click();
      await list.expectRows(rows(ascending));
      await list.sortButton(header).click();
      await list.expectRows(rows(descending));
    }
    await expect.element(list.header('Updated')).toHaveAttribute('aria-sort', 'descending');
    expect((await server.calls(listModules)).length).toBeLessThanOrEqual(2);
  });

  // Spec: S2.modules.form-fields S4.module.status
  test('are active unless they are switched off', async () => {
    server.answer(createModule, ({ module }) => module ?? {});
    server.answer(updateModule, ({ module }) => module ?? {});
    await open(`${LIST}/create`);
    await form.fill({ Name: ' Quarries ', Description: 'Stone and sand' });
    await expect.element(active).toBeChecked();
    await form.create.click();
    await form.expectToast('Module created successfully!');
    expect((await server.calls(createModule))[0]?.request.module).toMatchObject({
      name: 'Quarries',
      description: 'Stone and sand',
      status: true,
    });
    await open(`${LIST}/edit/m-2`);
    await expect.element(active).toBeChecked();
    await active.click();
    await form.update.click();
    await form.expectToast('Module updated successfully!');
    expect((await server.calls(updateModule))[0]?.request).toMatchObject({
      id: 'm-2',
      module: { name: 'Survey', description: 'Levels and pegs', status: false, version: 3n },
    });
  });

  // Spec: S5.module.name
  test('need a name, and one that is free', async () => {
    const reason = 'Module name is already used by another module.';
    server.answer(createModule, () => {
      throw taken('module.name', reason);
    });
    await open(`${LIST}/create`);
    await form.fill({ Name: '  ' });
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    await form.summary.getByRole('link', { name: 'Module name is required.' }).click();
    await expect.element(form.field('Name')).toHaveFocus();
    expect(await server.calls(createModule)).toEqual([]);
    await form.fill({ Name: 'contracts' });
    await form.create.click();
    await form.summary.getByRole('link', { name: reason }).click();
    await expect.element(form.field('Name')).toHaveFocus();
    await expect.element(form.field('Name')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
  });

  // Spec: S2.modules.delete-question
  test('are deleted after a question, which shows why it failed', async () => {
    server.fail(deleteModule, Code.Unavailable);
    await list.open(LIST);
    await list.act('Survey', 'Delete');
    const dialog = form.dialog('Delete Survey?');
    await expect.element(dialog).toHaveTextContent('Are you sure to delete this module?');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    await expectAccessible();
    server.answer(deleteModule, {});
    server.answer(listModules, { modules: MODULES.toSpliced(1, 1) });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Module deleted successfully!');
    await list.expectRows(['Contracts', 'Vehicles', 'Vehicle Insurance']);
    // A failed one is never tried again by itself.
    expect((await server.calls(deleteModule)).map(({ request }) => request.id)).toEqual(['m-2', 'm-2']);
  });

  test('of the product keep their name and can’t be deleted, and say why', async () => {
    await list.open(LIST);
    await list.menu('Contracts').click();
    const entry = page.getByRole('menuitem', { name: 'Delete' });
    await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
    await expect.element(entry).toHaveTextContent('This module is part of the product and can’t be deleted.');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect.poll(address).toBe(`${LIST}/edit/m-1`);
    await expect.element(form.field('Name')).toHaveAttribute('readonly');
    await expect
      .element(form.field('Name'))
      .toHaveAccessibleDescription('This module is part of the product: its name can’t be changed.');
    await expect.element(form.field('Description')).not.toHaveAttribute('readonly');
    await expectAccessible();
  });

  test('say what failed, and try again', async () => {
    const mendList = server.fail(listModules);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch modules');
    await expectAccessible();
    mendList();
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.expectRows(MODULES.map(({ name }) => name));

    const mend = server.fail(getModule);
    await open(`${LIST}/m-2`);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch module');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('Survey');

    server.fail(createModule);
    await open(`${LIST}/create`);
    await form.fill({ Name: 'Quarries' });
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Failed to save module');
    await expect.element(form.field('Name')).toHaveValue('Quarries');
  });
});

test('without the rights, the buttons of modules say which are missing', async () => {
  signIn(person({ Contracts: ['view'] }));
  server.answer(listModules, { modules: MODULES });
  server.fail(getModule, Code.PermissionDenied, 'You need the View permission for Modules.');
  await list.open(LIST);
  await page.getByRole('button', { name: 'Create Module' }).hover();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Create permission for Modules.');
  await list.menu('Contracts').click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Edit' }))
    .toHaveTextContent('You need the Edit permission for Modules.');
  await expect
    .element(page.getByRole('menuitem', { name: 'Delete' }))
    .toHaveTextContent('You need the Delete permission for Modules.');
  await expectAccessible();
  await page.getByRole('menuitem', { name: 'View' }).click();
  await expect.element(list.heading).toHaveTextContent('Unauthorized');
  await expectAccessible();
});
