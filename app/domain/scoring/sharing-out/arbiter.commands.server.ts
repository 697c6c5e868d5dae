import { db, transaction } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import { AppError, invalid } from '~/lib/errors';
import { groupBy } from '~/lib/group-by';
import { listAssignments } from '../paper/assignments.queries.server';
import { askedToArbitrate } from '../settling/contested-notice.commands.server';
import { insertAssignments, settlePapers } from './assignments.commands.server';
import { refuseAnySealed } from '../paper/sealed.queries.server';
import { countFinals } from './hand-over.queries.server';
import { holdOwnExam } from './share-out.commands.server';
import type { ShareablePaper } from './share-out-plan.rules';
import type { AssignArbiterInput } from './share-out.schema';
import { listSharePapers } from './share-papers.queries.server';

/**
 * Asks a teacher to arbitrate papers in arbitration; who was no examiner of the part reads and scores these alone.
 * Papers that they score themselves or whose marks they have seen, and those that are no longer in arbitration, are left
 * out. Returns how many were given and how many left out.
 * @throws AppError invalid (arbiterId) for nobody who could, or who can take none of them, invalid (ids) for papers of
 * something else, conflict when none of them is in arbitration
 */
export async function assignArbiter(
  actor: Actor,
  input: AssignArbiterInput,
  now: number,
): Promise<{ given: number; own: number }> {
  return transaction(async () => {
    const { part, arbiterId } = input;
    const exam = await holdOwnExam(actor, input.examId, part, { opensResits: true });
    if (!(await listExaminers()).some((one) => one.id === arbiterId)) {
      throw invalid({ arbiterId: '这位老师已不在，请重新选择' });
    }
    if (!(await arePapersOf(exam, part, input.ids))) {
      throw invalid({ ids: '有的答卷不在这场考试的这部分里，请刷新后再选' });
    }
    await refuseAnySealed(exam, part, input.ids, now);
    const contested = (await listSharePapers(exam, part)).filter((paper) => countAsked(paper, input.ids) > 0);
    const count = (some: ShareablePaper[]) => some.reduce((sum, one) => sum + countAsked(one, input.ids), 0);
    if (contested.length === 0) throw new AppError('conflict', '选中的答卷都不在待仲裁，请刷新后再选。');
    const given = contested.filter(
      (paper) => ![...paper.examinerIds, ...paper.finalIds, ...paper.lookedIds].includes(arbiterId),
    );
    if (given.length === 0) {
      throw invalid({ arbiterId: '这位老师评过或看过选中的答卷，不能再仲裁，请另选一位老师' });
    }
    const studentIds = given.map((paper) => paper.studentId);
    if (arbiterId !== exam.ownerId) {
      await db()
        .insertInto('exam_examiners')
        .values({ exam_id: exam.id, teacher_id: arbiterId, part, only_arbitrates: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const before = groupBy(
      (await listAssignments(exam.id, part)).filter((one) => one.kind === 'arbiter'),
      (one) => one.studentId,
    );
    const askedFor = (paper: ShareablePaper) => (before.get(paper.studentId) ?? []).map((one) => one.examinerId);
    for (const ids of slicesOf(studentIds)) {
      await db()
        .deleteFrom('score_assignments')
        .where('exam_id', '=', exam.id)
        .where('part', '=', part)
        .where('kind', '=', 'arbiter')
        .where('student_id', 'in', ids)
        .execute();
      // What they have begun unasked is now the third score.
      await db()
        .updateTable('scores')
        .set({ kind: 'arbiter' })
        .where('examiner_id', '=', arbiterId)
        .where('attempt_id', 'in', (from) =>
          from
            .selectFrom('attempts')
            .select('attempts.id')
            .where('attempts.exam_id', '=', exam.id)
            .where('attempts.part', '=', part)
            .where('attempts.student_id', 'in', ids),
        )
        .execute();
    }
    await insertAssignments(
      studentIds.map((studentId) => ({ exam, part, studentId, examinerId: arbiterId, kind: 'arbiter', now })),
    );
    await settlePapers(exam, part, new Set(studentIds), now);
    await recordAudit(
      actor,
      { action: 'score.assign_arbiter', entity: 'exam', entityId: exam.id, detail: { part, arbiterId, studentIds } },
      now,
    );
    const lost = given.flatMap((paper) =>
      askedFor(paper)
        .filter((id) => id !== arbiterId)
        .map((id) => ({ id, count: countAsked(paper, input.ids) })),
    );
    await dismissArbiters(actor, exam, part, lost, now);
    // Who has been asked for a paper already knows of it.
    const asked = given.filter((paper) => !askedFor(paper).includes(arbiterId));
    if (arbiterId !== actor.id && asked.length > 0) {
      await sendMessages(
        [arbiterId],
        {
          kind: 'score',
          ...askedToArbitrate(exam, part),
          body: `${PART_LABELS[part]}有 ${count(asked)} 份答卷，两位老师的评分相差较大，请您独立评分。`,
        },
        now,
      );
    }
    return { given: count(given), own: count(contested) - count(given) };
  });
}

/**
 * Who was asked before and gave no score is told that another arbitrates; who has nothing else of the part left is no
 * arbiter of it any more.
 */
async function dismissArbiters(
  actor: Actor,
  exam: ExamView,
  part: Part,
  lost: { id: number; count: number }[],
  now: number,
): Promise<void> {
  const stillAsked = new Set((await listAssignments(exam.id, part)).map((one) => one.examinerId));
  for (const [id, papers] of groupBy(lost, (one) => one.id)) {
    const count = papers.reduce((sum, one) => sum + one.count, 0);
    const isAsked = stillAsked.has(id);
    if (!isAsked && (await countFinals(exam.id, part, id)) === 0) {
      await db()
        .deleteFrom('exam_examiners')
        .where((where) => where.and({ exam_id: exam.id, part, teacher_id: id, only_arbitrates: 1 }))
        .execute();
    }
    if (!isAsked) await withdrawMessages([id], { kind: 'score', ...askedToArbitrate(exam, part) });
    if (id === actor.id) continue;
    const title = `不用再仲裁：${exam.name}（${PART_LABELS[part]}）`;
    const body = `${exam.ownerName}老师改请了别的老师仲裁 ${count} 份答卷，您不用再评；没有提交的评分不计入。`;
    await sendMessages([id], { kind: 'score', title, body }, now);
  }
}

async function arePapersOf(exam: ExamView, part: Part, attemptIds: number[]): Promise<boolean> {
  const wanted = [...new Set(attemptIds)];
  let found = 0;
  for (const ids of slicesOf(wanted)) {
    const { papers } = await db()
      .selectFrom('attempts')
      .select((select) => select.fn.countAll<number>().as('papers'))
      .where('exam_id', '=', exam.id)
      .where('part', '=', part)
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    found += papers;
  }
  return found === wanted.length;
}

/** How many of a student's papers are in arbitration and among those asked for. */
function countAsked(paper: ShareablePaper, ids: number[]): number {
  return paper.contestedIds.filter((id) => ids.includes(id)).length;
}
