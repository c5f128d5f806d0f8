import { expect, test } from 'vitest';
import { accountOf } from './account';

test('what another page handed on is taken, and nothing that it isn’t', () => {
  const account = { emailOrMobile: 'owner@bharat.example', tenantName: 'Bharat Infra' };
  expect(accountOf({ ...account, next: '/contracts' })).toEqual(account);
  expect(accountOf({ emailOrMobile: 7, tenantName: 'Bharat Infra' })).toEqual({ tenantName: 'Bharat Infra' });
  for (const nothing of [null, undefined, 'text', 7]) expect(accountOf(nothing)).toEqual({});
});
