import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { slicesOf } from '~/db/update-many.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toConsistency } from '~/lib/addresses/scoring';
import { groupBy } from '~/lib/group-by';
import { fixExpectations } from './fixed-examiners.commands.server';
import { listPaperScores } from './paper-scores.queries.server';
import { settleAttempts } from './result.commands.server';
import { oralTotal, type Measures } from '../paper/scoring.rules';
import { settlePaper, type PaperScore, type PaperScores } from '../paper/settle.rules';
import { spreadOf } from '../paper/settlement.rules';

/** Smaller differences are dust of floating-point arithmetic. */
const DUST = 1e-6;
const NAMED = 20;

/**
 * Papers scored by a version of the program that kept no settled percentage and no item results get theirs: run once
 * after the schema was upgraded; finds nothing afterwards. No score becomes another by it: a paper that was scored
 * stays scored with the mean it had, and a result that comes out the same keeps its date. Where the rules of today
 * would have said something else, the log and a message to the exam's owner name it. Returns how many papers.
 */
export async function settleOlderPapers(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('attempts')
    .select(['id', 'exam_id'])
    .where('state', '=', 'scored')
    .where('percent', 'is', null)
    // A paper without a final score has nothing that could be settled.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('scores')
          .select('scores.id')
          .whereRef('scores.attempt_id', '=', 'attempts.id')
          .where('scores.state', '=', 'final'),
      ),
    )
    .orderBy('id')
    .execute();
  const byExam = new Map<number, number[]>();
  for (const { id, exam_id } of rows) byExam.set(exam_id, [...(byExam.get(exam_id) ?? []), id]);
  for (const [examId, ids] of byExam) {
    // With what it says about it in one transaction: broken off, the exam is taken up again whole.
    const line = await transaction(() => settleExam(examId, ids, now));
    if (line) console.info(line);
  }
  return rows.length;
}

/**
 * An older version took of three examiners the last one's score and the nearer of the others, as if the last had
 * arbitrated. Where the rules of today take two others the scores that counted are written down, so that no result
 * changes by itself, and the exam's owner is told. Run at the start, finds nothing afterwards. Returns how many papers.
 */
export async function keepOlderPairs(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('attempts')
    .select(['id', 'exam_id'])
    .where('settlement', '=', 'arbitrated')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('scores')
            .select('scores.id')
            .whereRef('scores.attempt_id', '=', 'attempts.id')
            .where('scores.kind', '=', 'arbiter'),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  let count = 0;
  for (const [examId, attempts] of groupBy(rows, (row) => row.exam_id)) {
    count += await transaction(() =>
      keepPairsOf(
        examId,
        attempts.map(({ id }) => id),
        now,
      ),
    );
  }
  return count;
}

/**
 * Writes down for what was out before the program fixed it who was expected of each paper. Run at the start, after the
 * others; finds nothing afterwards.
 */
export async function fixOlderReleases(): Promise<void> {
  const exams = await db()
    .selectFrom('exams')
    .select('id')
    .where('status', 'in', ['closed', 'released'])
    .where((where) =>
      where.exists(
        where
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.exam_id', '=', 'exams.id')
          .where('attempts.state', '!=', 'in_progress')
          .where('attempts.fixed_examiners', 'is', null)
          .where(isOutForAttempt()),
      ),
    )
    .execute();
  for (const { id } of exams) {
    const exam = await findExamView(id);
    if (exam) await transaction(() => fixExpectations({ id, arbitrationLimit: exam.settings.arbitrationLimit }));
  }
}

