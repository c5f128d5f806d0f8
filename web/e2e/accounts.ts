/** Who signs in: an account of the demo data. */
export interface Account {
  readonly email: string;
  readonly tenantName: string;
}

/** The password of every demo account. */
export const PASSWORD = 'Nirmaan@2026';

/** The demo accounts by what they may do. */
export const accounts = {
  admin: { email: 'admin@nirmaan.example', tenantName: 'Nirmaan' },
  owner: { email: 'owner@bharat.example', tenantName: 'Bharat Infra' },
  staff: { email: 'staff@bharat.example', tenantName: 'Bharat Infra' },
  viewer: { email: 'viewer@bharat.example', tenantName: 'Bharat Infra' },
  himalaya: { email: 'owner@himalaya.example', tenantName: 'Himalaya Roads' },
  deccan: { email: 'owner@deccan.example', tenantName: 'Deccan Builders' },
} as const satisfies Record<string, Account>;
