import type { DeletedRecord_Kind } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { withTimeout } from '@/kit/lazy';

/** A kind of record that can be brought back after it was deleted, by the protocol's name. */
export type DeletedKind = Exclude<keyof typeof DeletedRecord_Kind, 'KIND_UNSPECIFIED'>;

/** The calls, which the page of a list needs for nothing else. */
export const loadCalls = () => withTimeout(import('./calls'));
