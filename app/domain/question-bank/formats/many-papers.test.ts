import { describe, expect, test } from 'vitest';
import { asText, asWord, writePaper, type WrittenQuestion } from '~tests/support/paper-writer';
import { readDocx } from './docx-read.server';
import type { ParsedQuestion } from './format.rules';
import { parseText, toLines } from './text-format';

/**
 * Papers of every layout, written from seeds and read back. A short run always; PAPERS=10000 runs as many.
 */

const COUNT = Number(process.env.PAPERS ?? 400);
/** Word files take longer to make than to read: every so many papers is one. */
const WORD_EVERY = 10;

type Tally = { questions: number; exact: number; wrongKey: string[]; silent: string[]; noted: number; notes: string[] };

const keyOf = (answer: unknown) => JSON.stringify(answer);

/** Its empty brackets are blanks, its footnotes stand in brackets. */
const stemOf = ({ stem, kind }: WrittenQuestion) =>
  stem
    .replace(/（[\s\u3000]*）/g, (whole) => (kind === 'cloze' ? '____' : whole))
    .replace(/\{(注：[^}]*)\}/g, '（$1）');

const analysisOf = ({ analysis, script }: WrittenQuestion) =>
  [analysis, script === '' ? '' : `听力原文：\n${script}`].filter((text) => text !== '').join('\n');

/** How a question came back: as it was written, with something said, or changed in silence. */
function judge(written: WrittenQuestion, read: ParsedQuestion | undefined): 'exact' | 'key' | 'noted' | 'silent' {
  if (!read) return 'silent';
  const { fields, kind, problems, notes } = read;
  const isExact =
    problems.length === 0 &&
    kind === written.kind &&
    fields.stem === stemOf(written) &&
    keyOf(fields.options ?? []) === keyOf(written.options) &&
    keyOf(fields.answer) === keyOf(written.answer) &&
    (fields.analysis ?? '') === analysisOf(written) &&
    fields.points === written.points;
  if (isExact) return 'exact';
  if (problems.length === 0 && keyOf(fields.answer) !== keyOf(written.answer)) return 'key';
  return problems.length + notes.length > 0 ? 'noted' : 'silent';
}

async function run(seeds: number[], isWord: (seed: number) => boolean): Promise<Tally> {
  const tally: Tally = { questions: 0, exact: 0, wrongKey: [], silent: [], noted: 0, notes: [] };
  for (const seed of seeds) {
    const paper = writePaper(seed, isWord(seed));
    const parsed = isWord(seed)
      ? await readDocx({ name: 'a.docx', bytes: await asWord(paper) })
      : parseText(toLines(asText(paper)));
    paper.questions.forEach((written, index) => {
      tally.questions += 1;
      const read = parsed.length === paper.questions.length ? parsed[index] : byStem(parsed, written);
      const how = judge(written, read);
      if (how === 'exact') tally.exact += 1;
      else if (how === 'noted') {
        tally.noted += 1;
        tally.notes.push(`${seed} ${paper.layout}\n${JSON.stringify(written)}\n${JSON.stringify(read)}`);
      } else {
        const said = `${seed} ${paper.layout}\n${JSON.stringify(written)}\n${JSON.stringify(read && { kind: read.kind, ...read.fields })}`;
        (how === 'key' ? tally.wrongKey : tally.silent).push(said);
      }
    });
  }
  return tally;
}

const byStem = (parsed: ParsedQuestion[], { stem }: WrittenQuestion) =>
  parsed.find(({ fields }) => fields.stem === stem);

describe(`${COUNT} papers of varying layout`, () => {
  test('are read as they were written', async () => {
    const seeds = Array.from({ length: COUNT }, (_, index) => 20261122 + index);
    const tally = await run(seeds, (seed) => seed % WORD_EVERY === 0);
    const { questions, exact, wrongKey, silent, noted } = tally;
    if (process.env.PAPERS)
      console.info(
        JSON.stringify({ papers: COUNT, questions, exact, noted, wrongKey: wrongKey.length, silent: silent.length }),
      );
    if (process.env.PAPERS_SHOW) console.info(tally.notes.slice(0, 8).join('\n\n'));
    expect(wrongKey.slice(0, 5)).toEqual([]);
    expect(silent.slice(0, 5)).toEqual([]);
    expect(exact / questions).toBeGreaterThanOrEqual(0.995);
  }, 3_600_000);
});
