/** What is said to whoever has no role yet, and of those who can give them one. */
export const noRoleIN = {
  title: 'You have no role yet',
  signedIn: (email: string, tenant: string) => `Signed in to ${tenant} as ${email}`,
  why: 'A role decides what you can see and do. As soon as somebody gives you one, the menu fills and this page goes away.',
  administrators: 'Administrators:',
  more: (n: number) => `and ${n} more`,
  told: {
    mail: 'Your administrators get a mail.',
    list: 'Your administrators see it in their list of users. This server sends no mail, so better tell them, too.',
  },
  asked: (instant: string) => `You asked for a role on ${instant}.`,
  again: (instant: string) => `You can ask again from ${instant}.`,
  nobody: (tenant: string) => `${tenant} has no administrator who could give you a role. Please contact us.`,
  contact: 'Contact',
  fetchFailed: 'Failed to look up your administrators',
  askFailed: 'Failed to ask for a role. Please try again.',
  given: 'You have a role now. The menu shows what you can open.',
} as const;
