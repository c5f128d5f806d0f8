/** What the pages say that mailed links lead to, and the one that asks for a link. */
export const mailLinks = {
  failed: 'That didn’t work. Please try again.',
  checking: 'Checking the link…',
  again: 'Try again',
  toLogin: 'Go to Login',
  newPassword: 'New password',
  newPasswordHint: 'At least 8 characters. Three or four words that have nothing to do with each other are good.',
  newPasswordRequired: 'New password is required.',
  saving: 'Saving…',
  whose: (email: string, tenantName: string) => `For ${email} at ${tenantName}.`,
  noToken: 'There is no link in this address. Open it from the mail, in full.',

  forgot: {
    title: 'Forgot Password',
    description: 'Have a link mailed to you with which you set a new password for your organisation’s workspace.',
    lead: 'We mail you a link with which you set a new one.',
    submit: 'Mail me a link',
    submitting: 'Sending…',
    sent: 'If there is such an account, a link is on its way to its e-mail address. It counts for 60 minutes. Look into the spam folder too.',
    noMail: 'This server sends no mail. Please ask an administrator of your organisation for a new password.',
    back: 'Back to Login',
  },

  reset: {
    title: 'Set a New Password',
    description: 'Set a new password by the link that was mailed to you.',
    submit: 'Set password',
    done: 'Your password is set, and you are signed out everywhere. Sign in with it.',
    askAgain: 'Ask for a new link',
  },

  invitation: {
    title: 'Accept Invitation',
    description: 'Choose a password for your new account by the link that was mailed to you.',
    submit: 'Choose password',
    done: 'Welcome! Your password is chosen. Sign in with it.',
  },

  email: {
    title: 'Confirm E-mail',
    description: 'Confirm your new e-mail address by the link that was mailed to it.',
    question: (email: string, tenantName: string) => `Sign in to ${tenantName} as ${email} from now on?`,
    submit: 'Confirm address',
    done: 'The address is yours. Sign in with it from now on.',
  },
} as const;
