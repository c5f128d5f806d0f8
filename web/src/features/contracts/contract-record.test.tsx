import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { Contract_Status, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerContractPanels } from '@/testing/contracts';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { filterContracts, getContract } = ContractService.method;
const HINDI = 'राष्ट्रीय राजमार्ग-४४ के किलोमीटर १२ से ४८ तक चौड़ीकरण एवं सुदृढ़ीकरण कार्य (पैकेज-III) तथा सेवा मार्ग निर्माण';

const CONTRACT = create(ContractSchema, {
  id: 'contract-1',
  bidId: '2026_PWD_901492_3',
  contractName: HINDI,
  referenceNo: 'ROC No.252-B/2026',
  description: 'Work period 120 days',
  status: Contract_Status.WORK_IN_PROGRESS,
  contractType: 'EPC',
  paperCost: { paise: 12_500_00n },
  tenderActualValue: { paise: 45_77_47_127_35n },
  tenderBidValue: { paise: 40_62_50_575_52n },
  tenderBidPercentage: -11.25,
  openingDate: { year: 2026, month: 5, day: 1 },
  closingDate: { year: 2026, month: 5, day: 2 },
  resultDate: { year: 2026, month: 5, day: 3 },
  draftingDate: { year: 2026, month: 5, day: 4 },
  awardedDate: { year: 2026, month: 5, day: 5 },
  agreementDate: { year: 2026, month: 5, day: 6 },
  submittedPaymentDate: { year: 2026, month: 5, day: 7 },
  givenStartDate: { year: 2026, month: 6, day: 1 },
  givenEndDate: { year: 2027, month: 6, day: 2 },
  actualStartDate: { year: 2026, month: 6, day: 3 },
  actualEndDate: { year: 2027, month: 6, day: 4 },
  extensionCount: 2,
  terminationReason: 'None',
  licenseHolderName: 'Deccan Builders',
  licenseNo: 'LIC/42',
  licenseId: 'L-42',
  comments: 'Two covers',
  contractMetadata: { json: '{"zone":"West"}' },
});

/** Every field of a contract that isn't the server's, as it is read. */
const SHOWN = {
  'Bid ID': '2026_PWD_901492_3',
  'Contract name': HINDI,
  'Reference no.': 'ROC No.252-B/2026',
  'Contract type': 'EPC',
  Status: 'Work in progress',
  Description: 'Work period 120 days',
  'Tender actual value': '₹45,77,47,127.35',
  'Tender bid percentage': '-11.25 %',
  'Tender bid value': '₹40,62,50,575.52',
  'Paper cost': '₹12,500',
  'Opening date': '01 May 2026',
  'Closing date': '02 May 2026',
  'Result date': '03 May 2026',
  'Drafting date': '04 May 2026',
  'Awarded date': '05 May 2026',
  'Agreement date': '06 May 2026',
  'Submitted payment date': '07 May 2026',
  'Given start date': '01 Jun 2026',
  'Given end date': '02 Jun 2027',
  'Extension count': '2',
  'Actual start date': '03 Jun 2026',
  'Actual end date': '04 Jun 2027',
  'Termination reason': 'None',
  'Licence holder name': 'Deccan Builders',
  'Licence no.': 'LIC/42',
  'Licence ID': 'L-42',
  Comments: 'Two covers',
  'Contract metadata': '{ "zone": "West" }',
};

/** The terms of the page's descriptions with what they say. */
const shown = () =>
  Object.fromEntries(
    [...document.querySelectorAll('main dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent.replace(/\s+/g, ' '),
    ]),
  );

const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

describe('a contract to read', () => {
  beforeEach(() => {
    signIn();
    answerContractPanels();
    server.answer(getContract, CONTRACT);
  });

  // Spec: S2.contracts.view S2.forms.mode
  test('shows every field, and no input', async () => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent(HINDI);
    expect(shown()).toEqual(SHOWN);
    expect((await server.calls(getContract)).at(-1)?.request.id).toBe('contract-1');
    await expect.element(page.getByRole('main').getByRole('textbox')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Edit', exact: true }))
      .toHaveAttribute('href', '/contracts/contract-1/edit');
    await expect.element(page.getByRole('button', { name: 'Copy Bid ID' })).toBeVisible();
  });

  test('shows a long Hindi name whole, in the grid and on cards too', async () => {
    server.answer(filterContracts, (request) => pageOf([CONTRACT], request));
    await list.open('/contracts/list');
    const cell = list.grid.getByText(HINDI);
    await expect.element(cell).toBeVisible();
    expect(cell.element().scrollWidth).toBeLessThanOrEqual(cell.element().clientWidth);
    await page.viewport(320, 700);
    await expect.element(page.getByRole('listitem').getByText(HINDI)).toBeVisible();
    expect(sideways()).toBe(0);
    await page.getByRole('link', { name: CONTRACT.bidId }).click();
    await expect.element(list.heading).toHaveTextContent(HINDI);
    expect(sideways()).toBe(0);
    await expectAccessible();
  });

  test('keeps a long bid id in one line beside the menu, in the grid and on cards too', async () => {
    const bidId = 'NIT/2026-27/PWD/BRIDGE-DIVISION/CHANDGARH/EE-14/ROAD/PACKAGE-III/42';
    server.answer(filterContracts, (request) => pageOf([{ ...CONTRACT, bidId }], request));
    await list.open('/contracts/list');
    const link = page.getByRole('link', { name: bidId, exact: true });
    await expect.element(link).toBeVisible();
    await page.viewport(320, 700);
    await expect.element(page.getByRole('listitem').getByText(HINDI)).toBeVisible();
    await expect.element(link).toBeVisible();
    const { right } = link.element().getBoundingClientRect();
    expect(right).toBeLessThan(
      page
        .getByRole('button', { name: `Actions for ${bidId}` })
        .element()
        .getBoundingClientRect().left,
    );
    expect(sideways()).toBe(0);
  });

  // Spec: S8.contracts.fetch-failed
  test('says when there is none, and when it can’t be had', async () => {
    server.fail(getContract, Code.NotFound);
    await open('/contracts/contract-9');
    await expect.element(list.heading).toHaveTextContent('Failed to fetch contract');
    await expect.element(page.getByText('There is nothing at this address.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
    await expectAccessible();
    server.fail(getContract);
    for (const path of ['/contracts/contract-1', '/contracts/contract-1/edit']) {
      await open(path);
      await expect.element(list.heading).toHaveTextContent('Failed to fetch contract');
    }
    server.answer(getContract, CONTRACT);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent(`Edit ${HINDI}`);
  });

  test('leads to its project, or says why it may not be edited', async () => {
    const { filterProjects } = ProjectService.method;
    server.answer(getContract, { ...CONTRACT, isProjectCreated: true });
    server.answer(filterProjects, (request) => pageOf([{ id: 'project-1' }], request));
    signIn(person({ Contracts: ['view'], Projects: ['view'] }));
    await open('/contracts/contract-1');
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Project', exact: true }))
      .toHaveAttribute('href', '/projects/project-1');
    expect((await server.calls(filterProjects)).at(-1)?.request.contractId).toBe('contract-1');
    await page.getByRole('button', { name: 'Edit', exact: true }).hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Edit permission for Contracts.');
  });
});
