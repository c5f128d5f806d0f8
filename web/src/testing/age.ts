import { page } from 'vitest/browser';
import { queryClient } from '@/app/query-client';

/** Says how old the page is; beside the page, not in it. */
export const ageBanner = page.getByText(/what you see could not be read again\. It was read /i);

/** Lets what is on the screen have been read so long ago, and reads it again. */
export async function readAgainAfter(milliseconds: number): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    query.setState({ dataUpdatedAt: Date.now() - milliseconds });
  }
  await queryClient.refetchQueries({ type: 'active' });
}
