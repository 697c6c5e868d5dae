import { tags } from './sheet-xml.server';
import type { ZipReader } from './zip.server';

/** What lies over the cells of a sheet. */

/** A picture by the file that it is, or something drawn that is none (`what`), at its upper left cell, from 0. */
export type SheetPicture = { row: number; column: number; id: string } & Seen;

const MAX_PICTURES = 2000;

/**
 * What tells the pictures over the cells of a sheet of a workbook, and those that WPS keeps for its cells (with `row`
 * -1, by their id). A picture that lies in several places is unpacked once.
 */
export function pictureReader(zip: ZipReader): (sheet: string) => Promise<SheetPicture[]> {
  const files = new Map<string, Promise<Buffer | undefined>>();
  const pictureIn: ReadPicture = async (name) => {
    const reading = files.get(name) ?? (zip.names.includes(name) ? zip.read(name) : Promise.resolve(undefined));
    files.set(name, reading);
    const bytes = await reading;
    return bytes ? { what: 'picture', name, bytes } : { what: 'lost' };
  };
  let kept: Promise<SheetPicture[]> | undefined;
  return async (sheet) => {
    const found: SheetPicture[] = [];
    for (const { type, target } of (await relationsOf(zip, sheet)).values()) {
      if (/\/drawing$/.test(type)) found.push(...(await anchoredIn(zip, target, pictureIn)));
    }
    kept ??= cellImages(zip, pictureIn);
    return [...found.slice(0, MAX_PICTURES), ...(await kept)];
  };
}

type Seen = { what: 'picture'; name: string; bytes: Buffer } | { what: 'chart' | 'shape' | 'lost' };
type ReadPicture = (name: string) => Promise<Seen>;

const ANCHOR = /^(?:oneCell|twoCell|absolute)Anchor$/;
const SHAPE = /^(?:sp|cxnSp)$/;

async function anchoredIn(zip: ZipReader, part: string, pictureIn: ReadPicture): Promise<SheetPicture[]> {
  const relations = await relationsOf(zip, part);
  const found: SheetPicture[] = [];
  let [row, column, isFrom, isFallback] = [-1, -1, false, false];
  for (const tag of tags(await textOf(zip, part))) {
    if (tag.name === 'from') isFrom = !tag.isEnd;
    else if (tag.name === 'Fallback') isFallback = !tag.isEnd && !tag.isEmpty;
    else if (tag.isEnd || isFallback) continue;
    else if (ANCHOR.test(tag.name)) [row, column] = [-1, -1];
    else if (isFrom && tag.name === 'row') row = Number(tag.text);
    else if (isFrom && tag.name === 'col') column = Number(tag.text);
    else if (tag.name === 'blip') {
      const file = relations.get(tag.attribute('r:embed') ?? '')?.target ?? '';
      found.push({ row, column, id: '', ...(await pictureIn(file)) });
    } else if (tag.name === 'graphicData') found.push({ row, column, id: '', what: 'chart' });
    else if (SHAPE.test(tag.name)) found.push({ row, column, id: '', what: 'shape' });
    if (found.length >= MAX_PICTURES) break;
  }
  return found;
}

/** The pictures of =DISPIMG("ID_…",1). */
async function cellImages(zip: ZipReader, pictureIn: ReadPicture): Promise<SheetPicture[]> {
  const part = 'xl/cellimages.xml';
  if (!zip.names.includes(part)) return [];
  const relations = await relationsOf(zip, part);
  const found: SheetPicture[] = [];
  let id = '';
  for (const tag of tags(await textOf(zip, part))) {
    if (tag.name === 'cNvPr' && !tag.isEnd) id = tag.attribute('name') ?? '';
    if (tag.name !== 'blip' || tag.isEnd || id === '') continue;
    const file = relations.get(tag.attribute('r:embed') ?? '')?.target ?? '';
    found.push({ row: -1, column: -1, id, ...(await pictureIn(file)) });
    if (found.length >= MAX_PICTURES) break;
  }
  return found;
}

/** xl/worksheets/sheet1.xml → what its xl/worksheets/_rels/sheet1.xml.rels names, by its id. */
async function relationsOf(zip: ZipReader, part: string): Promise<Map<string, { type: string; target: string }>> {
  const at = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, at);
  const relations = new Map<string, { type: string; target: string }>();
  for (const tag of tags(await textOf(zip, `${folder}_rels/${part.slice(at)}.rels`))) {
    if (tag.name !== 'Relationship' || tag.attribute('TargetMode') === 'External') continue;
    const target = pathOf(folder, tag.attribute('Target') ?? '');
    relations.set(tag.attribute('Id') ?? '', { type: tag.attribute('Type') ?? '', target });
  }
  return relations;
}

/** ../media/image1.png from xl/drawings/ is xl/media/image1.png. */
function pathOf(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const names = folder.split('/').slice(0, -1);
  for (const name of target.slice(0, 500).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  return names.join('/');
}

async function textOf(zip: ZipReader, name: string): Promise<string> {
  return zip.names.includes(name) ? ((await zip.read(name))?.toString('utf8') ?? '') : '';
}
