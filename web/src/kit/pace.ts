/** How long the screens wait of their own accord, in milliseconds. The tests of screens have their own (`testing/pace.ts`). */
export interface Pace {
  /** A pause in typing, after which a list is filtered. */
  readonly filter: number;
  /** A pause in typing, after which the server is asked for choices. */
  readonly typeAhead: number;
  /** A pause in typing, after which the search begins. */
  readonly search: number;
  /** A pause in typing, after which a form says what is unusual: while 2026 is typed, the year is 20 and 202. */
  readonly warning: number;
  /** A pause in typing, after which a draft is kept. */
  readonly draft: number;
  /** From when the page is drawn until what goes on behind it begins. */
  readonly background: number;
  /** From when the page is drawn until the sign-in dialog is fetched. */
  readonly prefetch: number;
  /** From when the pointer or the focus comes to a control until its tooltip shows. */
  readonly tooltip: number;
  /** From when something is sent until the screen says that it waits: sooner, that would only flicker. */
  readonly patience: number;
  /** From when the server is asked whether it can do something until the screen offers it without the answer. */
  readonly offer: number;
  /** Until a call that may succeed later is made again; doubled with each failure. */
  readonly retry: number;
  /** From when the server was out of reach until what waits for it is sent again. */
  readonly resend: number;
  /** From one look whether somebody who has no role has got one until the next. */
  readonly role: number;
  /** From when something is done until it is too late to take it back by a key or the toast's button, or to follow its link. */
  readonly undo: number;
}

/** The pace of the product. */
export const PACE: Pace = {
  filter: 250,
  typeAhead: 250,
  search: 200,
  warning: 400,
  draft: 400,
  background: 300,
  prefetch: 5_000,
  tooltip: 250,
  patience: 1_500,
  offer: 1_500,
  retry: 1_000,
  resend: 15_000,
  role: 30_000,
  undo: 10_000,
};
