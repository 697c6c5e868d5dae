import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { drawFrom, findPools, type Pool } from '~/domain/question-bank/draw.queries.server';
import { drawProblem, givenPoints, MAX_DRAWS, type DrawRule } from '~/domain/question-bank/draw.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import type { TestType } from './parts.rules';
import { AppError, invalid } from '~/lib/errors';
import { randomFrom, shuffled, type Seed } from '~/lib/shuffle';
import { addToPaper, chooseOralQuestion, claim } from './draft.commands.server';
import { drawRowField } from './draw-form.rules';
import { getWizardExam, readSnapshots, type WizardView } from './wizard.queries.server';
import { MAX_PAPER, paperSize, writtenItems } from './wizard-steps.rules';

/** The rules of a form with the row each was typed in, where what is wrong with it is said. */
export type DrawRow = { row: number; rule: DrawRule };

/**
 * Draws once for all and puts what was drawn into the paper: never a question that is in it already. The same
 * `requestId` twice draws once. Returns how many were put in.
 * @throws AppError invalid at the rows that have too few to draw from; nothing is drawn then
 */
export async function drawIntoPaper(
  actor: Actor,
  input: { examId: number; rows: DrawRow[]; requestId: string },
  seed: Seed,
  now: number,
): Promise<number> {
  return once(actor.id, input.requestId && `exam.draw:${input.requestId}`, now, async () => {
    const exam = await getWizardExam(actor, input.examId);
    const rules = input.rows.map((row) => row.rule);
    const pools = await findPools(actor, rules, questionsIn(exam), seed);
    assertEnough(input.rows, pools);
    const drawn = drawFrom(rules, pools, seed);
    const { added } = await addToPaper(
      actor,
      {
        examId: exam.id,
        questionIds: drawn.map((one) => one.questionId),
        points: givenPoints(drawn),
        isByKind: true,
      },
      now,
    );
    return added;
  });
}

/**
 * Draws one of these oral questions for the exam, another than it has. Returns the title of the one drawn.
 * @throws AppError conflict when there is no other
 */
export async function drawOralQuestion(
  actor: Actor,
  input: { examId: number; version: number; type: TestType; candidates: readonly { id: number; title: string }[] },
  seed: Seed,
  now: number,
): Promise<string> {
  const { candidates, ...exam } = input;
  const used = questionsIn(await getWizardExam(actor, input.examId));
  const others = candidates.filter(({ id }) => !used.has(id));
  const [drawn] = shuffled(others, randomFrom(seed));
  if (!drawn) {
    throw new AppError('conflict', candidates.length > 0 ? '只有这一道题可抽，已经选用了。' : '没有可抽的口语题。');
  }
  await chooseOralQuestion(actor, { ...exam, questionId: drawn.id }, now);
  return drawn.title;
}

/**
 * Keeps rules with the exam: each student draws at the own start, from a pool frozen at publication. The same
 * `requestId` twice keeps them once. Returns how many were added.
 * @throws AppError invalid at the rows that, beside the exam's other rules, have too few to draw from
 */
export async function addDraws(
  actor: Actor,
  input: { examId: number; rows: DrawRow[]; requestId: string },
  seed: Seed,
  now: number,
): Promise<number> {
  return once(actor.id, input.requestId && `exam.draw:${input.requestId}`, now, async () => {
    const exam = await getWizardExam(actor, input.examId);
    const rules = input.rows.map((row) => row.rule);
    if (exam.draws.length + rules.length > MAX_DRAWS) {
      throw new AppError('conflict', `一份试卷最多 ${MAX_DRAWS} 条抽题规则，请先删除不用的。`);
    }
    const size = paperSize(exam) + rules.reduce((sum, rule) => sum + rule.count, 0);
    if (size > MAX_PAPER) throw new AppError('conflict', `一份试卷最多 ${MAX_PAPER} 题，加上这些规则会有 ${size} 题。`);
    const pools = await findPools(actor, [...exam.draws, ...rules], questionsIn(exam), seed);
    assertEnough(input.rows, pools.slice(exam.draws.length));
    await claim(exam, now);
    const last = Math.max(0, ...exam.draws.map((draw) => draw.position));
    await db()
      .insertInto('exam_draws')
      .values(
        rules.map((rule, index) => ({
          exam_id: exam.id,
          position: last + index + 1,
          bank: rule.bank,
          kind: rule.kind,
          level: rule.level,
          directory_id: rule.directoryId,
          scope: rule.scope,
          count: rule.count,
          points: rule.points,
        })),
      )
      .execute();
    const detail = { step: 3, draws: rules };
    await recordAudit(actor, { action: 'exam.save', entity: 'exam', entityId: exam.id, detail }, now);
    return rules.length;
  });
}

