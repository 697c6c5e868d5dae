/** Blocks (paragraphs, tables) that are read at a time: about a tenth of a second. */
const BLOCKS = 150;

const BLOCK_TAG = /<(\/?)w:(p|tbl|sdt)(?=[\s/>])([^<>]*)>/g;

/**
 * A Word document's XML as several whole documents, one after another, so that a long one can be read bit by bit.
 * What does not look like one stays in one piece: its reader refuses it.
 */
export function sliceDocument(xml: string): string[] {
  const opening = /<w:body(?:\s[^<>]*)?>/.exec(xml);
  const end = xml.lastIndexOf('</w:body>');
  if (!opening || end < opening.index) return [xml];
  const start = opening.index + opening[0].length;
  const slices: string[] = [];
  const cut = (from: number, to: number) => slices.push(xml.slice(0, start) + xml.slice(from, to) + xml.slice(end));
  let depth = 0;
  let blocks = 0;
  let from = start;
  BLOCK_TAG.lastIndex = start;
  for (let match = BLOCK_TAG.exec(xml); match && match.index < end; match = BLOCK_TAG.exec(xml)) {
    const isEmpty = match[3]?.endsWith('/') ?? false;
    if (match[1] === '/') depth -= 1;
    else if (!isEmpty) depth += 1;
    if (depth < 0) return [xml];
    if (depth > 0 || (match[1] !== '/' && !isEmpty)) continue;
    blocks += 1;
    if (blocks % BLOCKS > 0) continue;
    cut(from, BLOCK_TAG.lastIndex);
    from = BLOCK_TAG.lastIndex;
  }
  cut(from, end);
  return slices;
}
