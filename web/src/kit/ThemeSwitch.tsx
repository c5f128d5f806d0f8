import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '@/i18n/base';
import { useAlive } from './alive';
import { type ColorScheme, setColorScheme, useColorScheme } from './color-scheme';
import classes from './ThemeSwitch.module.css';

const choices = [
  { value: 'light', label: t.theme.light, Icon: IconSun },
  { value: 'dark', label: t.theme.dark, Icon: IconMoon },
  { value: 'auto', label: t.theme.auto, Icon: IconDeviceDesktop },
] as const satisfies readonly { value: ColorScheme; label: string; Icon: typeof IconSun }[];

/** Light, dark or as the device. Without Mantine, because the public pages have it too. */
export function ThemeSwitch() {
  const name = useId();
  const wish = useColorScheme();
  const alive = useAlive();
  return (
    // A wish that nobody hears would look as if it had been granted.
    <fieldset className={classes.switch} disabled={!alive}>
      <legend className="visually-hidden">{t.theme.label}</legend>
      {choices.map(({ value, label, Icon }) => (
        <label key={value} className={classes.choice} title={label}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={wish === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={16} aria-hidden />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