async function keepPairsOf(examId: number, ids: number[], now: number): Promise<number> {
  const exam = await findExamView(examId);
  if (!exam) return 0;
  const kept = (await listPaperScores(ids)).flatMap((paper) => {
    const { percent } = paper.attempt;
    if (percent === null || isClose(settlePaper(paper, exam.settings.arbitrationLimit).percent, percent)) return [];
    const finals = finalsOf(paper);
    // The mean of all three but one.
    const left = finals.find((one) => isClose(meanOf(percentsOf(paper, one)), percent));
    return left ? [{ paper, counted: finals.filter((one) => one !== left) }] : [];
  });
  if (kept.length === 0) return 0;
  for (const { paper, counted } of kept) {
    const reason = '升级前按其中两份评分平均，仍按原来的';
    await writeDown(exam, { paper, counted, reason, isKept: true }, now);
  }
  await settleAttempts(
    exam,
    kept.map(({ paper }) => paper.attempt.id),
    now,
  );
  const body = `${kept.length} 份答卷由三位老师各评一遍、相差超过 ${exam.settings.arbitrationLimit} 分，以前取最后一位和与之较近的一位平均；现在取最接近的两位。已有的得分没有改动；要改，请打开答卷裁定。`;
  const link = toConsistency({ examId: exam.id });
  await sendMessages([exam.ownerId], { kind: 'score', title: `升级之后请看一眼：${exam.name}`, body, link }, now);
  return kept.length;
}

async function settleExam(examId: number, ids: number[], now: number): Promise<string | null> {
  const exam = await findExamView(examId);
  if (!exam) return null;
  await completeMarks(exam, ids);
  const papers = await listPaperScores(ids);
  const kept = papers.filter((paper) => isSettledOtherwise(paper, exam.settings.arbitrationLimit));
  for (const paper of kept) await keepMeanOfFinals(exam, paper, now);
  const studentIds = [...new Set(papers.map(({ attempt }) => attempt.studentId))];
  const before = await listResults(examId, studentIds);
  await settleAttempts(exam, ids, now);
  const changes = await keepUnchanged(examId, before, await listResults(examId, studentIds));
  const lines = await describe(exam, kept, changes);
  if (lines.length > 0) {
    const link = toConsistency({ examId: exam.id });
    const title = `升级之后请看一眼：${exam.name}`;
    await sendMessages([exam.ownerId], { kind: 'score', title, body: lines.join('\n'), link }, now);
  }
  const what = lines.length > 0 ? lines.join(' ') : '没有成绩改变。';
  return `升级：考试“${exam.name}”（${exam.id}）的 ${ids.length} 份答卷补记了各题得分。${what}`;
}

/** Oral marks of older versions say the measures alone. */
async function completeMarks(exam: ExamView, attemptIds: number[]): Promise<void> {
  for (const ids of slicesOf(attemptIds)) {
    const marks = await db()
      .selectFrom('score_marks')
      .innerJoin('scores', 'scores.id', 'score_marks.score_id')
      .innerJoin('exam_items', 'exam_items.id', 'score_marks.item_id')
      .select(['score_marks.score_id', 'score_marks.item_id', 'score_marks.measures', 'exam_items.points'])
      .where('scores.attempt_id', 'in', ids)
      .where('score_marks.points', 'is', null)
      .where('score_marks.measures', 'is not', null)
      .execute();
    for (const mark of marks) {
      const total = oralTotal(fromJson<Measures>(mark.measures ?? '{}'), exam.settings.measureWeights);
      if (total === null) continue;
      await db()
        .updateTable('score_marks')
        .set({ points: (mark.points * total) / 100 })
        .where('score_id', '=', mark.score_id)
        .where('item_id', '=', mark.item_id)
        .execute();
    }
  }
}

const finalsOf = (paper: PaperScores) => paper.scores.filter((score) => score.isFinal);
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percentsOf = (paper: PaperScores, but?: PaperScore) =>
  finalsOf(paper)
    .filter((score) => score !== but)
    .map(({ percent }) => percent ?? 0);

/** Older versions averaged whatever the finals were: whether today's rules come to anything else. */
function isSettledOtherwise(paper: PaperScores, limit: number): boolean {
  const { state, percent } = settlePaper(paper, limit);
  return state !== 'scored' || percent === null || Math.abs(percent - meanOf(percentsOf(paper))) > DUST;
}

async function keepMeanOfFinals(exam: ExamView, paper: PaperScores, now: number): Promise<void> {
  const reason = exam.status === 'released' ? '升级前已公布的平均分' : '升级前已定的平均分';
  await writeDown(exam, { paper, counted: finalsOf(paper), reason, isKept: false }, now);
}

