import { decode, tags, type SheetTag } from './sheet-xml.server';

/** How a stretch of a cell's text looks. */
export type RunLook = { script?: 'superscript' | 'subscript'; isStruck?: boolean; isUnderlined?: boolean };

/** A stretch of a cell's text. */
export type SheetRun = RunLook & { text: string };

/** Gathers the runs of one text from its tags. */
export class RunReader {
  runs: SheetRun[] = [];
  private look: RunLook = {};
  private isReading = false;

  take(tag: SheetTag): void {
    if (tag.name === 'rPh') this.isReading = !tag.isEnd && !tag.isEmpty;
    else if (tag.isEnd) return;
    else if (tag.name === 'r') this.look = {};
    else if (tag.name === 't' && !this.isReading) this.runs.push({ ...this.look, text: decode(tag.text) });
    else this.look = { ...this.look, ...lookOfTag(tag) };
  }
}

/** What one tag of a font says of its look. */
export function lookOfTag(tag: SheetTag): RunLook {
  const value = tag.attribute('val');
  if (tag.name === 'strike') return { isStruck: !/^(?:0|false)$/.test(value ?? '') };
  if (tag.name === 'u') return { isUnderlined: value !== 'none' };
  if (tag.name === 'vertAlign' && (value === 'superscript' || value === 'subscript')) return { script: value };
  return {};
}

/** Whether a run looks like nothing but text. */
export const isPlain = ({ script, isStruck, isUnderlined }: RunLook) => !script && !isStruck && !isUnderlined;

/** The runs of the texts that cells point to; undefined for a text that is nothing but text. */
export function sharedRuns(xml: string): (SheetRun[] | undefined)[] {
  const all: (SheetRun[] | undefined)[] = [];
  let reader = new RunReader();
  for (const tag of tags(xml)) {
    if (tag.name === 'si' && !tag.isEnd) reader = new RunReader();
    reader.take(tag);
    if (tag.name === 'si' && (tag.isEnd || tag.isEmpty)) {
      all.push(reader.runs.every(isPlain) ? undefined : reader.runs);
    }
  }
  return all;
}
