/** What the pages say that mailed links lead to, and the one that asks for a link. */
export const mailLinks = {
  failed: 'That didn’t work. Please try again.',
  checking: 'Checking the link…',
  again: 'Try again',
  toLogin: 'Go to Login',
  signedInAs: (email: string) => `In this browser, you are signed in as ${email}.`,
  signInAs: (email: string) => `Log out and sign in as ${email}`,
  newPassword: 'New password',
  newPasswordHint: 'At least 8 characters. Three or four words that have nothing to do with each other are good.',
  newPasswordRequired: 'New password is required.',
  saving: 'Saving…',
  whose: (email: string, tenantName: string) => `For ${email} at ${tenantName}.`,
  noToken: 'There is no link in this address, or it was opened before. Open it from the mail, in full.',

  forgot: {
    title: 'Forgot Password',
    description: 'Have a link mailed to you with which you set a new password for your organisation’s workspace.',
    lead: 'We mail you a link with which you set a new one.',
    submit: 'Mail me a link',
    submitting: 'Sending…',
    sent: 'If there is such an account, a link is on its way to its e-mail address. It counts for 60 minutes. Look into the spam folder too.',
    noMail:
      'This server can’t mail you a link. An administrator of your organisation can set a new password for you, under Users.',
    onlyAdministrator: 'If you are the only administrator, write to',
    back: 'Back to Login',
  },

  reset: {
    title: 'Set a New Password',
    description: 'Set a new password by the link that was mailed to you.',
    submit: 'Set password',
    done: 'Your new password is set. Whoever was signed in with the old one has been signed out.',
    askAgain: 'Ask for a new link',
  },

  invitation: {
    title: 'Accept Invitation',
    description: 'Choose a password for your new account by the link that was mailed to you.',
    submit: 'Choose password',
    done: 'Welcome! Your password is chosen. Sign in with it.',
    askAgain:
      'If you have accepted the invitation before, sign in. Otherwise look for a newer one, since only the newest counts, or ask an administrator of your organisation to invite you again.',
  },

  email: {
    title: 'Confirm E-mail',
    description: 'Confirm your new e-mail address by the link that was mailed to it.',
    question: (email: string, tenantName: string) => `Sign in to ${tenantName} as ${email} from now on?`,
    submit: 'Confirm address',
    done: 'The address is yours. Sign in with it from now on.',
    askAgain: 'Ask for a new link in your profile',
  },
} as const;
