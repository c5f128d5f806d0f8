import { create, equals } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Contract, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { clearSession } from '@/session/session-store';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { answerContractPanels } from '@/testing/contracts';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { ENDLESS, withPace } from '@/testing/pace';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { refused, taken } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const CREATE = '/contracts/create';
const NAMED = { 'Bid ID': 'BID/8', 'Contract name': 'Overhead tank' };
const { createContract, filterContracts, getContract, updateContract } = ContractService.method;

const offer = page.getByRole('status').filter({ hasText: 'There are unsaved changes from earlier.' });
const restore = page.getByRole('button', { name: 'Restore' });

/** What the server has stored, by the key of the create, with what was sent under it. */
let stored: Map<string, { sent: Contract; contract: Contract }>;
/** What becomes of the answers. */
let answers: 'come' | 'are lost';
/** Whether what is sent arrives. */
let arrives: boolean;

/** Creates a contract once for each key, as the server does. */
function createOnce({ contract = create(ContractSchema) }: { contract?: Contract }, key: string): Contract {
  if (!arrives) throw new ConnectError('', Code.Unavailable);
  const before = stored.get(key);
  if (before && !equals(ContractSchema, before.sent, contract))
    throw refused(Code.AlreadyExists, 'Used with another request.', 'IDEMPOTENCY_KEY_REUSED');
  const made = before?.contract ?? create(ContractSchema, { ...contract, id: `c-${stored.size + 1}`, version: 1n });
  stored.set(key, { sent: contract, contract: made });
  if (answers === 'are lost') throw new ConnectError('', Code.Unavailable);
  return made;
}

/** What this tab keeps. */
const drafts = () => Object.values(sessionStorage).join();

const contracts = () => [...stored.values()].map(({ contract }) => contract);

/** Fills the form and presses Create, the answer to which is lost. */
async function loseAnswer(values: Readonly<Record<string, string>> = NAMED): Promise<void> {
  answers = 'are lost';
  await form.fill(values);
  await form.create.click();
  await expect.element(form.summary).toHaveTextContent('Network error');
  answers = 'come';
}

beforeEach(() => {
  stored = new Map();
  answers = 'come';
  arrives = true;
  signIn();
  answerContractPanels();
  server.answer(filterContracts, (request) => pageOf(contracts(), request));
  server.answer(getContract, ({ id }) => contracts().find((contract) => contract.id === id) ?? {});
  server.answer(createContract, (request, { requestHeader }) =>
    createOnce(request, requestHeader.get('idempotency-key') ?? ''),
  );
});

/** Lets the attempts that this tab keeps be of the day before yesterday. */
function ageAttempts(): void {
  for (const [path, text] of Object.entries(sessionStorage))
    sessionStorage.setItem(path, text.replace(/("since":)\d+/, `$1${Date.now() - 2 * 24 * 60 * 60_000}`));
}

