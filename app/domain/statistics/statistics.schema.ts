import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { idField, optionalId } from '~/lib/zod';

const partField = z.enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) });

/** Which figures of an exam: of a class (0: of all), of a part (null: of the total, as far as the reader may). */
export type ExamFiguresInput = {
  examId: number;
  classroomId: number;
  part?: (typeof PARTS)[number] | null;
};

/** The API's call: the specification's classId, empty for all classes. */
export const examFiguresCall = z
  .object({
    examId: idField('考试'),
    classId: optionalId('班级'),
    part: z.preprocess((value) => (value === '' || value === undefined ? null : value), partField.nullable()),
  })
  .transform(({ examId, classId, part }): ExamFiguresInput => ({ examId, classroomId: classId ?? 0, part }));
