import { t } from '@/i18n/frame';
import { infoOf } from '@/kit/errors';
import { isAction } from '@/session/permissions';

/** Names the right for want of which the server refused a call; where it doesn't say, the one to view the module. */
export function missingRight(error: unknown, module?: string): string {
  const told = infoOf(error, 'ERROR_REASON_NOT_GRANTED')?.metadata;
  const { missing, actions, cannotView } = t.permissions;
  if (told?.module && isAction(told.action)) return missing(actions[told.action], told.module);
  return module ? missing(actions.view, module) : cannotView;
}
