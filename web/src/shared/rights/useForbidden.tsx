import type { Forbidden } from '@/kit/form/FormPage';
import type { Crumb } from '@/kit/PageHeader';
import { useRecheck, useRefusal } from '@/session/Can';
import type { Action, Module } from '@/session/permissions';
import { Refused } from './Refused';

/** What stands in the place of a form that needs a right; undefined when the user has it. */
export function useForbidden(
  module: Module,
  action: Action,
  title: string,
  breadcrumbs: readonly Crumb[],
): Forbidden | undefined {
  const reason = useRefusal(module, action);
  // Also where what was typed keeps the form in its place.
  useRecheck(reason !== undefined);
  return reason === undefined
    ? undefined
    : { reason, instead: <Refused title={title} right={reason} breadcrumbs={breadcrumbs} /> };
}
