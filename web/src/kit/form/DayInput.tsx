import { ActionIcon, CloseButton, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '@/i18n/t';
import { formatDate } from '@/kit/format';
import { today } from '@/kit/timeline/days';
import { Calendar } from './Calendar';
import classes from './DayInput.module.css';
import { parseDay } from './day-text';
import { warned } from './FieldWarning';
import { isClearKey } from './useClear';

/** The first and the last day that the server takes. */
const [FIRST, LAST] = ['1900-01-01', '2200-12-31'];

/**
 * A calendar day, typed as people write days or picked from a calendar, which opens on demand: by its button or with Alt+↓.
 * While somebody types, nothing lies over the fields. Its value is `YYYY-MM-DD`, or empty. A text that is no day stays where
 * it is, with its reason, and leaves the value as it was.
 */
export function DayInput({
  value,
  onChange,
  onRefuse,
  label,
  error,
  warning,
  minDate = FIRST,
  maxDate = LAST,
  ...rest
}: {
  value: string;
  onChange: (value: string) => void;
  /** Told why the text is no day that can be taken. */
  onRefuse?: (problem: string) => void;
  label: string;
  id?: string;
  size?: 'sm';
  description?: ReactNode;
  error?: ReactNode;
  /** What is unusual about the day, which is taken all the same. */
  warning?: string | undefined;
  required?: boolean;
  readOnly?: boolean;
  minDate?: string | undefined;
  maxDate?: string | undefined;
}) {
  const [typed, setTyped] = useState<Typed>();
  const [seen, setSeen] = useState(value);
  const [left, setLeft] = useState(false);
  const [opened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // How the button was pressed. By the time of its click the calendar is closed, because the button lies outside it.
  const wasOpen = useRef<boolean>(undefined);
  const isTouch = useRef(false);

  // A value that this text did not send comes from elsewhere, Back or a reset for example, and wins over the text.
  if (seen !== value) {
    setSeen(value);
    if (typed && !typed.sent.includes(value)) setTyped(undefined);
  }

  const problem = typed?.problem;
  const shown = typed?.text ?? dayText(value);

  const type = (text: string) => {
    const found = problemOf(text, minDate, maxDate);
    const sent = typed?.sent ?? [];
    setLeft(false);
    setOpened(false);
    if (found !== undefined) {
      setTyped({ text, problem: found, sent });
      onRefuse?.(found);
    } else {
      const day = parseDay(text, today()) ?? '';
      setTyped({ text, problem: undefined, sent: [...sent, day] });
      onChange(day);
    }
  };
  const set = (day: string) => {
    setTyped(undefined);
    onChange(day);
  };
  const close = () => {
    setOpened(false);
    // A finger would bring up the keyboard with the field.
    (isTouch.current ? button : input).current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (rest.readOnly) return;
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      isTouch.current = false;
      setOpened(true);
    } else if (isClearKey(event) && shown !== '') {
      event.preventDefault();
      set('');
    }
  };

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      offset={4}
      middlewares={{ flip: true, shift: true }}
      trapFocus
      closeOnEscape={false}
      // It would be hidden with the focus in it when the field is scrolled away.
      hideDetached={false}
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          {...rest}
          {...warned(problem === undefined ? warning : undefined)}
          ref={input}
          label={label}
          error={error ?? (left ? problem : undefined)}
          placeholder={t.form.dateFormat}
          autoComplete="off"
          aria-keyshortcuts={rest.readOnly ? undefined : 'Alt+ArrowDown Alt+Backspace'}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => setOpened(false)}
          onBlur={() => {
            setLeft(true);
            // Written in full once the field is left.
            if (problem === undefined) setTyped(undefined);
          }}
          onKeyDown={onKeyDown}
          rightSectionWidth={rest.readOnly ? undefined : shown === '' ? 40 : 68}
          rightSection={
            !rest.readOnly && (
              <span className={classes.buttons}>
                {shown !== '' && (
                  <CloseButton
                    size="md"
                    tabIndex={-1}
                    aria-label={t.list.clear(label)}
                    onMouseDown={keepFocus}
                    onClick={() => {
                      set('');
                      input.current?.focus();
                    }}
                  />
                )}
                <ActionIcon
                  ref={button}
                  variant="subtle"
                  color="gray"
                  size={28}
                  tabIndex={-1}
                  aria-label={t.form.calendar.of(label)}
                  aria-haspopup="dialog"
                  aria-expanded={opened}
                  className={classes.open}
                  onMouseDown={keepFocus}
                  onPointerDown={({ pointerType }) => {
                    wasOpen.current = opened;
                    isTouch.current = pointerType === 'touch';
                  }}
                  onClick={() => {
                    if (wasOpen.current ?? opened) close();
                    else setOpened(true);
                    // A click that no press comes before, of an assistive device, goes by what is open then.
                    wasOpen.current = undefined;
                  }}
                >
                  <IconCalendar size={16} aria-hidden />
                </ActionIcon>
              </span>
            )
          }
        />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={t.form.calendar.of(label)}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpened(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
      >
        <Calendar
          value={value}
          min={minDate}
          max={maxDate}
          onPick={(day) => {
            set(day);
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** A text that somebody types. */
interface Typed {
  readonly text: string;
  /** Why it is no day that can be taken. */
  readonly problem: string | undefined;
  /** The days that it has been on the way. */
  readonly sent: readonly string[];
}

/** Leaves the focus where it is when a button is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** A day as it stands in the field; nothing for anything that is no day. */
const dayText = (iso: string): string => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');

/** Why a text is no day between two others; undefined for one that is, and for no text. */
function problemOf(text: string, min: string, max: string): string | undefined {
  if (text.trim() === '') return undefined;
  const day = parseDay(text, today());
  if (day === null) return t.form.noDay(text.trim());
  if (day < min) return t.form.dayBefore(formatDate(min));
  if (day > max) return t.form.dayAfter(formatDate(max));
  return undefined;
}
