import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import { releaseTimeFor } from '~/domain/exam/released.queries.server';
import type { TheoryKind } from '~/domain/question-bank/question.schema';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { countedAttempt } from '~/domain/scoring/paper/scoring.rules';
import { groupBy } from '~/lib/group-by';
import { targetKey, type Target } from './practice.rules';
import { releasedItemsOf } from './released-items.queries.server';
import { listReadableIds } from './target.queries.server';

/** A question of the wrong-question book. */
export type WrongEntry = {
  key: string;
  target: Target;
  title: string;
  kind: TheoryKind;
  level: number;
  /** Whose question it is, or in which exam it was. */
  source: { kind: 'own' } | { kind: 'shared'; ownerName: string } | { kind: 'exam'; examId: number; examName: string };
  /** How often it was answered wrong, the exam's answer included. */
  wrongCount: number;
  rightStreak: number;
  lastAt: number;
  /** Null while it stands in the book. */
  leftAt: number | null;
  /** False while it cannot be practised: no longer shared, or deleted. */
  isAvailable: boolean;
  /** The actor's own, and deleted by them. */
  isInTrash: boolean;
};

/**
 * Everything that stands in the actor's book or has left it, last touched first. What an exam contributes is read
 * from the marks of released exams every time, never copied: with the release it comes, with the release it goes,
 * and a changed mark changes the book. What is in an exam that the actor is to sit is not in it until that has ended.
 */
export async function listWrongEntries(actor: Actor, now: number): Promise<WrongEntry[]> {
  const closed = await closedQuestionIds(actor, now);
  const practised = (await listFromPractice(actor, now)).filter(
    ({ target }) => !('questionId' in target && closed.has(target.questionId)),
  );
  const byQuestion = new Map(practised.map((entry) => [entry.key, entry]));
  const entries = [...practised];
  for (const { questionId, satAt, lostAt, ...entry } of inNewestExam(await listFromExams(actor))) {
    if (questionId !== null && closed.has(questionId)) continue;
    // One question stands in the book once: under itself, if it was practised since the paper was handed in.
    const same = questionId === null ? undefined : byQuestion.get(targetKey({ questionId }));
    if (!same || (same.leftAt !== null && same.leftAt < satAt) || !same.isAvailable) entries.push(entry);
    else if (entry.leftAt === null) {
      same.wrongCount += entry.wrongCount;
      // Lost again since it was practised last: what was right before counts no more.
      if (lostAt > same.lastAt) Object.assign(same, { rightStreak: 0, lastAt: Math.max(lostAt, entry.lastAt) });
    }
  }
  return entries.sort((a, b) => b.lastAt - a.lastAt || a.key.localeCompare(b.key));
}

async function listFromPractice(actor: Actor, now: number): Promise<WrongEntry[]> {
  const rows = await db()
    .selectFrom('wrong_questions')
    .innerJoin('questions', 'questions.id', 'wrong_questions.question_id')
    .innerJoin('users', 'users.id', 'questions.owner_id')
    .select([
      'questions.id',
      'questions.title',
      'questions.kind',
      'questions.level',
      'questions.owner_id',
      'questions.deleted_at',
      'users.name as owner_name',
      'wrong_questions.wrong_count',
      'wrong_questions.right_streak',
      'wrong_questions.last_at',
      'wrong_questions.left_at',
    ])
    .where('wrong_questions.student_id', '=', actor.id)
    .where('wrong_questions.wrong_count', '>', 0)
    .execute();
  const readable = await listReadableIds(
    actor,
    rows.map((row) => row.id),
    now,
  );
  return rows.map((row) => ({
    key: targetKey({ questionId: row.id }),
    target: { questionId: row.id },
    title: row.title,
    kind: row.kind as TheoryKind,
    level: row.level,
    source: row.owner_id === actor.id ? { kind: 'own' } : { kind: 'shared', ownerName: row.owner_name },
    wrongCount: row.wrong_count,
    rightStreak: row.right_streak,
    lastAt: row.last_at,
    leftAt: row.left_at,
    isAvailable: readable.has(row.id),
    isInTrash: row.deleted_at !== null && row.owner_id === actor.id,
  }));
}

/**
 * `satAt`: when the paper that counts was handed in; a release may be taken back and given again. `lostAt`: the newest of
 * those that lost points on it, 0 where none did.
 */
