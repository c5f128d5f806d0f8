import { Code } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { RoleRequestService } from '@/gen/nirmaan/platform/v1/role_request_service_pb';
import { RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { chooseFiles } from '@/testing/files';
import { form } from '@/testing/form';
import { frame } from '@/testing/frame';
import { person, session, signIn } from '@/testing/people';
import { notGranted } from '@/testing/refusals';
import { address, open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';

const { refresh } = AuthService.method;
const { getRoleRequest } = RoleRequestService.method;
const { filterContracts } = ContractService.method;

const CREATE = '/contracts/create';
const viewer = person({ Contracts: ['view'] });
const clerk = person({ Contracts: ['view', 'create'] });
const main = page.getByRole('main');
const missing = main.getByText('You need the Create permission for Contracts.');

/** Lets the server know of other rights than the browser does. */
const grant = (user: typeof viewer) => server.answer(refresh, () => session(user));

describe('a page that is refused', () => {
  test('names the right that the server names, and the administrators, and leads back', async () => {
    signIn(person({ Home: ['view'] }));
    grant(person({ Home: ['view'] }));
    server.answer(filterContracts, () => {
      throw notGranted('report', 'Contracts');
    });
    server.answer(getRoleRequest, {
      administrators: ['a@bharat.example', 'b@bharat.example', 'c@bharat.example', 'd@bharat.example'],
    });
    await open('/about');
    await visit('/contracts/list');
    await expect.element(frame.heading).toHaveTextContent('Unauthorized');
    await expect.element(main.getByText('You need the Report permission for Contracts.')).toBeVisible();
    await expect.element(main.getByRole('link', { name: /@bharat/ })).toHaveLength(3);
    await expect.element(main.getByText('and 1 more')).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Ask for a role' })).not.toBeInTheDocument();
    await expectAccessible();
    await expectToFit(1440, 390, 320);
    await main.getByRole('button', { name: 'Go Back' }).click();
    await expect.poll(address).toBe('/about');
  });

  test('says why in the server’s words where it isn’t for want of a right', async () => {
    signIn();
    server.fail(RoleService.method.getRole, Code.PermissionDenied, 'This belongs to another organisation.');
    await open('/admin/roles/role-1/view');
    await expect.element(main.getByText('This belongs to another organisation.')).toBeVisible();
  });

  test('takes from the menu what was taken from the user', async () => {
    signIn(viewer);
    grant(person({}));
    server.answer(filterContracts, () => {
      throw notGranted('view', 'Contracts');
    });
    await open('/contracts/list');
    await expect.element(frame.menuItems).toHaveLength(0);
    await main.getByRole('link', { name: 'Ask for a role' }).click();
    await expect.element(frame.heading).toHaveTextContent('You have no role yet');
  });
});

describe('a form for which a right is missing', () => {
  test('is offered as soon as the right is found to have been granted', async () => {
    signIn(viewer);
    grant(clerk);
    await open(CREATE);
    await expect.element(form.create).toBeEnabled();
    await expect.element(missing).not.toBeInTheDocument();
  });

  test('stays where something was typed, also when it is reset', async () => {
    signIn(clerk);
    grant(viewer);
    await open(CREATE);
    await form.fill({ 'Bid ID': 'BID/8' });
    signIn(viewer);
    await expect.element(missing).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.element(form.field('Bid ID')).toHaveValue('');
    await expect.element(form.create).toBeDisabled();
  });

  test('finds a right that was granted again, and sends what was typed', async () => {
    signIn(clerk);
    await open(CREATE);
    await form.fill({ 'Bid ID': 'BID/8' });
    grant(clerk);
    signIn(viewer);
    await expect.element(form.create).toBeEnabled();
    await expect.element(form.field('Bid ID')).toHaveValue('BID/8');
    expect(await server.calls(refresh)).toHaveLength(1);
  });

  test('keeps a file that was chosen before the right was taken', async () => {
    signIn(clerk);
    grant(viewer);
    await open('/contracts/bulk-upload');
    const file = new File(['Bid ID,Contract Name\nA/1,Culvert\n'], 'tenders.csv', { type: 'text/csv' });
    await chooseFiles(page.getByLabelText('Contracts file'), file);
    await expect.element(main).toHaveTextContent('tenders.csv');
    signIn(viewer);
    await expect.element(missing).toBeVisible();
    await expect.element(main).toHaveTextContent('tenders.csv');
    await expect.element(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  });
});
