import { Api, type Stored, unique } from './api';
import { accounts, expect, test } from './fixtures';
import { FormPO } from './pages/FormPO';

const CREATE = '/contracts/create';
const HINDI = 'राष्ट्रीय राजमार्ग-४४ के किलोमीटर १२ से ४८ तक चौड़ीकरण एवं सुदृढ़ीकरण कार्य (पैकेज-III) तथा सेवा मार्ग निर्माण';

test.describe('the contract form', () => {
  let form: FormPO;
  let api: Api;

  test.beforeEach(async ({ page, request, signIn }) => {
    form = new FormPO(page);
    api = await Api.as(request, accounts.deccan);
    await signIn(accounts.deccan);
  });

  // Spec: S2.contracts.create S3.contract
  test('keeps every field of a contract', async ({ page }) => {
    const bidId = `E2E/${unique()}`;
    const values = {
      'Bid ID': bidId,
      'Contract name': HINDI,
      'Reference no.': 'ROC No.252-B/2026',
      Description: 'Work period 120 days',
      'Tender actual value': '45,77,47,127.35',
      'Tender bid percentage': '-11.25',
      'Paper cost': '12.5 lakh',
      'Opening date': '05/05/2026',
      'Closing date': '19/05/2026',
      'Result date': '01/06/2026',
      'Drafting date': '05/06/2026',
      'Awarded date': '10/06/2026',
      'Agreement date': '15/06/2026',
      'Submitted payment date': '20/06/2026',
      'Given start date': '01/07/2026',
      'Given end date': '30/06/2027',
      'Extension count': '2',
      'Actual start date': '05/07/2026',
      'Actual end date': '05/07/2027',
      'Termination reason': 'None',
      'Licence holder name': 'Deccan Builders',
      'Licence no.': 'LIC/42',
      'Licence ID': 'L-42',
      Comments: 'Two covers',
      'Contract metadata': '{"zone": "West"}',
    };
    await page.goto(CREATE);
    await form.fill(values);
    await page.getByRole('combobox', { name: 'Contract type' }).fill('EPC');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Awarded' }).click();
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    const { content } = (await api.post('/contracts/filter', { bidId })) as unknown as { content: Stored[] };
    expect(content).toHaveLength(1);
    await page.goto(`/contracts/${content[0]?.id}/edit`);
    for (const [label, value] of Object.entries(values)) {
      const field = form.field(label);
      if (label === 'Paper cost') await expect(field).toHaveValue('12,50,000');
      else if (label === 'Contract metadata') await expect(field).toHaveValue(/"zone":\s*"West"/);
      else await expect(field).toHaveValue(value);
    }
    await expect(page.getByRole('combobox', { name: 'Contract type' })).toHaveValue('EPC');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Awarded');
    await expect(form.field('Tender bid value')).toHaveValue('40,62,50,575.52');
  });

  test('shows the server’s reason at the field', async ({ page }) => {
    const { bidId } = await api.contract();
    await page.goto(CREATE);
    await form.fill({ 'Bid ID': String(bidId), 'Contract name': 'The same again' });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await form.summary.getByRole('link').click();
    await expect(form.field('Bid ID')).toBeFocused();
    await expect(form.field('Bid ID')).toHaveAttribute('aria-invalid', 'true');
  });

  // Spec: S2.contracts.edit
  test('changes a contract at its own address, beside what others changed, and leaves the rest of it', async ({
    page,
  }) => {
    const stored = await api.contract({
      contractName: 'Culvert at km 7',
      referenceNo: 'CE/7',
      tenderActualValue: 2500000.5,
      openingDate: '2026-05-05',
    });
    const path = `/contracts/${stored.id}`;
    await page.goto(`${path}/edit`);
    await expect(form.field('Bid ID')).toHaveValue(String(stored.bidId));
    await expect(form.field('Contract name')).toHaveValue('Culvert at km 7');
    await expect(form.field('Reference no.')).toHaveValue('CE/7');
    await expect(form.field('Tender actual value')).toHaveValue('25,00,000.50');
    await expect(form.field('Opening date')).toHaveValue('05/05/2026');
    await expect(form.create).toHaveCount(0);
    await api.put(path, { ...stored, comments: 'Theirs' });
    await form.fill({ 'Contract name': 'Culvert at km 8' });
    await form.update.click();
    await form.expectToast('Contract updated successfully! Includes what you changed in another window: Comments.');
    await expect(page).toHaveURL(path);
    const changed = { contractName: 'Culvert at km 8', comments: 'Theirs', version: 3, updatedAt: expect.any(String) };
    expect(await api.get(path)).toEqual({ ...stored, ...changed });
  });
});
