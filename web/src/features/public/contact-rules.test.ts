import { expect, test } from 'vitest';
import { type ContactMessage, contactProblem, messageLength, mobileDigits } from './contact-rules';

const good: ContactMessage = {
  name: 'Asha Patil',
  email: 'asha@patil.example',
  mobile: '9876543210',
  message: 'We follow forty tenders.',
};

test('takes a complete message', () => {
  expect(contactProblem(good)).toBeUndefined();
});

// Each case breaks every rule from its own on: the first in the order of the specification is told.
test.each([
  ['All fields are required.', { ...good, name: '  ', email: 'x', mobile: '1', message: 'short' }, ['name']],
  [
    'All fields are required.',
    { name: '', email: '', mobile: '', message: '' },
    ['name', 'email', 'mobile', 'message'],
  ],
  ['Please enter a valid email.', { ...good, email: 'asha@patil', mobile: '1', message: 'short' }, ['email']],
  ['Please enter a valid 10-digit mobile number.', { ...good, mobile: '5876543210', message: 'short' }, ['mobile']],
  ['Please enter a valid 10-digit mobile number.', { ...good, mobile: '987654321' }, ['mobile']],
  ['Message should be at least 20 characters.', { ...good, message: `  ${'x'.repeat(19)}  ` }, ['message']],
])('says %s', (text, values, fields) => {
  expect(contactProblem(values)).toEqual({ text, fields });
});

test.each(['a b@x.example', '@x.example', 'a@', 'a@@x.example', 'a@x'])('refuses the address %s', (email) => {
  expect(contactProblem({ ...good, email })?.fields).toEqual(['email']);
});

test.each(['6000000000', '7000000000', '8000000000', '9999999999'])('takes the mobile number %s', (mobile) => {
  expect(contactProblem({ ...good, mobile })).toBeUndefined();
});

test('counts characters and not their halves', () => {
  expect(messageLength(' 🏗️नि ')).toBe(4);
});

test.each([
  ['98765 43210', '9876543210'],
  ['+91 98765-43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['98765432109', '9876543210'],
  ['9187654321', '9187654321'],
  ['abc', ''],
])('reads %s as the digits %s', (typed, digits) => {
  expect(mobileDigits(typed)).toBe(digits);
});
