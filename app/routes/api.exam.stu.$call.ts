import { z } from 'zod';
import { listStudentExams } from '~/domain/attempt/student-exams.queries.server';
import { STUDENT_GROUPS } from '~/domain/attempt/student-exams.rules';
import { studentExam } from '~/http/answers/attempt';
import { apiList } from '~/http/api-list';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { formatSecond } from '~/lib/time';

const listInput = apiList({
  phase: z.enum(['', ...STUDENT_GROUPS], { errorMap: () => ({ message: '考试阶段有误' }) }).default(''),
});
const time = (milliseconds: number | null) => (milliseconds === null ? null : formatSecond(milliseconds));

const { loader, action } = defineApi('exam/stu', {
  list: call('GET', 'student', listInput, pageOf(studentExam), async ({ actor, input, now }) => {
    const page = await listStudentExams(actor, { ...input, group: input.phase || null }, now);
    return paged({
      ...page,
      rows: page.rows.map(({ parts, ...exam }) => ({
        ...exam,
        parts: parts.map(({ beginsAt, endsAt, until, attempt, ...part }) => ({
          ...part,
          beginTime: formatSecond(beginsAt),
          endTime: formatSecond(endsAt),
          until: time(until),
          attempt: attempt && {
            ...attempt,
            submittedAt: time(attempt.submittedAt),
            deadlineAt: formatSecond(attempt.deadlineAt),
          },
        })),
      })),
    });
  }),
});

export { loader, action };
