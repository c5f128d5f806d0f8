/** An object with the same kind of value under each of the names. */
export const each = <K extends string, T>(names: readonly K[], value: (name: K) => T): Record<K, T> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, T>;
