import { decodeXmlEntities } from '~/lib/entities';
import { CHART, DOCX_MARKS, DRAWN, LABELLED, READING } from './docx-marks';
import { attribute, child, childrenOf, nameOf, textOf, textRun, type XmlNode } from './docx-xml';

/**
 * What is drawn in a Word document. Pictures are drawn in many ways (alone, in groups, as the older VML, as the face of a
 * shape) and are written in the one that mammoth reads; whatever else is drawn leaves a mark, so that it is told.
 */

/** A picture by the name of its relation, in the file or linked to. */
type Shown = { how: 'r:embed' | 'r:link'; id: string };

type Drawing = { pictures: Shown[]; texts: string[]; boxes: number; shapes: number; charts: number; words: number };

const MAX_TEXT = 500;

/** Charts, diagrams, ink: nothing that is in the file as a picture. */
const CHARTS = /^(?:(?:c|cx):chart|dgm:relIds|w14:contentPart)$/;
const SHAPES = /^(?:wps:wsp|v:(?:shape|oval|rect|roundrect|line|polyline|arc|curve))$/;

/** Whether a node may hold something drawn. */
export const isDrawing = (name: string) =>
  name === 'w:drawing' || name === 'w:pict' || name === 'w:object' || name === 'mc:AlternateContent';

/**
 * The node that stands for a drawing whose text boxes are taken out; null for one that is to be read as it is.
 * `isKnown`: whether there is a relation of that name.
 */
export function drawn(node: XmlNode, isKnown: (id: string) => boolean): XmlNode | null {
  const found = look(node);
  // An alternative of something else.
  if (found.words > 0 || isNothing(found)) return null;
  const pictures = found.pictures.filter(({ id }) => isKnown(id));
  const isLost = pictures.length < found.pictures.length || found.charts > 0;
  const marks = [
    isLost ? `〔图〕${CHART}` : '',
    found.shapes > 0 ? DRAWN : '',
    pictures.length > 0 && found.boxes > 0 ? LABELLED : '',
  ].join('');
  const parts = [
    ...(pictures.length > 0 ? [asPictures(pictures)] : []),
    ...[...found.texts, marks].filter((text) => text !== '').map(textRun),
  ];
  return { 'w:ins': parts };
}

const nothing = (): Drawing => ({ pictures: [], texts: [], boxes: 0, shapes: 0, charts: 0, words: 0 });

const isNothing = ({ pictures, texts, boxes, shapes, charts }: Drawing) =>
  pictures.length + texts.length + boxes + shapes + charts === 0;

/** Whether it is more than shapes. */
const isRead = ({ pictures, texts, boxes }: Drawing) => pictures.length + texts.length + boxes > 0;

function look(node: XmlNode, found = nothing()): Drawing {
  const name = nameOf(node);
  if (name === 'mc:AlternateContent') {
    // The same twice, for newer and for older programs.
    const choice = look({ inside: childrenOf(child(node, 'mc:Choice')) });
    const other = isRead(choice) ? choice : look({ inside: childrenOf(child(node, 'mc:Fallback')) });
    const either = isRead(other) || isNothing(choice) ? other : choice;
    found.pictures.push(...either.pictures);
    found.texts.push(...either.texts);
    for (const count of ['boxes', 'shapes', 'charts', 'words'] as const) found[count] += either[count];
    return found;
  }
  const before = found.pictures.length + found.texts.length + found.boxes;
  const shown = pictureOf(node, name);
  if (shown) found.pictures.push(shown);
  else if (name === 'v:textpath') found.texts.push(wordArt(node));
  else if (name === 'wps:txbx' || name === 'v:textbox') found.boxes += 1;
  else if (name === 'w:t' && textOf(node).trim() !== '') found.words += 1;
  else if (CHARTS.test(name)) found.charts += 1;
  for (const each of childrenOf(node)) look(each, found);
  const isMore = found.pictures.length + found.texts.length + found.boxes > before;
  if (SHAPES.test(name) && !isMore && !isRule(node)) found.shapes += 1;
  return found;
}

function pictureOf(node: XmlNode, name: string): Shown | null {
  if (name === 'a:blip') {
    const [embedded, linked] = [attribute(node, 'r:embed'), attribute(node, 'r:link')];
    if (embedded) return { how: 'r:embed', id: embedded };
    return linked ? { how: 'r:link', id: linked } : null;
  }
  const id = name === 'v:imagedata' ? (attribute(node, 'r:id') ?? attribute(node, 'o:relid')) : undefined;
  return id ? { how: 'r:embed', id } : null;
}

const wordArt = (node: XmlNode) =>
  decodeXmlEntities(attribute(node, 'string') ?? '')
    .replace(DOCX_MARKS, '')
    .slice(0, MAX_TEXT);

/** A line across the page. */
const isRule = (node: XmlNode) => /^(?:t|true|1)$/.test(attribute(node, 'o:hr') ?? '');

const PICTURE = 'http://schemas.openxmlformats.org/drawingml/2006';
const NAMESPACES = {
  'xmlns:wp': `${PICTURE}/wordprocessingDrawing`,
  'xmlns:a': `${PICTURE}/main`,
  'xmlns:pic': `${PICTURE}/picture`,
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};

function asPictures(pictures: Shown[]): XmlNode {
  const blips = pictures.map(({ how, id }): XmlNode => ({
    'pic:pic': [{ 'pic:blipFill': [{ 'a:blip': [], ':@': { [how]: id } }] }],
  }));
  return { 'w:drawing': [{ 'wp:inline': [{ 'a:graphic': [{ 'a:graphicData': blips }] }] }], ':@': NAMESPACES };
}

/** A sign with its reading above it (拼音指南): the reading in brackets behind it. */
export function withReading(ruby: XmlNode): XmlNode {
  const reading = childrenOf(child(ruby, 'w:rt')).map(textOf).join('').replace(DOCX_MARKS, '').trim();
  const base = childrenOf(child(ruby, 'w:rubyBase'));
  return { 'w:ins': reading === '' ? base : [...base, textRun(`(${reading})${READING}`)] };
}
