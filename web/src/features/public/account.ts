/** Who somebody says they are: what the pages around the sign-in hand on to each other. */
export interface Account {
  readonly emailOrMobile: string;
  readonly tenantName: string;
}

/** The names of its fields, from top to bottom. */
export const ACCOUNT_FIELDS = ['emailOrMobile', 'tenantName'] as const satisfies readonly (keyof Account)[];

/** What was typed into a form's fields. */
export function readAccount(form: HTMLFormElement): Account {
  const data = new FormData(form);
  const text = (name: keyof Account) => String(data.get(name) ?? '').trim();
  return { emailOrMobile: text('emailOrMobile'), tenantName: text('tenantName') };
}

/** What the page before has handed on, as the history keeps it. */
export function accountOf(state: unknown): Partial<Account> {
  const given: Record<string, unknown> = typeof state === 'object' && state !== null ? { ...state } : {};
  const { emailOrMobile, tenantName } = given;
  return {
    ...(typeof emailOrMobile === 'string' && { emailOrMobile }),
    ...(typeof tenantName === 'string' && { tenantName }),
  };
}

/** Whether a user is the one whom an account names by their e-mail address. */
export const isOf = (
  { email, tenantName }: { readonly email: string; readonly tenantName: string },
  account: Partial<Account>,
): boolean => email === account.emailOrMobile && tenantName === account.tenantName;
