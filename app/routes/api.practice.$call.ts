import { z } from 'zod';
import { addPractice, deletePractice } from '~/domain/practice/practice.commands.server';
import {
  listBankTotals,
  listPeriods,
  listRecentTries,
  type RecentTry,
} from '~/domain/practice/progress.queries.server';
import { PERIODS_SHOWN } from '~/domain/practice/progress.rules';
import type { TryView } from '~/domain/practice/practice.queries.server';
import { deletePracticeSchema, practiceSchema, wrongKeysSchema } from '~/domain/practice/practice.schema';
import { moveInWrongBook } from '~/domain/practice/wrong.commands.server';
import { listWrongEntries, type WrongEntry } from '~/domain/practice/wrong.queries.server';
import { BANKS } from '~/domain/question-bank/question.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { answerValue } from '~/http/answers/exam-words';
import { count } from '~/http/answers/common';
import { ownTry, practice, practiceProgress, wrongEntry } from '~/http/answers/practice';
import { call, defineApi, described, paged, pageOf, typed } from '~/http/api.server';
import { namingFields } from '~/http/api-fields.server';
import { apiList } from '~/http/api-list';
import { pageOf as pageOfRows } from '~/lib/page';
import { formatSecond, secondOrNull } from '~/lib/time';

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
const tryListInput = apiList({
  bank: z
    .enum(['', ...BANKS], { errorMap: () => ({ message: 'bank 应为 oral、written 或 theory' }) })
    .default('')
    .transform((bank) => (bank === '' ? undefined : bank)),
});
const progressInput = z.object({
  unit: z.enum(['week', 'day'], { errorMap: () => ({ message: 'unit 应为 week 或 day' }) }).default('week'),
});
const keysInput = wrongKeysSchema.refine(({ keys }) => keys.length > 0, { path: ['keys'], message: '请先选择题目' });

/** What the pages' forms call otherwise. */
const FORM_NAMES = { value: 'answer', file: 'fileIds', pictures: 'fileIds' };

const { loader, action } = defineApi('practice', {
  add: call('POST', 'student', input, practice, async ({ actor, input: given, now }) =>
    toApiPractice(await namingFields(FORM_NAMES, () => addPractice(actor, given, now))),
  ),
  list: call('GET', 'student', tryListInput, pageOf(ownTry), async ({ actor, input, now }) => {
    const page = await listRecentTries(actor, input, now);
    return paged({ ...page, rows: page.rows.map(toApiTry) });
  }),
  progress: call('GET', 'student', progressInput, practiceProgress, async ({ actor, input: { unit }, now }) => {
    const { timeZone } = await getSchool();
    return {
      totals: await listBankTotals(actor, now),
      periods: await listPeriods(actor, { unit, count: PERIODS_SHOWN[unit], now, timeZone }),
    };
  }),
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

function toApiTry({ head, createdAt, ...one }: RecentTry) {
  const target = head?.target ?? null;
  return {
    ...one,
    questionId: target && 'questionId' in target ? target.questionId : null,
    itemId: target && 'itemId' in target ? target.itemId : null,
    ...{
      title: head?.title ?? '',
      kind: head?.kind ?? ('' as const),
      isAvailable: head?.isAvailable ?? false,
      isInTrash: head?.isInTrash ?? false,
    },
    createTime: formatSecond(createdAt),
  };
}

function toApiWrongEntry({ target, source, lastAt, leftAt, ...entry }: WrongEntry) {
  return {
    ...entry,
    questionId: 'questionId' in target ? target.questionId : null,
    itemId: 'itemId' in target ? target.itemId : null,
    source: source.kind,
    sourceName: source.kind === 'exam' ? source.examName : source.kind === 'shared' ? source.ownerName : '',
    lastAt: formatSecond(lastAt),
    leftAt: secondOrNull(leftAt),
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
    files: files.map(({ id, url, durationMs, isSilent }) => ({ id, url, durationMs, isSilent })),
    durationMs: one.durationMs,
    selfRating: one.selfRating,
    note: one.note,
    judgement: isRight === null ? null : { isRight, score },
    createTime: formatSecond(one.createdAt),
  };
}
