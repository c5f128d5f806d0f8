/** Reads a percentage of progress: 0 to 100, two decimals at most. Undefined when it is none. */
export function parsePercent(text: string): number | undefined {
  const bare = text.trim().replace(/\s*%$/, '');
  if (!/^\d{1,3}(\.\d{0,2})?$/.test(bare)) return undefined;
  const percent = Number(bare);
  return percent <= 100 ? percent : undefined;
}
