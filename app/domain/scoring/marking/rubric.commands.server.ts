import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { updateMany } from '~/db/update-many.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Part } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { settleAttempts } from '../settling/result.commands.server';
import { listReapplications } from './rubric-reapply.queries.server';
import { currentRubric } from './rubric.queries.server';
import { rulesOf, type Rubric, type RubricVersion } from './rubric.rules';
import type { SaveRubricInput } from './rubric.schema';
import { holdUnreleasedExam } from '../paper/unreleased-exam.commands.server';

/**
 * Saves a rubric as a new version of its part, in force for what is marked from now on; scores given before keep
 * counting by their own version. What changes nothing makes no version. Returns the version in force.
 * @throws AppError not_found, forbidden, conflict (released, or another version was saved meanwhile)
 */
export async function saveRubric(actor: Actor, input: SaveRubricInput, now: number): Promise<RubricVersion> {
  return transaction(async () => {
    const exam = await holdUnreleasedExam(actor, input.examId);
    requirePart(exam, input.part);
    const inForce = await currentRubric(exam, input.part);
    const rubric = await withIds(exam.id, input.part, input.rubric);
    if (toJson(rubric) === toJson(inForce.rubric)) return inForce;
    if (input.version !== null && inForce.version !== input.version) {
      throw new AppError(
        'conflict',
        `评分标准在另一个窗口存成了第 ${inForce.version} 版。下面仍是您刚填的内容，再次保存会成为更新的一版。`,
      );
    }
    const version = inForce.version + 1;
    const { id } = await db()
      .insertInto('rubrics')
      .values({
        exam_id: exam.id,
        part: input.part,
        version,
        body: toJson(rubric),
        created_by: actor.id,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(
      actor,
      {
        action: 'rubric.save',
        entity: 'exam',
        entityId: exam.id,
        detail: { part: input.part, version, before: inForce.rubric, after: rubric },
      },
      now,
    );
    return { id, version, rubric };
  });
}

/** Gives new rules ids that no rule of the part ever had: what was recorded under one is never taken for another's. */
async function withIds(examId: number, part: Part, rubric: Rubric): Promise<Rubric> {
  if (rubric.kind !== 'deductions' && rubric.kind !== 'criteria') return rubric;
  const rows = await db()
    .selectFrom('rubrics')
    .select('body')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  const earlier = rows.flatMap((row) => {
    const one = fromJson<Rubric>(row.body);
    return one.kind === 'deductions' || one.kind === 'criteria' ? rulesOf(one) : [];
  });
  const numbers = [...earlier, ...rulesOf(rubric)].map((rule) => Number(/^r(\d+)$/.exec(rule.id)?.[1] ?? 0));
  let last = Math.max(0, ...numbers);
  const named = <T extends { id: string }>(rule: T): T => (rule.id === '' ? { ...rule, id: `r${(last += 1)}` } : rule);
  return rubric.kind === 'deductions'
    ? { ...rubric, rules: rubric.rules.map(named) }
    : { ...rubric, criteria: rubric.criteria.map(named) };
}

/**
 * 按新规则重算: final scores given by an older version count by the one in force where what was recorded allows it; the
 * others stay as they are until they are marked again. Returns how many were changed.
 * @throws AppError conflict when another version than the previewed one is in force
 */
export async function reapplyRubric(
  actor: Actor,
  input: { examId: number; part: Part; rubricId: number },
  now: number,
): Promise<number> {
  return transaction(async () => {
    const exam = await holdUnreleasedExam(actor, input.examId);
    const inForce = await currentRubric(exam, input.part);
    if (inForce.id !== input.rubricId) {
      throw new AppError('conflict', '评分标准又改过了，请按现在的一版重新预览。');
    }
    const all = await listReapplications(exam, input.part, inForce);
    const changed = all.flatMap((one) => (one.after === null ? [] : [{ ...one, after: one.after }]));
    await updateMany(
      'scores',
      {
        keys: { id: 'integer' },
        set: { rubric_id: 'integer', percent: 'double precision', version: 'integer', updated_at: 'bigint' },
      },
      changed.map(({ scoreId, version, after }) => ({
        id: scoreId,
        rubric_id: inForce.id,
        percent: after.percent,
        version: version + 1,
        updated_at: now,
      })),
    );
    await updateMany(
      'score_marks',
      {
        keys: { score_id: 'integer', item_id: 'integer' },
        set: { points: 'double precision', hand_points: 'double precision', measures: 'text', details: 'text' },
      },
      changed.flatMap(({ scoreId, after }) =>
        after.marks.map((mark) => ({
          score_id: scoreId,
          item_id: mark.itemId,
          points: mark.points,
          hand_points: mark.handPoints ?? null,
          measures: mark.measures === null ? null : toJson(mark.measures),
          details: mark.details === null ? null : toJson(mark.details),
        })),
      ),
    );
    await settleAttempts(exam, [...new Set(changed.map((one) => one.attemptId))], now);
    await recordAudit(
      actor,
      {
        action: 'rubric.reapply',
        entity: 'exam',
        entityId: exam.id,
        detail: {
          part: input.part,
          version: inForce.version,
          changed: changed.map((one) => ({ scoreId: one.scoreId, from: one.before, to: one.after.percent })),
          left: all.filter((one) => one.after === null).map((one) => one.scoreId),
        },
      },
      now,
    );
    return changed.length;
  });
}
