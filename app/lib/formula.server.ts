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

/** Chinese stands in formulas too (\text{…}); a drawing has no page's fonts, so it names its own. */
const FONTS = '"Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC", "WenQuanYi Micro Hei", SimSun, sans-serif';
/** Pixels of one em: the size of a question's text, a little more since the letters of formulas are small. */
const EM_PX = 17;
/** The line about which formulas stand evenly (fraction bars, minus signs), in thousandths of an em above the baseline. */
const AXIS = 250;
const MAX_KEPT = 2000;

const drawn = new Map<string, string>();
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

/**
 * Draws a TeX formula as an SVG file, as high above the axis of formulas as below, so that an <img> with
 * `vertical-align: middle` stands right in its line. What is no TeX is drawn as it was typed.
 */
export function drawFormula(tex: string): string {
  const known = drawn.get(tex);
  if (known !== undefined) return known;
  const svg = convert(tex) ?? asTyped(tex);
  if (drawn.size >= MAX_KEPT) drawn.delete(drawn.keys().next().value as string);
  drawn.set(tex, svg);
  return svg;
}

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
  const px = (units: number) => ((units * EM_PX) / 1000).toFixed(2);
  const inner = markup.slice(markup.indexOf('>') + 1, markup.lastIndexOf('</svg>'));
  const size = `width="${px(width)}" height="${px(half * 2)}" viewBox="${left} ${-AXIS - half} ${width} ${half * 2}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><g font-family='${FONTS}'>${inner}</g></svg>`;
}

function asTyped(tex: string): string {
  const width = [...tex].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 256 ? 9 : EM_PX), 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24"><text y="17" font-family="monospace" font-size="15">${escapeXml(tex)}</text></svg>`;
}

function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
