import { createContext, useContext } from 'react';

/** How much room rows take. */
export type Density = 'comfortable' | 'compact';

/** What the frame around the page says of it. */
export const DensityContext = createContext<Density>('comfortable');

/** How much room rows take here. */
export const useDensity = (): Density => useContext(DensityContext);
