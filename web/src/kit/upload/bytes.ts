const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** Sizes as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  // A size that would round to 1024 of a unit is written in the next one.
  let [size, unit] = [bytes / 1024, 0];
  while (size >= 1023.5 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${size < 10 ? size.toFixed(1).replace('.0', '') : Math.round(size)} ${UNITS[unit]}`;
}
