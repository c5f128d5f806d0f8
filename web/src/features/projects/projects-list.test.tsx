import { beforeEach, describe, expect, test } from 'vitest';
import { Project_Status } from '@/gen/nirmaan/projects/v1/project_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { expectUndo } from '@/testing/deletions';
import { form, leave } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';
import { project } from '@/testing/work';

const { deleteProject, filterProjects } = ProjectService.method;

const PROJECTS = [
  project({
    id: 'hall',
    projectName: 'Town hall',
    status: Project_Status.COMPLETED,
    projectBidValue: { paise: 5500n },
  }),
  project({ id: 'bypass', projectName: 'Bypass road', sums: { tasks: 4, leaves: 3, progress: 62.5 } }),
  project({ id: 'ring', projectName: 'Ring road', contractId: 'contract-1', contractBidId: 'ROC/252' }),
];

/** What the list asked for last. */
const asked = async () => (await server.calls(filterProjects)).at(-1)?.request;

const entry = (name: string | RegExp) => page.getByRole('menuitem', { name });

beforeEach(() => {
  signIn();
  server.answer(filterProjects, (request) =>
    pageOf(
      PROJECTS.filter(({ projectName }) => projectName.toLowerCase().includes(request.projectName.toLowerCase())),
      request,
    ),
  );
});

describe('the list of projects', () => {
  // Spec: S2.projects.list
  test('is at both addresses, the newest first', async () => {
    for (const path of ['/projects', '/projects/list']) {
      await list.open(path);
      await expect.element(list.heading).toHaveTextContent('Projects');
      await list.expectRows(['Town hall', 'Bypass road', 'Ring road']);
      expect(await asked()).toMatchObject({
        sort: { field: 'createdAt', direction: 'desc' },
        pagination: { page: 0, size: 10 },
        status: [],
      });
      expect((await asked())?.dateRange).toBeUndefined();
    }
    await expect.element(page.getByRole('row', { name: /Town hall/ })).toHaveTextContent('Completed');
    await expect.element(page.getByRole('row', { name: /Bypass road/ })).toHaveTextContent('62.5 %');
    await expect.element(page.getByRole('link', { name: 'Ring road' })).toHaveAttribute('href', '/projects/ring');
  });

  // Spec: S2.projects.list
  test('is searched by each of its texts, which the address keeps', async () => {
    for (const [label, field] of [
      ['Project name', 'projectName'],
      ['Contract bid ID', 'contractBidId'],
      ['Licence holder name', 'licenseHolderName'],
      ['Project type', 'projectType'],
    ] as const) {
      await list.open('/projects');
      await list.filter(label).fill('ROAD');
      leave(list.filter(label));
      await expect.poll(address).toBe(`/projects?${field}=ROAD`);
      expect((await asked())?.[field]).toBe('ROAD');
      const others = ['projectName', 'contractBidId', 'licenseHolderName', 'projectType'] as const;
      const request = await asked();
      expect(
        others.filter((other) => request?.[other] !== ''),
        label,
      ).toEqual([field]);
    }
  });

  // Spec: S2.projects.list
  test('is searched by statuses and by days, and says when nothing matches', async () => {
    server.answer(filterProjects, (request) => (request.dateRange ? {} : pageOf(PROJECTS, request)));
    await list.open('/projects');
    await list.choice('Status').click();
    for (const name of ['Draft', 'On hold']) await page.getByRole('option', { name }).click();
    await userEvent.keyboard('{Escape}');
    expect((await asked())?.status).toEqual([Project_Status.DRAFT, Project_Status.ON_HOLD]);
    await list.day('From date').fill('01/05/2026');
    leave(list.day('From date'));
    await list.day('To date').fill('31/05/2026');
    leave(list.day('To date'));
    await expect.poll(address).toBe('/projects?status=DRAFT&status=ON_HOLD&from=2026-05-01&to=2026-05-31');
    expect((await asked())?.dateRange).toMatchObject({ from: '2026-05-01T00:00:00Z', to: '2026-05-31T23:59:59Z' });
    await expect.element(page.getByText('No projects match these filters')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect.poll(address).toBe('/projects');
    await list.expectRows(['Town hall', 'Bypass road', 'Ring road']);
  });

  test('is sorted by the server, by any of its columns', async () => {
    await list.open('/projects');
    for (const [header, field] of [
      ['Project name', 'projectName'],
      ['Contract bid ID', 'contractBidId'],
      ['Type', 'projectType'],
      ['Status', 'status'],
      ['Bid value', 'projectBidValue'],
      ['Actual value', 'projectActualValue'],
      ['Start', 'givenStartDate'],
      ['End', 'givenEndDate'],
    ] as const) {
      await list.sortButton(header).click();
      await expect.poll(address).toBe(`/projects?sort=${field}`);
      expect((await asked())?.sort).toMatchObject({ field, direction: 'asc' });
    }
  });

  test('leads from an empty one to the first', async () => {
    server.answer(filterProjects, {});
    await open('/projects');
    await expect.element(page.getByText('No projects yet')).toBeVisible();
    await page.getByRole('link', { name: 'Create Project' }).first().click();
    await expect.poll(address).toBe('/projects/create');
  });

  test('says what failed, and tries again', async () => {
    const mend = server.fail(filterProjects);
    await open('/projects');
    await expect.element(list.failure).toHaveTextContent('Failed to fetch projects');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.expectRows(['Town hall', 'Bypass road', 'Ring road']);
  });

  // Spec: S2.projects.delete-question
  test('deletes after a question, unless the server refuses', async () => {
    await list.open('/projects');
    await list.act('Town hall', 'Delete');
    const dialog = form.dialog('Delete Town hall?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this project?');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(list.menu('Town hall')).toHaveFocus();

    await list.act('Town hall', 'Delete');
    server.fail(deleteProject);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete project. Please try again.');
    await expectAccessible();

    server.answer(deleteProject, {});
    server.answer(filterProjects, (request) => pageOf(PROJECTS.slice(1), request));
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Project deleted successfully!');
    await list.expectRows(['Bypass road', 'Ring road']);
    expect((await server.calls(deleteProject)).map(({ request }) => request.id)).toEqual(['hall', 'hall']);
    await expectUndo('PROJECT', 'hall');
  });

  // Spec: S4.project.linked
  test('deletes none that is linked to a contract, and says why', async () => {
    await list.open('/projects');
    await list.menu('Ring road').click();
    await expect.element(entry(/^Delete/)).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(entry(/^Delete/))
      .toHaveTextContent('This project is linked to a contract and cannot be deleted.');
    await expectAccessible();
    await entry(/^Delete/).click({ force: true });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(await server.calls(deleteProject)).toEqual([]);
  });
});

// Spec: S6.projects.module
test('without rights on projects, what they would allow is disabled and says so', async () => {
  signIn(person({ ...EVERYTHING, Projects: ['view'] }));
  await list.open('/projects');
  const create = page.getByRole('button', { name: 'Create Project' });
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  await expectTooltip(create, 'You need the Create permission for Projects.');
  await list.menu('Town hall').click();
  await expect.element(entry(/^Edit/)).toHaveTextContent('You need the Edit permission for Projects.');
  await expect.element(entry(/^Delete/)).toHaveTextContent('You need the Delete permission for Projects.');
});
