import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '@/testing/storage';
import { draftable, dropDraft, findDraft, keepDraft } from './draft';
import type { AnySection } from './fields';

const nothing = () => null;

const sections: readonly AnySection[] = [
  {
    id: 'all',
    title: 'All',
    fields: [
      { name: 'email', label: 'E-mail', kind: 'text', maxLength: 10 },
      { name: 'password', label: 'P', kind: 'password', Input: nothing, maxLength: 10, autoComplete: 'new-password' },
      { name: 'image', label: 'Image', kind: 'image', Input: nothing },
    ],
  },
];

describe('a draft', () => {
  beforeEach(() => stubStorage('sessionStorage'));
  afterEach(() => vi.unstubAllGlobals());

  it('holds neither passwords nor images', () => {
    expect(draftable(sections, { email: 'a@b.in', password: 'secret', image: 'data:', other: 1 })).toEqual({
      email: 'a@b.in',
      other: 1,
    });
  });

  it('brings back what a field can hold', () => {
    const values = {
      text: 'a',
      amount: 1_000_000_000_000_001n,
      number: 2.5,
      flag: true,
      none: null,
      choice: { value: '7', label: 'Bharat Infra' },
    };
    const base = { ...values, amount: 1n };
    const draft = { values, base, version: 3n, attempt: { key: 'k', sent: [values, base], since: 1_764_000_000_000 } };
    keepDraft('/x', draft);
    expect(findDraft('/x')).toEqual(draft);
    keepDraft('/x', { values, base, version: 3n });
    expect(findDraft('/x')).toEqual({ values, base, version: 3n });
    dropDraft('/x');
    expect(findDraft('/x')).toBeUndefined();
  });

  it('of an older program knows nothing of what it was typed over', () => {
    sessionStorage.setItem('nirmaan.draft:/x', JSON.stringify({ values: { text: 'a' }, version: '3' }));
    expect(findDraft('/x')).toEqual({ values: { text: 'a' }, base: {}, version: 3n });
  });
});
