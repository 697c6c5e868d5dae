import { z } from 'zod';
import { shownPercent } from '~/domain/scoring/report/score-api.rules';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import { examFiguresCall } from '~/domain/statistics/statistics.schema';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { examFigures, studentFigures } from '~/http/answers/census';
import { call, defineApi } from '~/http/api.server';
import { formatSecond } from '~/lib/time';

const { loader, action } = defineApi('census', {
  exam: call('GET', 'teacher', examFiguresCall, examFigures, async ({ actor, input, now }) => {
    const { classroomId, classes, ...figures } = await getExamFigures(actor, input, now);
    const classList = classes.map(({ classroomId: classId, ...one }) => ({ classId, ...one }));
    return { ...figures, classId: classroomId, classes: classList };
  }),
  student: call('GET', 'student', z.object({}), studentFigures, async ({ actor, now }) => {
    const { exams, ...figures } = await getStudentFigures(actor, now);
    const time = (at: number | null) => (at === null ? null : formatSecond(at));
    return {
      ...figures,
      exams: exams.map((exam) => ({
        ...exam,
        parts: exam.parts.map((part) => ({ ...part, percent: shownPercent(part.percent) })),
        heldAt: time(exam.heldAt),
        releasedAt: time(exam.releasedAt),
      })),
    };
  }),
});

export { loader, action };
