import { Group } from '@mantine/core';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { IdText } from '@/kit/data/IdText';
import { Noted } from '@/kit/data/Noted';
import { Picture } from '@/kit/data/Picture';
import { useCurrentUser } from '@/session/session-store';

/** A user by image and address, and by organisation where it is not the reader's own. */
export function UserName({ user }: { user: User }) {
  const own = useCurrentUser()?.tenantId === user.tenantId;
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <Picture src={user.profileThumbnail} size={30} />
      <Noted note={own ? undefined : user.tenantName}>
        <IdText text={user.email} />
      </Noted>
    </Group>
  );
}
