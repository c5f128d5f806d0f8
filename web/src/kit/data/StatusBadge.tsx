import type { Icon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { NONE } from '@/kit/format';
import classes from './StatusBadge.module.css';

/** The tones that carry meaning; every one is paired with an icon and a word. */
export type Tone = 'gray' | 'neel' | 'geru' | 'mor' | 'haldi' | 'neem' | 'sindoor' | 'jamun';

/** How a status looks and reads wherever it appears. */
export interface StatusMeta {
  label: string;
  tone: Tone;
  icon: Icon;
}

/** A tone's colours as variables: `--tone-ink` and `--tone-fill` for badges, `--tone` for lines and bars. */
export const toneStyle = (tone: Tone): CSSProperties =>
  ({
    '--tone': `light-dark(var(--mantine-color-${tone}-7), var(--mantine-color-${tone}-4))`,
    '--tone-ink': `light-dark(var(--mantine-color-${tone}-8), var(--mantine-color-${tone}-2))`,
    '--tone-fill': `light-dark(var(--mantine-color-${tone}-1), var(--mantine-color-${tone}-9))`,
  }) as CSSProperties;

/** A status as word, icon and colour, so that none of the three has to carry it alone. */
export function StatusBadge({ meta }: { meta: StatusMeta | undefined }) {
  if (!meta) return <>{NONE}</>;
  return (
    <span className={classes.badge} style={toneStyle(meta.tone)}>
      <meta.icon size={13} stroke={2} aria-hidden className={classes.icon} />
      {meta.label}
    </span>
  );
}
