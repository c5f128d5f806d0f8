/** Who signs in: an account of the demo data. */
export interface Account {
  readonly email: string;
  readonly organisation: string;
}

/** The password of every demo account. */
export const PASSWORD = 'Nirmaan@2026';

/** The demo accounts by what they may do. */
export const accounts = {
  admin: { email: 'admin@nirmaan.example', organisation: 'Nirmaan' },
  owner: { email: 'owner@bharat.example', organisation: 'Bharat Infra' },
  staff: { email: 'staff@bharat.example', organisation: 'Bharat Infra' },
  viewer: { email: 'viewer@bharat.example', organisation: 'Bharat Infra' },
  himalaya: { email: 'owner@himalaya.example', organisation: 'Himalaya Roads' },
  deccan: { email: 'owner@deccan.example', organisation: 'Deccan Builders' },
} as const satisfies Record<string, Account>;
