import { t } from '@/i18n/frame';
import { infoOf, userMessage } from '@/kit/errors';
import { isAction } from '@/session/permissions';

/** Names the right for want of which a call was refused, or says why it was in the server's words; else it was to view the module. */
export function missingRight(error: unknown, module?: string): string {
  const told = infoOf(error, 'ERROR_REASON_NOT_GRANTED')?.metadata;
  const { missing, actions, cannotView } = t.permissions;
  if (told?.module && isAction(told.action)) return missing(actions[told.action], told.module);
  return userMessage(error, module ? missing(actions.view, module) : cannotView);
}
