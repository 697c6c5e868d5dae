import { COMMENT_BEGINS, COMMENT_ENDS, DOCX_MARKS } from './docx-marks';
import { attribute, childrenOf, nameOf, parseXml, textOf, type XmlNode } from './docx-xml';

/** The footnotes and endnotes of a Word document, to stand in brackets where they are referred to, and its comments, to be told. */

/** Behind every note. */
export const NOTE_END = '\ue004';

/** Of one note; longer ones are cut. */
const MAX_NOTE = 2000;

export class NoteTexts {
  private readonly footnotes: Map<string, string>;
  private readonly endnotes: Map<string, string>;

  private readonly comments: Map<string, string>;

  constructor(footnotes: string, endnotes: string, comments: string) {
    this.footnotes = textsIn(footnotes, 'w:footnote');
    this.endnotes = textsIn(endnotes, 'w:endnote');
    this.comments = textsIn(comments, 'w:comment');
  }

  /** What stands for a reference; each note once, so that no file grows by its references. */
  take(reference: XmlNode): string {
    const name = nameOf(reference);
    const isComment = name === 'w:commentReference';
    const notes = isComment ? this.comments : name === 'w:footnoteReference' ? this.footnotes : this.endnotes;
    const id = attribute(reference, 'w:id') ?? '';
    const text = notes.get(id) ?? '';
    notes.delete(id);
    if (text === '') return '';
    return isComment ? `${COMMENT_BEGINS}${text}${COMMENT_ENDS}` : `（注：${text}）${NOTE_END}`;
  }
}

function textsIn(xml: string, name: string): Map<string, string> {
  const texts = new Map<string, string>();
  if (xml === '') return texts;
  for (const root of parseXml(xml)) {
    for (const note of childrenOf(root)) {
      // Separators have a type, notes have none.
      if (!(name in note) || attribute(note, 'w:type') !== undefined) continue;
      const paragraphs = childrenOf(note).filter((each) => 'w:p' in each);
      const text = paragraphs
        .map((each) => writtenIn(each).trim())
        .join(' ')
        .replace(DOCX_MARKS, '')
        .trim();
      texts.set(attribute(note, 'w:id') ?? '', text.length > MAX_NOTE ? `${text.slice(0, MAX_NOTE)}…` : text);
    }
  }
  return texts;
}

/** The text of the runs beneath a node. */
function writtenIn(node: XmlNode): string {
  if ('w:t' in node) return textOf(node);
  return childrenOf(node).map(writtenIn).join('');
}
