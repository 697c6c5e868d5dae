import type { RawQuestion } from './text-raw';
import { narrow } from './words.rules';

/** Headings that say by their numbers which questions have one answer and which may have several. */

const RANGE = '第?(\\d{1,3})(?:小?题)?(?:[-—–~～－至到]{1,2}|[、和与])第?(\\d{1,3})(?:小?题)?';
const KIND =
  '(单选|单项|只有一[个项]|一[个项](?:是|选项|符合|正确)|多选|多项|不定项|有多[个项]|不止一[个项]|多[个项](?:选项|符合|正确))';
/** 1-2为单选，3-4为多选; 第6～8题有多项符合题目要求 */
const AHEAD = new RegExp(`${RANGE}[^，,；;。、\\d]{0,8}?${KIND}`, 'g');
/** 单选1-2，多选3-4 */
const BEHIND = new RegExp(`(单选|单项选择|多选|多项选择|不定项)题?[:：为是]?${RANGE}`, 'g');

type KindRange = { from: number; to: number; kindWord: string };

function kindRanges(heading: string): KindRange[] {
  const text = narrow(heading).replace(/\s/g, '').slice(0, 400);
  const range = (from = '', to = '', word = ''): KindRange => ({
    from: Number(from),
    to: Number(to),
    kindWord: /多|不/.test(word) ? '多选题' : '单选题',
  });
  const ahead = [...text.matchAll(AHEAD)].map(([, from, to, word]) => range(from, to, word));
  return ahead.length > 0 ? ahead : [...text.matchAll(BEHIND)].map(([, word, from, to]) => range(from, to, word));
}

/** Gives each choice below such a heading the kind that it has by its number. */
export function giveKinds(questions: RawQuestion[]): void {
  const known = new Map<string, KindRange[]>();
  for (const question of questions) {
    const { heading } = question.section;
    const kind = heading?.kind ?? null;
    const isOfChoices = kind === null || ('kind' in kind && ['choice', 'single', 'multiple'].includes(kind.kind));
    if (!heading || !isOfChoices || question.kindWord !== '' || question.options.length < 2) continue;
    const ranges = known.get(heading.text) ?? kindRanges(heading.text);
    known.set(heading.text, ranges);
    const { number } = question;
    const own = ranges.find(({ from, to }) => number !== null && number >= from && number <= to);
    if (own) question.kindWord = own.kindWord;
  }
}
