import { MAX_LINE, VERBATIM } from './text-labels';
import type { TextLine } from './text-line';
import { OPTION } from './text-options';

/** 1、多选题属于金属的是（ ）: banks in which the kind runs into the text of each question, without a bracket or a colon. */

const KIND = '(?:单选题|单项选择题|多选题|多项选择题|不定项选择题|判断题|填空题|简答题|问答题|论述题|名词解释题)';
/** Behind it the line is a heading: 单选题（每题2分）, 判断题 10题; a place for the answer begins a question. */
const HEADING =
  '(?:[，,。.；;：:？?]|共\\s?\\d|[每本](?:大|小)?[题空部]|\\d{1,3}\\s?(?:[题分道个小]|$)|[（(【[](?!\\s{0,4}[A-J]{0,6}\\s{0,4}[)）】\\]]\\S))';
/** Behind it the kind may be a word of the sentence. */
const SENTENCE = /^[的是有和与及、中里在]/;
const OPEN = new RegExp(`^(${KIND})\\s{0,4}(?!${HEADING})(\\S.*)$`);
const NUMBERED = /^(\d{1,4})(\s?[.．、]\s{0,4})(.*)$/;
const ALONE = /^(\d{1,4})\s?[.．、]?$/;
/** Fewer in a row may be sentences about kinds of questions; of statements without options more are asked for. */
const FEWEST = 3;
const FEWEST_BARE = 10;
const OPTION_LINES = 8;
const BLANKS = 3;

/** `end`: the line behind it. */
type Found = { at: number; end: number; number: number; kind: string; text: string };

/** The lines with 1．【多选题】 before each such question, its number joined where it stands on a line of its own. */
export function withOpenKinds(lines: TextLine[]): TextLine[] {
  const found = chained(lines.flatMap((_line, at) => questionAt(lines, at) ?? []))
    .filter((run) => isMeant(run, lines))
    .flat();
  if (found.length === 0) return lines;
  const begun = new Map(found.map((each) => [each.at, each]));
  const made: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const own = begun.get(at);
    const line = lines[own ? own.end - 1 : at] as TextLine;
    made.push(own ? { ...line, line: lines[at]?.line ?? line.line, text: own.text } : line);
    if (own) at = own.end - 1;
  }
  return made;
}

function questionAt(lines: TextLine[], at: number): Found | null {
  const [, number = '', , rest = ''] = NUMBERED.exec(textOf(lines[at])) ?? [];
  const kind = OPEN.exec(rest);
  if (kind) return foundOf(at, at + 1, number, kind);
  const alone = ALONE.exec(textOf(lines[at]))?.[1];
  if (alone === undefined) return null;
  let next = at + 1;
  while (next <= at + BLANKS && lines[next]?.text === '') next += 1;
  const below = OPEN.exec(textOf(lines[next]));
  return below && foundOf(at, next + 1, alone, below);
}

const foundOf = (at: number, end: number, number: string, [, kind = '', text = '']: RegExpExecArray): Found => ({
  at,
  end,
  number: Number(number),
  kind,
  text: `${number}．【${kind}】${text}`,
});

const textOf = (line: TextLine | undefined) =>
  !line || line.row || line.passage || line.text.length > MAX_LINE || line.text.includes(VERBATIM) ? '' : line.text;

/** Those that count on one by one; from 1 again in the next part of the file. */
function chained(found: Found[]): Found[][] {
  const runs: Found[][] = [];
  for (const each of found) {
    const run = runs[runs.length - 1];
    if (run && run[run.length - 1]?.number === each.number - 1) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

/** Most of them go on with no word that kinds of questions are spoken of with, and the choices have options. */
function isMeant(run: Found[], lines: TextLine[]): boolean {
  const strong = run.filter(({ text, kind }) => !SENTENCE.test(text.slice(text.indexOf(kind) + kind.length + 1)));
  const choices = run.filter(({ kind }) => kind.includes('选'));
  const withOptions = choices.filter(({ end }) =>
    lines.slice(end, end + OPTION_LINES).some(({ text }) => OPTION.exec(text)?.[1] === 'A'),
  );
  const isAsked = choices.length > 0 ? withOptions.length * 10 >= choices.length * 8 : run.length >= FEWEST_BARE;
  return run.length >= FEWEST && strong.length * 10 >= run.length * 6 && isAsked;
}
