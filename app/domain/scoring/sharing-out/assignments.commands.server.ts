import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { markingLink } from '~/domain/exam/ask-examiners.commands.server';
import { type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { settleAttempts } from '../settling/result.commands.server';
import type { ScoreKind } from '../paper/settlement.rules';
import { renewGone } from './gone-examiner.commands.server';
import type { ShareablePaper } from './share-out-plan.rules';

/** The rows that say who marks which paper: made, taken away, settled and told. */

/** Replaces the examiners of papers and settles what this changes. */
export async function giveExaminers(
  exam: ExamView,
  part: Part,
  changes: { paper: ShareablePaper; examinerIds: number[] }[],
  now: number,
): Promise<void> {
  for (const batch of slicesOf(changes.map((one) => one.paper.studentId))) {
    await db()
      .deleteFrom('score_assignments')
      .where('exam_id', '=', exam.id)
      .where('part', '=', part)
      .where('kind', '=', 'examiner')
      .where('student_id', 'in', batch)
      .execute();
  }
  await insertAssignments(
    changes.flatMap(({ paper, examinerIds }) =>
      examinerIds.map((examinerId) => ({ exam, part, studentId: paper.studentId, examinerId, kind: 'examiner', now })),
    ),
  );
  await settlePapers(exam, part, new Set(changes.map((one) => one.paper.studentId)), now);
}

type NewAssignment = {
  exam: ExamView;
  part: Part;
  studentId: number;
  examinerId: number;
  kind: ScoreKind;
  now: number;
};

export async function insertAssignments(rows: NewAssignment[]): Promise<void> {
  for (const batch of slicesOf(rows)) {
    await db()
      .insertInto('score_assignments')
      .values(
        batch.map(({ exam, part, studentId, examinerId, kind, now }) => ({
          exam_id: exam.id,
          part,
          student_id: studentId,
          examiner_id: examinerId,
          kind,
          created_at: now,
        })),
      )
      .execute();
  }
}

/** Takes an examiner's papers away, but for those of some students; of one `kind` alone where it is given. */
export async function deleteAssignments(
  examId: number,
  part: Part,
  { examinerId, except, kind }: { examinerId: number; except: number[]; kind?: ScoreKind },
): Promise<void> {
  const own = await db()
    .selectFrom('score_assignments')
    .select('student_id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('examiner_id', '=', examinerId)
    .execute();
  for (const ids of slicesOf(own.map((row) => row.student_id).filter((id) => !except.includes(id)))) {
    await db()
      .deleteFrom('score_assignments')
      .where('exam_id', '=', examId)
      .where('part', '=', part)
      .where('examiner_id', '=', examinerId)
      .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? ''))
      .where('student_id', 'in', ids)
      .execute();
  }
}

/**
 * After papers changed hands: settles the attempts of these students that somebody has scored, for the others nothing can
 * change; what was told of who cannot mark theirs is taken back.
 */
export async function settlePapers(exam: ExamView, part: Part, studentIds: Set<number>, now: number): Promise<void> {
  for (const ids of slicesOf([...studentIds])) {
    const rows = await db()
      .selectFrom('attempts')
      .select('id')
      .where('exam_id', '=', exam.id)
      .where('part', '=', part)
      .where('student_id', 'in', ids)
      .where('state', '!=', 'in_progress')
      .where((where) =>
        where.or([
          where('settlement', '!=', ''),
          where.exists(
            where
              .selectFrom('scores')
              .select('scores.id')
              .whereRef('scores.attempt_id', '=', 'attempts.id')
              .where('scores.state', '=', 'final'),
          ),
        ]),
      )
      .execute();
    await settleAttempts(
      exam,
      rows.map((row) => row.id),
      now,
    );
  }
  await renewGone(exam.id, [part]);
}

/** Tells each examiner how many papers came to them. */
export async function tellExaminers(
  actor: Actor,
  exam: ExamView,
  part: Part,
  papers: ShareablePaper[],
  examinersOf: (paper: ShareablePaper) => number[],
  now: number,
): Promise<void> {
  const counts = new Map<number, number>();
  for (const paper of papers) {
    for (const id of examinersOf(paper).filter((one) => !paper.examinerIds.includes(one))) {
      counts.set(id, (counts.get(id) ?? 0) + Math.max(1, paper.attempts.filter((one) => !one.isScored).length));
    }
  }
  for (const [id, count] of counts) {
    if (id === actor.id) continue;
    await sendMessages(
      [id],
      {
        kind: 'score',
        title: `分给您 ${count} 份答卷：${exam.name}`,
        body: `${exam.ownerName}老师分给您 ${count} 份${PART_LABELS[part]}答卷，请评阅。`,
        link: markingLink(exam.id, part, 'mine'),
      },
      now,
    );
  }
}
