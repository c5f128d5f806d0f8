import type { AnySection, FieldValue, FormValues } from './fields';

/** A create that was sent and got no answer: the record may have been stored. */
export interface Attempt {
  /** The key by which the server recognises it when it is sent again. */
  key: string;
  /** What was sent under the key, the oldest first. */
  sent: readonly FormValues[];
  /** When the first was sent, in milliseconds since 1970. */
  since: number;
}

/** Unsaved values that survived a reload. */
export interface Draft {
  values: FormValues;
  /** What they were typed over. */
  base: FormValues;
  /** The version of the record that they were typed over; 0 for a new one. */
  version: bigint;
  /** The attempt to create the record, where it isn't known to have failed. */
  attempt?: Attempt | undefined;
}

const PREFIX = 'nirmaan.draft:';

// JSON has no bigint. The tag can't be mistaken for a value: the one object that fields hold has no such member.
type Stored = Exclude<FieldValue, bigint> | { paise: string };

const pack = (value: FieldValue): Stored => (typeof value === 'bigint' ? { paise: String(value) } : value);
const unpack = (value: Stored): FieldValue =>
  typeof value === 'object' && value !== null && 'paise' in value ? BigInt(value.paise) : value;

type StoredValues = Readonly<Record<string, Stored>>;

/** A draft as JSON. An older program's may lack what is optional. */
interface StoredDraft {
  values: StoredValues;
  base?: StoredValues;
  version: string;
  attempt?: (Omit<Attempt, 'sent'> & { sent: readonly StoredValues[] }) | undefined;
}

const packAll = (values: FormValues): StoredValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, pack(value)]));
// A draft that an older program kept doesn't say what it was typed over: all of it counts as changed.
const unpackAll = (stored: StoredValues = {}): FormValues =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, unpack(value)]));

/** The values that a draft may hold: a password must not be written down, and an image is larger than the storage. */
export function draftable(sections: readonly AnySection[], values: FormValues): FormValues {
  const left = new Set(
    sections
      .flatMap((section) => section.fields)
      .flatMap(({ kind, name }) => (kind === 'password' || kind === 'image' ? [name] : [])),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name)));
}

/** Keeps a draft for this tab. Storage may be full or forbidden; a draft is a convenience and never an error. */
export function keepDraft(path: string, { values, base, version, attempt }: Draft): void {
  try {
    const packed: StoredDraft = {
      values: packAll(values),
      base: packAll(base),
      version: String(version),
      attempt: attempt && { ...attempt, sent: attempt.sent.map(packAll) },
    };
    sessionStorage.setItem(PREFIX + path, JSON.stringify(packed));
  } catch {
    // Nothing is lost that the page doesn't still show.
  }
}

/** The draft of this form, when there is one that can be read. */
export function findDraft(path: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + path);
    if (!text) return undefined;
    const { values, base, version, attempt } = JSON.parse(text) as StoredDraft;
    return {
      values: unpackAll(values),
      base: unpackAll(base),
      version: BigInt(version),
      ...(attempt && { attempt: { ...attempt, sent: attempt.sent.map(unpackAll) } }),
    };
  } catch {
    return undefined;
  }
}

/** Forgets the draft of this form. */
export function dropDraft(path: string): void {
  try {
    sessionStorage.removeItem(PREFIX + path);
  } catch {
    // As above.
  }
}
