import { useLayoutEffect, useRef, useState } from 'react';
import classes from './IdText.module.css';

/** Letters kept at the end, where ids of one series differ. */
const TAIL = 8;

/** Between two letters, each with the marks that belong to it. */
const LETTERS = /(?<!\u200d)(?![\p{M}\u200d])/u;

/** An id, number, address or file name in one line: if that is too long, an ellipsis in its middle, and the whole as a tooltip. */
export function IdText({ text }: { text: string }) {
  // Another text is measured anew, though its place may be as wide.
  return <Line key={text} text={text} />;
}

function Line({ text }: { text: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const whole = useRef<HTMLSpanElement>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [place.current, whole.current];
    if (!outer || !inner) return;
    const measure = () => setIsCut(inner.scrollWidth > outer.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    return () => observer.disconnect();
  }, []);

  return (
    <span ref={place} className={classes.id} title={isCut ? text : undefined} data-cut={isCut || undefined}>
      {/* All of it even where it is cut: it takes the room, and is found, copied and read out. */}
      <span ref={whole} className={classes.whole}>
        {text}
      </span>
      {isCut && <Cut letters={text.split(LETTERS)} />}
    </span>
  );
}

/** What is seen of a text that is too long. */
function Cut({ letters }: { letters: readonly string[] }) {
  const middle = letters.length - Math.min(TAIL, Math.floor(letters.length / 2));
  return (
    <span
      aria-hidden
      className={classes.cut}
      data-head={letters.slice(0, middle).join('')}
      data-tail={letters.slice(middle).join('')}
    />
  );
}
