import { MantineProvider } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { allowConsole } from '@/testing/console';
import { ChunkError } from './lazy';
import { lazyPart, PartBoundary } from './Part';

const failure = page.getByRole('alert');
const again = page.getByRole('button', { name: 'Try again' });

/** The page around a part. */
const around = (part: React.ReactNode) =>
  render(
    <MantineProvider>
      <h1>Culvert at km 12</h1>
      {part}
    </MantineProvider>,
  );

test('a part whose program can’t be had says so in its place, and is there when it is tried again', async () => {
  allowConsole(/not fetched/);
  const load = vi.fn(async () => () => <p>Timeline</p>);
  load.mockRejectedValueOnce(new ChunkError('not fetched'));
  const Part = lazyPart(load);
  await around(<Part />);
  await expect.element(failure).toHaveTextContent('This part could not be loaded.');
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect.element(reload).toBeVisible();
  const [left, right] = [again, reload].map((button) => button.element().getBoundingClientRect());
  expect((right?.left ?? 0) - (left?.right ?? 0), 'pixels between the buttons').toBe(8);
  await expect.element(page.getByRole('heading', { name: 'Culvert at km 12' })).toBeVisible();
  await again.click();
  await expect.element(page.getByText('Timeline')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that throws while it is drawn leaves the page standing', async () => {
  allowConsole(/no such bar/);
  let broken = true;
  function Part() {
    if (broken) throw new Error('no such bar');
    return <p>Schedule</p>;
  }
  await around(
    <PartBoundary>
      <Part />
    </PartBoundary>,
  );
  await expect.element(failure).toHaveTextContent('This part could not be shown');
  expect(page.getByText('no such bar').elements()).toEqual([]);
  await expect.element(page.getByRole('heading', { name: 'Culvert at km 12' })).toBeVisible();
  broken = false;
  await again.click();
  await expect.element(page.getByText('Schedule')).toBeVisible();
});
