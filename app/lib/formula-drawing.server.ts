import { createContext, runInContext, type Context } from 'node:vm';
import { liteAdaptor } from 'mathjax-full/js/adaptors/liteAdaptor.js';
import { RegisterHTMLHandler } from 'mathjax-full/js/handlers/html.js';
import { TeX } from 'mathjax-full/js/input/tex.js';
import 'mathjax-full/js/input/tex/ams/AmsConfiguration.js';
import 'mathjax-full/js/input/tex/base/BaseConfiguration.js';
import 'mathjax-full/js/input/tex/boldsymbol/BoldsymbolConfiguration.js';
import 'mathjax-full/js/input/tex/cancel/CancelConfiguration.js';
import 'mathjax-full/js/input/tex/mhchem/MhchemConfiguration.js';
import { mathjax } from 'mathjax-full/js/mathjax.js';
import { SVG } from 'mathjax-full/js/output/svg.js';
import { EM_PX, typedFormula } from './typed-formula';

/** Chinese stands in formulas too (\text{…}); a drawing has no page's fonts, so it names its own. */
const FONTS = '"Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC", "WenQuanYi Micro Hei", SimSun, sans-serif';
/** The line about which formulas stand evenly (fraction bars, minus signs), in thousandths of an em above the baseline. */
const AXIS = 250;
/** What a formula may take, and how deep its braces may stand in each other: school books need five. */
const LIMIT_MS = 200;
const MAX_DEPTH = 12;
/** No drawing is larger than a page: one raised by 99,999 em would push everything else out of every list. In em. */
const [MAX_WIDTH, MAX_HEIGHT] = [150, 60];

let converter: ReturnType<typeof makeConverter> | undefined;

function makeConverter() {
  const adaptor = liteAdaptor();
  RegisterHTMLHandler(adaptor);
  // Only what draws: no \href, \style, \require or macros of the page. A runaway macro ends at maxMacros.
  const input = new TeX({
    packages: ['base', 'ams', 'boldsymbol', 'cancel', 'mhchem'],
    maxMacros: 200,
    maxBuffer: 4096,
  });
  const output = new SVG({ fontCache: 'none' });
  const document = mathjax.document('', { InputJax: input, OutputJax: output });
  return { adaptor, document };
}

/** A drawing, and why it shows only what was typed. */
export type FormulaDrawing = { svg: string; isTyped: false | 'no_formula' | 'over_time' };

/**
 * Draws a TeX formula as an SVG file, as high above the axis of formulas as below, so that an <img> with
 * `vertical-align: middle` stands right in its line. What is no TeX, too deep or takes longer than a formula may is
 * drawn as it was typed.
 */
export function drawFormula(tex: string, limitMs = LIMIT_MS): FormulaDrawing {
  if (isTooDeep(tex)) return { svg: typedFormula(tex), isTyped: 'no_formula' };
  try {
    const svg = withinTime(() => convert(tex), limitMs);
    return svg === null ? { svg: typedFormula(tex), isTyped: 'no_formula' } : { svg, isTyped: false };
  } catch {
    // What was cut off in the middle is not used again.
    converter = undefined;
    return { svg: typedFormula(tex), isTyped: 'over_time' };
  }
}

/** What a thread does: its first formulas, which wait for the library to be read, are not held against anybody. */
export function drawInTime(tex: string): Promise<FormulaDrawing> {
  if (!isWarm) for (const usual of ['\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}', '\\ce{2H2 + O2 -> 2H2O}']) convert(usual);
  isWarm = true;
  return Promise.resolve(drawFormula(tex));
}

let isWarm = false;

const sandbox: { work?: () => unknown } = {};
let context: Context | undefined;

/** Runs a function to its end, or throws when the time is over: the engine itself stops it, wherever it is. */
function withinTime<T>(work: () => T, timeout: number): T {
  sandbox.work = work;
  return runInContext('work()', (context ??= createContext(sandbox)), { timeout }) as T;
}

/** Whether its parts stand so deep in each other that the time it takes may double with each. */
function isTooDeep(tex: string): boolean {
  let depth = 0;
  for (const [sign] of tex.matchAll(/\\(left|right|begin|end)(?![A-Za-z])|\\.|[{}]/g)) {
    if (OPENING.has(sign)) depth += 1;
    else if (CLOSING.has(sign)) depth = Math.max(depth - 1, 0);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const OPENING = new Set(['{', '\\left', '\\begin']);
const CLOSING = new Set(['}', '\\right', '\\end']);

function convert(tex: string): string | null {
  converter ??= makeConverter();
  const { adaptor, document } = converter;
  let markup: string;
  try {
    markup = adaptor.innerHTML(document.convert(tex, { display: true, em: 16, ex: 8 }));
  } catch {
    return null;
  }
  if (/data-mml-node="merror"|data-mjx-error/.test(markup)) return null;
  const box = /viewBox="(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+)"/.exec(markup);
  if (!box) return null;
  const [left = 0, top = 0, width = 0, height = 0] = box.slice(1).map(Number);
  const half = Math.max(-top - AXIS, height + top + AXIS);
  if (width > MAX_WIDTH * 1000 || half * 2 > MAX_HEIGHT * 1000) return null;
  const px = (units: number) => ((units * EM_PX) / 1000).toFixed(2);
  const inner = markup.slice(markup.indexOf('>') + 1, markup.lastIndexOf('</svg>'));
  const size = `width="${px(width)}" height="${px(half * 2)}" viewBox="${left} ${-AXIS - half} ${width} ${half * 2}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><g font-family='${FONTS}'>${inner}</g></svg>`;
}
