import { attribute, child, childrenOf, textOf, textRun, type XmlNode } from './docx-xml';

/** Red or highlighted runs of a Word document: marks around their text, which the reader of its lines takes out again. */

export const COLOUR_BEGINS = '\ue006';
export const COLOUR_ENDS = '\ue007';

const isWritten = (node: XmlNode) => 'w:t' in node && textOf(node).trim() !== '';

/** Whether a run's text is red (more red by far than anything else) or highlighted. */
function isColoured(run: XmlNode): boolean {
  const properties = child(run, 'w:rPr');
  const highlight = attribute(child(properties, 'w:highlight'), 'w:val');
  if (highlight !== undefined && !/^(?:none|white)$/.test(highlight)) return true;
  const colour = attribute(child(properties, 'w:color'), 'w:val') ?? '';
  const [r = 0, g = 0, b = 0] = /^[0-9a-f]{6}$/i.test(colour)
    ? [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16))
    : [];
  return r >= 0xb0 && g < 0x60 && b < 0x60;
}

/** Whether a run's text is white on no colour of its own: on paper nobody sees it. */
export function isWhite(run: XmlNode): boolean {
  const properties = child(run, 'w:rPr');
  const isBacked = [child(properties, 'w:highlight'), child(properties, 'w:shd')].some((each) => each !== undefined);
  const colour = attribute(child(properties, 'w:color'), 'w:val') ?? '';
  return !isBacked && /^(?:f[a-f0-9]){3}$/i.test(colour) && childrenOf(run).some(isWritten);
}

/** The run with marks around it, as one node; null for one without colour. */
export function withColourMarks(run: XmlNode): XmlNode | null {
  if (!childrenOf(run).some(isWritten) || !isColoured(run)) return null;
  return { 'w:ins': [textRun(COLOUR_BEGINS), run, textRun(COLOUR_ENDS)] };
}