describe('a contract of which nobody knows whether it was created', () => {
  test('is one when it is restored after a reload and created again', async () => {
    // Sent before the pause in which drafts are kept.
    withPace({ draft: ENDLESS });
    await open(CREATE);
    await loseAnswer();
    await expect.element(form.summary).toHaveTextContent('Press Create again: it won’t be created twice.');
    await open(CREATE);
    await expect.element(offer).toHaveTextContent('no answer came: restore them and press Create again');
    await expectAccessible();
    await restore.click();
    await expect.element(form.field('Bid ID')).toHaveValue('BID/8');
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(contracts()).toMatchObject([{ bidId: 'BID/8' }]);
    await open(CREATE);
    await expect.element(form.field('Bid ID')).toHaveValue('');
    await expect.element(offer).not.toBeInTheDocument();
  });

  test('is kept before it is sent, for the page may end meanwhile', async () => {
    withPace({ draft: ENDLESS });
    await open(CREATE);
    await form.fill(NAMED);
    server.hold(createContract);
    await form.create.click();
    await expect.poll(drafts).toContain('BID/8');
    await open(CREATE);
    await restore.click();
    await expect.element(form.field('Contract name')).toHaveValue('Overhead tank');
  });

  test('is led to when something else is sent since, and what was changed goes into it', async () => {
    server.answer(updateContract, ({ contract }) => contract ?? {});
    await open(CREATE);
    await loseAnswer();
    await open(CREATE);
    await restore.click();
    await form.fill({ 'Contract name': 'Overhead tank 120 KL' });
    await form.create.click();
    await form.expectToast('An earlier attempt had already created it. Your later changes can be restored here.');
    await expect.poll(address).toBe('/contracts/c-1/edit');
    await expect.element(form.field('Contract name')).toHaveValue('Overhead tank');
    await restore.click();
    await expect.element(form.field('Contract name')).toHaveValue('Overhead tank 120 KL');
    await form.update.click();
    await form.expectToast('Contract updated successfully!');
    const [update] = await server.calls(updateContract);
    expect(update?.request.updateMask?.paths).toEqual(['contract_name']);
    expect(contracts()).toHaveLength(1);
  });

  test('is only shown to whoever may not edit it, with what was changed named', async () => {
    signIn(person({ ...EVERYTHING, Contracts: ['view', 'create'] }));
    await open(CREATE);
    await loseAnswer();
    await form.fill({ 'Contract name': 'Overhead tank 120 KL' });
    await form.create.click();
    await form.expectToast('An earlier attempt had already created it. Not kept: Contract name. Please check here.');
    await expect.poll(address).toBe('/contracts/c-1');
  });

  test('takes along what is typed while it is sent', async () => {
    await open(CREATE);
    await loseAnswer();
    const release = server.hold(createContract);
    await form.fill({ 'Contract name': 'Overhead tank 120 KL' });
    await form.create.click();
    await expect.element(page.getByRole('button', { name: 'Reset' })).toBeDisabled();
    await form.fill({ Comments: 'Two bays' });
    release();
    await expect.poll(address).toBe('/contracts/c-1/edit');
    await restore.click();
    await expect.element(form.field('Contract name')).toHaveValue('Overhead tank 120 KL');
    await expect.element(form.field('Comments')).toHaveValue('Two bays');
  });

  test('is found by whichever attempt has arrived', async () => {
    await open(CREATE);
    arrives = false;
    await loseAnswer();
    arrives = true;
    await loseAnswer({ 'Contract name': 'Ground level reservoir' });
    await form.fill({ 'Contract name': 'Sump' });
    await form.create.click();
    await expect.poll(address).toBe('/contracts/c-1/edit');
    expect(contracts()).toMatchObject([{ contractName: 'Ground level reservoir' }]);
  });

  test('that none of this page’s attempts has created is another one from then on', async () => {
    await open(CREATE);
    await loseAnswer();
    const [[key, { contract }] = ['', { contract: create(ContractSchema) }]] = stored;
    stored.set(key, { sent: create(ContractSchema, { bidId: 'not this' }), contract });
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('An earlier attempt has created it already');
    await expectAccessible();
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(stored.size).toBe(2);
  });

  test('is looked for first when the server may have forgotten about it', async () => {
    await open(CREATE);
    await loseAnswer();
    ageAttempts();
    await open(CREATE);
    await expect.element(offer).toHaveTextContent('Look in the list first: they may have been saved');
    await restore.click();
    await form.create.click();
    await expect
      .element(form.summary)
      .toHaveTextContent('An earlier attempt may have created it, but too long ago to tell.');
    expect(stored.size).toBe(1);
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(stored.size).toBe(2);
  });

  test('takes the place of what was on offer', async () => {
    await open(CREATE);
    await form.fill(NAMED);
    await expect.poll(drafts).toContain('Overhead tank');
    await open(CREATE);
    await expect.element(offer).toBeVisible();
    await loseAnswer({ ...NAMED, 'Bid ID': 'BID/9' });
    await expect.element(offer).not.toBeInTheDocument();
  });

  test('is another one after Reset, and after its draft was discarded', async () => {
    await open(CREATE);
    await loseAnswer();
    await page.getByRole('button', { name: 'Reset' }).click();
    await loseAnswer({ ...NAMED, 'Bid ID': 'BID/9' });
    await open(CREATE);
    await page.getByRole('button', { name: 'Discard' }).click();
    await form.fill({ ...NAMED, 'Bid ID': 'BID/10' });
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(contracts().map(({ bidId }) => bidId)).toEqual(['BID/8', 'BID/9', 'BID/10']);
  });
});

