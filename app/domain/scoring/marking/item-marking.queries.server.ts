import { needsHand } from '~/domain/exam/by-hand.rules';
import { withLabels } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { findExamView, listExamItems, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import { scorableParts } from '~/domain/exam/people.rules';
import { numberItems } from '~/domain/exam/paper-numbers.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import { refuseMarking } from '../paper/former-examiner.queries.server';
import { scoringRows, type ScoringRow } from '../paper/paper-rows.queries.server';
import { listPapersToMark } from '../paper/papers.queries.server';
import { listSheetItems, type SheetItem } from './photo-marks.queries.server';
import { currentRubric } from './rubric.queries.server';
import type { RubricVersion } from './rubric.rules';
import type { ItemMark } from './score-form.rules';
import { listScores, type ScoreView } from './scores.queries.server';

/** Papers of an item on a page: what fits a glance, and recordings are heard one after the other anyway. */
export const PAPERS_PER_PAGE = 5;

/** One item that is marked by hand, with how many of the reader's papers have their mark of it. */
export type ItemToMark = Pick<ExamItemView, 'id' | 'position' | 'points' | 'snapshot' | 'drawId'> & {
  /** On every paper (see numberItems); null for what is drawn. */
  number: number | null;
  done: number;
  total: number;
};

/** Marks that the reader has still to give; the first of them by its item and page. */
type Unmarked = { count: number; first: { itemId: number; page: number } | null };

export type ItemMarking = {
  exam: Pick<ExamView, 'id' | 'name' | 'status' | 'imageIds' | 'settings'>;
  part: Part;
  parts: Part[];
  /** Names are hidden, and there are no classes to choose from. */
  isBlind: boolean;
  classes: { id: number; name: string }[];
  items: ItemToMark[];
  unmarked: Unmarked;
  /** Own drafts in which nothing is missing: what a submit of all would finalise. */
  readyCount: number;
};

/** A paper with the reader's mark of the one item. */
export type ItemPaper = {
  attemptId: number;
  name: string;
  account: string;
  className: string;
  /** Under the attempt's id, so that the fields of several papers do not meet. */
  item: SheetItem;
  own: { state: ScoreView['state']; version: number; mark: ItemMark | null } | null;
  /** Its results are out. */
  isLocked: boolean;
};

export type ItemPapers = Page<ItemPaper> & { item: ItemToMark; rubric: RubricVersion; next: number | null };

type Input = { examId: number; part: Part | null; classId: number };

/**
 * The items of a part that are marked by hand, for whoever scores it.
 * @throws AppError not_found
 */
export async function getItemMarking(actor: Actor, input: Input, now: number): Promise<ItemMarking> {
  const { exam, part, parts } = await getMarkableExam(actor, input);
  const papers = await listOwnPapers(actor, exam, { part, classId: input.classId }, now);
  const all = await scoringRows(actor, exam, part, now, 'marking');
  const marked = await listMarked(actor, exam, part);
  const items = await listItems(exam, part, papers, marked);
  const classes = new Map(all.rows.flatMap((row) => (row.classId === null ? [] : [[row.classId, row.className]])));
  return {
    exam,
    part,
    parts,
    isBlind: all.isBlind,
    classes: await withLabels(
      exam.id,
      [...classes].map(([id, name]) => ({ id, name })),
    ),
    items,
    unmarked: await findUnmarked(items, papers, marked),
    readyCount: (await listReadyDrafts(actor, exam, part, papers)).length,
  };
}

/**
 * Students' answers to one item, a page of them, each with the fields' start.
 * @throws AppError not_found: also for an item that no hand marks
 */
export async function getItemPapers(
  actor: Actor,
  input: Input & { itemId: number; currentPage: number },
  now: number,
): Promise<ItemPapers> {
  const { exam, part } = await getMarkableExam(actor, input);
  const papers = await listOwnPapers(actor, exam, { part, classId: input.classId }, now);
  const items = await listItems(exam, part, papers, await listMarked(actor, exam, part));
  const item = items.find((one) => one.id === input.itemId);
  if (!item) throw notFound('题目');
  const having = await listPapersWith(item, papers);
  const page = pageOf(having, { currentPage: input.currentPage, pageSize: PAPERS_PER_PAGE });
  const scores = (await listScores(page.rows.map((row) => row.attemptId))).filter(
    (score) => score.examinerId === actor.id,
  );
  const rows: ItemPaper[] = [];
  for (const row of page.rows) {
    const attempt = await getAttemptView(row.attemptId);
    const own = scores.find((score) => score.attemptId === row.attemptId);
    const given = (await listSheetItems(actor, exam, attempt)).find((one) => one.id === item.id);
    if (!given) continue;
    rows.push({
      attemptId: row.attemptId,
      // Of two sittings which it is; where names are hidden that is, too.
      name: `${row.studentName}${row.number >= RESIT_NUMBER ? '（补考）' : ''}`,
      account: row.account,
      className: row.className,
      item: { ...given, id: row.attemptId },
      own: own
        ? { state: own.state, version: own.version, mark: own.marks.find((mark) => mark.itemId === item.id) ?? null }
        : null,
      isLocked: row.isReleased,
    });
  }
  const index = items.indexOf(item);
  return { ...page, rows, item, rubric: await currentRubric(exam, part), next: items[index + 1]?.id ?? null };
}

async function getMarkableExam(actor: Actor, input: Pick<Input, 'examId' | 'part'>) {
  const exam = await findExamView(input.examId);
  const parts = exam && exam.status !== 'draft' ? scorableParts(actor, exam) : [];
  if (!exam) throw notFound('考试');
  if (parts.length === 0) throw await refuseMarking(actor, exam, '考试');
  requirePart(exam, input.part);
  const part = input.part !== null && parts.includes(input.part) ? input.part : (parts[0] ?? 'oral');
  return { exam, part, parts };
}

export type OwnPaper = ScoringRow & { attemptId: number };

/** The papers that await the reader or that the reader has begun or scored, in their order; none that is another's. */
export async function listOwnPapers(
  actor: Actor,
  exam: ExamView,
  input: { part: Part; classId: number },
  now: number,
): Promise<OwnPaper[]> {
  const { rows } = await listPapersToMark(actor, exam, input, now);
  return rows.flatMap((row) =>
    row.attemptId !== null && !row.isTaken && !row.isLeftToDecide && (row.isOpen || row.ownScore !== 'none')
      ? [{ ...row, attemptId: row.attemptId }]
      : [],
  );
}

type Marked = { item_id: number; attempt_id: number };

async function findUnmarked(items: ItemToMark[], papers: OwnPaper[], all: Marked[]): Promise<Unmarked> {
  const marked = new Set(all.map((mark) => `${mark.item_id} ${mark.attempt_id}`));
  const found: Unmarked = { count: 0, first: null };
  for (const item of items.filter(({ done, total }) => done < total)) {
    found.count += item.total - item.done;
    if (found.first) continue;
    const having = await listPapersWith(item, papers);
    const index = having.findIndex(({ attemptId }) => !marked.has(`${item.id} ${attemptId}`));
    found.first = { itemId: item.id, page: Math.floor(index / PAPERS_PER_PAGE) + 1 };
  }
  return found;
}

async function listItems(exam: ExamView, part: Part, papers: OwnPaper[], marked: Marked[]): Promise<ItemToMark[]> {
  const all = await listExamItems(exam.id, part);
  const numbers = await numberItems(exam, all);
  const items = all.filter((item) => needsHand(item));
  const list: ItemToMark[] = [];
  for (const item of items) {
    const ids = new Set((await listPapersWith(item, papers)).map((paper) => paper.attemptId));
    const done = marked.filter((mark) => mark.item_id === item.id && ids.has(mark.attempt_id)).length;
    if (ids.size > 0) list.push({ ...item, number: numbers.get(item.id) ?? null, done, total: ids.size });
  }
  return list;
}

/** Where the reader has given a mark. */
function listMarked(actor: Actor, exam: ExamView, part: Part): Promise<Marked[]> {
  return db()
    .selectFrom('score_marks')
    .innerJoin('scores', 'scores.id', 'score_marks.score_id')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['score_marks.item_id', 'scores.attempt_id'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .where('scores.examiner_id', '=', actor.id)
    .where('score_marks.points', 'is not', null)
    .execute();
}

/** The papers in which an item stands: a drawn one not in all. */
async function listPapersWith(item: Pick<ExamItemView, 'id' | 'drawId'>, papers: OwnPaper[]): Promise<OwnPaper[]> {
  if (item.drawId === null) return papers;
  const rows = await db().selectFrom('attempt_items').select('attempt_id').where('item_id', '=', item.id).execute();
  const having = new Set(rows.map((row) => row.attempt_id));
  return papers.filter((paper) => having.has(paper.attemptId));
}

/** The reader's own drafts among these papers that are complete by the rubric in force. */
export async function listReadyDrafts(
  actor: Actor,
  exam: ExamView,
  part: Part,
  papers: OwnPaper[],
): Promise<OwnPaper[]> {
  const rubric = await currentRubric(exam, part);
  const drafts = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.attempt_id', 'scores.rubric_id'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .where('scores.examiner_id', '=', actor.id)
    .where('scores.state', '=', 'draft')
    .where('scores.percent', 'is not', null)
    .execute();
  const ready = new Set(drafts.filter((draft) => draft.rubric_id === rubric.id).map((draft) => draft.attempt_id));
  return papers.filter((paper) => ready.has(paper.attemptId) && paper.isOpen);
}
