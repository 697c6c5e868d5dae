import { withLabels } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { hasPart, PART_LABELS, partsOf, type Part } from './parts.rules';
import { isExamOwner } from './people.rules';
import { listPicks } from './picks.queries.server';
import { getVisibleExam, listExamItems, type ExamItemView, type ExamView } from './exam.queries.server';
import { listExamClassrooms, listTeacherNames, type ExamClassroom } from './people.queries.server';
import { findOldKeys, getWizardExam, type WizardView } from './wizard.queries.server';
import { groupPaper, sectionHeads, withKind, type SectionDraw, type SectionGroup } from './paper-sections.rules';
import { listDraws } from './draw.queries.server';
import { describeDraws, type PoolQuestion } from './draw-pool.queries.server';
import { paperPoints, paperSize, writtenItems, type PublishProblem } from './wizard-steps.rules';
import { publishProblems } from './wizard.rules';
import { limitNote, roomForLimit } from './limit.rules';
import { windowOf } from './times.rules';
import { clip } from '~/lib/text';
import { formatDate } from '~/lib/time';

/** The teacher's preview: the paper as students will see it, and what may be done with it. */
export type ExamPreview = {
  exam: ExamView;
  isOwner: boolean;
  oral: ExamItemView | null;
  /** Those in every paper. */
  written: ExamItemView[];
  draws: PreviewDraw[];
  /** 大题 with the ids of what stands in each; none where the paper is one list. */
  sections: PreviewSection[];
  /** What each student's written paper comes to. */
  writtenCount: number;
  writtenPoints: number;
  classrooms: ExamClassroom[];
  examinerNames: { oral: string[]; written: string[] };
  /** What stands in the way of publishing; [] unless it is an own draft. */
  problems: PublishProblem[];
  /** What does not stand in the way but is worth knowing. */
  warnings: string[];
  /** Ticked for an own draft and not put into the paper: published without them. */
  waitingPicks: number;
  hasAttempts: boolean;
  /** It is out, and a part of it is sat today. */
  isToday: boolean;
};

/** A section as the preview shows it. */
export type PreviewSection = {
  key: number;
  heading: string;
  instructions: string;
  itemIds: number[];
  drawIds: number[];
};

/** A rule that draws for each student; an examiner, who meets the items in the papers, sees no pool. */
export type PreviewDraw = { id: number; text: string; count: number; points: number; pool: PoolQuestion[] | null };

/** An exam as its owner or one of its examiners previews it. */
export async function getExamPreview(actor: Actor, id: number, now: number): Promise<ExamPreview> {
  const visible = await getVisibleExam(actor, id);
  const isOwner = isExamOwner(actor, visible);
  const wizard = isOwner ? await getWizardExam(actor, id) : null;
  const items = wizard?.items ?? (await listExamItems(id, undefined, 'fixed'));
  const draws = wizard?.draws ?? (await drawsOfOthers(actor, id));
  const classrooms = await withLabels(id, await listExamClassrooms(visible.classroomIds, id));
  const names = await listTeacherNames([...visible.examinerIds.oral, ...visible.examinerIds.written]);
  const namesOf = (ids: number[]) => ids.map((one) => names.get(one) ?? '');
  const started = await db().selectFrom('attempts').select('id').where('exam_id', '=', id).limit(1).executeTakeFirst();
  const written = writtenItems({ items });
  const isDraft = visible.status === 'draft';
  return {
    exam: visible,
    isOwner,
    oral: items.find((item) => item.part === 'oral') ?? null,
    written,
    draws,
    sections: wizard
      ? previewSections(wizard.groups)
      : previewSections(groupPaper(written.map(withKind), visible.sections, await listDraws(id))),
    writtenCount: paperSize({ items, draws }),
    writtenPoints: paperPoints({ items, draws }),
    classrooms,
    examinerNames: { oral: namesOf(visible.examinerIds.oral), written: namesOf(visible.examinerIds.written) },
    problems: wizard && isDraft ? publishProblems(wizard, now) : [],
    warnings: wizard && isDraft ? [...limitWarnings(visible), ...(await warningsOf(actor, wizard, classrooms))] : [],
    waitingPicks: wizard && isDraft && hasPart(visible, 'written') ? (await listPicks(actor, id)).length : 0,
    hasAttempts: started !== undefined,
    isToday: visible.status === 'published' && partsOf(visible.testType).some((part) => isSatOn(visible, part, now)),
  };
}

