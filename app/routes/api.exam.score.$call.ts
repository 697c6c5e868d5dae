import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
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
import { getScoreList } from '~/domain/scoring/report/score-list.queries.server';
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
import { consistency, markedPapers } from '~/http/answers/school';
import { apiList } from '~/http/api-list';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { isAhead } from '~/http/request.server';
import { notFound } from '~/lib/errors';
import { idField, optionalId, optionalText } from '~/lib/zod';

const states = ['', 'mine', ...(Object.keys(SCORING_STATE_WORDS) as ScoringState[])] as const;
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
