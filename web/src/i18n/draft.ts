import { draftIN } from './en-IN.draft';
import { t as common } from './t';

/** What forms say, of their drafts too. */
export const t = { ...common, ...draftIN };