type ExamEntry = WrongEntry & { questionId: number | null; satAt: number; lostAt: number };

async function listFromExams(actor: Actor): Promise<ExamEntry[]> {
  const counted = await listCountedPapers(actor);
  const lost = lostPoints([...counted.values()].map(({ id }) => id));
  const rows = await releasedItemsOf(actor)
    .leftJoin(lost, (join) => join.onRef('lost.item_id', '=', 'exam_items.id'))
    .leftJoin('wrong_questions', (join) =>
      join.onRef('wrong_questions.item_id', '=', 'exam_items.id').on('wrong_questions.student_id', '=', actor.id),
    )
    .where((where) => where.or([where('lost.item_id', 'is not', null), where('wrong_questions.wrong_count', '>', 0)]))
    .select((select) => [
      'exam_items.id',
      'exam_items.snapshot',
      'exam_items.question_id',
      'exam_items.part',
      'exams.id as exam_id',
      'exams.name as exam_name',
      releaseTimeFor(actor)(select).as('released_at'),
      'lost.item_id as lost_id',
      'wrong_questions.wrong_count',
      'wrong_questions.right_streak',
      'wrong_questions.last_at',
      'wrong_questions.left_at',
    ])
    .orderBy('exam_items.id', 'desc')
    .execute();
  return rows.flatMap((row): ExamEntry[] => {
    const snapshot = readSnapshot(row.snapshot);
    if (snapshot.bank !== 'theory') return [];
    const satAt = counted.get(`${row.exam_id}.${row.part}`)?.submittedAt ?? row.released_at ?? 0;
    return [
      {
        questionId: row.question_id,
        ...{ satAt, lostAt: row.lost_id === null ? 0 : satAt },
        key: targetKey({ itemId: row.id }),
        target: { itemId: row.id },
        title: snapshot.title,
        kind: snapshot.kind,
        level: snapshot.level,
        source: { kind: 'exam', examId: row.exam_id, examName: row.exam_name },
        wrongCount: (row.wrong_count ?? 0) + (row.lost_id === null ? 0 : 1),
        rightStreak: row.right_streak ?? 0,
        lastAt: Math.max(row.last_at ?? 0, row.released_at ?? 0),
        leftAt: row.left_at ?? null,
        isAvailable: true,
        isInTrash: false,
      },
    ];
  });
}

/** A question lost in several exams stands once: as the one sat last put it, with all its wrong answers. */
function inNewestExam(entries: ExamEntry[]): ExamEntry[] {
  const newest = [...entries].sort((a, b) => b.satAt - a.satAt);
  const byQuestion = groupBy(newest, (entry) => entry.questionId ?? entry.key);
  return [...byQuestion.values()].flatMap(([first, ...older]) =>
    first
      ? [
          {
            ...first,
            wrongCount: older.reduce((sum, one) => sum + one.wrongCount, first.wrongCount),
            lostAt: Math.max(first.lostAt, ...older.map((one) => one.lostAt)),
          },
        ]
      : [],
  );
}

/** Of each part of an exam, by `examId.part`, the actor's paper that counts. */
async function listCountedPapers(actor: Actor) {
  const rows = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.id', 'attempts.exam_id', 'attempts.part', 'attempts.number', 'attempts.percent'])
    .select(['attempts.submitted_at as submittedAt', 'exams.settings'])
    .where('attempts.student_id', '=', actor.id)
    .where('attempts.state', '=', 'scored')
    .execute();
  const ofPart = groupBy(rows, (row) => `${row.exam_id}.${row.part}`);
  return new Map(
    [...ofPart].flatMap(([key, papers]) => {
      const settings = examSettingsSchema.parse(fromJson<unknown>(papers[0]?.settings ?? '{}'));
      const paper = countedAttempt(papers, settings.countedAttempt);
      return paper ? [[key, paper] as const] : [];
    }),
  );
}

/** The items on which these papers lost points, by the scores that count. */
function lostPoints(attemptIds: number[]) {
  return db()
    .selectFrom('item_results')
    .innerJoin('exam_items as marked', 'marked.id', 'item_results.item_id')
    .whereRef('item_results.points', '<', 'marked.points')
    .where('item_results.attempt_id', 'in', attemptIds)
    .select('item_results.item_id')
    .distinct()
    .as('lost');
}
