import { t } from '@/i18n/work';
import { toastUndo } from '@/kit/overlay/toast-undo';
import { changeInWords, type Measured } from './quantities';

const { undo, undoing, undone, undoFailed } = t.work.quantities;

/**
 * Says what an entry changed of a task's quantity and progress, and offers to take it back.
 *
 * @param before the task until then
 * @param after as it is now
 */
export function toastEntry(
  before: Measured,
  after: Measured & { readonly title: string },
  takeBack: () => Promise<unknown>,
): void {
  const said = changeInWords(before, after);
  toastUndo({ said, name: after.title, undo, undoing, undone, failed: undoFailed }, takeBack);
}
