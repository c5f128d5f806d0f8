import { expect, test } from './fixtures';

const MESSAGE = {
  Name: 'Asha Patil',
  Email: 'asha@patil.example',
  Mobile: '9876543210',
  Message: 'We follow forty tenders a month.',
};

// The server takes five messages an hour from one address; this is the only test that sends it one.
// Spec: S7.contact.send S8.contact.sent
test('the server takes a message', async ({ page }) => {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Send a Message' });
  const send = form.getByRole('button', { name: 'Send Message' });
  // What is typed before the program runs is none of its business yet.
  await expect(send).toBeEnabled();
  for (const [label, text] of Object.entries(MESSAGE)) await form.getByRole('textbox', { name: label }).fill(text);
  const answer = page.waitForResponse('**/api/sendEmail');
  await send.click();
  expect((await answer).status()).toBe(200);
  await expect(form.getByRole('status')).toHaveText('Message sent successfully!');
});
