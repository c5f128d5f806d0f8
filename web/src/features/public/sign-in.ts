import { login } from '@/i18n/site/login';
import { userMessage } from '@/kit/errors';
import { type Credentials, signIn } from '@/session/session';

/**
 * Starts a session. Apart from the page, which is there before the client of the services is.
 *
 * @returns the sentence to tell when it failed
 */
export async function trySignIn(credentials: Credentials): Promise<string | undefined> {
  try {
    await signIn(credentials);
    return undefined;
  } catch (error) {
    return userMessage(error, login.failed);
  }
}
