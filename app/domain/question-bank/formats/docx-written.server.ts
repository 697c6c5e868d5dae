import { isWhite, withColourMarks } from './docx-colours';
import { drawFields, hasFields } from './docx-fields';
import { drawn, isDrawing, withReading } from './docx-drawings';
import { BOXED, DOCX_MARKS, DOTTED, HIDDEN, STRUCK, WHITE } from './docx-marks';
import { mathToTex } from './docx-math';
import type { NoteTexts } from './docx-notes';
import type { Numbering } from './docx-numbering';
import { TYPED_END, isTypedTex, isTypedWhole, texAsTyped } from './docx-typed.server';
import { shownIn, symbolCode } from './private-signs';
import { attribute, child, childrenOf, encodeEntities, nameOf, textOf, textRun, type XmlNode } from './docx-xml';

/** What mammoth leaves out of a Word document, written into its XML as runs of text. */

/** What is known of the document beside its text. */
export type Beside = {
  numbering: Numbering;
  notes: NoteTexts;
  /** The names of its relations: files and links. */
  relations: Set<string>;
};

const REFERENCES = new Set(['w:footnoteReference', 'w:endnoteReference', 'w:commentReference']);

/** Writes list labels, formulas, drawings and footnotes into the document as runs, in the order they are read. */
export function writeOut(nodes: XmlNode[], beside: Beside): void {
  const { numbering, notes, relations } = beside;
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]!;
    const name = nameOf(node);
    if (name === 'm:oMath') nodes[index] = formulaRun(node, takeTyped(nodes, index + 1));
    // What was typed belongs to the formula before it; without one it says nothing.
    else if (name === 'w:r' && isTypedTex(hiddenText(node))) empty(node);
    else if (name === 'w:r' && SEEN.test(hiddenText(node))) nodes[index] = textRun(HIDDEN);
    else if (name === 'w:r' && isStruck(node)) nodes[index] = textRun(STRUCK);
    else if (REFERENCES.has(name)) {
      nodes[index] = { 'w:t': [{ '#text': encodeEntities(notes.take(node)) }], ':@': { 'xml:space': 'preserve' } };
    } else if (name === 'm:oMathPara') {
      const formulas = childrenOf(node).filter((each) => 'm:oMath' in each);
      nodes.splice(index, 1, ...formulas.map((each) => formulaRun(each, '')));
      index += formulas.length - 1;
    } else if (name === 'w:t') {
      const own = childrenOf(node)[0];
      if (own && '#text' in own) own['#text'] = String(own['#text']).replace(DOCX_MARKS, '');
    } else if (name === 'w:ruby') {
      writeOut(childrenOf(child(node, 'w:rubyBase')), beside);
      nodes[index] = withReading(node);
    } else {
      const picture = isDrawing(name) ? drawn(node, (id) => relations.has(id)) : null;
      if (picture) {
        nodes[index] = picture;
        continue;
      }
      if (name === 'w:r') drawSigns(node);
      if (name === 'w:r') drawCapitals(node);
      const marked = name === 'w:r' ? withColourMarks(node) : null;
      if (name === 'w:r' && isWhite(node)) nodes[index] = { 'w:ins': [textRun(WHITE), node] };
      else if (name === 'w:r' && isDotted(node)) nodes[index] = { 'w:ins': [textRun(DOTTED), marked ?? node] };
      else if (name === 'w:r' && isBoxed(node)) nodes[index] = { 'w:ins': [textRun(BOXED), marked ?? node] };
      else if (marked) nodes[index] = marked;
      if (name === 'w:p') {
        writeLabel(node, numbering);
        if (hasDrawnTabs(node)) drawTabs(childrenOf(node));
      }
      if (name === 'w:r') drawSymbols(node);
      if (name === 'w:p') keepInline(childrenOf(node));
      const boxes = name === 'w:p' ? takeBoxes(childrenOf(node)) : [];
      writeOut(childrenOf(node), beside);
      // Behind it: a text that is read keeps none of our marks.
      if (name === 'w:p' && hasFields(childrenOf(node))) drawFields(childrenOf(node));
      if (boxes.length > 0) {
        writeOut(boxes, beside);
        nodes[index] = { 'w:ins': [node, ...boxes] };
      }
    }
  }
}

/**
 * Takes the paragraphs of text boxes out of a paragraph, to stand behind it. Every box is there twice in most files,
 * for newer and for older programs: one of the two is left.
 */
