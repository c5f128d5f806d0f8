import { Fragment } from 'react';

/** An id or address that may break after its separators, rather than in the middle of a number. */
export function IdText({ text }: { text: string }) {
  const parts = text.split(/(?<=[/_@.-])/);
  return (
    <>
      {parts.map((part, index) => (
        // The parts of one text are in one order, so their place is their identity.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
