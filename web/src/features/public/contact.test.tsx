import { beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { open, page } from '@/testing/screen';

/** A message that breaks no rule. */
const GOOD = {
  Name: 'Asha Patil',
  Email: 'asha@patil.example',
  Mobile: '9876543210',
  Message: 'We follow forty tenders a month.',
} as const;

type Label = keyof typeof GOOD;

const LABELS = Object.keys(GOOD) as Label[];

const form = page.getByRole('form', { name: 'Send a Message' });
const button = form.getByRole('button', { name: 'Send Message' });
const problem = form.getByRole('alert');
const success = form.getByRole('status');
const field = (label: Label) => form.getByRole('textbox', { name: label });

async function fill(values: Partial<Record<Label, string>>): Promise<void> {
  for (const label of LABELS) if (values[label] !== undefined) await field(label).fill(values[label]);
}

/** Waits until these stand in the fields, from top to bottom. */
const expectValues = (values: readonly string[]) =>
  Promise.all(LABELS.map((label, place) => expect.element(field(label)).toHaveValue(values[place])));

/** The page sends with a plain request: the client of the services would double what it loads. */
let send: Mock<typeof fetch>;

beforeEach(async () => {
  send = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({}));
  await open('/contact');
  await expect.element(form).toBeVisible();
});

describe('the contact page', () => {
  // Spec: S2.contact.details S2.contact.form S4.contact.idle
  test('has the details, and a form without a message', async () => {
    const details = page.getByRole('region', { name: 'Contact details' });
    await expect
      .element(details.getByRole('link', { name: 'hello@nirmaan.example' }))
      .toHaveAttribute('href', 'mailto:hello@nirmaan.example');
    await expect.element(form.getByRole('heading', { name: 'Send a Message' })).toBeVisible();
    await expect.element(form.getByRole('textbox')).toHaveLength(4);
    await expectValues(['', '', '', '']);
    await expect.element(problem).toBeEmptyDOMElement();
    await expect.element(success).toBeEmptyDOMElement();
  });

  // Spec: S5.contact.order S5.contact.required S5.contact.email S5.contact.mobile S5.contact.message
  test('tells the first rule that is broken, at its field, and sends nothing', async () => {
    // Each step puts one thing right; what comes later is wrong from the start.
    await fill({ Name: '   ', Email: 'asha@patil', Mobile: '5123456789', Message: '  nineteen characters ' });
    await button.click();
    await expect.element(problem).toHaveTextContent('All fields are required.');
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(field('Name')).toHaveAccessibleDescription('All fields are required.');
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'false');
    await expectAccessible();
    for (const [put, sentence, focused] of [
      [{ Name: 'Asha Patil' }, 'Please enter a valid email.', 'Email'],
      [{ Email: 'asha@patil.example' }, 'Please enter a valid 10-digit mobile number.', 'Mobile'],
      [{ Mobile: '6123456789' }, 'Message should be at least 20 characters.', 'Message'],
    ] as const) {
      await fill(put);
      await button.click();
      await expect.element(problem).toHaveTextContent(sentence);
      await expect.element(field(focused)).toHaveFocus();
    }
    expect(send).not.toHaveBeenCalled();
    await fill({ Message: '  twenty characters !!  ' });
    await button.click();
    await expect.element(success).toHaveTextContent('Message sent successfully!');
  });

  // Spec: S5.contact.required
  test('needs each of its four fields', async () => {
    for (const label of LABELS) {
      await fill({ ...GOOD, [label]: '' });
      await button.click();
      await expect.element(problem).toHaveTextContent('All fields are required.');
      await expect.element(field(label)).toHaveFocus();
    }
    expect(send).not.toHaveBeenCalled();
  });

  // Spec: S5.contact.mobile-input
  test('takes ten digits as the mobile number, however they are written', async () => {
    await field('Mobile').fill('98765x43210123');
    await expect.element(field('Mobile')).toHaveValue('9876543210');
    await field('Mobile').fill('+91 91234-56789');
    await expect.element(field('Mobile')).toHaveValue('9123456789');
  });

  test('counts until the message is long enough', async () => {
    await expect.element(form.getByText('0 of 20')).toBeVisible();
    await field('Message').fill('  twelve chars  ');
    await expect.element(form.getByText('12 of 20')).toBeVisible();
    await field('Message').fill(GOOD.Message);
    await expect.element(form.getByText('Long enough')).toBeVisible();
  });

  // Spec: S3.contact-message S8.contact.sent S4.contact.cleared
  test('sends the message once, however often the button is pressed, and clears the fields', async () => {
    let release = () => {};
    send.mockImplementation(() => new Promise((done) => (release = () => done(Response.json({})))));
    await fill({ ...GOOD, Name: '  Asha Patil ' });
    await button.tripleClick();
    await expect.element(form.getByRole('button', { name: 'Sending…' })).toBeDisabled();
    release();
    await expect.element(success).toHaveTextContent('Message sent successfully!');
    await expectValues(['', '', '', '']);
    expect(send.mock.calls.map(([path, { method, body } = {}]) => [path, method, JSON.parse(`${body}`)])).toEqual([
      [
        '/api/sendEmail',
        'POST',
        { name: 'Asha Patil', email: 'asha@patil.example', mobile: '9876543210', message: GOOD.Message },
      ],
    ]);
    await expectAccessible();
    await field('Name').fill('B');
    await expect.element(success).toBeEmptyDOMElement();
  });

  // Spec: S8.contact.failed S8.contact.network S4.contact.kept
  test('says when the server refuses or is out of reach, and keeps what was typed', async () => {
    await fill(GOOD);
    send.mockImplementationOnce(async () => Response.json({ message: 'Too many' }, { status: 429 }));
    await button.click();
    await expect.element(problem).toHaveTextContent('Something went wrong. Please try again later.');
    await expectValues(Object.values(GOOD));
    await expect.element(button).toBeEnabled();
    await expectAccessible();
    send.mockImplementationOnce(async () => {
      throw new TypeError('Failed to fetch');
    });
    await button.click();
    await expect.element(problem).toHaveTextContent('Network error. Please try again.');
    await expectValues(Object.values(GOOD));
    await button.click();
    await expect.element(success).toHaveTextContent('Message sent successfully!');
  });

  test('fits a phone, the form before the details', async () => {
    await expectToFit(320);
    const details = page.getByRole('region', { name: 'Contact details' }).element();
    const top = (element: Element) => element.getBoundingClientRect().top;
    expect(top(form.element())).toBeLessThan(top(details));
  });
});