function takeBoxes(nodes: XmlNode[]): XmlNode[] {
  const taken: XmlNode[] = [];
  for (const node of nodes) {
    const name = nameOf(node);
    if (name === 'w:pPr' || name === 'w:t') continue;
    if (name === 'w:txbxContent') {
      taken.push(...childrenOf(node));
      empty(node);
      continue;
    }
    if (name === 'mc:AlternateContent') {
      const newer = takeBoxes(childrenOf(child(node, 'mc:Choice')));
      const older = takeBoxes(childrenOf(child(node, 'mc:Fallback')));
      taken.push(...(newer.length > 0 ? newer : older));
      continue;
    }
    taken.push(...takeBoxes(childrenOf(node)));
  }
  return taken;
}

function fontOf(run: XmlNode): string | undefined {
  const fonts = child(child(run, 'w:rPr'), 'w:rFonts');
  return attribute(fonts, 'w:ascii') ?? attribute(fonts, 'w:hAnsi');
}

/** The letters of a run in a font of signs, as w:sym: whether the run is written must have been asked before. */
function drawSymbols(run: XmlNode): void {
  const font = fontOf(run);
  if (font === undefined) return;
  const children = childrenOf(run);
  const parts = children.flatMap((node): XmlNode[] => {
    if (!('w:t' in node)) return [node];
    const pieces: XmlNode[] = [];
    let text = '';
    const end = () => {
      if (text !== '') pieces.push({ 'w:t': [{ '#text': encodeEntities(text) }], ':@': { 'xml:space': 'preserve' } });
      text = '';
    };
    for (const sign of textOf(node)) {
      const code = symbolCode(font, sign);
      if (code === null) {
        text += sign;
        continue;
      }
      end();
      pieces.push({ 'w:sym': [], ':@': { 'w:font': font, 'w:char': code } });
    }
    end();
    return pieces.some((each) => 'w:sym' in each) ? pieces : [node];
  });
  run['w:r'] = parts;
}

/** What a box in the line holds stays in the line: ______ in a frame, with 米 behind it. */
function keepInline(nodes: XmlNode[]): void {
  let last = nodes.length - 1;
  while (last > 0 && !isWritten(nodes[last]!)) last -= 1;
  for (let at = 0; at < last; at += 1) {
    const drawings = childrenOf(nodes[at]).filter((each) => !('w:rPr' in each));
    const [drawing] = drawings;
    const isOne = drawings.length === 1 && 'w:r' in nodes[at]!;
    const inside = drawing && isOne ? inlineText(drawing) : null;
    if (inside) nodes[at] = { 'w:ins': inside };
  }
}

/** The runs of a text box that stands in the line and holds but one paragraph; null for any other. */
function inlineText(drawing: XmlNode): XmlNode[] | null {
  const newer = child(child(drawing, 'mc:Choice'), 'w:drawing');
  const inline = child(newer ?? ('w:drawing' in drawing ? drawing : undefined), 'wp:inline');
  const boxes = inline ? boxesIn(inline) : [];
  const [paragraph, ...more] = boxes.length === 1 ? childrenOf(boxes[0]) : [];
  if (!paragraph || more.length > 0 || !('w:p' in paragraph)) return null;
  const runs = childrenOf(paragraph).filter((each) => !('w:pPr' in each));
  return runs.every((each) => 'w:r' in each) && runs.map(textOf).join('').length <= MAX_INLINE ? runs : null;
}

const MAX_INLINE = 40;

function boxesIn(node: XmlNode, depth = 0): XmlNode[] {
  if ('w:txbxContent' in node) return [node];
  return depth > MAX_DEPTH ? [] : childrenOf(node).flatMap((each) => boxesIn(each, depth + 1));
}

const MAX_DEPTH = 20;

/** A letter that shows as a tick or a cross, in a font of signs. */
function drawSigns(run: XmlNode): void {
  const font = fontOf(run);
  if (font === undefined) return;
  for (const node of childrenOf(run)) {
    const own = 'w:t' in node ? childrenOf(node)[0] : undefined;
    if (own && '#text' in own) own['#text'] = shownIn(font, String(own['#text']));
  }
}

/** Letters that Word shows as capitals. */
function drawCapitals(run: XmlNode): void {
  const sign = child(child(run, 'w:rPr'), 'w:caps');
  if (!sign || /^(?:0|false|off)$/.test(attribute(sign, 'w:val') ?? '')) return;
  for (const node of childrenOf(run)) {
    const own = 'w:t' in node ? childrenOf(node)[0] : undefined;
    // What is written as an entity is none of its letters.
    if (own && '#text' in own) own['#text'] = String(own['#text']).replace(/&[^;\s]{1,8};|[a-z]/g, capital);
  }
}

