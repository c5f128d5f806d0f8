import classes from './BarDrawing.module.css';

/** A bar schedule as a line drawing: the product's motif, for states in which a page has nothing else to show. */
export function BarDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 240 96" width="240" height="96" aria-hidden="true">
      <path className={classes.grid} d="M.5 0v96M48.5 0v96M96.5 0v96M144.5 0v96M192.5 0v96M239.5 0v96M0 95.5h240" />
      <rect className={classes.done} x="0" y="10" width="110" height="14" />
      <rect className={classes.work} x="50" y="36" width="94" height="14" />
      <rect className={classes.award} x="98" y="62" width="60" height="14" />
      <path className={classes.next} d="M160.5 62.5h62v13h-62z" />
      <path className={classes.today} d="M158.5 0v96" />
    </svg>
  );
}
