import { describe, expect, it } from 'vitest';
import type { AnySection, FieldValue, FormValues } from './fields';
import { changedFacts, changedFields, merge, type Side, settled } from './merge';

const nothing = () => null;
const text = (name: string) => ({ name, label: name, kind: 'text' }) as const;

const sections: readonly AnySection[] = [
  {
    id: 'all',
    title: 'All',
    fields: [
      text('a'),
      { ...text('b'), linked: 'pair' },
      { ...text('c'), linked: 'pair' },
      { ...text('both'), computed: ({ a, b }) => `${a}${b}` },
      { name: 'image', label: 'image', kind: 'image', Input: nothing },
      { ...text('rights'), changesOnly: String },
      { ...text('password'), kind: 'password', Input: nothing, autoComplete: 'new-password' },
    ],
  },
];

const BASE: FormValues = { a: '0', b: '0', c: '0', both: '00', image: '/i?1', rights: '', password: '', hidden: '0' };

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

describe('what changed', () => {
  it.each<[FormValues, FormValues, string[]]>([
    [{ a: '1' }, { a: '1' }, []],
    [{ a: '1', b: 1n }, { a: '1', b: 2n }, ['b']],
    [{ a: null }, { a: '' }, ['a']],
    [{ a: { value: '7', label: 'Old name' } }, { a: { value: '7', label: 'New name' } }, []],
    [{ a: { value: '7', label: 'Name' } }, { a: null }, ['a']],
    [{}, { a: '' }, ['a']],
  ])('%o to %o: %o', (base, values, expected) => {
    expect(changedFields(base, values)).toEqual(expected);
  });
});

describe('a merge', () => {
  // Every way in which two people can change or leave a field, alike or not.
  const VALUES = ['0', '1', '2'];
  const ways = VALUES.flatMap((mine) =>
    VALUES.flatMap((theirs) => VALUES.map((also) => [mine, theirs, also] as const)),
  );

  it.each(ways)('of %s and %s, beside a field that they made %s, loses nothing', (mine, theirs, also) => {
    const merged = merge(sections, BASE, { ...BASE, a: mine }, { ...BASE, a: theirs, b: also });
    const collides = mine !== '0' && theirs !== '0' && mine !== theirs;
    expect(merged.collisions.map(({ id }) => id)).toEqual(collides ? ['a'] : []);
    expect(merged.values.a).toBe(mine === '0' ? theirs : mine);
    expect(merged.values.b).toBe(also);
    expect(names(merged.taken)).toEqual([
      ...(mine === '0' && theirs !== '0' ? ['a'] : []),
      ...(also === '0' ? [] : ['b']),
    ]);
    expect(merged.values.both, 'what is computed follows').toBe(`${merged.values.a}${also}`);
    const decided = (side: Side) => settled(sections, merged, { ...BASE, a: theirs, b: also }, { a: side }).a;
    if (collides) expect([decided('mine'), decided('theirs')]).toEqual([mine, theirs]);
  });

  const cases: [
    string,
    Partial<Record<string, FieldValue>>,
    Partial<Record<string, FieldValue>>,
    string[],
    string[],
  ][] = [
    ['linked fields collide as one', { b: '1' }, { c: '2' }, ['pair'], []],
    ['the same change of both is none', { b: '1', c: '1' }, { b: '1', c: '1' }, [], []],
    ['a linked field is taken over alone', { a: '1' }, { c: '2' }, [], ['c']],
    ['a new link is no new image', {}, { image: '/i?2' }, [], []],
    ['an image that was taken away is', {}, { image: '' }, [], ['image']],
    ['a new image is asked about', { image: 'data:x' }, { image: '/i?2' }, ['image'], []],
    ['changes alone are asked about', { rights: 'm=1' }, {}, ['rights'], []],
    ['a new password is asked about', { password: 'harbour lantern 7' }, {}, ['password'], []],
    ['changes that were not made are not', {}, { a: '1' }, [], ['a']],
    ['what no field shows is theirs', {}, { hidden: '1' }, [], []],
    ['also beside mine', { hidden: '2' }, { hidden: '1' }, [], []],
  ];
  it.each(cases)('%s', (_, mine, theirs, collisions, taken) => {
    const stored = { ...BASE, ...theirs } as FormValues;
    const merged = merge(sections, BASE, { ...BASE, ...mine } as FormValues, stored);
    expect(merged.collisions.map(({ id }) => id)).toEqual(collisions);
    expect(names(merged.taken)).toEqual(taken);
    expect(merged.values.hidden).toBe(stored.hidden);
  });

  it('tells what both changed from what they perhaps did', () => {
    const mine = { ...BASE, a: '1', rights: 'm=1' };
    const { collisions } = merge(sections, BASE, mine, { ...BASE, a: '2' });
    expect(collisions.map(({ id, perhaps }) => [id, perhaps])).toEqual([
      ['a', false],
      ['rights', true],
    ]);
  });

  it('names linked fields together, and neither what is computed nor what no field shows', () => {
    expect(changedFacts(sections, BASE, { ...BASE, c: '1', both: '1', hidden: '1' })).toEqual(['b', 'c']);
  });

  it('asks about all that differs where nobody knows what it was made of', () => {
    const { collisions } = merge(sections, {}, { ...BASE, a: '1' }, { ...BASE, b: '2' });
    expect(collisions.map(({ id }) => id)).toEqual(['a', 'pair']);
  });

  it('keeps a choice for linked fields whole', () => {
    const stored = { ...BASE, b: '3', c: '4' };
    const merged = merge(sections, BASE, { ...BASE, b: '1', c: '2' }, stored);
    expect(settled(sections, merged, stored, { pair: 'theirs' })).toMatchObject({ b: '3', c: '4', both: '03' });
    expect(settled(sections, merged, stored, { pair: 'mine' })).toMatchObject({ b: '1', c: '2', both: '01' });
  });
});
