/** What is said to whoever has no role yet, and of those who can give them one. */
export const noRoleIN = {
  title: 'You have no role yet',
  signedIn: (email: string, tenant: string) => `Signed in to ${tenant} as ${email}`,
  why: 'A role decides what you can see and do. As soon as somebody gives you one, the menu fills and this page goes away.',
  administrators: 'Administrators:',
  more: (n: number) => `and ${n} more`,
  whoGives: 'An administrator can give you one',
  byMail: 'If you ask, your administrators get a mail.',
  byList:
    'If you ask, your administrators see it in their list of users. This server sends no mail, so tell them as well.',
  asked: (instant: string) => `You asked for a role on ${instant}.`,
  told: {
    mail: 'Your administrators were told by mail.',
    list: 'Your administrators see it in their list of users. This server sends no mail, so tell them as well.',
  },
  again: (instant: string) => `You can ask again from ${instant}.`,
  nobody: (tenant: string) => `${tenant} has no administrator who could give you a role. Please contact us.`,
  fetchFailed: 'Failed to look up your administrators',
  askFailed: 'Failed to ask for a role. Please try again.',
  given: 'You have a role now. The menu shows what you can open.',
} as const;
