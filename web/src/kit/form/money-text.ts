/** Up to 10^13 rupees, as the server allows. */
export const MAX_PAISE = 1_000_000_000_000_000n;

const UNITS: Record<string, bigint> = {
  l: 100_000n,
  lac: 100_000n,
  lakh: 100_000n,
  cr: 10_000_000n,
  crore: 10_000_000n,
};

/**
 * Reads an amount as people write it: `1,25,00,000.50`, `₹ 1,25,000`, `Rs 12.5 lakh`, `1.2 cr`.
 *
 * @returns paise, null for an empty text, undefined when it is not an amount. Never goes through a float.
 */
export function parseMoney(text: string): bigint | null | undefined {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^(₹|rs\.?|inr)\s*/, '')
    .replace(/\/-$/, '');
  if (bare === '') return null;
  const parts = /^(\d[\d,]*|(?=\.\d))(?:\.(\d*))?\s*(l|lac|lakh|cr|crore)?s?\.?$/.exec(bare);
  if (!parts) return undefined;
  const [, whole = '', fraction = '', unit] = parts;
  const scale = unit ? (UNITS[unit] ?? 1n) : 1n;
  const digits = BigInt(`${whole.replaceAll(',', '') || '0'}${fraction}`);
  const base = 10n ** BigInt(fraction.length);
  const scaled = digits * scale * 100n;
  // More digits than there are paise is a typing mistake; rounding it away would hide that.
  if (scaled % base !== 0n) return undefined;
  return scaled / base;
}

const groups = new Intl.NumberFormat('en-IN');

/** An amount as the field shows it at rest: Indian grouping, paise only when there are any. */
export function moneyText(paise: bigint | null): string {
  if (paise === null) return '';
  const rest = paise % 100n;
  return groups.format(paise / 100n) + (rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`);
}

/**
 * Reads a signed decimal number of at most four decimals.
 *
 * @returns the number, null for an empty text, undefined when it is not such a number
 */
export function parseDecimal(text: string): number | null | undefined {
  const bare = text.trim().replace(/\s*%$/, '').replace('−', '-');
  if (bare === '') return null;
  return /^[+-]?(\d+(\.\d{0,4})?|\.\d{1,4})$/.test(bare) ? Number(bare) : undefined;
}

/** Reads a number from 0 to a limit, of so many decimals at most; grouping is let pass. As above otherwise. */
export function parseUpTo(text: string, max: number, decimals: number): number | null | undefined {
  const value = parseDecimal(text.replaceAll(',', ''));
  if (typeof value !== 'number') return value;
  const [, fraction = ''] = text.split('.');
  const digits = /^\d*/.exec(fraction)?.[0] ?? '';
  return value >= 0 && value <= max && digits.length <= decimals ? value : undefined;
}
