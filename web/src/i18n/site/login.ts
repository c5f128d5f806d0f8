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
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  required: {
    emailOrMobile: 'E-mail or mobile is required.',
    password: 'Password is required.',
    tenantName: 'Tenant name is required.',
  },
} as const;
