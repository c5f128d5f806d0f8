/** What is said where the code of the second factor is asked for. */
export const secondFactor = {
  lead: 'One more step: your account has a second factor.',
  app: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows',
    required: 'Code is required.',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of those that you kept; each counts once',
    required: 'Recovery code is required.',
  },
  useRecovery: 'Use a recovery code instead',
  useApp: 'Use the authenticator app instead',
  back: 'Start over',
  wrong: 'The code is wrong or was used already. Enter the one that your app shows now.',
} as const;
