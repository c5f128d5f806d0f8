import { describe, expect, it } from 'vitest';
import { isSendable, nextToSend, type UploadItem, type UploadState, uploadQueue } from './upload-queue';

const item = (id: string, state: UploadState): UploadItem => ({ id, file: new File([], id), state });
const steps = (items: readonly UploadItem[]) => items.map(({ state }) => state.step);

const everyStep: readonly UploadItem[] = [
  item('refused', { step: 'refused', reason: 'No.' }),
  item('chosen', { step: 'chosen' }),
  item('waiting', { step: 'waiting' }),
  item('sending', { step: 'sending', share: 0.5 }),
  item('done', { step: 'done' }),
  item('failed', { step: 'failed', reason: 'No.' }),
  item('cancelled', { step: 'cancelled' }),
];

describe('an upload', () => {
  it('sends what was chosen, and what failed or was cancelled once more, but never what was refused', () => {
    expect(steps(uploadQueue(everyStep, { type: 'submitted' }))).toEqual([
      'refused',
      'waiting',
      'waiting',
      'sending',
      'done',
      'waiting',
      'waiting',
    ]);
    expect(everyStep.filter(isSendable).map(({ id }) => id)).toEqual(['chosen', 'failed', 'cancelled']);
  });

  it('sends two files at once, in their order', () => {
    const waiting = ['a', 'b', 'c'].map((id) => item(id, { step: 'waiting' }));
    expect(nextToSend(waiting).map(({ id }) => id)).toEqual(['a', 'b']);
    const begun = uploadQueue(waiting, { type: 'moved', id: 'a', state: { step: 'sending', share: 0 } });
    expect(nextToSend(begun).map(({ id }) => id)).toEqual(['b']);
    const both = uploadQueue(begun, { type: 'moved', id: 'b', state: { step: 'sending', share: 0 } });
    expect(nextToSend(both)).toEqual([]);
  });

  it('moves, removes and adds single files', () => {
    const moved = uploadQueue(everyStep, { type: 'moved', id: 'sending', state: { step: 'done' } });
    expect(steps(moved)[3]).toBe('done');
    expect(uploadQueue(everyStep, { type: 'removed', id: 'failed' })).toHaveLength(6);
    expect(uploadQueue([], { type: 'added', items: everyStep })).toEqual(everyStep);
  });

  it('lets go of what is stored', () => {
    expect(steps(uploadQueue(everyStep, { type: 'cleared' }))).not.toContain('done');
  });
});
