import { z } from 'zod';
import { listStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { STUDENT_GROUPS } from '~/domain/attempt/student-exams.rules';
import { toApiHistoryRow, toApiResult } from '~/domain/scoring/result/result-api.rules';
import { listOwnHistory } from '~/domain/scoring/result/history.queries.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { studentExam } from '~/http/answers/attempt';
import { historyRow, ownResult } from '~/http/answers/result';
import { apiList } from '~/http/api-list';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { formatSecond, secondOrNull } from '~/lib/time';
import { idField, optionalText } from '~/lib/zod';

const listInput = apiList({
  phase: z.enum(['', ...STUDENT_GROUPS], { errorMap: () => ({ message: '考试阶段有误' }) }).default(''),
});
const historyInput = apiList({
  keyword: optionalText('关键词', 100),
  testType: z.enum(['', '0', '1', '2'], { errorMap: () => ({ message: 'testType 应为 0、1 或 2' }) }).default(''),
});
const { loader, action } = defineApi('exam/stu', {
  list: call('GET', 'student', listInput, pageOf(studentExam), async ({ actor, input, now }) => {
    const page = await listStudentExams(actor, { ...input, group: input.phase || null }, now);
    return paged({
      ...page,
      rows: page.rows.map(({ parts, ...exam }) => ({
        ...exam,
        parts: parts.map(({ beginsAt, endsAt: _, own, until, attempt, papers, ...part }) => ({
          ...part,
          beginTime: formatSecond(beginsAt),
          endTime: formatSecond(own.endsAt),
          uploadEndTime: secondOrNull(own.photosAt),
          extraMinutes: own.extraMinutes,
          until: secondOrNull(until),
          attempt: attempt && {
            ...attempt,
            submittedAt: secondOrNull(attempt.submittedAt),
            deadlineAt: formatSecond(attempt.deadlineAt),
          },
          papers: papers.map((paper) => ({ ...paper, submittedAt: secondOrNull(paper.submittedAt) })),
        })),
      })),
    });
  }),
  // What the result page shows, as the exam allows it.
  result: call('GET', 'student', z.object({ examId: idField('考试') }), ownResult, async ({ actor, input, now }) =>
    toApiResult(await getOwnResult(actor, input.examId, now)),
  ),
  history: call('GET', 'student', historyInput, pageOf(historyRow), async ({ actor, input }) => {
    const testType = input.testType === '' ? null : Number(input.testType);
    const page = await listOwnHistory(actor, { ...input, testType });
    return paged({ ...page, rows: page.rows.map(toApiHistoryRow) });
  }),
});

export { loader, action };
