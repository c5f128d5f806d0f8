import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '@/i18n/deleted';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { formatTime } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { lazyPart } from '@/kit/Part';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { type Deletion, deletionSentence } from './deletion';

const RestoreButton = lazyPart(async () => (await import('./RestoreButton')).RestoreButton);

/** What took a record along: where it is found, and the module that grants seeing it. */
const ABOVE = {
  CONTRACT: { to: (id: string) => `/contracts/${id}`, module: Module.CONTRACTS },
  PROJECT: { to: (id: string) => `/projects/${id}`, module: Module.PROJECTS },
  TASK: { to: (id: string) => `/project-tasks/${id}`, module: Module.PROJECT_TASKS },
  IMPORT: { to: () => '/contracts/imports', module: Module.CONTRACTS },
} as const;

type AboveKind = keyof typeof ABOVE;

const isAbove = (kind: string): kind is AboveKind => kind in ABOVE;

/** Who deleted a record and when, and the way to have it back: it, or what it went along with. */
export function DeletedRecord({ deletion, children }: { deletion: Deletion; children?: ReactNode }) {
  const { along, restorableUntil } = deletion;
  const comesBack = restorableUntil !== undefined && restorableUntil.getTime() > Date.now();
  const above = along && isAbove(along.kind) ? { id: along.id, kind: along.kind } : undefined;
  const restorable = deletion.kind === 'USER' ? t.deletion.userRestorable : t.deletion.restorable;
  const leads = above && (comesBack || above.kind === 'IMPORT');
  return (
    <EmptyState
      kind="filtered"
      title={deletionSentence(deletion)}
      action={
        <>
          {leads && <AboveLink {...above} />}
          {comesBack && !along && <RestoreButton deletion={deletion} />}
          {children}
        </>
      }
    >
      {above && `${leads ? t.deletion.along[above.kind] : t.deletion.alongForGood} `}
      {comesBack && restorable(formatTime(restorableUntil))}
    </EmptyState>
  );
}

function AboveLink({ kind, id }: { kind: AboveKind; id: string }) {
  const { to, module } = ABOVE[kind];
  return (
    <GuardedLink to={to(id)} reason={useRefusal(module, 'view')} icon={<IconArrowRight size={16} aria-hidden />}>
      {t.deletion.openAbove[kind]}
    </GuardedLink>
  );
}
