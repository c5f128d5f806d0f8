import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { ageBanner, readAgainAfter } from '@/testing/age';
import { answerContractPanels } from '@/testing/contracts';
import { form } from '@/testing/form';
import { frame } from '@/testing/frame';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { deleted, refused } from '@/testing/refusals';
import { address, open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';

const { filterContracts, getContract, updateContract } = ContractService.method;
const STORED = create(ContractSchema, { id: 'contract-1', bidId: 'BID/7', contractName: 'Culvert', version: 3n });
const MINUTE = 60_000;

const tryAgain = page.getByRole('button', { name: 'Try again' });

beforeEach(() => {
  signIn();
  answerContractPanels();
  server.answer(getContract, STORED);
  server.answer(filterContracts, (request) => pageOf([STORED], request));
});

describe('what couldn’t be read again', () => {
  test('says how old it is, until it was', async () => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    await expect.element(ageBanner).not.toBeInTheDocument();

    const mend = server.fail(getContract, Code.Internal);
    await readAgainAfter(12 * MINUTE + 1);
    await expect
      .element(ageBanner)
      .toHaveTextContent('Some of what you see could not be read again. It was read 12 minutes ago on ');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    await expectAccessible();
    await expectToFit(1440, 390, 320);
    await page.viewport(1280, 800);

    // It stays as long as the server does not answer.
    const release = server.hold(getContract);
    await tryAgain.click();
    await expect.element(tryAgain).toBeDisabled();
    // As a browser does a moment after a button was disabled.
    (document.activeElement as HTMLElement).blur();
    release();
    await expect.element(tryAgain).toHaveFocus();
    await expect.element(ageBanner).toBeVisible();

    mend();
    server.answer(getContract, { ...STORED, contractName: 'Culvert at km 7' });
    await tryAgain.click();
    await expect.element(ageBanner).not.toBeInTheDocument();
    await expect.element(list.heading).toHaveTextContent('Culvert at km 7');
    await expect.element(list.heading).toHaveFocus();
  });

  test.each([1280, 390])('leaves what else stays in sight below it, at %d pixels', async (width) => {
    await page.viewport(width, 700);
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    server.fail(getContract, Code.Internal);
    await readAgainAfter(MINUTE);
    await expect.element(ageBanner).toBeVisible();
    const { bottom } = (ageBanner.element().closest('section') as HTMLElement).getBoundingClientRect();
    const probe = document.createElement('div');
    probe.style.height = 'var(--nm-bars-height)';
    document.body.append(probe);
    const padding = () => Number.parseInt(getComputedStyle(document.documentElement).scrollPaddingTop, 10);
    await expect.poll(() => Math.min(probe.offsetHeight, padding())).toBeGreaterThanOrEqual(Math.floor(bottom));
    probe.remove();
    await page.viewport(1280, 800);
  });

  test.each([
    [20_000, 'less than a minute ago'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [60 * MINUTE, '1 hour ago'],
    [47 * 60 * MINUTE, '1 day ago'],
  ])('tells %d ms as “%s”', async (age, said) => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    server.fail(getContract, Code.Internal);
    await readAgainAfter(age);
    await expect.element(ageBanner).toHaveTextContent(`It was read ${said} on `);
  });

  test('is told of a list of the same rows, and keeps its total', async () => {
    await list.open('/contracts/list');
    server.fail(filterContracts, Code.Internal);
    await readAgainAfter(5 * MINUTE);
    await expect
      .element(ageBanner)
      .toHaveTextContent(/^What you see could not be read again. It was read 5 minutes ago on /);
    await list.expectRows(['BID/7']);
    await expect.element(list.result).toHaveTextContent('1 total records');
    await expect.element(list.failure).not.toBeInTheDocument();
  });

  test('is not told of a page that was never read: that says so itself', async () => {
    server.fail(getContract, Code.Internal);
    await open('/contracts/contract-1');
    await expect.element(list.failure).toBeVisible();
    await expect.element(ageBanner).not.toBeInTheDocument();
  });

  test('is no longer told of once another page is shown', async () => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    server.fail(getContract, Code.Internal);
    await readAgainAfter(MINUTE);
    await expect.element(ageBanner).toBeVisible();
    await visit('/payroll');
    await expect.element(frame.heading).toHaveTextContent('Page Under Construction');
    await expect.element(ageBanner).not.toBeInTheDocument();
    // And again on the way back, since it is still as old.
    await visit('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    await expect.element(ageBanner).toBeVisible();
  });
});

describe('what the server refuses by now', () => {
  test('is gone from the screen when it says so itself', async () => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    const refusal = refused(Code.PermissionDenied, 'You need the right to view in Contracts.', 'NOT_GRANTED');
    server.answer(getContract, () => {
      throw refusal;
    });
    await readAgainAfter(MINUTE);
    await expect.element(list.heading).toHaveTextContent('Unauthorized');
    await expect.element(ageBanner).not.toBeInTheDocument();
  });

  test.each([
    ['something between it and the browser', new ConnectError('HTTP 403', Code.PermissionDenied)],
    ['another rule', refused(Code.PermissionDenied, 'A second person has to do that.', 'FOUR_EYES')],
  ])('stays where %s refuses it', async (_, refusal) => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    server.answer(getContract, () => {
      throw refusal;
    });
    await readAgainAfter(MINUTE);
    await expect.element(ageBanner).toBeVisible();
    await expect.element(list.heading).toHaveTextContent('Culvert');
  });
});

describe('a form of a record that somebody has deleted since', () => {
  const GONE = () => {
    throw deleted({ kind: 'CONTRACT', id: 'contract-1', name: 'BID/7' });
  };

  test('keeps what was typed, and says who deleted it', async () => {
    await open('/contracts/contract-1/edit');
    await form.fill({ Comments: 'Mine' });
    server.answer(getContract, GONE);
    server.fail(updateContract, Code.NotFound, 'Contract not found.');
    await form.update.click();
    await expect.element(form.summary).toHaveTextContent('Contract not found.');
    const told =
      'Contract BID/7 was deleted by asha@bharat.example on 20 Nov 2026, 2:05 pm. What you typed is kept here';
    await expect.element(page.getByRole('status').filter({ hasText: told })).toBeVisible();
    await readAgainAfter(MINUTE);
    await expect.element(page.getByRole('status').filter({ hasText: told })).toBeVisible();
    await expect.element(form.field('Comments')).toHaveValue('Mine');
    expect(address()).toBe('/contracts/contract-1/edit');
  });

  test('is not offered to whoever comes later', async () => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    server.answer(getContract, GONE);
    await visit('/contracts/contract-1/edit');
    await expect.element(list.heading).toHaveTextContent('This record was deleted');
    await expect.element(form.field('Comments')).not.toBeInTheDocument();
  });
});
