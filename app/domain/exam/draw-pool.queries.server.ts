import { db } from '~/db/db.server';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { findPools, type Pool } from '~/domain/question-bank/draw.queries.server';
import { describeDraw, drawProblem, type DrawRule } from '~/domain/question-bank/draw.rules';
import type { Bank, TheoryKind } from '~/domain/question-bank/question.schema';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { newSeed } from '~/lib/ids.server';
import { listDraws, type ExamDraw } from './draw.queries.server';
import type { ExamView } from './exam.queries.server';

/** A question of a pool as lists name it. */
export type PoolQuestion = {
  questionId: number;
  title: string;
  bank: Bank;
  kind: '' | TheoryKind;
  level: number;
  isSharedWithStudents: boolean;
};

/** A draw rule with what it draws from now, or since publication. */
export type WizardDraw = ExamDraw & {
  /** The rule in words. */
  text: string;
  pool: PoolQuestion[];
  /** Why it cannot draw its count, a sentence; null when it can. */
  problem: string | null;
};

/** The rules of an own exam with their pools: a draft's from the banks as they are now, else what was frozen. */
export async function listWizardDraws(
  actor: Actor,
  exam: Pick<ExamView, 'id' | 'status'>,
  fixed: ReadonlySet<number>,
): Promise<WizardDraw[]> {
  const draws = await listDraws(exam.id);
  if (draws.length === 0) return [];
  const isDraft = exam.status === 'draft';
  const pools = isDraft ? await findPools(actor, draws, fixed, newSeed()) : null;
  const questions = pools ? await namePools(pools) : await frozenPools(exam.id, draws);
  const shared = await findSharedWithStudents(questions.flat().map((question) => question.questionId));
  const texts = await describeDraws(actor, draws);
  return draws.map((draw, index) => {
    const supply = pools?.[index];
    return {
      ...draw,
      text: texts[index] ?? '',
      pool: (questions[index] ?? []).map((question) => ({
        ...question,
        isSharedWithStudents: shared.has(question.questionId),
      })),
      problem: supply ? drawProblem(draw, supply) : null,
    };
  });
}

type NamedQuestion = Omit<PoolQuestion, 'isSharedWithStudents'>;

async function namePools(pools: Pool[]): Promise<NamedQuestion[][]> {
  const ids = pools.flatMap((pool) => pool.questionIds);
  if (ids.length === 0) return pools.map(() => []);
  const rows = await db()
    .selectFrom('questions')
    .select(['id as questionId', 'title', 'bank', 'kind', 'level'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.questionId, row as NamedQuestion]));
  return pools.map((pool) => pool.questionIds.flatMap((id) => byId.get(id) ?? []));
}

async function frozenPools(examId: number, draws: ExamDraw[]): Promise<NamedQuestion[][]> {
  const rows = await db()
    .selectFrom('exam_items')
    .select(['draw_id', 'question_id', 'snapshot'])
    .where('exam_id', '=', examId)
    .where('draw_id', 'is not', null)
    .orderBy('id')
    .execute();
  const named = rows.map((row) => {
    const { title, bank, kind, level } = readSnapshot(row.snapshot);
    return { drawId: row.draw_id, question: { questionId: row.question_id ?? 0, title, bank, kind, level } };
  });
  return draws.map((draw) => named.filter((row) => row.drawId === draw.id).map((row) => row.question));
}

/** Rules in words; directories are the actor's own. */
export async function describeDraws(actor: Actor, rules: DrawRule[]): Promise<string[]> {
  const trees = {
    theory: await listDirectories(actor, 'theory'),
    written: await listDirectories(actor, 'written'),
  };
  return rules.map((rule) => describeDraw(rule, trees));
}

/** Which of these questions some student may have read. */
export async function findSharedWithStudents(ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .selectFrom('shares')
    .select('question_id')
    .distinct()
    .where('question_id', 'in', ids)
    .where('audience', 'in', ['students', 'class'])
    .execute();
  return new Set(rows.map((row) => row.question_id));
}
