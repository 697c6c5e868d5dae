import { z } from 'zod';
import { answersSoon } from '~/domain/export/answers-export.server';
import { PARTS } from '~/domain/exam/parts.rules';
import { listComments } from '~/domain/scoring/marking/comments.queries.server';
import { COMMENT_KINDS } from '~/domain/scoring/marking/comments.rules';
import { exportConsistency } from '~/domain/scoring/marking/consistency-export.server';
import { getConsistency } from '~/domain/scoring/marking/consistency.queries.server';
import { acceptLate } from '~/domain/scoring/marking/late.commands.server';
import { acceptLateSchema } from '~/domain/scoring/marking/late.schema';
import { lookAtMarks, openScoring } from '~/domain/scoring/marking/looks.commands.server';
import { saveScore, scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { decideScore, revokeDecision } from '~/domain/scoring/marking/decision.commands.server';
import {
  deleteQuickComment,
  moveQuickComment,
  saveQuickComment,
} from '~/domain/scoring/marking/quick-comment.commands.server';
import { listQuickComments } from '~/domain/scoring/marking/quick-comment.queries.server';
import {
  moveQuickCommentSchema,
  quickCommentIdSchema,
  quickCommentSchema,
} from '~/domain/scoring/marking/quick-comment.schema';
import { decideSchema, shareOfSchema } from '~/domain/scoring/sharing-out/share-out.schema';
import { getJournal } from '~/domain/scoring/paper/journal.queries.server';
import { exportScoreList } from '~/domain/scoring/report/score-list-export.server';
import { getClassScoreList, getScoreList } from '~/domain/scoring/report/score-list.queries.server';
import { scoreListShape } from '~/domain/scoring/report/score-list.schema';
import { assertScoringPart, listScoring } from '~/domain/scoring/paper/papers.queries.server';
import {
  toApiPaper,
  toApiPhoto,
  toApiScore,
  toApiScoringRow,
  toApiTotalRow,
  shownPercent,
} from '~/domain/scoring/report/score-api.rules';
import { SCORING_STATE_WORDS, type ScoringState } from '~/domain/scoring/paper/scoring.rules';
import { arrangePhoto, editPhotoMarks } from '~/domain/scoring/marking/photo-marks.commands.server';
import { getPhotoDesk } from '~/domain/scoring/marking/photo-marks.queries.server';
import { arrangePhotoSchema, photoMarksSchema } from '~/domain/scoring/marking/photo-marks.schema';
import { scoreCallSchema } from '~/domain/scoring/marking/scoring.schema';
import { count } from '~/http/answers/common';
import { id } from '~/http/answers/exam-words';
import { markedPhoto, paper, photoMarks, score, scoringRow, totalRow } from '~/http/answers/score';
import { classScores, commentRow, journalRow } from '~/http/answers/score-lists';
import { consistency, markedPapers } from '~/http/answers/school';
import { apiList } from '~/http/api-list';
import { blob, call, defineApi, paged, pageOf } from '~/http/api.server';
import { isAhead } from '~/http/request.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { AppError, notFound } from '~/lib/errors';
import { formatSecond } from '~/lib/time';
import { idField, optionalId, optionalText } from '~/lib/zod';

const LISTED_STATES = Object.keys(SCORING_STATE_WORDS) as ScoringState[];
const states = ['', 'mine', ...LISTED_STATES] as const;
const listInput = apiList({
  examId: idField('考试'),
  part: z
    .enum([...PARTS, 'total'], { errorMap: () => ({ message: '请选择口语、笔试或总成绩' }) })
    .nullable()
    .default(null),
  classId: optionalId('班级'),
  state: z.enum(states, { errorMap: () => ({ message: '评分状态有误' }) }).default(''),
  keyword: optionalText('关键词', 100),
  sort: scoreListShape.sort,
  order: scoreListShape.order,
});
const quickComments = z.array(z.object({ id, text: z.string(), part: z.enum(['', ...PARTS]) }));
const comparedInput = z.object({
  examId: idField('考试'),
  part: z
    .enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) })
    .nullable()
    .default(null),
});
const getInput = z.object({ attemptId: idField('答卷') });
const classInput = z.object({
  examId: idField('考试'),
  classId: optionalId('班级').describe('不给为第一个班'),
  by: z.enum(['number', 'rank'], { errorMap: () => ({ message: 'by 应为 number 或 rank' }) }).default('number'),
});
const journalInput = apiList({
  attemptId: idField('答卷'),
  versionId: optionalId('版本').describe('只要这一版，全文'),
});
const commentInput = apiList({
  examId: idField('考试'),
  part: comparedInput.shape.part,
  classId: optionalId('班级'),
  examinerId: optionalId('阅卷老师'),
  itemId: optionalId('题目'),
  kind: z.enum(['', ...COMMENT_KINDS], { errorMap: () => ({ message: '评语的种类有误' }) }).default(''),
  has: z.enum(['with', 'without'], { errorMap: () => ({ message: 'has 应为 with 或 without' }) }).default('with'),
  keyword: optionalText('关键词', 100),
});
const exportInput = z.object({
  examId: idField('考试'),
  classId: optionalId('班级'),
  state: z.enum(['', ...LISTED_STATES], { errorMap: () => ({ message: '评分状态有误' }) }).default(''),
  keyword: optionalText('关键词', 100),
  sort: scoreListShape.sort,
  order: scoreListShape.order,
});
/** Whoever calls waits for the file; a page does for some seconds. */
const EXPORT_WAIT_MS = 120_000;

