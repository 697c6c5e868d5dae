import pLimit from 'p-limit';
import type { Given } from '~/domain/question-bank/kinds/kind.schema';
import { classroomThen, isMemberOf } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { listHandInRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import { db, transaction } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { fromReceipt } from '~/domain/attempt/attempt.queries.server';
import { overSeconds, recordLimit } from '~/domain/attempt/attempt.rules';
import { closedHow } from '~/domain/attempt/closing.rules';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { blindName, byBlindCode, seesNames } from '~/domain/exam/blind.rules';
import { paperLock } from '~/domain/exam/released.queries.server';
import { listNumberedItems } from '~/domain/exam/paper-numbers.queries.server';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { makeSheet } from '~/lib/sheets.server';
import type { Sheet, SheetCell } from '~/lib/spreadsheet.server';
import { formatDuration, formatSecond } from '~/lib/time';
import {
  answerCells,
  answerColumns,
  COMMENT_COLUMNS,
  ITEM_COLUMNS,
  PAPER_COLUMNS,
  itemCells,
  markCells,
  markColumns,
  type Item,
} from './answer-sheet.rules';
import { sealOf } from '../paper/sealed.queries.server';
import { listUnseenPapers } from '../paper/looks.queries.server';
import { getResultExam, listScoreRows, resitOf, resultFileName } from './score-list.queries.server';
import { listPaperScores } from '../settling/paper-scores.queries.server';
import { settlePaper } from '../paper/settle.rules';
import { listScores, type ScoreView } from '../marking/scores.queries.server';
import { countedAttempt, roundHalfUp, SCORING_STATE_WORDS, scoringState } from '../paper/scoring.rules';
import type { Settlement } from '../paper/settlement.rules';

/** A file of 5,000 papers takes some seconds and some memory: they are made one after the other. */
const oneAtATime = pLimit(1);

/** So many papers are read from the database at once. */
const CHUNK = 250;

/** Said of a paper whose marks by others are left out. */
const HELD_BACK = '这份还可能由您评分或仲裁，别的老师的评分没有列出；分数定下后再导出就有';

/**
 * Every paper of an exam with all answers, points and marks, for its owner: a sheet for each part (a row per
 * attempt), one of the items, one of the comments. What others gave a paper that the owner may still have to mark or
 * arbitrate is left out, as on every page: a file for keeping takes nobody's right to arbitrate away.
 */
export async function exportAnswers(
  actor: Actor,
  input: { examId: number; classId: number },
  now: number,
): Promise<{ name: string; bytes: Buffer }> {
  const exam = await getResultExam(actor, input.examId);
  const bytes = await oneAtATime(async () => {
    const sheets: Sheet[] = [];
    const itemRows: SheetCell[][] = [];
    const comments: SheetCell[][] = [];
    for (const part of partsOf(exam.testType)) {
      const items = await listNumberedItems(exam, part);
      itemRows.push(...items.map((item) => itemCells(item, item.number)));
      sheets.push(await partSheet(actor, exam, { part, items, classId: input.classId }, comments, now));
    }
    sheets.push({ name: '题目', columns: ITEM_COLUMNS, rows: itemRows });
    sheets.push({ name: '评语', columns: COMMENT_COLUMNS, rows: comments });
    return makeSheet(sheets);
  });
  await transaction(() =>
    recordAudit(
      actor,
      { action: 'exam.export', entity: 'exam', entityId: exam.id, detail: { what: 'answers', ...input } },
      now,
    ),
  );
  const rows = input.classId === 0 ? [] : await listScoreRows(exam, now);
  return { name: resultFileName(exam, rows, input.classId, '答卷'), bytes };
}

async function partSheet(
  actor: Actor,
  exam: ExamView,
  { part, items, classId }: { part: Part; items: NumberedItem[]; classId: number },
  comments: SheetCell[][],
  now: number,
): Promise<Sheet> {
  const named = await listPapers(exam.id, part, classId);
  const sittings = await listSittings(exam, part, named);
  const { papers, isTold } = await withoutHiddenNames(exam, { part, classId }, named, now);
  const examiners = await countExaminers(exam.id, part);
  const slots = Array.from({ length: examiners }, (_, index) => index + 1);
  const rows: SheetCell[][] = [];
  for (let from = 0; from < papers.length; from += CHUNK) {
    const some = papers.slice(from, from + CHUNK);
    const ids = some.map((paper) => paper.id);
    const unseen = await listUnseenPapers(actor, exam, ids);
    const given = await listGiven(ids);
    const points = await listPoints(ids);
    const remarks = await listHandInRemarks(ids);
    const numberOf = (id: number) => items.find((item) => item.id === id)?.number ?? 0;
    const scores = new Map<number, ScoreView[]>();
    for (const score of await listScores(ids)) {
      scores.set(score.attemptId, [...(scores.get(score.attemptId) ?? []), score]);
    }
    // Of two sittings the scores of one count.
    const counted = await listCountedIds(
      exam,
      ids.filter((id) => sittings.countedIds.has(id)),
    );
    for (const paper of some) {
      const all = scores.get(paper.id) ?? [];
      const own = unseen.has(paper.id) ? all.filter((score) => score.examinerId === actor.id) : all;
      const isHeldBack = own.length < all.length;
      rows.push([
        ...paperCells(paper, all),
        ...items.flatMap((item) =>
          answerCells(item, given(paper.id, item), isHeldBack ? null : (points.get(`${paper.id} ${item.id}`) ?? null)),
        ),
        ...slots.flatMap((slot) => scoreCells(own[slot - 1], items, counted)),
        [
          ...(isTold(paper.student_id) ? (sittings.words.get(paper.student_id) ?? []) : []),
          ...(remarks.get(paper.id) ?? []).map(({ itemId, text }) => `第 ${numberOf(itemId)} 题：${text}`),
          ...(isHeldBack ? [HELD_BACK] : []),
        ].join('；'),
      ]);
      comments.push(...commentRows(part, paper, own, items, counted));
    }
  }
  return {
    name: `${PART_LABELS[part]}答卷`,
    columns: [
      ...PAPER_COLUMNS,
      ...items.flatMap((item) => answerColumns(item, item.number)),
      ...slots.flatMap((slot) => [
        { header: `阅卷老师 ${slot}`, width: 12 },
        { header: `阅卷老师 ${slot} 状态`, width: 12 },
        { header: `阅卷老师 ${slot} 得分率（%）`, width: 12 },
        ...items.flatMap((item) => markColumns(item, item.number, slot)),
      ]),
      { header: '备注', width: 30 },
    ],
    rows,
  };
}

/** The papers of a part by class, number and attempt, with whose they are. */
async function listPapers(examId: number, part: Part, classId: number) {
  let query = db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(examId)))
    .select([
      'attempts.id',
      'attempts.student_id',
      'attempts.number',
      'attempts.state',
      'attempts.settlement',
      'attempts.started_at',
      'attempts.submitted_at',
      'attempts.closed_by',
      'attempts.receipt',
      'attempts.receipt_code',
      'attempts.percent',
      'users.account',
      studentNameThen('attempts.exam_id').as('name'),
      classNameThen('attempts.exam_id').as('class_name'),
    ])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '=', part);
  if (classId !== 0) query = query.where(isMemberOf(examId, [classId]));
  return query
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .orderBy('users.id')
    .orderBy('attempts.number')
    .execute();
}

