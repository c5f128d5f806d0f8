import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { findDraft } from './draft';
import type { FormValues } from './fields';
import { useDraft } from './useDraft';

const PATH = '/contracts/create';
const MINUTE = 60_000;

/** A form with unsaved changes, drawn with these values. */
const formWith = (name: string) =>
  renderHook((values: FormValues = { name }) => useDraft(PATH, { values, base: {}, version: 0n }, true), {
    initialProps: { name },
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

describe('a draft', () => {
  test('is kept at a pause in typing, and not again once the form is done with', async () => {
    const { result, rerender } = await formWith('Culvert');
    expect(findDraft(PATH)).toBeUndefined();
    vi.advanceTimersByTime(MINUTE);
    expect(findDraft(PATH)).toMatchObject({ values: { name: 'Culvert' } });
    result.current.end();
    expect(findDraft(PATH)).toBeUndefined();
    // The page is still there for as long as the next one is on its way.
    await rerender({ name: 'Culvert' });
    vi.advanceTimersByTime(MINUTE);
    expect(findDraft(PATH)).toBeUndefined();
  });

  test('is kept of what is typed after another one was discarded', async () => {
    const { result, rerender } = await formWith('Culvert');
    result.current.forget();
    await rerender({ name: 'Bridge' });
    vi.advanceTimersByTime(MINUTE);
    expect(findDraft(PATH)).toMatchObject({ values: { name: 'Bridge' } });
  });
});
