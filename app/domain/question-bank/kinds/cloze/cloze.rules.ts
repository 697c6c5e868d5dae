import { roundHalfUp } from '~/lib/bands';
import { formatBlanks, parseBlanks } from '../../formats/words.rules';
import { countBlanks } from '../../question.rules';
import { formatBlankLine, parseBlankLine } from './blank-line.rules';
import type { TheoryBody } from '../../question.schema';
import type { AnswerValue } from '../answer.schema';
import type { AutoMark, CorrectedKey, FrequentAnswers, KeyInput, KeyRead, Refuse, TheoryRules } from '../kind.schema';
import { analysisRow, BLANK, lines, mostFrequent, textOf } from '../shared/texts.rules';
import { theoryFile } from '../shared/theory-file.rules';
import { clozeForm, matchesBlank } from './blank.rules';

const MAX_BLANKS = 20;
const MAX_ALTERNATIVES = 20;

/** 填空: texts for the blanks of its stem. */
export const cloze: TheoryRules = {
  readKey: (fields, refuse) => ({ options: [], keys: [], blanks: readBlanks(fields, refuse), reference: '' }),
  clean: (body, value) => {
    const given = value.blanks ?? [];
    return { blanks: body.blanks.map((_, index) => lines(given[index] ?? '').trim()) };
  },
  mark: markBlanks,
  keyRows: ({ blanks, analysis }) => [{ term: '正确答案', texts: blankTexts(blanks) }, analysisRow(analysis)],
  answerColumns: ({ blanks }) => blanks.map((_, index) => `空 ${index + 1}`),
  answerCells: ({ blanks }, { value }) => blanks.map((_, index) => value?.blanks?.[index] || BLANK),
  keyCell: ({ body }) => body.blanks.map(formatBlankLine).join('\n'),
  apiKey: ({ blanks }) => blanks,
  ...theoryFile(
    ({ blanks }) => blanks,
    ({ blanks }) => formatBlanks(blanks),
  ),
  typedAnswer: (answer) =>
    Array.isArray(answer)
      ? formatBlanks((answer as unknown[]).map((each) => (Array.isArray(each) ? each.map(textOf) : [textOf(each)])))
      : textOf(answer),
  typedFields: ({ stem, answer, analysis, more }) => {
    return { ...more, stem, answer: parseBlanks(answer, countBlanks(stem)), analysis };
  },
  correction: {
    fields: ({ blanks }) => ({ type: 'blanks', blanks }),
    read: (_, now, input) => readCorrection(now, input),
    frequent: frequentTexts,
  },
};

function readBlanks(fields: Record<string, unknown>, refuse: Refuse): string[][] {
  const rows = Array.isArray(fields.answer)
    ? (fields.answer as unknown[])
    : String(fields.answer ?? '')
        .trimEnd()
        .split(/\r\n?|\n/);
  const blanks = rows.map((line) =>
    Array.isArray(line)
      ? line.map((part) => String(part).trim()).filter((part) => part !== '')
      : parseBlankLine(String(line)),
  );
  while (blanks.length > 0 && blanks[blanks.length - 1]?.length === 0) blanks.pop();
  const expected = countBlanks(typeof fields.stem === 'string' ? fields.stem : '');
  if (expected === 0) refuse('stem', '请在题干里用 ____（两个以上下划线）标出要填的空');
  else if (expected > MAX_BLANKS) refuse('stem', `一道题最多 ${MAX_BLANKS} 个空`);
  else if (blanks.length !== expected)
    refuse('answer', `题干有 ${expected} 个空，答案有 ${blanks.length} 行；请每空一行，按顺序填写`);
  blanks.forEach((alternatives, index) => {
    if (alternatives.length === 0) refuse('answer', `第 ${index + 1} 空没有答案`);
    if (alternatives.length > MAX_ALTERNATIVES) refuse('answer', `第 ${index + 1} 空最多 ${MAX_ALTERNATIVES} 种答案`);
    if (alternatives.some((text) => [...text].length > 200))
      refuse('answer', `第 ${index + 1} 空的答案每种最多 200 个字`);
  });
  return blanks;
}

/** The points are spread evenly over the blanks and rounded half up once, so all right is exactly the full mark. */
function markBlanks({ blanks: key }: Pick<TheoryBody, 'blanks'>, value: AnswerValue | null, points: number): AutoMark {
  const blanks = key.map((alternatives, index) => matchesBlank(value?.blanks?.[index] ?? '', alternatives));
  const right = blanks.filter(Boolean).length;
  return {
    points: blanks.length > 0 ? roundHalfUp((points * right) / blanks.length, 2) : 0,
    isRight: blanks.length > 0 && right === blanks.length,
    blanks,
  };
}

function blankTexts(blanks: string[][]): string[] {
  const words = blanks.map((alternatives) => alternatives.join(' 或 '));
  return words.length === 1 ? words : words.map((word, index) => `第 ${index + 1} 空 ${word}`);
}

function readCorrection(now: CorrectedKey, input: KeyInput): KeyRead {
  const rows = now.blanks.map((_, index) => parseBlankLine(input.blanks[index] ?? ''));
  if (rows.flat().some((text) => [...text].length > 200)) return { problems: { blanks: '每个答案最多 200 个字' } };
  if (input.kind === 'key') {
    const empty = rows.findIndex((alternatives) => alternatives.length === 0);
    if (empty >= 0) return { problems: { blanks: `第 ${empty + 1} 空没有答案` } };
    return { key: { keys: [], alsoRight: [], blanks: rows } };
  }
  for (const entry of input.more) {
    const cut = entry.indexOf('|');
    rows[Number(entry.slice(0, cut))]?.push(entry.slice(cut + 1).trim());
  }
  if (rows.flat().every((text) => text === '')) return { problems: { blanks: '请勾选或填写也算对的答案' } };
  const blanks = now.blanks.map((alternatives, index) => {
    const all = [...alternatives];
    for (const text of rows[index] ?? []) {
      if (clozeForm(text) !== '' && !all.some((one) => clozeForm(one) === clozeForm(text))) all.push(text);
    }
    return all;
  });
  return { key: { keys: [], alsoRight: [], blanks } };
}

function frequentTexts(body: TheoryBody, values: AnswerValue[]): FrequentAnswers {
  return {
    sets: [],
    blanks: body.blanks.map((alternatives, index) =>
      mostFrequent(
        values.flatMap((value) => {
          const text = (value.blanks?.[index] ?? '').trim();
          return text === '' || matchesBlank(text, alternatives) ? [] : [{ form: clozeForm(text), given: text }];
        }),
      ).map(({ given, count }) => ({ text: given, count })),
    ),
  };
}
