/** What the sign-in page says; the dialog that revives a session says some of it too. */
export const login = {
  title: 'Login',
  description:
    'Sign in to your organisation’s workspace on Nirmaan with your e-mail or mobile, password and tenant name.',
  lead: 'Sign in to your organisation’s workspace.',
  emailOrMobile: 'E-mail or mobile',
  password: 'Password',
  tenantName: 'Tenant name',
  tenantNameHint: 'Your organisation’s name or subdomain',
  submit: 'Login',
  submitting: 'Signing in…',
  forgot: 'Forgot your password?',
  failed: 'Invalid credentials. Please try again.',
  capsLock: 'Caps Lock is on.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  code: {
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
  },
  required: {
    emailOrMobile: 'E-mail or mobile is required.',
    password: 'Password is required.',
    tenantName: 'Tenant name is required.',
  },
} as const;
