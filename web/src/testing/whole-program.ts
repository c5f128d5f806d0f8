// Loads every part of the program before the first test of a worker: else whichever test comes first to a part waits for
// it to be fetched and compiled, within its own limits.
import.meta.glob(
  ['../{app,features,kit,session,shared}/**/*.{ts,tsx}', '!**/*.test.*', '!../app/{prerender.tsx,trusted-types.ts}'],
  { eager: true },
);