/** Which scores count, as the owner's decision. */
async function writeDown(
  exam: ExamView,
  kept: { paper: PaperScores; counted: PaperScore[]; reason: string; isKept: boolean },
  now: number,
): Promise<void> {
  await db()
    .insertInto('score_decisions')
    .values({
      attempt_id: kept.paper.attempt.id,
      score_ids: toJson(kept.counted.map((score) => score.id)),
      reason: kept.reason,
      decided_by: exam.ownerId,
      decided_at: now,
      is_kept: kept.isKept ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .execute();
}

type ResultRow = Awaited<ReturnType<typeof listResults>>[number];

async function listResults(examId: number, studentIds: number[]) {
  const rows = [];
  for (const ids of slicesOf(studentIds)) {
    const query = db().selectFrom('results').selectAll().where('exam_id', '=', examId).where('student_id', 'in', ids);
    rows.push(...(await query.orderBy('student_id').execute()));
  }
  return rows;
}

type Change = { studentId: number; from: number | null; to: number | null };

/** Gives results that came out the same their old row back, date included; answers the others. */
async function keepUnchanged(examId: number, before: ResultRow[], after: ResultRow[]): Promise<Change[]> {
  const earlier = new Map(before.map((row) => [row.student_id, row]));
  const changes: Change[] = [];
  for (const row of after) {
    const old = earlier.get(row.student_id);
    const isSame =
      old !== undefined &&
      isClose(old.total_percent, row.total_percent) &&
      isClose(old.oral_percent, row.oral_percent) &&
      isClose(old.written_percent, row.written_percent);
    if (isSame) {
      const { oral_percent, written_percent, total_percent, updated_at } = old;
      await db()
        .updateTable('results')
        .set({ oral_percent, written_percent, total_percent, updated_at })
        .where('exam_id', '=', examId)
        .where('student_id', '=', row.student_id)
        .execute();
    } else {
      changes.push({ studentId: row.student_id, from: old?.total_percent ?? null, to: row.total_percent });
    }
  }
  return changes;
}

function isClose(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one === other : Math.abs(one - other) <= DUST;
}

/** What the owner should know, in sentences. */
async function describe(exam: ExamView, kept: PaperScores[], changes: Change[]): Promise<string[]> {
  const ids = [...kept.map(({ attempt }) => attempt.studentId), ...changes.map(({ studentId }) => studentId)];
  const names = new Map<number, string>();
  for (const slice of slicesOf([...new Set(ids)])) {
    for (const { id, name } of await db().selectFrom('users').select(['id', 'name']).where('id', 'in', slice).execute())
      names.set(id, name);
  }
  const nameOf = (id: number) => names.get(id) ?? `学生 ${id}`;
  const lines: string[] = [];
  if (kept.length > 0) {
    const each = kept.map((paper) => {
      const percents = percentsOf(paper);
      const spread = spreadOf(percents.map((percent) => ({ percent })));
      return `${nameOf(paper.attempt.studentId)}（${percentText(meanOf(percents))}，相差 ${percentText(spread)}）`;
    });
    lines.push(
      `${kept.length} 份答卷的几位阅卷老师相差超过 ${exam.settings.arbitrationLimit} 分，按原来的平均分保留，没有改动：${listed(each)}。` +
        '现在的规则会请第三位阅卷；需要时请在“阅卷”里重新定分。',
    );
  }
  if (changes.length > 0) {
    const each = changes.map(
      ({ studentId, from, to }) => `${nameOf(studentId)}（${percentText(from)} → ${percentText(to)}）`,
    );
    lines.push(`${changes.length} 位学生的总成绩与升级前不同：${listed(each)}。`);
  }
  return lines;
}

const listed = (each: string[]) =>
  each.slice(0, NAMED).join('、') + (each.length > NAMED ? ` 等 ${each.length} 人` : '');

const percentText = (value: number | null) => (value === null ? '无' : String(Math.round(value * 100) / 100));
