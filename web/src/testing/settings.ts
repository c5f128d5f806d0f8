import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type Settings, SettingsSchema, SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { server } from './server';

const { getSettings, updateSettings } = SettingsService.method;

/** Answers all calls on the user's settings, which begin as these, and keeps what is changed. */
export function withSettings(begin: MessageInitShape<typeof SettingsSchema> = {}): void {
  let settings = create(SettingsSchema, begin);
  server.answer(getSettings, () => settings);
  server.answer(updateSettings, (request) => {
    settings = request.settings ?? settings;
    return settings;
  });
}

/** What was stored of the settings last. */
export const storedSettings = async (): Promise<Settings | undefined> =>
  (await server.calls(updateSettings)).at(-1)?.request.settings;
