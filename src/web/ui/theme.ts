import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

/** The key and its values (light, dark, auto) are shared with /static/theme.js, which paints before this runs. */
export const themeKey = 'localOptions:theme'
export const colorSchemeManager = localStorageColorSchemeManager({ key: themeKey })

const accent: MantineColorsTuple = [
  '#eef2ff',
  '#dfe6fd',
  '#bccafa',
  '#97acf6',
  '#7b94f2',
  '#5f7bec',
  '#4a66e0',
  '#3b53cf',
  '#3246b5',
  '#293a94',
]

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f1f3',
  '#e5e7ea',
  '#d6d9dd',
  '#b9bdc4',
  '#8b9099',
  '#666c75',
  '#4b5059',
  '#33373e',
  '#1f2227',
]

/** From shade 7 on, white text on it passes AA. */
const red: MantineColorsTuple = [
  '#fff1f1',
  '#ffe0e0',
  '#ffb8b8',
  '#ff9393',
  '#fa6f6f',
  '#ee5252',
  '#dc3b3b',
  '#c92a2a',
  '#b02323',
  '#941d1d',
]

const dark: MantineColorsTuple = [
  '#dfe2e6',
  '#bcc1c8',
  '#a0a6af',
  '#8d939d',
  '#3a3f48',
  '#2c3037',
  '#22252b',
  '#181a1f',
  '#131519',
  '#0e0f12',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  colors: { accent, gray, dark, red },
  black: '#1f2227',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Ubuntu, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.625rem', xl: '1rem' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      h6: { fontSize: '0.75rem', lineHeight: '1.45' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // plain objects: Modal.extend(...) would make every page load the modal
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 150 } } },
    // the placeholder for the initial focus is not a menu item, so a menu must not contain it
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { yOffset: '10vh', transitionProps: { duration: 150 } },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 } },
    },
    Drawer: { styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 } } },
  },
})

/** Greys that pass AA on every surface they are used on, and the names used by the feature folders. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b616b',
    '--mantine-color-placeholder': '#6b717b',
    '--mantine-color-error': '#c02626',
    '--mantine-color-default-border': gray[3],
    '--sx-chrome': gray[0],
    '--sx-surface': '#ffffff',
    '--sx-hover': gray[1],
    '--sx-selected': accent[0],
    '--sx-selected-text': accent[8],
    '--sx-border': gray[2],
    '--sx-muted': '#5b616b',
    '--sx-ok': '#1d7a3e',
    '--sx-warning': '#8a5200',
    '--sx-error': '#c02626',
    '--sx-unknown': '#5b616b',
    '--sx-ok-quiet': '#e6f4ea',
    '--sx-warning-quiet': '#fdf1d8',
    '--sx-error-quiet': '#fdeaea',
    '--sx-unknown-quiet': gray[1],
    '--sx-link': accent[7],
    '--mantine-color-anchor': accent[7],
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-error': '#ff8585',
    // Mantine's own are nearly white: colored text buttons would look like plain ones
    '--mantine-color-accent-light-color': accent[3],
    '--mantine-color-red-light-color': '#ff8585',
    '--sx-chrome': dark[8],
    '--sx-surface': dark[7],
    '--sx-hover': dark[6],
    '--sx-selected': '#252c4d',
    '--sx-selected-text': accent[2],
    '--sx-border': dark[5],
    '--sx-muted': dark[2],
    '--sx-ok': '#6fce8e',
    '--sx-warning': '#e8b04e',
    '--sx-error': '#ff8585',
    '--sx-unknown': dark[2],
    '--sx-ok-quiet': '#16301f',
    '--sx-warning-quiet': '#33270f',
    '--sx-error-quiet': '#3a1c1e',
    '--sx-unknown-quiet': dark[6],
    '--sx-link': accent[3],
    '--mantine-color-anchor': accent[3],
  },
})
