import { contact } from '@/i18n/site/contact';
import type { ContactMessage } from './contact-rules';

const DEADLINE_MS = 60_000;

/**
 * Sends a message to the people behind the product. A plain request, since the RPC client would double what this page
 * loads.
 *
 * @returns the sentence to tell when it wasn't taken
 */
export async function sendContact(message: ContactMessage): Promise<string | undefined> {
  try {
    const response = await fetch('/api/sendEmail', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return response.ok ? undefined : contact.failed;
  } catch {
    return contact.network;
  }
}
