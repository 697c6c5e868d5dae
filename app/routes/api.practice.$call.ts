import { z } from 'zod';
import { addPractice, deletePractice } from '~/domain/practice/practice.commands.server';
import type { TryView } from '~/domain/practice/practice.queries.server';
import { deletePracticeSchema, practiceSchema, wrongKeysSchema } from '~/domain/practice/practice.schema';
import { moveInWrongBook } from '~/domain/practice/wrong.commands.server';
import { listWrongEntries, type WrongEntry } from '~/domain/practice/wrong.queries.server';
import { answerValue } from '~/http/answers/exam-words';
import { count } from '~/http/answers/common';
import { practice, wrongEntry } from '~/http/answers/practice';
import { call, defineApi, described, paged, pageOf, typed } from '~/http/api.server';
import { namingFields } from '~/http/api-fields.server';
import { apiList } from '~/http/api-list';
import { pageOf as pageOfRows } from '~/lib/page';
import { formatSecond } from '~/lib/time';

const input = described(
  practiceSchema,
  typed(practiceSchema, {
    answer: answerValue
      .or(z.string())
      .or(z.array(z.string()))
      .optional()
      .describe('选项字母（A,C）、每空一行或文字，或 { keys, blanks, text }'),
  }),
);

const wrongListInput = apiList({
  tab: z.enum(['', 'left'], { errorMap: () => ({ message: 'tab 应为空或 left' }) }).default(''),
});
const keysInput = wrongKeysSchema.refine(({ keys }) => keys.length > 0, { path: ['keys'], message: '请先选择题目' });

/** What the pages' forms call otherwise. */
const FORM_NAMES = { value: 'answer', file: 'fileIds', pictures: 'fileIds' };

const { loader, action } = defineApi('practice', {
  add: call('POST', 'student', input, practice, async ({ actor, input: given, now }) =>
    toApiPractice(await namingFields(FORM_NAMES, () => addPractice(actor, given, now))),
  ),
  delete: call('POST', 'student', deletePracticeSchema, z.null(), async ({ actor, input: { id }, now }) => {
    await deletePractice(actor, id, now);
    return null;
  }),
  wrongList: call('GET', 'student', wrongListInput, pageOf(wrongEntry), async ({ actor, input, now }) => {
    const entries = await listWrongEntries(actor, now);
    const wanted = entries.filter((entry) => (entry.leftAt !== null) === (input.tab === 'left'));
    const page = pageOfRows(wanted, input);
    return paged({ ...page, rows: page.rows.map(toApiWrongEntry) });
  }),
  wrongRemove: call('POST', 'student', keysInput, count, ({ actor, input, now }) =>
    moveInWrongBook(actor, { ...input, isInside: false }, now),
  ),
  wrongPutBack: call('POST', 'student', keysInput, count, ({ actor, input, now }) =>
    moveInWrongBook(actor, { ...input, isInside: true }, now),
  ),
});

export { loader, action };

function toApiWrongEntry({ target, source, lastAt, leftAt, ...entry }: WrongEntry) {
  return {
    ...entry,
    questionId: 'questionId' in target ? target.questionId : null,
    itemId: 'itemId' in target ? target.itemId : null,
    source: source.kind,
    sourceName: source.kind === 'exam' ? source.examName : source.kind === 'shared' ? source.ownerName : '',
    lastAt: formatSecond(lastAt),
    leftAt: leftAt === null ? null : formatSecond(leftAt),
  };
}

/** A try as the API answers it; `judgement` is null for what no key decides. */
function toApiPractice({ target, value, files, isRight, score, ...one }: TryView) {
  return {
    id: one.id,
    questionId: 'questionId' in target ? target.questionId : null,
    itemId: 'itemId' in target ? target.itemId : null,
    bank: one.bank,
    runId: one.runId,
    answer: value,
    files: files.map(({ id, url, durationMs }) => ({ id, url, durationMs })),
    durationMs: one.durationMs,
    selfRating: one.selfRating,
    note: one.note,
    judgement: isRight === null ? null : { isRight, score },
    createTime: formatSecond(one.createdAt),
  };
}