/** Takes a rule out of a draft; one that is gone already is no matter. */
export async function removeDraw(actor: Actor, input: { examId: number; drawId: number }, now: number): Promise<void> {
  await transaction(async () => {
    const exam = await getWizardExam(actor, input.examId);
    if (exam.draws.every((draw) => draw.id !== input.drawId)) return;
    await claim(exam, now);
    await db().deleteFrom('exam_draws').where('id', '=', input.drawId).where('exam_id', '=', exam.id).execute();
    const detail = { step: 3, removedDraw: input.drawId };
    await recordAudit(actor, { action: 'exam.save', entity: 'exam', entityId: exam.id, detail }, now);
  });
}

/** What each row would draw from now, in an exam (`examId`) beside its other rules. */
export async function checkSupply(
  actor: Actor,
  input: { examId: number | null; rows: DrawRow[]; taken: ReadonlySet<number> },
  seed: Seed,
): Promise<{ row: number; candidates: number; problem: string | null }[]> {
  const exam = input.examId === null ? null : await getWizardExam(actor, input.examId);
  const excluded = new Set([...input.taken, ...(exam ? questionsIn(exam) : [])]);
  const rules = input.rows.map((row) => row.rule);
  const pools = await findPools(actor, rules, excluded, seed);
  return supplyOf(input.rows, pools);
}

function supplyOf(rows: DrawRow[], pools: Pool[]): { row: number; candidates: number; problem: string | null }[] {
  return rows.flatMap(({ row, rule }, index) => {
    const pool = pools[index];
    return pool ? [{ row, candidates: pool.candidates, problem: drawProblem(rule, pool) }] : [];
  });
}

/** Refuses rows whose pool is too small, each at its count; the page is told what every row has to draw from. */
export function assertEnough(rows: DrawRow[], pools: Pool[]): void {
  const supply = supplyOf(rows, pools);
  const problems = supply.flatMap(({ row, problem }) =>
    problem ? [[drawRowField('count', row), `第 ${row + 1} 行${problem}`]] : [],
  );
  if (problems.length > 0) throw invalid(Object.fromEntries(problems) as Record<string, string>, supply);
}

/** The questions that are in every paper: no rule draws them again. */
function questionsIn(exam: WizardView): Set<number> {
  return new Set(exam.items.flatMap((item) => item.questionId ?? []));
}

/** Freezes the pools of an exam that is published, as its questions are now. Call it in that transaction. */
export async function freezePools(actor: Actor, exam: WizardView): Promise<void> {
  let position = writtenItems(exam).length;
  for (const draw of exam.draws) {
    const ids = draw.pool.map((question) => question.questionId);
    const snapshots = await readSnapshots(actor, ids);
    if (snapshots.size < draw.count) throw new AppError('conflict', '题库刚刚变了，请回到预览重新发布。');
    await db()
      .insertInto('exam_items')
      .values(
        [...snapshots].map(([questionId, snapshot]) => ({
          exam_id: exam.id,
          part: 'written',
          position: (position += 1),
          question_id: questionId,
          points: draw.points,
          snapshot: toJson(snapshot),
          draw_id: draw.id,
          section: draw.section,
        })),
      )
      .execute();
  }
}

/** Drops the frozen pools of an exam that is a draft again: only its rules stay. */
export async function dropPools(examId: number): Promise<void> {
  await db().deleteFrom('exam_items').where('exam_id', '=', examId).where('draw_id', 'is not', null).execute();
}
