import { create } from '@bufbuild/protobuf';
import { describe, expect, it, vi } from 'vitest';
import { SettingsSchema } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { settingsMessage, settingsOf } from './settings-server';
import { DEFAULT_SETTINGS, type UserSettings } from './settings-store';

vi.mock('@/session/transport', () => ({ transport: {}, authorizedHeaders: () => ({}) }));
vi.mock('@/session/bare-transport', () => ({ bareTransport: {} }));

const SETTINGS: UserSettings = {
  theme: 'dark',
  density: 'compact',
  pageSize: 50,
  columns: { contracts: { order: ['bidId', 'status'], hidden: ['status'] } },
};

describe('settings', () => {
  it('are the defaults when nothing was ever set', () => {
    expect(settingsOf(create(SettingsSchema))).toEqual(DEFAULT_SETTINGS);
  });

  it.each([SETTINGS, { ...SETTINGS, theme: 'light' }, DEFAULT_SETTINGS] as const)(
    'come back as they were sent',
    (one) => {
      expect(settingsOf(create(SettingsSchema, settingsMessage(one)))).toEqual(one);
    },
  );
});