type Paper = Omit<Awaited<ReturnType<typeof listPapers>>[number], 'started_at'> & { started_at: number | null };

const asSealable = (paper: Paper) => ({ ...paper, studentId: paper.student_id, submittedAt: paper.submitted_at });

/** Of a class with one pupil the code would be a name. */
const NO_CLASS = '匿名评阅：还没有公布的答卷只有编号，不能分班级导出，不然人少的班看得出是谁的。请选“全部班级”再导出。';

/**
 * What is still marked without names is here without them too, by its code and last: answers beside a name tell all. So
 * would what both sittings of a student came to, beside either of them (`isTold`).
 */
async function withoutHiddenNames(
  exam: ExamView,
  { part, classId }: { part: Part; classId: number },
  papers: Paper[],
  now: number,
): Promise<{ papers: Paper[]; isTold: (studentId: number) => boolean }> {
  const isLocked = await paperLock(exam.id);
  const isNamed = ({ student_id: studentId, number }: Paper) =>
    seesNames(exam, { isOwner: true, view: 'marking', isOut: isLocked({ studentId, part, number }) });
  const hidden = papers.filter((paper) => !isNamed(paper));
  if (classId !== 0 && hidden.length > 0) throw new AppError('conflict', NO_CLASS);
  const untold = new Set(hidden.map((paper) => paper.student_id));
  const traces = { account: '', class_name: '', started_at: null, submitted_at: null };
  const sealedUntil = await sealOf(exam, part, now);
  const byCode = hidden
    .filter((one) => one.state !== 'in_progress' && sealedUntil(asSealable(one)) === null)
    .map((paper) => ({ ...paper, attemptId: paper.id }))
    .sort(byBlindCode)
    .map((paper) => ({
      ...paper,
      ...traces,
      ...{ name: blindName(paper.id), closed_by: null, receipt: null, receipt_code: null },
    }));
  return { papers: [...papers.filter(isNamed), ...byCode], isTold: (studentId) => !untold.has(studentId) };
}

