import { useState } from 'react';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import type { Choice } from '@/kit/form/fields';
import type { MoreProps } from '@/shared/screens/resource';
import { Receiver, useHandsOver } from './Receiver';

/** Chooses who gets the open tasks of a user who is about to be deleted, for whoever may see and edit tasks. */
export function HandOver({ row: { id, tenantId }, onChange }: MoreProps<User>) {
  const [choice, setChoice] = useState<Choice | null>(null);
  if (!useHandsOver(tenantId)) return null;
  const choose = (next: Choice | null) => {
    setChoice(next);
    onChange(next?.value ?? '');
  };
  return <Receiver userId={id} value={choice} onChange={choose} />;
}
