import { describe, expect, it } from 'vitest';
import { emailProblem, mobileProblem } from './contact-rules';

describe('an e-mail address', () => {
  it('has a simple shape', () => {
    for (const good of ['a@b.in', ' site.office@bharat.example ', 'भारत@उदाहरण.भारत']) {
      expect(emailProblem(good), good).toBeUndefined();
    }
    for (const bad of ['a', 'a@b', '@b.in', 'a@.', 'a b@c.in', 'a@b@c.in']) {
      expect(emailProblem(bad), bad).toBe('Please enter a valid email.');
    }
  });
});

describe('a mobile number', () => {
  it('has ten digits, the first 6 to 9', () => {
    for (const good of ['6000000000', '9876543210']) expect(mobileProblem(good), good).toBeUndefined();
    for (const bad of ['5876543210', '987654321', '98765432101', '98765-43210', '+919876543210']) {
      expect(mobileProblem(bad), bad).toBe('Please enter a valid 10-digit mobile number.');
    }
  });
});
