import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { form } from './form';
import { server } from './server';

const { restoreDeleted } = DeletedService.method;

/** Undoes the deletion that was just made, and expects this record to be brought back. */
export async function expectUndo(kind: keyof typeof DeletedRecord_Kind, id: string): Promise<void> {
  server.answer(restoreDeleted, {});
  await page.getByRole('button', { name: 'Undo' }).click();
  await form.expectToast('Brought back.');
  const asked = (await server.calls(restoreDeleted)).map(({ request }) => request);
  expect(asked).toMatchObject([{ kind: DeletedRecord_Kind[kind], id }]);
}
