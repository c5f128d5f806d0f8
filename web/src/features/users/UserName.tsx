import { Group, Text } from '@mantine/core';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { IdText } from '@/kit/data/IdText';
import { Picture } from '@/kit/data/Picture';
import { useCurrentUser } from '@/session/session-store';

/** A user by image and address, and by organisation where it is not the reader's own. */
export function UserName({ user }: { user: User }) {
  const own = useCurrentUser()?.tenantId === user.tenantId;
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <Picture src={user.profileThumbnail} size={30} />
      <span>
        <IdText text={user.email} />
        {!own && (
          <Text component="span" display="block" c="dimmed" fz="xs" fw={400}>
            {user.tenantName}
          </Text>
        )}
      </span>
    </Group>
  );
}
