import { Code } from '@connectrpc/connect';
import { onlineManager } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { form } from '@/testing/form';
import { frame } from '@/testing/frame';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { address, close, open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { queryClient } from './query-client';

const { createContract, deleteContract, filterContracts, getContract, updateContract } = ContractService.method;
const STORED = { id: 'contract-1', bidId: 'BID/7', contractName: 'Culvert at km 7', version: 3n };
const NO_NETWORK = 'Network error. Please try again.';

/** Lets the browser report that there is no network, until the returned function is called. */
function goOffline(): () => void {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  const comeBack = () => {
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
  };
  onTestFinished(() => {
    comeBack();
    // The page that would have heard of it is closed by then.
    onlineManager.setOnline(true);
  });
  return comeBack;
}

const banner = page.getByText('You are offline.');

describe('without a network', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterContracts, (request) => pageOf([STORED], request));
    server.answer(getContract, STORED);
  });

  test('a form says at once that nothing was saved, and saves nothing by itself later', async () => {
    server.fail(createContract, Code.Unavailable);
    await open('/contracts/create');
    await form.fill({ 'Bid ID': 'BID/8', 'Contract name': 'Overhead tank' });
    const comeBack = goOffline();
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent(NO_NETWORK);
    await expect.element(form.field('Bid ID')).toHaveValue('BID/8');
    server.answer(createContract, STORED);
    comeBack();
    await expect.element(banner).not.toBeInTheDocument();
    expect(await server.calls(createContract)).toHaveLength(1);
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(await server.calls(createContract)).toHaveLength(2);
  });

  test('a deletion fails at once, and its question can be left', async () => {
    server.fail(deleteContract, Code.Unavailable);
    await list.open('/contracts/list');
    const comeBack = goOffline();
    await list.act('BID/7', 'Delete');
    const question = form.dialog('Delete BID/7?');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(question.getByRole('alert')).toHaveTextContent(NO_NETWORK);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    comeBack();
    await expect.element(banner).not.toBeInTheDocument();
    expect(await server.calls(deleteContract)).toHaveLength(1);
  });

  test('a page says that it can’t be read, and is read when the network is back', async () => {
    await open('/payroll');
    await expect.element(frame.heading).toBeVisible();
    const comeBack = goOffline();
    const mend = server.fail(filterContracts);
    await visit('/contracts/list');
    await expect.element(list.failure).toHaveTextContent('Failed to fetch contracts');
    mend();
    comeBack();
    await list.expectRows(['BID/7']);
  });

  test('what is on the screen stays as it is, without a word but the banner’s', async () => {
    await list.open('/contracts/list');
    await queryClient.invalidateQueries({ refetchType: 'none' });
    goOffline();
    server.fail(filterContracts);
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.element(banner).toBeVisible();
    await expect.element(list.failure).not.toBeInTheDocument();
    expect(await server.calls(filterContracts)).toHaveLength(1);
  });

  test('one can sign out, and read again after the next sign-in', async () => {
    server.answer(AuthService.method.logout, {});
    await list.open('/contracts/list');
    const comeBack = goOffline();
    await frame.logout.click();
    await expect.element(frame.banner).toHaveTextContent('Guest');
    comeBack();
    // The page that was signed out of would not know the next session from the one that it has just ended.
    await close();
    signIn();
    await list.open('/contracts/list');
    await list.expectRows(['BID/7']);
  });

  test('what was typed stays when what somebody else saved can’t be read', async () => {
    await open('/contracts/contract-1/edit');
    await form.fill({ Comments: 'Mine' });
    server.answer(updateContract, () => {
      goOffline();
      server.fail(getContract);
      throw conflict(4n);
    });
    await form.update.click();
    await expect.element(form.summary).toHaveTextContent('Failed to save contract');
    await expect.element(form.field('Comments')).toHaveValue('Mine');
    expect(address()).toBe('/contracts/contract-1/edit');
  });
});
