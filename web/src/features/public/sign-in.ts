import { login } from '@/i18n/site/login';
import { secondFactor } from '@/i18n/site/second-factor';
import { isSecondFactorRequired, isUnauthenticated, userMessage } from '@/kit/errors';
import { type Credentials, signIn } from '@/session/session';
import { CodeStep } from './CodeStep';

/** What became of signing in, if it failed: a sentence to tell, or the step that asks for a code. */
export type Refused = { readonly failure: string } | { readonly Step: typeof CodeStep };

/**
 * Starts a session. Apart from the page, which is there before the client of the services is.
 *
 * @returns why not
 */
export async function trySignIn(credentials: Credentials): Promise<Refused | undefined> {
  try {
    await signIn(credentials);
    return undefined;
  } catch (error) {
    if (isSecondFactorRequired(error)) return { Step: CodeStep };
    // The password was right before; of the two it is the code.
    const isCode = credentials.code !== undefined && isUnauthenticated(error);
    return { failure: isCode ? secondFactor.wrong : userMessage(error, login.failed) };
  }
}