/** Which of each student's papers counts, and of who sat again the sentence with both marks, as the score list says it. */
async function listSittings(
  exam: ExamView,
  part: Part,
  papers: Paper[],
): Promise<{ countedIds: Set<number>; words: Map<number, string[]> }> {
  const resits = new Map((await listResits(exam.id, part)).map((resit) => [resit.studentId, resit.state]));
  const countedIds = new Set<number>();
  const words = new Map<number, string[]>();
  for (const studentId of new Set(papers.map((paper) => paper.student_id))) {
    const own = papers.filter((paper) => paper.student_id === studentId);
    const counted = countedAttempt(own, exam.settings.countedAttempt);
    if (counted) countedIds.add(counted.id);
    const again = resitOf(own, counted, resits.get(studentId) ?? null);
    if (again !== '') words.set(studentId, [again]);
  }
  return { countedIds, words };
}

function whoCells(paper: Paper): SheetCell[] {
  return [paper.account, paper.name, paper.class_name ?? '', paper.number];
}

function paperCells(paper: Paper, scores: ScoreView[]): SheetCell[] {
  const state = scoringState({
    attemptState: paper.state,
    hasDraft: scores.some((score) => score.state === 'draft'),
    settlement: paper.settlement as Settlement,
    isPartOver: true,
  });
  return [
    ...whoCells(paper),
    SCORING_STATE_WORDS[state],
    paper.started_at === null ? '' : formatSecond(paper.started_at),
    paper.submitted_at === null ? '' : formatSecond(paper.submitted_at),
    closedHow(paper.closed_by, fromReceipt(paper.receipt)),
    paper.receipt_code ?? '',
    percentCell(paper.percent),
  ];
}

/** The most scores that one paper of the part has. */
async function countExaminers(examId: number, part: Part): Promise<number> {
  const rows = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '=', part)
    .groupBy('scores.attempt_id')
    .execute();
  return rows.reduce((most, row) => Math.max(most, Number(row.count)), 0);
}

function percentCell(percent: number | null): SheetCell {
  return percent === null ? null : roundHalfUp(percent, 2);
}

function stateOf(score: ScoreView, counted: ReadonlySet<number>): string {
  const state = `${score.kind === 'arbiter' ? '仲裁' : ''}${score.state === 'final' ? '已提交' : '草稿'}`;
  return counted.has(score.id) ? `${state}，计入` : state;
}

/** The scores whose mean each of the papers is. */
async function listCountedIds(exam: ExamView, attemptIds: number[]): Promise<Set<number>> {
  const papers = await listPaperScores(attemptIds);
  return new Set(papers.flatMap((paper) => settlePaper(paper, exam.settings.arbitrationLimit).countedIds));
}

