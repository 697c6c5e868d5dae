import type { Actor } from '~/domain/actor/actor.rules';
import { toFile } from '~/lib/addresses/files';
import { formatSecond } from '~/lib/time';
import { listDraws } from './draw.queries.server';
import type { ExamRow } from './exam-list.queries.server';
import { getVisibleExam, listExamItems, type ExamView } from './exam.queries.server';
import { heldWindowOf, phaseOf, photosHeldUntil, type Phase } from './times.rules';
import { isExamOwner, scorableParts } from './people.rules';
import { partsOf, PARTS, type Part } from './parts.rules';
import { toWholeApiQuestion } from './item-api.rules';
import { groupPaper, withKind } from './paper-sections.rules';
import { getWizardExam } from './wizard.queries.server';

type Phases = Partial<Record<Part, Phase>>;

const text = (time: number | null) => (time === null ? '' : formatSecond(time));

/**
 * An exam as the API answers it to a teacher: the owner sees everything, an examiner the parts they score.
 * @throws AppError not_found
 */
export async function teacherExamOf(actor: Actor, id: number, now: number) {
  const exam = await getVisibleExam(actor, id);
  const parts = isExamOwner(actor, exam) ? PARTS : scorableParts(actor, exam);
  // A draft's items say what their questions say now; from publication on the pools are there, too.
  const draft = exam.status === 'draft' ? await getWizardExam(actor, id) : null;
  const all = draft?.items ?? (await listExamItems(id));
  const items = all.filter((item) => parts.includes(item.part));
  const written = items.filter((item) => item.part === 'written' && item.drawId === null);
  const draws = parts.includes('written') ? await listDraws(id) : [];
  const groups = (draft?.groups ?? groupPaper(written.map(withKind), exam.sections, draws)).filter(
    ({ name }) => name !== '',
  );
  const sectionOf = (one: { id: number; drawId: number | null }) =>
    groups.find((group) =>
      one.drawId === null
        ? group.items.some(({ id: own }) => own === one.id)
        : group.draws.some(({ id: own }) => own === one.drawId),
    )?.key ?? null;
  return {
    view: 'teacher' as const,
    ...timesOf(exam, now),
    clazzIds: exam.classroomIds.join(','),
    oralId: items.find((item) => item.part === 'oral')?.questionId ?? null,
    writtenIds: written.flatMap((item) => item.questionId ?? []).join(','),
    items: items.map(({ id: itemId, part, position, questionId, points, snapshot, drawId }) => ({
      ...{ id: itemId, part, position, questionId, points, drawId },
      section: part === 'written' ? sectionOf({ id: itemId, drawId }) : null,
      question: toWholeApiQuestion(snapshot),
    })),
    sections: groups.map(({ key, title, name, instructions }) => ({ key, title, name, instructions })),
    draws: draws.map(({ directoryId, position, ...draw }) => ({
      ...{ ...draw, position, dirId: directoryId },
      section: sectionOf({ id: 0, drawId: draw.id }),
    })),
    oralExaminerIds: exam.examinerIds.oral.join(','),
    writtenExaminerIds: exam.examinerIds.written.join(','),
    keyPoint: exam.keyPoints.join(','),
    imageUrl: exam.imageIds.map((id) => toFile(id)).join(','),
    musicUrl: exam.musicFileId === null ? '' : toFile(exam.musicFileId),
    settings: exam.settings,
    version: exam.version,
  };
}

/** What everybody is told of an exam, with its general times. */
export function timesOf(exam: ExamView, now: number) {
  return {
    id: exam.id,
    name: exam.name,
    categoryId: exam.categoryId,
    categoryName: exam.categoryName,
    ownerName: exam.ownerName,
    testType: exam.testType,
    status: exam.status,
    phases: Object.fromEntries(partsOf(exam.testType).map((part) => [part, phaseOf(exam, part, now)])) as Phases,
    oralBeginTime: text(exam.oralBeginTime),
    oralEndTime: text(heldWindowOf(exam, 'oral')?.endsAt ?? exam.oralEndTime),
    beginTime: text(exam.beginTime),
    endTime: text(heldWindowOf(exam, 'written')?.endsAt ?? exam.endTime),
    uploadEndTime: text(photosHeldUntil(exam)),
    oralMinutes: exam.oralMinutes,
    writtenMinutes: exam.writtenMinutes,
    oralWeight: exam.oralWeight,
    writtenWeight: exam.writtenWeight,
    instructions: exam.instructions,
  };
}

/** A row of the own exams as the API answers it. */
export function examRowOf(row: ExamRow) {
  return {
    id: row.id,
    name: row.name,
    categoryName: row.categoryName,
    status: row.status,
    testType: row.testType,
    classNames: row.classNames.join(','),
    studentCount: row.studentCount,
    parts: row.parts.map((part) => ({ ...part, beginsAt: text(part.beginsAt), endsAt: text(part.endsAt) })),
    version: row.version,
    updatedAt: text(row.updatedAt),
  };
}
