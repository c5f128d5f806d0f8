import type { Contract } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { t } from '@/i18n/deposits';

/** The most that an EMD usually is, as a part of the tender's value: authorities ask for 1 to 5 percent. */
const PART = 10n;

/** How the types of earnest money begin, for example `EMD (BG)`. */
const TYPES = ['emd', 'earnestmoney', 'bidsecurity'];

/**
 * What is unusual about an EMD: that it is above a tenth of the tender. The server says the same in its answers
 * (`services/src/contracts/deposits/warnings.rs`).
 *
 * @param amount of the deposit, in paise
 * @param tender what the tender is worth, in paise; undefined while nobody knows
 */
export function emdWarning(depositType: string, amount: bigint | null, tender: bigint | undefined): string | undefined {
  const type = depositType.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const isMuch = amount !== null && tender !== undefined && amount * PART > tender;
  return isMuch && TYPES.some((name) => type.startsWith(name)) ? t.deposits.muchEarnestMoney : undefined;
}

/** What a tender is worth, in paise: the authority's estimate, else what was quoted. */
export const tenderValue = (tender: Pick<Contract, 'tenderActualValue' | 'tenderBidValue'> | undefined) =>
  [tender?.tenderActualValue, tender?.tenderBidValue].map((money) => money?.paise ?? 0n).find((paise) => paise > 0n);
