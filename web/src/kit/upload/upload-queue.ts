/** Where a file of an upload stands. */
export type UploadState =
  /** Never sent: of a wrong kind, or too large. */
  | { readonly step: 'refused'; readonly reason: string }
  /** Sent when the user says so. */
  | { readonly step: 'chosen' }
  /** Sent when its turn comes. */
  | { readonly step: 'waiting' }
  /** `share` of it, 0 to 1, has left this machine. */
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'done' }
  | { readonly step: 'failed'; readonly reason: string }
  | { readonly step: 'cancelled' };

/** A file of an upload. */
export interface UploadItem {
  readonly id: string;
  readonly file: File;
  readonly state: UploadState;
}

/** What can happen to an upload. */
export type UploadEvent =
  | { readonly type: 'added'; readonly items: readonly UploadItem[] }
  /** The user wants all that can be sent to be sent. */
  | { readonly type: 'submitted' }
  | { readonly type: 'moved'; readonly id: string; readonly state: UploadState }
  | { readonly type: 'removed'; readonly id: string }
  /** What is stored needs no line any more. */
  | { readonly type: 'cleared' };

/** Files sent at the same time; more would only share the same line. */
const AT_ONCE = 2;

/** Whether the server may still get the file: it was chosen, or an attempt failed. */
export const isSendable = ({ state: { step } }: UploadItem): boolean =>
  step === 'chosen' || step === 'failed' || step === 'cancelled';

/** Whether the file is on its way, or about to be. */
export const isUnderWay = ({ state: { step } }: UploadItem): boolean => step === 'waiting' || step === 'sending';

/** The upload after an event. */
export function uploadQueue(items: readonly UploadItem[], event: UploadEvent): readonly UploadItem[] {
  switch (event.type) {
    case 'added':
      return [...items, ...event.items];
    case 'submitted':
      return items.map((item) => (isSendable(item) ? { ...item, state: { step: 'waiting' } } : item));
    case 'moved':
      return items.map((item) => (item.id === event.id ? { ...item, state: event.state } : item));
    case 'removed':
      return items.filter(({ id }) => id !== event.id);
    case 'cleared':
      return items.filter(({ state }) => state.step !== 'done');
  }
}

/** The files whose turn it is. */
export function nextToSend(items: readonly UploadItem[]): readonly UploadItem[] {
  const sending = items.filter(({ state }) => state.step === 'sending').length;
  return items.filter(({ state }) => state.step === 'waiting').slice(0, Math.max(0, AT_ONCE - sending));
}
