import type { MantineColorsTuple } from '@mantine/core';

/** Ten-step ramps made in OKLCH; names are the colours' own: peacock, red ochre, neem, turmeric, vermilion, indigo, jamun, lime plaster. */
export const palette = {
  mor: ['#ebfafc', '#daf0f3', '#bfe0e4', '#9ccdd2', '#73b6be', '#449da6', '#23818b', '#006871', '#00515a', '#003b44'],
  geru: ['#fff2ea', '#ffe5d9', '#f8cfbd', '#edb49b', '#df9573', '#cb7349', '#ad582e', '#913e10', '#782700', '#5f0c00'],
  neem: ['#eefbf0', '#def1e1', '#c6e2ca', '#a6cfad', '#82b98d', '#5ba06b', '#408451', '#256b3a', '#045424', '#003e0e'],
  haldi: ['#fff5e7', '#f7e9d4', '#ebd6b6', '#dbbe90', '#caa264', '#b4842f', '#976902', '#7d5000', '#663a00', '#4e2400'],
  sindoor: [
    '#ffefec',
    '#ffe0dc',
    '#ffc8c2',
    '#fca9a2',
    '#f2867e',
    '#e05d58',
    '#c1403e',
    '#a32226',
    '#88000d',
    '#6d0000',
  ],
  neel: ['#eef7ff', '#dfecff', '#c7dafd', '#a8c3f4', '#86a9e9', '#638cd9', '#4971bc', '#3258a0', '#1d4087', '#072a6e'],
  jamun: ['#fff2fe', '#f9e3f6', '#eecdea', '#dfb1da', '#ce92c8', '#b870b2', '#9b5595', '#803d7c', '#682664', '#500c4d'],
  chuna: ['#fcfaf6', '#f6f3ef', '#eae7e3', '#dbd9d5', '#c0bdb9', '#94928e', '#716e69', '#55524d', '#383530', '#201e19'],
  dark: ['#e0eaed', '#bfc9cd', '#a0aaad', '#798285', '#515a5d', '#394144', '#2a3235', '#1e2528', '#131b1d', '#0b1214'],
} satisfies Record<string, MantineColorsTuple>;
