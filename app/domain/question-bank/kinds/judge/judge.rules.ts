import { parseJudge } from '../../formats/words.rules';
import type { Refuse, TheoryRules } from '../kind.schema';
import { JUDGE_OPTIONS } from '../kinds.schema';
import { cleanKeys, keyWords, markKeys, optionCorrection } from '../shared/options.rules';
import { textOf } from '../shared/texts.rules';
import { theoryFile } from '../shared/theory-file.rules';

/** 判断: T or F. */
export const judge: TheoryRules = {
  ...keyWords('judge'),
  readKey: (fields, refuse) => ({ options: [], keys: readJudge(fields.answer, refuse), blanks: [], reference: '' }),
  clean: (_, value) => cleanKeys(JUDGE_OPTIONS, value, true),
  mark: markKeys,
  ...theoryFile(
    ({ keys }) => keys[0] ?? '',
    ({ keys }) => (keys[0] === 'T' ? '正确' : '错误'),
  ),
  typedAnswer: (answer) => (answer === 'T' ? '正确' : answer === 'F' ? '错误' : textOf(answer)),
  typedFields: ({ stem, answer, analysis, more }) => ({ ...more, stem, answer: parseJudge(answer) ?? '', analysis }),
  correction: optionCorrection(() => JUDGE_OPTIONS, true, false),
};

const RIGHT_WORDS = ['T', 'TRUE', '1', '对', '正确', '√'];
const WRONG_WORDS = ['F', 'FALSE', '0', '错', '错误', '×'];

function readJudge(answer: unknown, refuse: Refuse): string[] {
  const word = String(Array.isArray(answer) ? answer[0] : (answer ?? ''))
    .trim()
    .toUpperCase();
  if (RIGHT_WORDS.includes(word)) return ['T'];
  if (WRONG_WORDS.includes(word)) return ['F'];
  refuse('answer', '请选择“正确”或“错误”');
  return [];
}
