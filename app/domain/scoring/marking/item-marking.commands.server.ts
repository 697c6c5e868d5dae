import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { findExamView, listExamItems } from '~/domain/exam/exam.queries.server';
import { mayScorePart } from '~/domain/exam/people.rules';
import { PARTS, type Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound, type FieldErrors } from '~/lib/errors';
import { listOwnPapers, listReadyDrafts } from './item-marking.queries.server';
import type { SaveItemMarksInput } from './item-marking.schema';
import { currentRubric } from './rubric.queries.server';
import type { RubricVersion } from './rubric.rules';
import { initialMarks, readMarks, versionField, type ItemMark, type RawMark } from './score-form.rules';
import { reopenedBy } from './score-conflict.queries.server';
import { saveScore } from './scoring.commands.server';
import { listScores, type ScoreView } from './scores.queries.server';
import { listScoringItems, photosOpenUntil, type ScoringItem } from '../paper/scoring-items.queries.server';

/**
 * Saves the actor's marks of one item on several papers, each in the paper's own draft beside its other marks. All or
 * nothing: one that is wrong or was changed in another window refuses them with a sentence at the paper. Papers in
 * which nothing changed are left as they are. Returns how many were saved.
 * @throws AppError not_found, invalid (fields of score-form.rules with the attempt in the item's place, or versionField)
 */
export async function saveItemMarks(actor: Actor, input: SaveItemMarksInput, now: number): Promise<number> {
  return transaction(async () => {
    const exam = await findExamView(input.examId);
    const part = exam && (await findPartOfItem(exam.id, input));
    if (!exam || !part || !mayScorePart(actor, exam, part)) throw notFound('考试');
    const rubric = await currentRubric(exam, part);
    const papers = await listOwnPapers(actor, exam, { part, classId: 0 }, now);
    const problems: FieldErrors = {};
    let saved = 0;
    for (const sent of input.papers) {
      const paper = papers.find((one) => one.attemptId === sent.attemptId);
      if (!paper) throw notFound('答卷');
      const items = await listScoringItems(exam, await getAttemptView(sent.attemptId));
      const item = items.find((one) => one.id === input.itemId);
      if (!item) throw notFound('题目');
      const own = (await listScores([sent.attemptId])).find((score) => score.examinerId === actor.id) ?? null;
      const read = readMarks([{ ...item, id: sent.attemptId }], [sent.mark], false, rubric.rubric);
      if (Object.keys(read.problems).length > 0) {
        for (const [field, text] of Object.entries(read.problems)) problems[field] = `${paper.studentName}：${text}`;
        continue;
      }
      const stored = own?.marks.find((mark) => mark.itemId === item.id) ?? null;
      if (isUnchanged(stored, read.marks[0])) continue;
      const late = own && (await reopenedBy(actor, { id: sent.attemptId, ownerId: exam.ownerId }, own));
      const refusal = refusalOf(own, sent.version, late);
      if (refusal) {
        problems[versionField(sent.attemptId)] = `${paper.studentName}：${refusal}`;
        continue;
      }
      const marks = [...otherMarks(items, item, own, rubric), { ...sent.mark, itemId: item.id }];
      const problem = await saveDraft(actor, { ...input, attemptId: sent.attemptId, marks, own }, now);
      if (problem) problems[versionField(sent.attemptId)] = `${paper.studentName}：${problem}`;
      else saved += 1;
    }
    if (Object.keys(problems).length > 0) throw invalid(problems);
    if (saved > 0) {
      const detail = { examId: exam.id, part, papers: saved };
      await recordAudit(actor, { action: 'score.save_item', entity: 'exam_item', entityId: input.itemId, detail }, now);
    }
    return saved;
  });
}

/** The part of the exam an item of it stands in. */
async function findPartOfItem(examId: number, { itemId }: { itemId: number }): Promise<Part | null> {
  return (await listExamItems(examId)).find((item) => item.id === itemId)?.part ?? null;
}

function refusalOf(own: ScoreView | null, version: number, late: string | null): string | null {
  if (own?.state === 'final') return '这份已经提交了，要改请打开整份答卷。';
  if ((own?.version ?? 0) === version) return null;
  if (late !== null && own?.version === version + 1) return `${late}下面仍是您刚填的内容，核对后再保存。`;
  return '您在另一个窗口改过这份评分。下面仍是您刚填的内容，再次保存会用它代替那里这一题的分数。';
}

/** The sentence of a refusal that concerns this paper alone; nothing was written then. */
async function saveDraft(
  actor: Actor,
  input: { attemptId: number; marks: RawMark[]; own: ScoreView | null; rubricId?: number | null },
  now: number,
): Promise<string | null> {
  const { attemptId, marks, own, rubricId } = input;
  try {
    const kept = { comment: own?.comment ?? '', version: own?.version ?? 0 };
    await saveScore(actor, { attemptId, marks, rubricId, isFinal: false, ...kept }, now);
    return null;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'invalid' || error.code === 'conflict')) return error.message;
    throw error;
  }
}

/** What the own score says of the paper's other items, as a form would send it. */
function otherMarks(items: ScoringItem[], item: ScoringItem, own: ScoreView | null, rubric: RubricVersion): RawMark[] {
  if (!own) return [];
  const marked = items.filter((one) => one.id !== item.id && own.marks.some((mark) => mark.itemId === one.id));
  return initialMarks(marked, own.marks, rubric.rubric);
}

function isUnchanged(stored: ItemMark | null, read: ItemMark | undefined): boolean {
  if (!read) return true;
  const form = (mark: ItemMark) => {
    const { measures, points, pointMarks, details, comment } = mark;
    const given = (values: object | null) => Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
    return JSON.stringify([given(measures).sort(), points, pointMarks, given(details).sort(), comment]);
  };
  const nothing = { ...read, measures: null, points: null, details: null, comment: '' };
  const blank = { ...nothing, pointMarks: read.pointMarks?.map(() => null) ?? null };
  return form(read) === form(stored ?? blank);
}

/**
 * Finalises the actor's drafts of a part in which nothing is missing. Those whose students may still add photos wait.
 * Returns how many were submitted and how many wait.
 * @throws AppError not_found
 */
export async function finaliseReadyDrafts(
  actor: Actor,
  input: { examId: number; part: Part; classId: number },
  now: number,
): Promise<{ submitted: number; waiting: number }> {
  return transaction(async () => {
    const exam = await findExamView(input.examId);
    if (!exam || !PARTS.includes(input.part) || !mayScorePart(actor, exam, input.part)) throw notFound('考试');
    const papers = await listOwnPapers(actor, exam, input, now);
    const ready = await listReadyDrafts(actor, exam, input.part, papers);
    const rubric = await currentRubric(exam, input.part);
    let submitted = 0;
    for (const { attemptId } of ready) {
      const attempt = await getAttemptView(attemptId);
      const items = await listScoringItems(exam, attempt);
      const own = (await listScores([attemptId])).find((score) => score.examinerId === actor.id);
      if (!own || photosOpenUntil(exam, attempt, items, now) !== null) continue;
      const marks = initialMarks(items, own.marks, rubric.rubric);
      const { comment, version } = own;
      await saveScore(actor, { attemptId, marks, comment, version, isFinal: true }, now);
      submitted += 1;
    }
    return { submitted, waiting: ready.length - submitted };
  });
}
