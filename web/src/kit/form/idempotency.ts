/** The header by which the server recognises a create that it has already done. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/**
 * A new key for one create. Made of random bytes and not by `crypto.randomUUID`, which browsers only offer on
 * https: installations inside an office's network may do without.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
