import { z } from 'zod';
import {
  listCensusExams,
  listClassCourse,
  listPeriodCourse,
  type CourseStep,
} from '~/domain/statistics/census.queries.server';
import { listCategories, listCourseClasses, readPeriod } from '~/domain/statistics/census.rules';
import { exportExamStatistics } from '~/domain/statistics/statistics-export.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { rounded } from '~/lib/bands';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import { examFiguresCall } from '~/domain/statistics/statistics.schema';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { censusExam, classCourse, examFigures, periodCourse, studentFigures } from '~/http/answers/census';
import { blob, call, defineApi } from '~/http/api.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { assertDays } from '~/lib/day-problems.server';
import { notFound } from '~/lib/errors';
import { secondOrNull } from '~/lib/time';
import { optionalId, optionalText } from '~/lib/zod';

const day = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2})?$/, '日期应为 YYYY-MM-DD')
  .default('');
const periodInput = z.object({
  from: day,
  to: day.describe('这一天也算在内'),
  category: optionalText('考试分类', 50),
});
const { loader, action } = defineApi('census', {
  exam: call('GET', 'teacher', examFiguresCall, examFigures, async ({ actor, input, now }) => {
    const { classroomId, classes, ...figures } = await getExamFigures(actor, input, now);
    const classList = classes.map(({ classroomId: classId, ...one }) => ({ classId, ...one }));
    return plainNumbers({ ...figures, classId: classroomId, classes: classList });
  }),
  // The exams whose figures the reader may read, the newest first.
  list: call('GET', 'teacher', z.object({}), z.array(censusExam), async ({ actor }) =>
    (await listCensusExams(actor)).map(({ heldAt, classes, ...exam }) => ({
      ...{ ...exam, heldAt: secondOrNull(heldAt) },
      classes: classes.map(({ id, name }) => ({ id, name })),
    })),
  ),
  export: call('GET', 'teacher', examFiguresCall, blob(), async ({ actor, input, now }) => {
    const { name, bytes } = await exportExamStatistics(actor, input, now);
    return spreadsheetResponse(bytes, name);
  }),
  class: call('GET', 'teacher', z.object({ classId: optionalId('班级') }), classCourse, async ({ actor, input }) => {
    const exams = await listCensusExams(actor);
    const classes = listCourseClasses(exams);
    const classId = input.classId ?? classes[0]?.id ?? 0;
    if (input.classId !== null && !classes.some((one) => one.id === classId)) throw notFound('班级');
    return { classId, classes, steps: plainNumbers((await listClassCourse(actor, exams, classId)).map(toApiStep)) };
  }),
  period: call('GET', 'teacher', periodInput, periodCourse, async ({ actor, input }) => {
    assertDays(input);
    const exams = await listCensusExams(actor);
    const { timeZone } = await getSchool();
    const steps = await listPeriodCourse(actor, exams, readPeriod(input, timeZone));
    return { categories: listCategories(exams), steps: plainNumbers(steps.map(toApiStep)) };
  }),
  student: call('GET', 'student', z.object({}), studentFigures, async ({ actor, now }) => {
    const { exams, ...figures } = await getStudentFigures(actor, now);
    return {
      ...figures,
      exams: exams.map((exam) => ({
        ...exam,
        parts: exam.parts.map((part) => ({ ...part, percent: rounded(part.percent) })),
        heldAt: secondOrNull(exam.heldAt),
        releasedAt: secondOrNull(exam.releasedAt),
      })),
    };
  }),
});

export { loader, action };

/** The same without the dust of binary floats (33.33333333333334): twelve digits of every number count. */
function plainNumbers<T>(value: T): T {
  const plain = (_: string, one: unknown) => (typeof one === 'number' ? Number(one.toPrecision(12)) : one);
  return JSON.parse(JSON.stringify(value, plain)) as T;
}

function toApiStep({ exam, scores, whole }: CourseStep) {
  const { id: examId, name, categoryName, heldAt } = exam;
  return { examId, name, categoryName, heldAt: secondOrNull(heldAt), scores, whole };
}
