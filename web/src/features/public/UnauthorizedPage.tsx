import { Unauthorized } from '@/kit/Unauthorized';

/** /unauthorized. */
export function UnauthorizedPage() {
  return <Unauthorized />;
}
