import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { type KeyboardEvent, useRef } from 'react';
import { t } from '@/i18n/t';
import { today } from '@/kit/timeline/days';
import classes from './DayInput.module.css';

const DAYS = 'td button:not(:disabled, [data-hidden])';

/** The days of a month to pick one from, and today where it may be picked. The focus begins at the day that is chosen. */
export function Calendar({
  value,
  min,
  max,
  onPick,
}: {
  /** The day that is chosen, `YYYY-MM-DD`; empty for none. */
  value: string;
  /** The first day that may be picked. */
  min: string;
  /** The last day that may be picked. */
  max: string;
  onPick: (day: string) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const now = today();
  const wanted = value || now;
  const start = wanted < min ? min : wanted > max ? max : wanted;

  /** Moves the focus into the table when the button that had it went with the view before, or became disabled. */
  const keepFocus = () =>
    requestAnimationFrame(() => {
      if (root.current?.contains(document.activeElement)) return;
      root.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
    });

  /** Moves the focus to the day of the same number in the month that comes, or to its last one. */
  const focusDay = (number: string | null) =>
    requestAnimationFrame(() => {
      const days = [...(root.current?.querySelectorAll<HTMLElement>(DAYS) ?? [])];
      (days.find(({ textContent }) => textContent === number) ?? days.at(-1))?.focus();
    });

  const turnMonth = (event: KeyboardEvent<HTMLElement>) => {
    const direction = { PageUp: 'previous', PageDown: 'next' }[event.key];
    if (!direction) return;
    event.preventDefault();
    root.current?.querySelector<HTMLElement>(`[data-direction="${direction}"]`)?.click();
    focusDay(event.currentTarget.textContent);
  };

  return (
    <div ref={root}>
      <DatePicker
        value={value || null}
        onChange={(day) => day && onPick(day)}
        defaultDate={start}
        minDate={min}
        maxDate={max}
        // Its own keys (Ctrl with arrows, Y) change the month and so remove the day that has the focus.
        enableKeyboardNavigation={false}
        ariaLabels={t.form.calendar.labels}
        onLevelChange={keepFocus}
        onDateChange={keepFocus}
        hideOutsideDates
        highlightToday
        classNames={{ day: classes.day }}
        getDayProps={(day) => ({
          // By itself the calendar has the browser's day, which isn't India's everywhere.
          'data-today': day === now || undefined,
          'aria-current': day === now ? 'date' : undefined,
          'data-autofocus': day === start || undefined,
          onKeyDown: turnMonth,
        })}
      />
      {min <= now && now <= max && (
        <Button variant="subtle" size="compact-sm" fullWidth mt="xs" onClick={() => onPick(now)}>
          {t.form.calendar.today}
        </Button>
      )}
    </div>
  );
}
