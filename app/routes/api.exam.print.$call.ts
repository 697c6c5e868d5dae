import { z } from 'zod';
import type { Actor } from '~/domain/actor/actor.rules';
import { toOpenApiQuestion, toWholeApiQuestion } from '~/domain/exam/item-api.rules';
import { exportPaper } from '~/domain/exam/print-word.server';
import { getPrintedExam, listPrintedPapers, listRolls, listWritingSheets } from '~/domain/exam/print.queries.server';
import { LINE_CHOICES } from '~/domain/exam/paper-parts.rules';
import { PARTS } from '~/domain/exam/parts.rules';
import { paperTitle } from '~/domain/exam/print.rules';
import { setSheetLines } from '~/domain/exam/sheet-lines.commands.server';
import { SHEET_SIZES, sheetLinesSchema } from '~/domain/exam/print.schema';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { attendance, doors, printedKey, printedPaper, writingSheets } from '~/http/answers/print';
import { blob, call, defineApi } from '~/http/api.server';
import { downloadResponse } from '~/http/download-response.server';
import { notFound } from '~/lib/errors';
import { idField, optionalId } from '~/lib/zod';

const WORD_MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const idInput = z.object({ id: idField('考试') });
const classInput = idInput.extend({ classId: optionalId('班级').describe('不给为全部班级，答题纸为第一个班') });
const wordInput = idInput.extend({
  what: z.enum(['paper', 'key'], { errorMap: () => ({ message: 'what 应为 paper 或 key' }) }).default('paper'),
  size: z.enum(SHEET_SIZES, { errorMap: () => ({ message: 'size 应为 a4 或 a3' }) }).default('a4'),
  part: z
    .enum(['', ...PARTS], { errorMap: () => ({ message: 'part 应为 oral 或 written，不给为全部' }) })
    .default('')
    .describe('只要一部分；不给为全部'),
  lines: z
    .enum(LINE_CHOICES, { errorMap: () => ({ message: 'lines 应为 half 或 none，不给为按分值' }) })
    .default('')
    .describe('试卷上写答案的行：不给为按分值，half 减半，none 不印'),
});

/** What the print page of an own exam sets on paper. */
const { loader, action } = defineApi('exam/print', {
  paper: call('GET', 'teacher', idInput, printedPaper, ({ actor, input }) =>
    papersOf(actor, input.id, toOpenApiQuestion),
  ),
  key: call('GET', 'teacher', idInput, printedKey, ({ actor, input }) => papersOf(actor, input.id, toWholeApiQuestion)),
  word: call('GET', 'teacher', wordInput, blob(WORD_MIME), async ({ actor, input, now }) =>
    downloadResponse(await exportPaper(actor, input, now)),
  ),
  sheet: call('GET', 'teacher', classInput, writingSheets, async ({ actor, input }) => {
    const head = await headOf(actor, input);
    const sheets = await listWritingSheets(actor, { id: input.id, classId: input.classId ?? 0 });
    const { classId, pages, keyed, isDrawn } = sheets;
    const students = sheets.students.map(({ id, name, account, codes }) => ({ id, name, account, codes }));
    return { ...head, classId, pages, keyed, isDrawn, students };
  }),
  lines: call('POST', 'teacher', sheetLinesSchema, z.null(), async ({ actor, input, now }) => {
    await setSheetLines(actor, input, now);
    return null;
  }),
  attendance: call('GET', 'teacher', classInput, attendance, async ({ actor, input }) => {
    const head = await headOf(actor, input);
    const rolls = (await rollsOf(actor, input)).map(({ candidates, ...roll }) => ({
      ...{ ...roll, students: candidates.map(({ id, name, account }) => ({ id, name, account })) },
    }));
    return { ...head, rolls };
  }),
  door: call('GET', 'teacher', classInput, doors, async ({ actor, input }) => {
    const head = await headOf(actor, input);
    const { instructions } = await getPrintedExam(actor, input.id);
    const rolls = (await rollsOf(actor, input)).map(({ candidates, ...roll }) => ({
      ...{ ...roll, count: candidates.length },
      firstAccount: candidates[0]?.account ?? '',
      lastAccount: candidates[candidates.length - 1]?.account ?? '',
    }));
    return { ...head, instructions, doors: rolls };
  }),
});

export { loader, action };

/**
 * What stands on every sheet.
 * @throws AppError not_found also for a class that does not sit the exam
 */
async function headOf(actor: Actor, input: { id: number; classId?: number | null }) {
  const { id, name, status, classrooms } = await getPrintedExam(actor, input.id);
  if (input.classId && !classrooms.some((one) => one.id === input.classId)) throw notFound('班级');
  return { examId: id, name, status, schoolName: (await getSchool()).name };
}

async function papersOf<Q>(actor: Actor, id: number, question: (snapshot: QuestionSnapshot) => Q) {
  const head = await headOf(actor, { id });
  const papers = await listPrintedPapers(actor, id);
  return {
    ...head,
    papers: papers.map(({ part, time, instructions, count, points, sections, questions, pools }) => ({
      ...{ part, time, instructions, count, points },
      title: paperTitle(head.name, part, papers.length),
      sections: sections.map(({ key, title, instructions: text }) => ({ key, title, instructions: text })),
      questions: questions.map(({ itemId, points: worth, section, ...snapshot }) => ({
        ...{ itemId: itemId ?? null, points: worth, section },
        question: question(snapshot),
      })),
      pools: pools.map(({ id: drawId, text, count: drawn, points: worth, section, items }) => ({
        ...{ id: drawId, text, count: drawn, points: worth, section: section ?? null },
        questions: items.map((snapshot) => question(snapshot)),
      })),
    })),
  };
}

async function rollsOf(actor: Actor, input: { id: number; classId: number | null }) {
  const rolls = await listRolls(actor, { id: input.id, classId: input.classId ?? 0 });
  return rolls.map(({ part, time, classroom, candidates }) => ({
    ...{ part, time, classId: classroom.id, className: classroom.name, candidates },
  }));
}