const capital = (part: string) => (part.length > 1 ? part : part.toUpperCase());

/** Nothing that anybody reads, in its place: a list from which much is taken out one by one would take long. */
function empty(node: XmlNode): void {
  delete node[nameOf(node)];
  node['w:proofErr'] = [];
}

function writeLabel(paragraph: XmlNode, numbering: Numbering): void {
  const properties = child(paragraph, 'w:pPr');
  const isDeleted = child(child(properties, 'w:rPr'), 'w:del') !== undefined;
  const children = childrenOf(paragraph);
  // An empty paragraph of a list shows no number that a reader would count.
  const isEmpty = !children.some((each) => !('w:pPr' in each));
  if (isDeleted || isEmpty) return;
  const label = numbering.label(properties);
  if (label === '') return;
  children.splice(properties ? children.indexOf(properties) + 1 : 0, 0, textRun(`${label} `));
}

/** Whether the tabs of a paragraph draw lines: 空格线 as many papers have them. */
function hasDrawnTabs(paragraph: XmlNode): boolean {
  const tabs = child(child(paragraph, 'w:pPr'), 'w:tabs');
  return childrenOf(tabs).some((tab) => /^(?:underscore|heavy)$/.test(attribute(tab, 'w:leader') ?? ''));
}

function drawTabs(nodes: XmlNode[]): void {
  for (const [index, node] of nodes.entries()) {
    if ('w:tab' in node) nodes[index] = { 'w:t': [{ '#text': '____' }] };
    else if ('w:r' in node) drawTabs(childrenOf(node));
  }
}

/** `typed`: what our own writer left beside it. */
function formulaRun(math: XmlNode, typed: string): XmlNode {
  const shown = mathToTex(math);
  const tex = shown === null ? null : texAsTyped(typed, shown);
  // $_{0}$ is no mark of a note here: a blank tells it from a lowered sign (docx-line-builder).
  const room = /^[_^]/.test(tex ?? '') ? ' ' : '';
  return textRun(tex === null ? `\ue003${textOf(math)}` : `\ue002$${room}${tex}$\ue002`);
}

/** The text of a hidden run, or of one of ours that somebody made visible; '' of any other node. */
function hiddenText(node: XmlNode | undefined): string {
  if (node === undefined || !('w:r' in node)) return '';
  const vanish = child(child(node, 'w:rPr'), 'w:vanish');
  const isHidden = vanish !== undefined && !/^(?:0|false|off)$/.test(attribute(vanish, 'w:val') ?? '');
  const text = childrenOf(node)
    .filter((each) => 'w:t' in each)
    .map(textOf)
    .join('');
  return isHidden || isTypedWhole(text) ? text : '';
}

/** Takes out the hidden runs behind a formula that say how it was typed: Word may have cut one in several. */
function takeTyped(nodes: XmlNode[], at: number): string {
  let text = '';
  let count = 0;
  while (count < MAX_CUTS && !text.endsWith(TYPED_END)) {
    const next = hiddenText(nodes[at + count]);
    if (next === '' || (text === '' && !isTypedTex(next))) break;
    text += next;
    empty(nodes[at + count]!);
    count += 1;
  }
  return text;
}

const MAX_CUTS = 20;

const isWritten = (run: XmlNode) => childrenOf(run).some((each) => 'w:t' in each && textOf(each).trim() !== '');

/** Whether a run is struck out: whoever prints the paper does not mean it. */
function isStruck(run: XmlNode): boolean {
  const properties = child(run, 'w:rPr');
  const signs = [child(properties, 'w:strike'), child(properties, 'w:dstrike')];
  return isWritten(run) && signs.some((each) => each && !/^(?:0|false|off)$/.test(attribute(each, 'w:val') ?? ''));
}

/** Whether a run has dots below its signs: 加点字. */
function isDotted(run: XmlNode): boolean {
  const sign = attribute(child(child(run, 'w:rPr'), 'w:em'), 'w:val');
  return isWritten(run) && sign !== undefined && sign !== 'none';
}

/** Whether a run has a border around it: 方框里的字. */
function isBoxed(run: XmlNode): boolean {
  const line = attribute(child(child(run, 'w:rPr'), 'w:bdr'), 'w:val');
  return isWritten(run) && line !== undefined && !/^(?:none|nil)$/.test(line);
}

/** More than blanks and the signs that we write ourselves. */
const SEEN = /[^\s\u2060\u2063]/;
