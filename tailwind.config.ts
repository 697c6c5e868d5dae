import type { Config } from 'tailwindcss';

const scale = (name: string, steps: number[]) =>
  Object.fromEntries(steps.map((step) => [step, `var(--${name}-${step})`]));

/**
 * Utilities beside the component classes of app/styles. Colours are the tokens, so a page painted for a
 * teacher, a student or nobody, light or dark, needs no second class.
 */
export default {
  content: ['./app/**/*.tsx'],
  // Words of the code that are also names of utilities, which no class string has: each would stand in every page's CSS.
  blocklist: [
    ...[
      '!hidden',
      '!table',
      'absolute',
      'blur',
      'border',
      'contents',
      'container',
      'fixed',
      'grow',
      'hidden',
      'inline',
    ],
    ...['invisible', 'italic', 'line-through', 'outline', 'overline', 'relative', 'resize', 'rounded', 'static'],
    ...['table', 'transition', 'truncate', 'visible'],
  ],
  theme: {
    screens: { phone: { max: '720px' }, wide: '1440px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      theme: scale('theme', [50, 100, 200, 300, 400, 500, 600, 700, 800, 900]),
      n: scale('n', [0, 50, 100, 200, 300, 400, 600, 700, 900]),
      high: { DEFAULT: 'var(--band-high)', mark: 'var(--band-high-mark)', bg: 'var(--band-high-bg)' },
      mid: { DEFAULT: 'var(--band-mid)', mark: 'var(--band-mid-mark)', bg: 'var(--band-mid-bg)' },
      low: { DEFAULT: 'var(--band-low)', mark: 'var(--band-low-mark)', bg: 'var(--band-low-bg)' },
      red: { DEFAULT: 'var(--red)', bg: 'var(--red-bg)', line: 'var(--red-line)' },
    },
    fontSize: {
      12: 'var(--f12)',
      13: 'var(--f13)',
      14: 'var(--f14)',
      16: ['var(--f16)', '24px'],
      18: ['var(--f18)', '28px'],
      20: ['var(--f20)', '28px'],
      24: ['var(--f24)', '32px'],
    },
    fontWeight: { normal: '400', semibold: '600' },
    borderRadius: { none: '0', xs: 'var(--radius-xs)', s: 'var(--radius-s)', DEFAULT: 'var(--radius)', full: '9999px' },
    extend: {},
  },
  // base.css has its own reset. The rest here are plug-ins whose variables would stand in every page's CSS.
  corePlugins: {
    preflight: false,
    borderSpacing: false,
    transform: false,
    touchAction: false,
    scrollSnapType: false,
    fontVariantNumeric: false,
    ringWidth: false,
    ringColor: false,
    ringOffsetWidth: false,
    ringOffsetColor: false,
    ringOpacity: false,
    boxShadow: false,
    boxShadowColor: false,
    filter: false,
    backdropFilter: false,
    contain: false,
    backgroundOpacity: false,
    borderOpacity: false,
    divideOpacity: false,
    placeholderOpacity: false,
    textOpacity: false,
  },
} satisfies Config;
