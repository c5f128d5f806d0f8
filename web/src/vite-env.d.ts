/// <reference types="vite/client" />

/** The year of the build, by vite.config.ts. */
declare const BUILD_YEAR: number;
