import { describe, expect, it } from 'vitest';
import { docTypeLabel, documentProblem, endingOf, pastedFile, previewKind } from './document-file';

const MIB = 1024 * 1024;

describe('a file', () => {
  it.each(['notice.pdf', 'SITE.JPEG', 'plan.final.dwg', 'rates.xls'])('%s is worth sending', (name) =>
    expect(documentProblem({ name, size: 1 })).toBeUndefined(),
  );

  it.each(['setup.exe', 'page.html', 'logo.svg', 'data.xml', 'README', 'pdf'])('%s is not', (name) =>
    expect(documentProblem({ name, size: 1 })).toBe('This kind of file is not allowed.'),
  );

  it('may have 25 MB, and must have something', () => {
    expect(documentProblem({ name: 'a.pdf', size: 25 * MIB })).toBeUndefined();
    expect(documentProblem({ name: 'a.pdf', size: 25 * MIB + 1 })).toBe('The file is larger than 25 MB.');
    expect(documentProblem({ name: 'a.pdf', size: 0 })).toBe('The file is empty.');
  });

  it('has an ending or none', () => {
    expect(endingOf('a.b.PDF')).toBe('pdf');
    expect(endingOf('README')).toBe('');
  });

  it('gets a name of its own when it is pasted', () => {
    const pasted = pastedFile(new File(['x'], 'image.png', { type: 'image/png' }), new Date('2026-03-31T20:00:05Z'));
    expect(pasted.name).toBe('Pasted image 2026-04-01 01.30.05.png');
    expect([pasted.type, pasted.size]).toEqual(['image/png', 1]);
  });
});

it('is previewed as an image, as a PDF or not at all', () => {
  const types = ['image/webp', 'application/pdf', 'image/vnd.dwg', 'text/csv'];
  expect(types.map(previewKind)).toEqual(['image', 'pdf', undefined, undefined]);
});

it('has a type in words', () => {
  expect(docTypeLabel('SUPPORT_DOC')).toBe('Supporting document');
  expect(docTypeLabel('VEHICLE_RC')).toBe('Vehicle RC');
  expect(docTypeLabel('EMD receipt')).toBe('EMD receipt');
});
