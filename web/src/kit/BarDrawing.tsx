import classes from './BarDrawing.module.css';

/** A bar schedule as a line drawing: the product's motif, for states in which a page has nothing else to show. */
export const BarDrawing = () => <div className={classes.drawing} aria-hidden />;
