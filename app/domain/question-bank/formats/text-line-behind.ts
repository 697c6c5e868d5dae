import { countBlanks } from '../question.rules';
import { clip } from './text-draft';
import { toBlanks } from './text-drawn-blanks';
import { isVerbatim, type RawQuestion } from './text-raw';
import { kindOfWord } from './words.rules';

/** A line behind the blanks or the bracket of a question, which may as well begin what is asked next. */

/** The sentence before has ended: with its sign, its blank, or the bracket that is judged. */
const ENDED = /[。．.？?！!；;）)_＿]$/;
/** It counts, or it is of what stands above it. */
const OF_QUESTION = /^[（(【[①-⑳\d—–\-“"《]|^(?:注|提示|要求|说明|备注|答|解|参考|附|译文|来源|[A-J][.．、])|[：:]$/;
const LEAST = 6;
const PICTURE = /^(?:\ue000|〔图)/;

/** Tells of such a line at the question that has it and at the one behind it. */
export function noteLinesBehind(questions: RawQuestion[]): void {
  questions.forEach((question, at) => {
    const next = questions[at + 1];
    const line = next && next.number !== null && !next.isRow ? lineBehind(question) : null;
    if (line === null || !next) return;
    question.notes.push(`题目最后一行“${clip(line)}”也许不是这道题的，请核对。`);
    if (next.material.length === 0 && next.section === question.section)
      next.notes.push(`前一题最后有一行“${clip(line)}”，也许是这道题要用的，请核对。`);
  });
}

function lineBehind({ stem, options, isRow, kindWord, section }: RawQuestion): string | null {
  const lines = stem.filter((line) => line !== '');
  const last = lines[lines.length - 1] ?? '';
  const before = lines.slice(0, -1);
  if (isRow || before.length === 0 || before.length > 3 || options.length > 0 || isVerbatim(stem)) return null;
  if (last.length < LEAST || last.length > 2000 || OF_QUESTION.test(last) || PICTURE.test(last)) return null;
  if (!ENDED.test(before[before.length - 1] ?? '') || /[？?]/.test(last) || hasPlace(last)) return null;
  const said = kindOfWord(kindWord) ?? section.heading?.kind ?? null;
  const kind = said && 'kind' in said ? said.kind : null;
  const isJudged = kind === 'judge' && /[（(]\s*[)）]$/.test(before[before.length - 1] ?? '');
  return isJudged || (kind === 'cloze' && before.some(hasPlace)) ? last : null;
}

const hasPlace = (line: string) =>
  countBlanks(toBlanks(line.slice(0, 2000), null)) > 0 || /[（(]\s*[)）]/.test(line.slice(0, 2000));
