// Checks the contrast of the colour pairs in use against WCAG 2.2 AA, in both themes, from the tokens themselves.
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../src/app/tokens.css', import.meta.url), 'utf8');
const palette = readFileSync(new URL('../src/app/palette.ts', import.meta.url), 'utf8');

/** name → [light, dark] */
const tokens = new Map();
for (const [, name, value] of css.matchAll(/--nm-([\w-]+):\s*([^;]+);/g)) {
  const colours = value.match(/#[0-9a-f]{6}/gi);
  if (colours) tokens.set(name, colours.length === 2 ? colours : [colours[0], colours[0]]);
}

const ramps = new Map();
for (const [, name, body] of palette.matchAll(/(\w+): \[([^\]]+)\]/g)) ramps.set(name, body.match(/#[0-9a-f]{6}/gi));

const TEXT = 4.5;
const GRAPHIC = 3;

const pairs = [
  ...['paper', 'surface', 'raised', 'hover'].flatMap((ground) => [
    ['ink', ground, TEXT],
    ['dim', ground, ground === 'hover' ? GRAPHIC : TEXT],
    ['link', ground, TEXT],
    ['error', ground, TEXT],
    ['accent', ground, TEXT],
    ['success', ground, TEXT],
    ['focus', ground, GRAPHIC],
  ]),
  ['control-line', 'paper', GRAPHIC],
  ['control-line', 'surface', GRAPHIC],
  ['brand', 'paper', GRAPHIC],
  ['brand-strong', 'tint', TEXT],
  ['error', 'error-tint', TEXT],
  ['success', 'success-tint', TEXT],
  ['warning', 'warning-tint', TEXT],
  ['ink', 'warning-tint', TEXT],
  ['ochre', 'surface', GRAPHIC],
  ['ochre', 'paper', GRAPHIC],
  ['on-bar', 'bar', TEXT],
  ['on-bar-dim', 'bar', TEXT],
  ['on-button', 'button', TEXT],
  ['on-button', 'button-hover', TEXT],
];

function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const failures = [];
function check(name, front, back, least) {
  const found = ratio(front, back);
  if (found < least) failures.push(`${found.toFixed(2)} < ${least}  ${name}`);
}

for (const [front, back, least] of pairs) {
  for (const [index, theme] of ['light', 'dark'].entries()) {
    check(`${front} on ${back}, ${theme}`, tokens.get(front)[index], tokens.get(back)[index], least);
  }
}
for (const [name, ramp] of ramps) {
  if (name === 'dark') continue;
  check(`badge ${name}, light`, ramp[8], ramp[1], TEXT);
  check(`badge ${name}, dark`, ramp[2], ramp[9], TEXT);
  if (name !== 'chuna') check(`filled ${name}`, '#ffffff', ramp[7], TEXT);
}

// A soft button in the dark stands out from every ground, and its text from it.
const SOFT = 1.4;
const DARK = 1;
const mor = ramps.get('mor');
for (const ground of ['paper', 'surface', 'raised']) {
  check(`soft button on ${ground}, dark`, mor[8], tokens.get(ground)[DARK], SOFT);
  check(`soft button under the pointer on ${ground}, dark`, mor[7], tokens.get(ground)[DARK], SOFT);
}
check('text of a soft button, dark', mor[1], mor[8], TEXT);
check('text of a soft button under the pointer, dark', mor[1], mor[7], TEXT);

for (const failure of failures) console.log(failure);
console.log(failures.length > 0 ? `${failures.length} pairs fall short` : 'every pair meets AA');
process.exit(failures.length > 0 ? 1 : 0);
