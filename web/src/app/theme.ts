import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { t } from '@/i18n/frame';
import { PACE } from '@/kit/pace';
import { palette } from './palette';

const font = "'Nirmaan Sans', 'Nirmaan Sans Devanagari', 'Nirmaan Sans fallback', system-ui, sans-serif";

/** Mantine's theme: our ramps, type scale and radii, and the component defaults that keep axe silent. */
export const theme = createTheme({
  primaryColor: 'mor',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    mor: palette.mor,
    geru: palette.geru,
    neem: palette.neem,
    haldi: palette.haldi,
    sindoor: palette.sindoor,
    neel: palette.neel,
    jamun: palette.jamun,
    gray: palette.chuna,
    dark: palette.dark,
    red: palette.sindoor,
  },
  fontFamily: font,
  fontFamilyMonospace: font,
  headings: { fontFamily: font, fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  shadows: { md: '0 8px 28px rgb(0 27 31 / 18%)', lg: '0 12px 40px rgb(0 27 31 / 24%)' },
  focusRing: 'auto',
  respectReducedMotion: true,
  autoContrast: true,
  cursorType: 'pointer',
  components: {
    // Overlays live inside <main>: content outside every landmark fails axe's `region`.
    Portal: { defaultProps: { target: '#overlays' } },
    // The placeholder carries a tabindex inside role=menu, which `aria-required-children` refuses.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', returnFocus: true } },
    Tooltip: {
      defaultProps: {
        openDelay: PACE.tooltip,
        events: { hover: true, focus: true, touch: false },
        multiline: true,
        maw: 320,
      },
    },
    Modal: {
      styles: { content: { border: '1px solid var(--nm-line)' }, header: { background: 'inherit' } },
    },
    Alert: { defaultProps: { closeButtonLabel: t.common.close } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': t.common.close } } },
    // Matras of Devanagari are cut off below this.
    Input: { styles: { input: { lineHeight: 1.5 } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t.common.togglePassword } },
    },
  },
});

/** Points Mantine's semantic variables at the tokens of tokens.css, whose contrast is checked by the build. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const semantic = {
    '--mantine-color-body': 'var(--nm-paper)',
    '--mantine-color-text': 'var(--nm-ink)',
    '--mantine-color-dimmed': 'var(--nm-dim)',
    '--mantine-color-placeholder': 'var(--nm-dim)',
    '--mantine-color-error': 'var(--nm-error)',
    '--mantine-color-anchor': 'var(--nm-link)',
    '--mantine-color-default': 'var(--nm-surface)',
    '--mantine-color-default-border': 'var(--nm-control-line)',
    '--mantine-color-default-hover': 'var(--nm-hover)',
  };
  return { variables: {}, light: semantic, dark: semantic };
};
