import { expect, test } from 'vitest';
import { pages, render } from './prerender';

/** The tags of this name, as they are written. */
const tags = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? [];

test('no page that is written at build time can be sent before the program runs, nor into the address', async () => {
  const withForms: string[] = [];
  for (const { path } of pages) {
    const html = await render(path);
    for (const form of tags(html, 'form')) {
      withForms.push(path);
      expect(form, path).toContain(' method="post"');
    }
    // A button sends its form unless it says that it does something else.
    const sending = tags(html, 'button').filter((button) => !button.includes(' type="button"'));
    expect(
      sending.filter((button) => !button.includes(' disabled=""')),
      path,
    ).toEqual([]);
  }
  expect(withForms).toEqual(['/contact', '/login']);
});
