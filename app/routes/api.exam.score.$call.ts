import { z } from 'zod';
import { answersSoon } from '~/domain/export/answers-export.server';
import { PARTS } from '~/domain/exam/parts.rules';
import { listComments } from '~/domain/scoring/marking/comments.queries.server';
import { exportConsistency } from '~/domain/scoring/marking/consistency-export.server';
import { getConsistency } from '~/domain/scoring/marking/consistency.queries.server';
import { acceptLate } from '~/domain/scoring/marking/late.commands.server';
import { acceptLateSchema } from '~/domain/scoring/marking/late.schema';
import { lookAtMarks, openScoring } from '~/domain/scoring/marking/looks.commands.server';
import { saveScore, scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
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
import { assertScoringPart, listScoring } from '~/domain/scoring/paper/papers.queries.server';
import {
  toApiClassScores,
  toApiJournal,
  toApiMarkedPaper,
  toApiPaper,
  toApiPhoto,
  toApiScore,
  toApiScoringRow,
  toApiTotalRow,
} from '~/domain/scoring/report/score-api.rules';
import { arrangePhoto, editPhotoMarks } from '~/domain/scoring/marking/photo-marks.commands.server';
import { getPhotoDesk } from '~/domain/scoring/marking/photo-marks.queries.server';
import { arrangePhotoSchema, photoMarksSchema } from '~/domain/scoring/marking/photo-marks.schema';
import { scoreCallSchema } from '~/domain/scoring/marking/scoring.schema';
import {
  classScoresSchema,
  commentListShape,
  comparedSchema,
  journalShape,
  scoreExportSchema,
  scoringListShape,
} from '~/domain/scoring/report/score-call.schema';
import { apiList } from '~/http/api-list';
import { count } from '~/http/answers/common';
import { id } from '~/http/answers/exam-words';
import { markedPhoto, paper, photoMarks, score, scoringRow, totalRow } from '~/http/answers/score';
import { classScores, commentRow, journalRow } from '~/http/answers/score-lists';
import { consistency, markedPapers } from '~/http/answers/school';
import { blob, call, defineApi, paged, pageOf } from '~/http/api.server';
import { tellingWhatIsNow } from '~/http/api-fields.server';
import { isAhead } from '~/http/request.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { AppError, notFound } from '~/lib/errors';
import { formatSecond } from '~/lib/time';
import { idField } from '~/lib/zod';

const quickComments = z.array(z.object({ id, text: z.string(), part: z.enum(['', ...PARTS]) }));
const getInput = z.object({ attemptId: idField('答卷') });
/** Whoever calls waits for the file; a page does for some seconds. */
const EXPORT_WAIT_MS = 120_000;

const { loader, action } = defineApi('exam/score', {
  list: call(
    'GET',
    'teacher',
    apiList(scoringListShape),
    pageOf(scoringRow.or(totalRow)),
    async ({ actor, input, now }) => {
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
    },
  ),
  class: call('GET', 'teacher', classScoresSchema, classScores, async ({ actor, input, now }) => {
    const asked = { ...input, classId: input.classId ?? 0, names: '1' } as const;
    return toApiClassScores(await getClassScoreList(actor, asked, now));
  }),
  export: call('GET', 'teacher', scoreExportSchema, blob(), async ({ actor, input, now }) => {
    const { name, bytes } = await exportScoreList(actor, { ...input, classId: input.classId ?? 0 }, now);
    return spreadsheetResponse(bytes, name);
  }),
  exportAnswers: call(
    'GET',
    'teacher',
    scoreExportSchema.pick({ examId: true, classId: true }),
    blob(),
    async ({ actor, input, now, request }) => {
      const asked = { examId: input.examId, classId: input.classId ?? 0 };
      const waiting = { waitMs: EXPORT_WAIT_MS, isGone: () => request.signal.aborted };
      const made = await answersSoon(actor, asked, now, waiting);
      if (!made) throw new AppError('conflict', '答卷很多，还在导出：导出好了“消息”里会有下载的链接。');
      return spreadsheetResponse(made.bytes, made.name);
    },
  ),
  exportConsistency: call('GET', 'teacher', comparedSchema, blob(), async ({ actor, input, now }) => {
    await assertScoringPart(actor, input);
    const { name, bytes } = await exportConsistency(actor, input, now);
    return spreadsheetResponse(bytes, name);
  }),
  // 作答记录, item by item; in a blind exam without the clock.
  journal: call('GET', 'teacher', apiList(journalShape), pageOf(journalRow), async ({ actor, input, now }) => {
    const journal = await getJournal(actor, { ...input, versionId: input.versionId ?? 0 }, now);
    // The page shows its last one instead of one past the end.
    const { page } = journal;
    const { currentPage } = input;
    return paged({ ...page, currentPage, rows: page.currentPage === currentPage ? toApiJournal(journal) : [] });
  }),
  commentList: call('GET', 'teacher', apiList(commentListShape), pageOf(commentRow), async ({ actor, input }) => {
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
  consistency: call('GET', 'teacher', comparedSchema, consistency, async ({ actor, input }) => {
    await assertScoringPart(actor, input);
    const { exam, names, parts: _parts, thresholds: _thresholds, ...report } = await getConsistency(actor, input);
    const teachers = Object.entries(names).map(([id, name]) => ({ id: Number(id), name }));
    return { examId: exam.id, name: exam.name, status: exam.status, teachers, ...report };
  }),
  // 逐份对照. Whoever looks before marking no longer arbitrates, so it is no GET.
  marks: call('POST', 'teacher', comparedSchema, markedPapers, async ({ actor, input, now }) => {
    await assertScoringPart(actor, input);
    const { papers, looked } = await lookAtMarks(actor, input, now);
    return { looked, papers: papers.map(toApiMarkedPaper) };
  }),
  // 全部按答案判分, where no question of the part needs a teacher.
  auto: call('POST', 'teacher', shareOfSchema, count, ({ actor, input, now }) => scoreByKey(actor, input, now)),
  decide: call('POST', 'teacher', decideSchema, z.null(), async ({ actor, input, now }) => {
    await tellingWhatIsNow(
      () => decideScore(actor, input, now),
      async () => ({
        decision: toApiPaper(await getScoring(actor, { attemptId: input.attemptId, classId: 0 }, now)).decision,
      }),
    );
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
    return toApiPhoto((await getPhotoDesk(actor, input.photoId, now)).photo);
  }),
  save: call('POST', 'teacher', scoreCallSchema, score, async ({ actor, input, now }) =>
    toApiScore(await saveScore(actor, input, now)),
  ),
});

export { loader, action };