function scoreCells(score: ScoreView | undefined, items: Item[], counted: ReadonlySet<number>): SheetCell[] {
  const marks = new Map(score?.marks.map((mark) => [mark.itemId, mark]));
  return [
    score?.examinerName ?? null,
    score ? stateOf(score, counted) : null,
    score ? percentCell(score.percent) : null,
    ...items.flatMap((item) => markCells(item, marks.get(item.id) ?? null)),
  ];
}

/** What students gave in some papers; null for an item that a paper does not have. */
async function listGiven(ids: number[]): Promise<(attemptId: number, item: Item) => Given | null> {
  const places = await db()
    .selectFrom('attempt_items')
    .select(['attempt_id', 'item_id'])
    .where('attempt_id', 'in', ids)
    .execute();
  const answers = await db()
    .selectFrom('answers')
    .select(['attempt_id', 'item_id', 'value'])
    .where('attempt_id', 'in', ids)
    .execute();
  const takes = await db()
    .selectFrom('takes')
    .innerJoin('exam_items', 'exam_items.id', 'takes.item_id')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .select(['attempt_id', 'item_id', 'duration_ms', 'is_chosen', 'exam_items.snapshot', 'exams.settings'])
    .where('attempt_id', 'in', ids)
    .where('outcome', '!=', 'refused')
    .execute();
  const photos = await db()
    .selectFrom('photos')
    .select(['attempt_id', 'item_id'])
    .where('attempt_id', 'in', ids)
    .where('outcome', '!=', 'refused')
    .where('removed_at', 'is', null)
    .execute();
  const key = (row: { attempt_id: number; item_id: number }) => `${row.attempt_id} ${row.item_id}`;
  const hasOwnPaper = new Set(places.map((row) => row.attempt_id));
  const inPaper = new Set(places.map(key));
  const given = new Map<string, Given>();
  const of = (name: string): Given => {
    const known = given.get(name) ?? { value: null, photos: 0, takes: [] };
    given.set(name, known);
    return known;
  };
  for (const row of answers) of(key(row)).value = fromJson<AnswerValue>(row.value);
  for (const row of takes) {
    const limit = recordLimit(fromJson(row.settings), fromJson(row.snapshot));
    const over = overSeconds(row.duration_ms, limit);
    of(key(row)).takes.push({ durationMs: row.duration_ms, overSeconds: over, isChosen: row.is_chosen === 1 });
  }
  for (const row of photos) of(key(row)).photos += 1;
  return (attemptId, item) => {
    const name = `${attemptId} ${item.id}`;
    const isThere = hasOwnPaper.has(attemptId) ? inPaper.has(name) : item.drawId === null;
    return isThere ? of(name) : null;
  };
}

/** What each item earned, by `<attempt> <item>`. */
async function listPoints(ids: number[]): Promise<Map<string, number>> {
  const rows = await db().selectFrom('item_results').selectAll().where('attempt_id', 'in', ids).execute();
  return new Map(rows.map((row) => [`${row.attempt_id} ${row.item_id}`, row.points]));
}

type NumberedItem = Item & { number: number };

/** Everything that examiners wrote on a paper: on the whole, on an item, at a second of a recording. */
function commentRows(
  part: Part,
  paper: Paper,
  scores: ScoreView[],
  items: NumberedItem[],
  counted: ReadonlySet<number>,
): SheetCell[][] {
  const numberOf = (itemId: number) => items.find((item) => item.id === itemId)?.number ?? null;
  const row = (score: ScoreView, item: SheetCell, text: string, at = ''): SheetCell[] => [
    `${PART_LABELS[part]}${paper.number >= RESIT_NUMBER ? '补考' : ''}`,
    ...whoCells(paper),
    item,
    score.examinerName,
    stateOf(score, counted),
    at,
    text,
  ];
  return scores.flatMap((score) => [
    ...(score.comment === '' ? [] : [row(score, '全卷', score.comment)]),
    ...score.marks.flatMap((mark) => (mark.comment === '' ? [] : [row(score, numberOf(mark.itemId), mark.comment)])),
    ...score.notes.map((note) => row(score, numberOf(note.itemId), note.text, formatDuration(note.atMs))),
  ]);
}
