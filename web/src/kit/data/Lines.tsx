import classes from './Lines.module.css';

/** Text in as many lines as the rows of its table have, and in all that it needs elsewhere; the whole is its tooltip. */
export function Lines({ text }: { text: string }) {
  return (
    <span className={classes.lines} title={text}>
      {text}
    </span>
  );
}
