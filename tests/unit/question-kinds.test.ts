import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A kind of question is a folder (docs/architecture.md): who asks for one by name outside it says why here. */

const THEORY = '(single|multiple|judge|cloze|short)';
/** The banks 口试 and 笔试 have one kind each: a `case` of theirs tells the banks apart, as the specification does. */
const NAMES = '(single|multiple|judge|cloze|short|oral|written)';
const BRANCH = new RegExp(
  `[kK]ind\\s*[!=]==\\s*'${NAMES}'|case '${THEORY}':|new Set<QuestionKind>\\(\\[|\\[('${NAMES}'(, )?)+\\]\\.includes`,
  'g',
);

/** Readers look for the kinds that a format of somebody else's knows; the demo school answers as pupils would. */
const ELSEWHERE = /(^|\/)kinds\/|\/question-bank\/formats\/|\/domain\/demo\/|\.test\.tsx?$/;

const REASONS: Record<string, { branches: number; why: string }> = {
  'app/domain/question-bank/import.rules.ts': {
    branches: 3,
    why: 'a choice cut short is offered more letters, and 正确／错误 as two options is offered as 判断',
  },
  'app/domain/question-bank/import-mend.commands.server.ts': {
    branches: 2,
    why: 'what is mended in the preview: marking points are 笔试 alone, and the text of 口试 stands in another field',
  },
  'app/domain/question-bank/refused-file.queries.server.ts': {
    branches: 1,
    why: 'kinds that a written-out question does not show by itself are said beside it',
  },
};

test('branches on a kind of question outside its folder are few, and each is named', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((file) => `app/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !ELSEWHERE.test(file));
  const found = files.flatMap((file) => {
    const branches = [...readFileSync(file, 'utf8').matchAll(BRANCH)].length;
    return branches > 0 ? [[file, branches] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(REASONS).map(([file, { branches }]) => [file, branches])),
  );
  expect(found.reduce((sum, [, branches]) => sum + branches, 0)).toBeLessThanOrEqual(10);
});
