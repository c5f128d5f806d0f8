import { readFileSync } from 'node:fs';

/**
 * The components of @mantine/dates that no screen has; whoever needs one takes it from here. The package brings its
 * styles in one sheet, and a third of that is theirs.
 */
const UNUSED = [
  'DateInput',
  'DateTimePicker',
  'InlineDateTimePicker',
  'MiniCalendar',
  'MonthPicker',
  'PickerInputBase',
  'TimeGrid',
  'TimeInput',
  'TimePicker',
  'YearPicker',
];

const COMPONENTS = new URL('../node_modules/@mantine/dates/esm/components/', import.meta.url);

/** What of a PostCSS rule is needed here. */
interface Rule {
  readonly selectors: readonly string[];
  remove: () => unknown;
}

/** A PostCSS plugin that leaves out the rules of components that nothing uses. */
export function withoutUnusedDates() {
  const classes = UNUSED.flatMap((name) => {
    const names = readFileSync(new URL(`${name}/${name}.module.mjs`, COMPONENTS), 'utf8').match(/\bm_[0-9a-f]+\b/g);
    if (!names) throw new Error(`${name} of @mantine/dates names no classes`);
    return names.map((one) => `.${one}`);
  });
  return {
    postcssPlugin: 'nirmaan:dates-styles',
    Rule(rule: Rule) {
      if (rule.selectors.every((selector) => classes.some((one) => selector.includes(one)))) rule.remove();
    },
  };
}
