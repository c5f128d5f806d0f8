import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { PACE } from '@/kit/pace';

/** An edit in progress. `sent` is what the address was last told, once it was told anything. */
interface Edit {
  text: string;
  sent?: string;
  /** Focus has left: the edit only waits for the address to catch up. */
  closed?: boolean;
}

/**
 * A text filter. The address is its value; while somebody types, their text is shown and the address
 * follows at each pause. The first change makes a history entry and later ones replace it until the
 * field is left, so that Back undoes an edit and not a letter.
 */
export function TextFilter({
  label,
  value,
  onCommit,
}: {
  label: string;
  value: string;
  onCommit: (text: string, replace: boolean) => void;
}) {
  const [edit, setEdit] = useState<Edit>();
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A value that this edit did not send comes from Back, a chip or a link, and wins over the edit.
  if (seen !== value) {
    setSeen(value);
    if (edit && (edit.sent !== value || edit.closed)) setEdit(undefined);
  }

  const commit = (text: string, closed: boolean) => {
    clearTimeout(timer.current);
    const clean = text.trim();
    if (clean === value) {
      setEdit(closed ? undefined : { text, sent: edit?.sent });
    } else {
      setEdit({ text, sent: clean, closed });
      onCommit(clean, edit?.sent !== undefined);
    }
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <TextInput
      type="search"
      size="sm"
      label={label}
      value={edit?.text ?? value}
      autoComplete="off"
      onChange={(event) => {
        const text = event.currentTarget.value;
        setEdit({ text, sent: edit?.closed ? undefined : edit?.sent });
        clearTimeout(timer.current);
        timer.current = setTimeout(() => commit(text, false), PACE.filter);
      }}
      onKeyDown={(event) => event.key === 'Enter' && edit && commit(edit.text, false)}
      onBlur={() => edit && commit(edit.text, true)}
    />
  );
}
