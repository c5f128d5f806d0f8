import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ageBanner } from '@/testing/age';
import { StaleBanner } from './StaleBanner';

const KEY = ['figures'];

const read = async () => 'read';

function Other() {
  useQuery({ queryKey: ['other'], queryFn: read });
  return <p>Other figures</p>;
}

test('old figures and a part that begins to read come at once without an error on the console', async () => {
  const queries = new QueryClient();
  function Figures() {
    const { data } = useQuery({ queryKey: KEY, queryFn: read });
    const [isShown, show] = useState(false);
    const grow = () => {
      show(true);
      queries
        .getQueryCache()
        .find({ queryKey: KEY })
        ?.setState({ status: 'error', error: new Error('gone') });
    };
    return (
      <>
        <button type="button" onClick={grow}>
          {data}
        </button>
        {isShown && <Other />}
      </>
    );
  }
  await render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <StaleBanner />
        <Figures />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await page.getByRole('button', { name: 'read' }).click();
  await expect.element(page.getByText('Other figures')).toBeVisible();
  await expect.element(ageBanner).toHaveTextContent('could not be read again');
});