/** Refuses the create, once the returned function is called. */
function refuse(): () => void {
  server.answer(createContract, () => {
    throw taken('contract.bid_id', 'Another contract has this bid ID.');
  });
  return server.hold(createContract);
}

test('a create that the server refused is no attempt that may have gone well', async () => {
  withPace({ draft: ENDLESS });
  const release = refuse();
  await open(CREATE);
  await form.fill(NAMED);
  await form.create.click();
  await expect.poll(drafts).toContain('"attempt"');
  release();
  await expect.element(form.summary).toHaveTextContent('Another contract has this bid ID.');
  await expect.element(form.summary).not.toHaveTextContent('Press Create again');
  await expect.poll(drafts).not.toContain('"attempt"');
  expect(drafts()).toContain('BID/8');
});

test('a draft that was given up, or went with the session, does not come back with the refusal', async () => {
  const kept = () => Object.keys(sessionStorage).filter((path) => path.startsWith('nirmaan.draft:'));
  for (const giveUp of [
    async () => {
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect.element(form.create).not.toBeInTheDocument();
    },
    async () => clearSession(),
  ]) {
    signIn();
    const release = refuse();
    await open(CREATE);
    await form.fill(NAMED);
    await form.create.click();
    await expect.poll(kept).toHaveLength(1);
    await giveUp();
    expect(kept()).toEqual([]);
    release();
    expect(await server.calls(createContract)).not.toEqual([]);
    expect(kept()).toEqual([]);
  }
});

test('a project of which nothing was typed is one as well', async () => {
  const { createProject } = ProjectService.method;
  const contract = create(ContractSchema, { id: 'contract-1', bidId: 'BID/1', contractName: 'Culvert', status: 3 });
  server.answer(getContract, contract);
  server.answer(ProjectService.method.filterProjects, {});
  const mend = server.fail(createProject, Code.Unavailable);
  const path = '/projects/create?contractId=contract-1';
  await open(path);
  await expect.element(form.field('Project name')).toHaveValue('Culvert');
  await form.create.click();
  await expect.element(form.summary).toHaveTextContent('Network error');
  await open(path);
  await restore.click();
  mend();
  server.answer(createProject, { id: 'project-1', version: 1n });
  await form.create.click();
  await form.expectToast('Project created successfully!');
  const keys = (await server.calls(createProject)).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test('what is unsaved from earlier is offered in sight, however far the page is scrolled', async () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 700],
    [320, 600],
  ] as const) {
    await page.viewport(width, height);
    await open(CREATE);
    await loseAnswer({ ...NAMED, 'Bid ID': `BID/${width}` });
    await open(CREATE);
    await expect.element(offer).toHaveTextContent('no answer came');
    // As a browser does after a reload.
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => window.scrollY).toBeGreaterThan(400);
    await expect.element(restore).toBeInViewport();
    await expectToFit(width);
    // What gets the focus comes out from beneath it.
    const field = form.field('Paper cost').element() as HTMLElement;
    const top = (element: Element) => element.getBoundingClientRect().top;
    window.scrollBy(0, top(field) - top(offer.element()) - 8);
    field.focus();
    expect(top(field)).toBeGreaterThan(offer.element().getBoundingClientRect().bottom);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(list.heading).toBeVisible();
  }
});
