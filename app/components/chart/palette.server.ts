import tokens from '~/styles/tokens.css?raw';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';

/** How the person who looks has set the pages; a drawing served as an image cannot read their style sheet. */
export type Look = { userType: number; scheme: 'light' | 'dark'; isLarge: boolean };

/** The colours and sizes of the pages, for a drawing. */
export type Palette = {
  text: string;
  quiet: string;
  ground: string;
  grid: string;
  axis: string;
  mark: string;
  /** The theme's steps of a bar or box, a line, and what stands out of it. */
  pale: string;
  fill: string;
  line: string;
  strong: string;
  measures: Record<Measure, string>;
  good: string;
  warn: string;
  bad: string;
  font: string;
  small: number;
  medium: number;
};

type Variables = Map<string, string>;

/** The variables of each block of the tokens, by its selector. */
function readBlocks(css: string): Map<string, Variables> {
  const blocks = new Map<string, Variables>();
  for (const [, selector = '', body = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const variables = new Map<string, string>();
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) variables.set(name, value.trim());
    blocks.set(selector.trim(), variables);
  }
  return blocks;
}

const BLOCKS = readBlocks(tokens);

/** The tokens as they apply to this look. */
export function paletteOf({ userType, scheme, isLarge }: Look): Palette {
  const theme = `.theme_${userType === 2 ? 2 : 1}`;
  const order = [':root', theme];
  if (isLarge) order.push('[data-type=large]');
  if (scheme === 'dark') order.push('[data-scheme=dark]', `[data-scheme=dark] ${theme}`);
  const all: Variables = new Map(order.flatMap((selector) => [...(BLOCKS.get(selector) ?? [])]));
  const token = (name: string): string => {
    const value = all.get(name);
    if (value === undefined) throw new Error(`tokens.css has no --${name}`);
    return value;
  };
  return {
    text: token('n-900'),
    quiet: token('n-600'),
    ground: token('n-0'),
    grid: token('n-200'),
    axis: token('n-300'),
    mark: token('n-400'),
    pale: token('theme-100'),
    fill: token('theme-300'),
    line: token('theme-500'),
    strong: token('theme-800'),
    measures: Object.fromEntries(MEASURES.map((measure) => [measure, token(measure)])) as Record<Measure, string>,
    good: token('band-high-mark'),
    warn: token('band-mid-mark'),
    bad: token('red'),
    // Names of fonts need no quotes, and an attribute in quotes must not hold any.
    font: token('font').replace(/"/g, ''),
    small: parseInt(token('f12'), 10) - 1,
    medium: parseInt(token('f13'), 10),
  };
}
