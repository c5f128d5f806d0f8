import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { type ContractImport, ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { t } from '@/i18n/imports';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { formatCount, formatInstant } from '@/kit/format';
import { named } from '@/kit/named';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { useReadAnew, useWrite } from '@/kit/write';
import { CHANGED_BY_IMPORTS } from './changed-by-imports';
import { registerOf } from './registers';

const words = t.imports;

/** What has to be known of an import to ask about it. */
export type Undoable = Pick<ContractImport, 'id' | 'record' | 'fileName' | 'created' | 'updated'>;

/** By whom an import was undone, and when; undefined while it counts. */
export const undoneBy = ({ undoneAt, undoneByEmail, undoneByState }: ContractImport): string | undefined =>
  undoneAt && words.undoneBy(named(undoneByEmail, undoneByState), formatInstant(undoneAt));

/** Why an import can't be undone by anybody; undefined when it can. */
export const undoRefusal = (row: ContractImport): string | undefined =>
  undoneBy(row) ?? (row.canUndo ? undefined : registerOf(row.record).words.cannotUndo);

/** Asks whether an import is to be undone, and says what becomes of what it brought. */
export function UndoDialog({
  asked,
  onClose,
  onUndone,
}: {
  /** The import that is asked about; undefined while nothing is. */
  asked: Undoable | undefined;
  onClose: () => void;
  onUndone?: () => void;
}) {
  const write = useWrite(CHANGED_BY_IMPORTS);
  const readAnew = useReadAnew();
  // The dialog still shows what it asked while it fades out.
  const [shown, setShown] = useState(asked);
  if (asked && asked !== shown) setShown(asked);

  const undo = async () => {
    if (asked === undefined) return;
    try {
      await write(ContractImportService.method.undoContractImport, { id: asked.id });
    } catch (error) {
      // Somebody has worked on what it brought, or was faster.
      void readAnew([ContractImportService]);
      throw error;
    }
    onUndone?.();
  };

  return (
    <ConfirmDialog
      opened={asked !== undefined}
      onClose={onClose}
      title={shown ? words.undoTitle(shown.fileName) : ''}
      question={shown ? [words.undoQuestion, consequences(shown)].join(' ') : ''}
      confirmLabel={words.undo}
      danger
      onConfirm={undo}
      failed={words.undoFailed}
    />
  );
}

/** What becomes of what an import brought that is undone. */
export function consequences({ record, created, updated }: Undoable): string {
  const { undoDeletes, undoRestores } = registerOf(record).words;
  return [created > 0 && undoDeletes(formatCount(created)), updated > 0 && undoRestores(formatCount(updated))]
    .filter(Boolean)
    .join(' ');
}

/** Undoes an import after a question. */
export function UndoButton({
  undoable,
  reason,
  onUndone,
}: {
  undoable: Undoable;
  /** Why it can't be undone, or not by this user; undefined when it can. */
  reason: string | undefined;
  onUndone?: () => void;
}) {
  const [asked, setAsked] = useState<Undoable>();
  return (
    <>
      <GuardedButton
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        reason={reason}
        onClick={() => setAsked(undoable)}
      >
        {words.undo}
      </GuardedButton>
      <UndoDialog asked={asked} onClose={() => setAsked(undefined)} onUndone={onUndone} />
    </>
  );
}
