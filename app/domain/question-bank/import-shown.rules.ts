import { HAS_PASSAGE, isJudgeChoice, notesToRead, suggestionFor, type ItemDraft } from './import.rules';
import type { ImportItem } from './import.queries.server';
import type { QuestionSnapshot } from './question.schema';

/**
 * What of an import is drawn. A file may hold texts of any length, each of which a page carries twice and written out
 * (`<` takes ten bytes): a question that is too long is refused, and nobody reads it here.
 */

/** Of one text, in UTF-16 units. */
const MAX_SHOWN = 2000;
/** Of a text where the page has no more room. */
const MIN_SHOWN = 120;
/** What the texts of one page may take in it, in bytes, about. */
const PAGE_ROOM = 500_000;
/** A form that mends a question holds it whole. */
const MAX_MENDED = 45_000;

/** A question of an import as its preview draws it. */
export type ShownItem = Omit<ImportItem, 'draft'> & {
  /** It can be imported, whether or not there is room to draw it. */
  isRight: boolean;
  /** Its stem has the text that it shares with others. */
  hasPassage: boolean;
  canMend: boolean;
  canBeJudge: boolean;
  /** For the form that mends it, where that is open. */
  draft: ItemDraft | null;
};

/** The beginning of a text, and how much is left out. */
export function beginningOf(text: string, max = MAX_SHOWN): string {
  if (text.length <= max) return text;
  const end = /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max;
  return `${text.slice(0, end)}…（还有 ${text.length - end} 字没有显示）`;
}

/** A text by its beginning and its end, behind which a reading passage has the question itself. */
export function middleCut(text: string, max = MAX_SHOWN): string {
  const behind = Math.floor(max / 3);
  if (text.length <= max) return text;
  const from = text.length - behind;
  const start = /[\udc00-\udfff]/.test(text[from] ?? '') ? from + 1 : from;
  return `${beginningOf(text.slice(0, start), max - behind)}…${text.slice(start)}`;
}

/** About the bytes of a text in a page: once drawn, once as data; a formula becomes a picture with its address. */
function roomOf(value: unknown): number {
  if (typeof value === 'string') {
    let room = 4;
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at);
      if (code === 0x24) room += 40;
      else if (code <= 0x20 || code === 0x22 || code === 0x26 || code === 0x27) room += 16;
      else if (code === 0x3c || code === 0x3e || code === 0x5c) room += 16;
      else room += code < 0x80 ? 2 : 8;
    }
    return room;
  }
  if (Array.isArray(value)) return (value as unknown[]).reduce<number>((sum, each) => sum + 30 + roomOf(each), 0);
  if (typeof value === 'object' && value !== null) return roomOf(Object.values(value));
  return 4;
}

/** The same with every text in it cut. */
function cut<T>(value: T, max = MAX_SHOWN): T {
  if (typeof value === 'string') return middleCut(value, max) as T;
  if (Array.isArray(value)) return (value as unknown[]).map((each) => cut(each, max)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each as unknown, max)])) as T;
}

function stemOf({ bank, title, body }: QuestionSnapshot): string {
  return bank === 'oral' ? title : bank === 'written' ? body.prompt : body.stem;
}

/** The questions of one page, with as much of each as the page has room for; `mending` is the one whose form is open. */
export function shownItems(items: ImportItem[], mending: number | null): ShownItem[] {
  let left = PAGE_ROOM;
  return items.map((item) => {
    const { draft, question, ...facts } = { ...item, notes: notesToRead(item.notes) };
    const canMend = draft !== null && lengthOf(draft) <= MAX_MENDED;
    const isMending = canMend && item.position === mending;
    const shown: ShownItem = {
      ...cut(facts),
      question: isMending ? null : cut(question),
      isRight: question !== null,
      hasPassage: item.notes.includes(HAS_PASSAGE),
      canMend,
      canBeJudge: canMend && isJudgeChoice(draft),
      draft: isMending ? draft : null,
    };
    const room = roomOf([shown.question, shown.texts, shown.problems, shown.notes, shown.directories, shown.duplicate]);
    if (room > left) return { ...shown, ...inShort({ ...item, notes: notesToRead(item.notes) }) };
    left -= room;
    return shown;
  });
}

/** A question for which the page has no room: how it begins and ends. */
function inShort({ question, texts, problems, notes, directories, duplicate }: ImportItem) {
  const text = question ? stemOf(question) : texts.join('\n');
  const few = (all: string[]) => cut(all.slice(0, 3), MIN_SHOWN);
  return {
    question: null,
    texts: [middleCut(text, MIN_SHOWN)],
    problems: few(problems),
    notes: few(notes),
    directories: few(directories),
    duplicate: beginningOf(duplicate, MIN_SHOWN),
  };
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + lengthOf(each), 0);
}

/** How many kinds of refusal are told, and how many lines of each. */
const MAX_KINDS = 20;
const MAX_LINES = 8;

/** The kinds of questions that no bank has, each with what to do instead and where the first ones stand. */
export function shownUnsupported(all: { sentence: string; lines: number[] }[]) {
  return all.slice(0, MAX_KINDS).map(({ sentence, lines }) => ({
    sentence: beginningOf(sentence, 300),
    suggestion: suggestionFor(sentence),
    lines: lines.slice(0, MAX_LINES),
    count: lines.length,
  }));
}