const { loader, action } = defineApi('exam/score', {
  list: call('GET', 'teacher', listInput, pageOf(scoringRow.or(totalRow)), async ({ actor, input, now }) => {
    const { part, ...filter } = { ...input, classId: input.classId ?? 0 };
    // The score list, one row for each student with rank and total, is the owner's.
    if (part === 'total') {
      const state = filter.state === 'mine' ? '' : filter.state;
      const { rows, totalCount, pageSize, currentPage } = await getScoreList(actor, { ...filter, state }, now);
      return paged({ rows: rows.map(toApiTotalRow), totalCount, pageSize, currentPage });
    }
    await assertScoringPart(actor, { ...input, part });
    const page = await listScoring(actor, { ...filter, part }, now);
    const { totalCount, pageSize, currentPage } = page;
    return paged({ rows: page.rows.map(toApiScoringRow), totalCount, pageSize, currentPage });
  }),
  class: call('GET', 'teacher', classInput, classScores, async ({ actor, input, now }) => {
    const list = await getClassScoreList(actor, { ...input, classId: input.classId ?? 0, names: '1' }, now);
    const { exam, classroom, classes, rows, summary, everybody, blindLeft } = list;
    const named = (one: { id: number; name: string } | null) => one && { id: one.id, name: one.name };
    return {
      ...{ examId: exam.id, name: exam.name, status: exam.status, classId: classroom.id, className: classroom.name },
      ...{ previous: named(list.previous), next: named(list.next), classes, rows: rows.map(toApiTotalRow) },
      ...{ summary, everybody, blindLeft },
    };
  }),
  export: call('GET', 'teacher', exportInput, blob(), async ({ actor, input, now }) => {
    const { name, bytes } = await exportScoreList(actor, { ...input, classId: input.classId ?? 0 }, now);
    return spreadsheetResponse(bytes, name);
  }),
  exportAnswers: call(
    'GET',
    'teacher',
    exportInput.pick({ examId: true, classId: true }),
    blob(),
    async ({ actor, input, now, request }) => {
      const asked = { examId: input.examId, classId: input.classId ?? 0 };
      const waiting = { waitMs: EXPORT_WAIT_MS, isGone: () => request.signal.aborted };
      const made = await answersSoon(actor, asked, now, waiting);
      if (!made) throw new AppError('conflict', '答卷很多，还在导出：导出好了“消息”里会有下载的链接。');
      return spreadsheetResponse(made.bytes, made.name);
    },
  ),
  exportConsistency: call('GET', 'teacher', comparedInput, blob(), async ({ actor, input, now }) => {
    await assertScoringPart(actor, input);
    const { name, bytes } = await exportConsistency(actor, input, now);
    return spreadsheetResponse(bytes, name);
  }),
  // 作答记录, item by item; in a blind exam without the clock.
  journal: call('GET', 'teacher', journalInput, pageOf(journalRow), async ({ actor, input }) => {
    const { items, page, isBlind } = await getJournal(actor, { ...input, versionId: input.versionId ?? 0 });
    const all = items.flatMap(({ id: itemId, position, title, rows }) =>
      rows.map(({ receivedAt, ...row }) => ({
        ...{ ...row, itemId, position, title },
        receivedAt: isBlind ? null : formatSecond(receivedAt),
        sinceBeginMs: isBlind ? receivedAt : null,
      })),
    );
    // The page shows its last one instead of one past the end.
    const { currentPage } = input;
    return paged({ ...page, currentPage, rows: page.currentPage === currentPage ? all : [] });
  }),
  commentList: call('GET', 'teacher', commentInput, pageOf(commentRow), async ({ actor, input }) => {
    await assertScoringPart(actor, input);
    const { classId, examinerId, itemId, ...filter } = input;
    const ids = { classId: classId ?? 0, examinerId: examinerId ?? 0, itemId: itemId ?? 0 };
    const { rows, totalCount, pageSize, currentPage } = await listComments(actor, { ...filter, ...ids });
    const shown = rows.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: formatSecond(updatedAt) }));
    return paged({ rows: shown, totalCount, pageSize, currentPage });
  }),
  get: call('GET', 'teacher', getInput, paper, async ({ actor, input, now, request }) =>
    toApiPaper(await openScoring(actor, { ...input, classId: 0 }, now, { isAhead: isAhead(request) })),
  ),
  consistency: call('GET', 'teacher', comparedInput, consistency, async ({ actor, input }) => {
    await assertScoringPart(actor, input);
    const { exam, names, parts: _parts, thresholds: _thresholds, ...report } = await getConsistency(actor, input);
    const teachers = Object.entries(names).map(([id, name]) => ({ id: Number(id), name }));
    return { examId: exam.id, name: exam.name, status: exam.status, teachers, ...report };
  }),
  // 逐份对照. Whoever looks before marking no longer arbitrates, so it is no GET.
  marks: call('POST', 'teacher', comparedInput, markedPapers, async ({ actor, input, now }) => {
    await assertScoringPart(actor, input);
    const { papers, looked } = await lookAtMarks(actor, input, now);
    return {
      looked,
      papers: papers.map(({ percent, scores, ...paper }) => ({
        ...paper,
        percent: shownPercent(percent),
        scores: scores.map(({ id: scoreId, examinerName, kind, comment, ...score }) => ({
          ...{ id: scoreId, examinerName, kind, comment },
          percent: shownPercent(score.percent),
        })),
      })),
    };
  }),
  // 全部按答案判分, where no question of the part needs a teacher.
  auto: call('POST', 'teacher', shareOfSchema, count, ({ actor, input, now }) => scoreByKey(actor, input, now)),
  decide: call('POST', 'teacher', decideSchema, z.null(), async ({ actor, input, now }) => {
    await decideScore(actor, input, now);
    return null;
  }),
  undecide: call('POST', 'teacher', decideSchema.pick({ attemptId: true }), z.null(), async ({ actor, input, now }) => {
    await revokeDecision(actor, input, now);
    return null;
  }),
  comments: call('GET', 'teacher', z.object({}), quickComments, ({ actor }) => listQuickComments(actor)),
  commentSave: call('POST', 'teacher', quickCommentSchema, quickComments, async ({ actor, input, now }) => {
    await saveQuickComment(actor, input, now);
    return listQuickComments(actor);
  }),
  commentMove: call('POST', 'teacher', moveQuickCommentSchema, quickComments, async ({ actor, input }) => {
    await moveQuickComment(actor, input);
    return listQuickComments(actor);
  }),
  commentDelete: call('POST', 'teacher', quickCommentIdSchema, quickComments, async ({ actor, input, now }) => {
    if (!(await listQuickComments(actor)).some((one) => one.id === input.id)) throw notFound('评语');
    await deleteQuickComment(actor, input, now);
    return listQuickComments(actor);
  }),
  acceptLate: call('POST', 'teacher', acceptLateSchema, z.object({ attemptId: id }), ({ actor, input, now }) =>
    acceptLate(actor, input, now),
  ),
  photoMarks: call(
    'POST',
    'teacher',
    photoMarksSchema,
    photoMarks,
    async ({ actor, input: { shapes, ...input }, now }) =>
      editPhotoMarks(actor, { ...input, edit: { kind: 'replace', shapes } }, now),
  ),
  photoArrange: call('POST', 'teacher', arrangePhotoSchema, markedPhoto, async ({ actor, input, now }) => {
    await arrangePhoto(actor, input, now);
    return toApiPhoto((await getPhotoDesk(actor, input.photoId)).photo);
  }),
  save: call('POST', 'teacher', scoreCallSchema, score, async ({ actor, input, now }) =>
    toApiScore(await saveScore(actor, input, now)),
  ),
});

export { loader, action };
