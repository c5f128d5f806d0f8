import { describe, expect, it } from 'vitest';
import { daysBack } from './days-back';

const TODAY = '2026-03-12';
const EARLIER = '2026-03-01';
const LATER = '2026-03-20';

/** Days that somebody entered, and then those that the form filled in. */
const days = (returned: string, own: string, filledReturned = '', filledOwn = '') => ({
  depositReturnedDate: returned || filledReturned,
  depositTransferredOwnAccountDate: own || filledOwn,
  filledReturned,
  filledOwn,
});

describe('the days of a deposit follow its status', () => {
  it.each([
    [days('', ''), 'RETURNED', days('', '', TODAY)],
    [days('', ''), 'RELEASED', days('', '', TODAY)],
    [days('', ''), 'REFUNDED', days('', '', TODAY, TODAY)],
    [days('', ''), 'PENDING_REFUND', days('', '')],
    // What is known stays, whichever day it is.
    [days(EARLIER, ''), 'RETURNED', days(EARLIER, '')],
    [days(EARLIER, ''), 'REFUNDED', days(EARLIER, '', '', TODAY)],
    [days(TODAY, ''), 'PENDING', days(TODAY, '')],
    [days(EARLIER, TODAY), 'RELEASED', days(EARLIER, TODAY)],
    [days(EARLIER, TODAY), 'SUBMITTED', days(EARLIER, TODAY)],
    // It was given back no later than the money was in the own account, and in no case in the future.
    [days('', EARLIER), 'RETURNED', days('', EARLIER, EARLIER)],
    [days('', LATER), 'RETURNED', days('', LATER, TODAY)],
    // The status was chosen by mistake, before midnight perhaps.
    [days('', '', TODAY), 'SUBMITTED', days('', '')],
    [days('', '', EARLIER, EARLIER), 'FORFEITED', days('', '')],
    [days('', '', TODAY, TODAY), 'RELEASED', days('', '', TODAY)],
    [days('', '', TODAY), 'REFUNDED', days('', '', TODAY, TODAY)],
    [days(EARLIER, '', '', TODAY), 'RETURNED', days(EARLIER, '')],
  ] as const)('%o becomes %s', (before, status, expected) => {
    expect(daysBack(status, TODAY, before)).toEqual(expected);
  });
});
