import type { MessageInitShape } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import {
  type Settings,
  Settings_Density,
  Settings_Theme,
  type SettingsSchema,
  SettingsService,
} from '@/gen/nirmaan/common/v1/settings_service_pb';
import { colorScheme, setColorScheme } from '@/kit/color-scheme';
import { bareTransport } from '@/session/bare-transport';
import { currentUser } from '@/session/session-store';
import { authorizedHeaders, transport } from '@/session/transport';
import { DEFAULT_SETTINGS, keepSettings, knownSettings, type UserSettings } from './settings-store';

const client = createClient(SettingsService, transport);
// Nobody waits for what is fetched in the background: it must not ask anybody to sign in.
const quiet = createClient(SettingsService, bareTransport);

const THEMES = {
  auto: Settings_Theme.AUTO,
  light: Settings_Theme.LIGHT,
  dark: Settings_Theme.DARK,
} as const;

/** Settings as the screens hold them. */
export function settingsOf({ theme, density, pageSize, columns }: Settings): UserSettings {
  return {
    theme: theme === Settings_Theme.DARK ? 'dark' : theme === Settings_Theme.LIGHT ? 'light' : 'auto',
    density: density === Settings_Density.COMPACT ? 'compact' : 'comfortable',
    pageSize: pageSize || DEFAULT_SETTINGS.pageSize,
    columns: Object.fromEntries(columns.map(({ list, order, hidden }) => [list, { order, hidden }])),
  };
}

/** Settings for the wire. */
export function settingsMessage(settings: UserSettings): MessageInitShape<typeof SettingsSchema> {
  return {
    theme: THEMES[settings.theme],
    density: settings.density === 'compact' ? Settings_Density.COMPACT : Settings_Density.COMFORTABLE,
    pageSize: settings.pageSize,
    columns: Object.entries(settings.columns).map(([list, { order, hidden }]) => ({
      list,
      order: [...order],
      hidden: [...hidden],
    })),
  };
}

let pending = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Fetches what was set on any device. What is kept here holds until the server answers.
 *
 * @returns whether it did
 */
export async function fetchSettings(): Promise<boolean> {
  const asked = currentUser()?.id;
  if (asked === undefined) return false;
  const before = knownSettings();
  const answer = await quiet.getSettings({}, { headers: authorizedHeaders() }).catch(() => undefined);
  // Signed out, or somebody else, while the answer was on its way; or a change of here, of this tab or of another, is
  // newer than it.
  if (!answer || currentUser()?.id !== asked || pending > 0 || knownSettings() !== before) return answer !== undefined;
  const stored = settingsOf(answer);
  const chosen = colorScheme();
  keepSettings(stored);
  // A theme that was chosen before signing in stays where the account has none: the settings follow it, as any choice.
  if (before === undefined && stored.theme === 'auto') setColorScheme(chosen);
  return true;
}

/**
 * Changes the settings: here at once, then on the server. What the server doesn't take is taken back here.
 *
 * @throws ConnectError when the server did not take it
 */
export async function changeSettings(change: (settings: UserSettings) => UserSettings): Promise<void> {
  const asked = currentUser()?.id;
  const before = knownSettings() ?? { ...DEFAULT_SETTINGS, theme: colorScheme() };
  keepSettings(change(before));
  try {
    await storeChange(change);
  } catch (error) {
    if (pending === 0 && currentUser()?.id === asked) keepSettings(before);
    throw error;
  }
}

/**
 * Changes the settings on the server, on top of what another device may have set meanwhile, and then here.
 *
 * @throws ConnectError when the server did not take it
 */
export async function storeChange(change: (settings: UserSettings) => UserSettings): Promise<void> {
  const asked = currentUser()?.id;
  pending++;
  const turn = last.then(async () => {
    const stored = settingsOf(await client.getSettings({}));
    return settingsOf(await client.updateSettings({ settings: settingsMessage(change(stored)) }));
  });
  last = turn.catch(() => undefined);
  const answer = await turn.finally(() => pending--);
  // A later change is here already, and still on its way there; or the answer is that of somebody who signed out.
  if (pending === 0 && currentUser()?.id === asked) keepSettings(answer);
}