/** Whether the day is one of those on which the part is sat. */
function isSatOn(exam: ExamView, part: Part, now: number): boolean {
  const window = windowOf(exam, part);
  const today = formatDate(now);
  return window !== null && formatDate(window.beginsAt) <= today && today <= formatDate(window.endsAt);
}

function previewSections<T extends { id: number; points: number }, D extends SectionDraw & { id: number }>(
  groups: SectionGroup<T, D>[],
): PreviewSection[] {
  return sectionHeads(groups).map(({ key, heading, instructions, items, draws }) => ({
    ...{ key, heading, instructions },
    itemIds: items.map((item) => item.id),
    drawIds: draws.map((draw) => draw.id),
  }));
}

async function drawsOfOthers(actor: Actor, examId: number): Promise<PreviewDraw[]> {
  const draws = await listDraws(examId);
  const texts = await describeDraws(actor, draws);
  return draws.map((draw, index) => ({ ...draw, text: texts[index] ?? '', pool: null }));
}

function limitWarnings(exam: ExamView): string[] {
  return partsOf(exam.testType).flatMap((part) => {
    const limit = part === 'oral' ? exam.oralMinutes : exam.writtenMinutes;
    const room = roomForLimit(windowOf(exam, part), limit);
    return room === null ? [] : [`${PART_LABELS[part]}${limitNote(room, limit ?? 0)}`];
  });
}

const MEND = '请先到题库里改好答案再发布。';

/** So many questions a warning names: a list of them all would not be read. */
const NAMED = 3;

async function warningsOf(
  actor: Actor,
  { items, draws }: Pick<WizardView, 'items' | 'draws'>,
  classrooms: ExamClassroom[],
): Promise<string[]> {
  const titles = (some: typeof items) =>
    some
      .slice(0, NAMED)
      .map((item) => `「${clip(item.snapshot.title, 20)}」`)
      .join('') + (some.length > NAMED ? `等 ${some.length} 题` : '');
  const shared = items.filter((item) => item.isSharedWithStudents);
  const drawn = draws.flatMap((draw) => draw.pool).filter((question) => question.isSharedWithStudents);
  const gone = items.filter((item) => item.isGone);
  const old = items.filter((item) => item.isKeyOld && !item.isGone);
  const oldAndGone = items.filter((item) => item.isKeyOld && item.isGone);
  const pool = draws.flatMap((draw) => draw.pool);
  const oldInPool = await findOldKeys(
    actor,
    pool.map(({ questionId }) => questionId),
  );
  const drawnOld = pool.find(({ questionId }) => oldInPool.has(questionId));
  const empty = classrooms.filter((classroom) => classroom.studentCount === 0);
  return [
    ...(old.length > 0
      ? [`${titles(old)}的答案在您以前的考试里更正过，题库里还是原来的，这场会照题库的评分。${MEND}`]
      : []),
    ...(oldAndGone.length > 0
      ? [
          `${titles(oldAndGone)}的答案在您以前的考试里更正过，这份试卷里还是原来的，会照它评分；原题已从题库删除或不再共享。请换题，或从回收站恢复原题、改好答案再发布。`,
        ]
      : []),
    ...(drawnOld
      ? [
          `抽题规则的题池里有 ${oldInPool.size} 题（如「${drawnOld.title}」）的答案在您以前的考试里更正过，题库里还是原来的，会照题库的评分。${MEND}`,
        ]
      : []),
    ...(shared.length > 0 ? [`${titles(shared)}同时共享给了学生，他们可能已经练过。可以换题，或先取消共享。`] : []),
    ...(drawn.length > 0
      ? [
          `抽题规则的题池里有 ${drawn.length} 题同时共享给了学生（如「${drawn[0]?.title ?? ''}」），他们可能已经练过。可以取消共享，或改用别的目录。`,
        ]
      : []),
    ...(gone.length > 0 ? [`${titles(gone)}的原题已从题库删除或不再共享，试卷会用放入时的内容。`] : []),
    ...(empty.length > 0 ? [`${empty.map((one) => one.name).join('、')}还没有学生，收不到考试通知。`] : []),
  ];
}
