import type { AnyField, AnySection, FieldValue, FormValues } from './fields';

/** A field, or the linked ones that tell the same fact and are decided on together. */
interface Fact {
  /** Unique in the form. */
  id: string;
  fields: readonly AnyField[];
}

/** A fact that both people changed, to different values. */
export interface Collision extends Fact {
  /** Only mine is known to have changed: what they did to it can't be seen. */
  perhaps: boolean;
}

/** What becomes of a form whose record somebody else saved meanwhile. */
export interface Merge {
  /** One's own values, with what only the others changed. Where they collide, one's own still. */
  values: FormValues;
  /** What only the others changed. */
  taken: readonly AnyField[];
  /** What has to be decided. */
  collisions: readonly Collision[];
}

/** Whose value counts where both changed it. */
export type Side = 'mine' | 'theirs';

const chosen = (value: FieldValue | undefined) => (typeof value === 'object' && value !== null ? value.value : value);

/** Whether two values are the same; a choice is, whatever it is called. */
export const sameValue = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  chosen(one) === chosen(other);

/** The names of the values that differ from what was loaded. */
export const changedFields = (base: FormValues, values: FormValues): string[] =>
  Object.keys(values).filter((name) => !sameValue(values[name], base[name]));

const isLink = (value: FieldValue | undefined) => typeof value === 'string' && /^(?!data:)./.test(value);

/** Whether a field holds the same in both. A stored image has a new link each time that it is read. */
const same = ({ kind, name }: AnyField, one: FormValues, other: FormValues) =>
  sameValue(one[name], other[name]) || (kind === 'image' && isLink(one[name]) && isLink(other[name]));

/** Whether it can't be told if others changed it as well. */
const isUnseen = ({ kind, changesOnly }: AnyField) =>
  changesOnly !== undefined || kind === 'image' || kind === 'password';

/** The facts of a form, in its order. What is computed follows from the rest. */
function facts(sections: readonly AnySection[]): Fact[] {
  const found = new Map<string, AnyField[]>();
  for (const field of sections.flatMap(({ fields }) => fields)) {
    if (field.computed) continue;
    const id = field.linked ?? field.name;
    found.set(id, [...(found.get(id) ?? []), field]);
  }
  return [...found].map(([id, fields]) => ({ id, fields }));
}

/** The names of the fields that differ, each with all that tell the same fact. */
export const changedFacts = (sections: readonly AnySection[], base: FormValues, values: FormValues): string[] =>
  facts(sections)
    .filter(({ fields }) => fields.some(({ name }) => !sameValue(values[name], base[name])))
    .flatMap(({ fields }) => fields.map(({ name }) => name));

/** The names of the values that no field shows. */
function unshown(sections: readonly AnySection[], values: FormValues): string[] {
  const shown = new Set(sections.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return Object.keys(values).filter((name) => !shown.has(name));
}

const pick = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** The values with those of these fields as they are in others. */
const over = (values: FormValues, fields: readonly AnyField[], others: FormValues): FormValues => ({
  ...values,
  ...pick(
    others,
    fields.map(({ name }) => name),
  ),
});

/** The values with what is computed from them. */
export function computed(sections: readonly AnySection[], values: FormValues): FormValues {
  const follows = sections
    .flatMap(({ fields }) => fields)
    .flatMap(({ name, computed: compute }) => (compute ? [[name, compute(values)] as const] : []));
  return { ...values, ...Object.fromEntries(follows) };
}

/**
 * Brings together what two people made of the same record. Nothing that either changed is lost without being asked about.
 *
 * @param base the values that both began with; one that isn't known counts as changed by both
 * @param mine the values of the form
 * @param theirs the values that are stored now
 */
export function merge(sections: readonly AnySection[], base: FormValues, mine: FormValues, theirs: FormValues): Merge {
  // What no field shows goes by what was done here, unless the record itself says otherwise now.
  const own = unshown(sections, theirs).filter((name) => sameValue(theirs[name], base[name]));
  let values = { ...theirs, ...pick(mine, own) };
  const taken: AnyField[] = [];
  const collisions: Collision[] = [];
  for (const fact of facts(sections)) {
    const { fields } = fact;
    const differ = (one: FormValues, other: FormValues) => fields.filter((field) => !same(field, one, other));
    const byThem = differ(theirs, base);
    if (differ(mine, base).length === 0) {
      taken.push(...byThem);
      continue;
    }
    values = over(values, fields, mine);
    const perhaps = byThem.length === 0;
    if (perhaps && !fields.some(isUnseen)) continue;
    if (differ(theirs, mine).length > 0) collisions.push({ ...fact, perhaps });
  }
  return { values: computed(sections, values), taken, collisions };
}

/** The merged values after it was decided whose count. */
export function settled(
  sections: readonly AnySection[],
  { values, collisions }: Merge,
  theirs: FormValues,
  sides: Readonly<Record<string, Side>>,
): FormValues {
  const theirFields = collisions.flatMap(({ id, fields }) => (sides[id] === 'theirs' ? fields : []));
  // Where theirs was chosen, what no field shows is theirs, too.
  const hidden = theirFields.length > 0 ? pick(theirs, unshown(sections, theirs)) : {};
  return computed(sections, over({ ...values, ...hidden }, theirFields, theirs));
}
