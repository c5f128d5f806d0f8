import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ContactPO, GOOD_MESSAGE } from './pages/ContactPO';

const CALL = '**/api/sendEmail';

let contact: ContactPO;

test.beforeEach(async ({ page }) => {
  contact = new ContactPO(page);
  await contact.open();
});

// Spec: S2.contact.details S2.contact.form S4.contact.idle
test('has the details, and a form without a message', async () => {
  await expect(contact.details.getByRole('link', { name: 'hello@nirmaan.example' })).toHaveAttribute(
    'href',
    'mailto:hello@nirmaan.example',
  );
  await expect(contact.form.getByRole('heading', { name: 'Send a Message' })).toBeVisible();
  await expect(contact.form.getByRole('textbox')).toHaveCount(4);
  await expect(contact.problem).toBeEmpty();
  await expect(contact.success).toBeEmpty();
});

// Spec: S5.contact.order S5.contact.required S5.contact.email S5.contact.mobile S5.contact.message
test('tells the first rule that is broken, at its field, and sends nothing', async ({ page }) => {
  let sent = 0;
  await page.route(CALL, (route) => {
    sent++;
    return route.abort();
  });
  // Each step puts one thing right; what comes later is wrong from the start.
  await contact.fill({ Name: '   ', Email: 'asha@patil', Mobile: '5123456789', Message: '  nineteen characters ' });
  await contact.button.click();
  await expect(contact.problem).toHaveText('All fields are required.');
  await expect(contact.field('Name')).toBeFocused();
  await expect(contact.field('Name')).toHaveAccessibleDescription('All fields are required.');
  await expect(contact.field('Email')).toHaveAttribute('aria-invalid', 'false');
  await expectAccessible(page);

  await contact.fill({ Name: 'Asha Patil' });
  await contact.button.click();
  await expect(contact.problem).toHaveText('Please enter a valid email.');
  await expect(contact.field('Email')).toBeFocused();

  await contact.fill({ Email: 'asha@patil.example' });
  await contact.button.click();
  await expect(contact.problem).toHaveText('Please enter a valid 10-digit mobile number.');
  await expect(contact.field('Mobile')).toBeFocused();

  await contact.fill({ Mobile: '6123456789' });
  await contact.button.click();
  await expect(contact.problem).toHaveText('Message should be at least 20 characters.');
  await expect(contact.field('Message')).toBeFocused();
  expect(sent).toBe(0);
});

// Spec: S5.contact.mobile-input
test('takes ten digits as the mobile number, however they are written', async () => {
  const mobile = contact.field('Mobile');
  await mobile.pressSequentially('98765x43210123');
  await expect(mobile).toHaveValue('9876543210');
  await mobile.fill('+91 91234-56789');
  await expect(mobile).toHaveValue('9123456789');
});

test('counts until the message is long enough', async () => {
  await expect(contact.form.getByText('0 of 20')).toBeVisible();
  await contact.field('Message').fill('  twelve chars  ');
  await expect(contact.form.getByText('12 of 20')).toBeVisible();
  await contact.field('Message').fill(GOOD_MESSAGE.Message);
  await expect(contact.form.getByText('Long enough')).toBeVisible();
});

// The server takes five messages an hour from one address; this is the only test that sends it one.
// Spec: S3.contact-message S7.contact.send S8.contact.sent S4.contact.cleared
test('sends the message and clears the fields', async ({ page }) => {
  await contact.fill({ ...GOOD_MESSAGE, Name: '  Asha Patil ' });
  const sent = page.waitForRequest(CALL);
  await contact.button.click();
  expect((await sent).postDataJSON()).toEqual({
    name: 'Asha Patil',
    email: 'asha@patil.example',
    mobile: '9876543210',
    message: 'We follow forty tenders a month.',
  });
  await expect(contact.success).toHaveText('Message sent successfully!');
  expect(await contact.values()).toEqual(['', '', '', '']);
  await expectAccessible(page);
  await contact.field('Name').fill('B');
  await expect(contact.success).toBeEmpty();
});

// Spec: S8.contact.failed S4.contact.kept
test('says when the server refuses, and keeps what was typed', async ({ page, allowConsole }) => {
  allowConsole(/429/);
  await page.route(CALL, (route) => route.fulfill({ status: 429, json: { message: 'Too many' } }));
  await contact.fill(GOOD_MESSAGE);
  await contact.button.click();
  await expect(contact.problem).toHaveText('Something went wrong. Please try again later.');
  expect(await contact.values()).toEqual(Object.values(GOOD_MESSAGE));
  await expect(contact.button).toBeEnabled();
});

// Spec: S8.contact.network S4.contact.kept
test('says when the network fails, and keeps what was typed', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  await page.route(CALL, (route) => route.abort());
  await contact.fill(GOOD_MESSAGE);
  await contact.button.click();
  await expect(contact.problem).toHaveText('Network error. Please try again.');
  expect(await contact.values()).toEqual(Object.values(GOOD_MESSAGE));
});

test('sends one message however often the button is pressed', async ({ page }) => {
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CALL, async (route) => {
    sent++;
    await held;
    await route.fulfill({ json: {} });
  });
  await contact.fill(GOOD_MESSAGE);
  await contact.button.click({ clickCount: 3 });
  await expect(contact.form.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  release();
  await expect(contact.success).toHaveText('Message sent successfully!');
  expect(sent).toBe(1);
});

test('fits a phone, the form before the details', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  const [form, details] = await Promise.all([contact.form.boundingBox(), contact.details.boundingBox()]);
  expect(form?.y).toBeLessThan(details?.y ?? 0);
});
