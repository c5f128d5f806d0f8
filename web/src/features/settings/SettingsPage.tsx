import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/settings';
import { type ColorScheme, useColorScheme } from '@/kit/color-scheme';
import type { Density } from '@/kit/density';
import { userMessage } from '@/kit/errors';
import { PageSize } from '@/kit/list/PageSize';
import { PageHeader } from '@/kit/PageHeader';
import { changeSettings, fetchSettings } from '@/shared/settings/settings-server';
import { type UserSettings, useSettings } from '@/shared/settings/settings-store';
import classes from './Settings.module.css';

const words = t.settings;
const THEMES: readonly ColorScheme[] = ['light', 'dark', 'auto'];
const DENSITIES: readonly Density[] = ['comfortable', 'compact'];

/** /settings: how one likes the screens. What is chosen counts at once, and is kept on the server. */
export function SettingsPage() {
  const { density, pageSize, columns } = useSettings();
  // The switch in the top bar changes it too.
  const theme = useColorScheme();
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    void fetchSettings();
  }, []);

  const set = async (change: Partial<UserSettings>) => {
    setSaved(false);
    setError(undefined);
    try {
      await changeSettings((settings) => ({ ...settings, ...change }));
      setSaved(true);
    } catch (failure) {
      setError(failure);
    }
  };

  const arranged = Object.keys(columns).length;
  return (
    <>
      <PageHeader title={words.title} description={words.hint} />
      <Stack gap="md">
        {error !== undefined && (
          <Alert color="sindoor" role="alert">
            {userMessage(error, words.saveFailed)}
          </Alert>
        )}
        <Choices
          title={words.theme}
          options={THEMES.map((value) => ({ value, label: t.theme[value], hint: words.themeHints[value] }))}
          value={theme}
          onChange={(value) => set({ theme: value })}
        />
        <Choices
          title={words.density}
          options={DENSITIES.map((value) => ({
            value,
            label: words.densities[value],
            hint: words.densityHints[value],
          }))}
          value={density}
          onChange={(value) => set({ density: value })}
        />
        <Part title={words.rows}>
          <Text c="dimmed" size="sm">
            {words.pageSizeHint}
          </Text>
          <PageSize size={pageSize} onChange={(size) => set({ pageSize: size })} />
        </Part>
        <Part title={words.columns}>
          <Text c="dimmed" size="sm">
            {words.columnsHint} {arranged > 0 ? words.arranged(arranged) : words.notArranged}
          </Text>
          {arranged > 0 && (
            <div>
              <Button variant="default" onClick={() => set({ columns: {} })}>
                {words.resetColumns}
              </Button>
            </div>
          )}
        </Part>
        <Part title={words.organisation}>
          <Text c="dimmed" size="sm">
            {words.organisationHint}
          </Text>
          <Anchor component={Link} to="/settings/organisation" size="sm" w="fit-content">
            {t.organisation.title}
          </Anchor>
        </Part>
        <span className="visually-hidden" role="status">
          {saved && words.saved}
        </span>
      </Stack>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

/** One of a few, each with what it is good for. */
function Choices<Value extends string>({
  title,
  options,
  value,
  onChange,
}: {
  title: string;
  options: readonly { value: Value; label: string; hint: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      <div className={classes.choices}>
        {options.map((option) => (
          <label key={option.value} className={classes.choice}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>
              {option.label}
              <br />
              <span className={classes.hint}>{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
