import { z } from 'zod';
import { PARTS } from '~/domain/exam/exam.rules';
import { acceptLate } from '~/domain/scoring/late.commands.server';
import { acceptLateSchema } from '~/domain/scoring/late.schema';
import { saveScore } from '~/domain/scoring/scoring.commands.server';
import { getScoreList } from '~/domain/scoring/score-list.queries.server';
import { scoreListShape } from '~/domain/scoring/score-list.schema';
import { listScoring } from '~/domain/scoring/papers.queries.server';
import { type ScoreView } from '~/domain/scoring/scores.queries.server';
import { getScoring } from '~/domain/scoring/scoring.queries.server';
import { SCORING_STATE_WORDS, type ScoringState } from '~/domain/scoring/scoring.rules';
import { arrangePhoto, editPhotoMarks } from '~/domain/scoring/photo-marks.commands.server';
import { getPhotoDesk, type MarkedPhoto, type SheetItem } from '~/domain/scoring/photo-marks.queries.server';
import { arrangePhotoSchema, photoMarksSchema } from '~/domain/scoring/photo-marks.schema';
import { scoreCallSchema } from '~/domain/scoring/scoring.schema';
import { apiList } from '~/http/api-list';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { formatSecond } from '~/lib/time';
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
const getInput = z.object({ attemptId: idField('答卷') });

const { loader, action } = defineApi('exam/score', {
  list: call('GET', 'teacher', listInput, pageOf(z.unknown()), async ({ actor, input, now }) => {
    const { part, ...filter } = { ...input, classId: input.classId ?? 0 };
    // The score list, one row for each student with rank and total, is the owner's.
    if (part === 'total') {
      const state = filter.state === 'mine' ? '' : filter.state;
      const { rows, totalCount, pageSize, currentPage } = await getScoreList(actor, { ...filter, state }, now);
      return paged({ rows, totalCount, pageSize, currentPage });
    }
    const page = await listScoring(actor, { ...filter, part }, now);
    const { totalCount, pageSize, currentPage } = page;
    const rows = page.rows.map(({ submittedAt, ...row }) => ({ ...row, submittedAt: time(submittedAt) }));
    return paged({ rows, totalCount, pageSize, currentPage });
  }),
  get: call('GET', 'teacher', getInput, z.unknown(), async ({ actor, input, now }) => {
    const { exam, attempt, student, items, rubric, own, others, part, done, total } = await getScoring(
      actor,
      { ...input, classId: 0 },
      now,
    );
    return {
      attemptId: attempt.id,
      examId: exam.id,
      examName: exam.name,
      part,
      state: attempt.state,
      submittedAt: time(attempt.submittedAt),
      receiptCode: attempt.receiptCode,
      student,
      rubric: { id: rubric.id, version: rubric.version, ...rubric.rubric },
      items: items.map(toApiItem),
      score: own && toApiScore(own),
      otherScores: others.map(toApiScore),
      done,
      total,
    };
  }),
  acceptLate: call('POST', 'teacher', acceptLateSchema, z.unknown(), ({ actor, input, now }) =>
    acceptLate(actor, input, now),
  ),
  photoMarks: call(
    'POST',
    'teacher',
    photoMarksSchema,
    z.unknown(),
    async ({ actor, input: { shapes, ...input }, now }) =>
      editPhotoMarks(actor, { ...input, edit: { kind: 'replace', shapes } }, now),
  ),
  photoArrange: call('POST', 'teacher', arrangePhotoSchema, z.unknown(), async ({ actor, input, now }) => {
    await arrangePhoto(actor, input, now);
    return toApiPhoto((await getPhotoDesk(actor, input.photoId)).photo);
  }),
  save: call('POST', 'teacher', scoreCallSchema, z.unknown(), async ({ actor, input, now }) =>
    toApiScore(await saveScore(actor, input, now)),
  ),
});

export { loader, action };

const time = (milliseconds: number | null) => (milliseconds === null ? null : formatSecond(milliseconds));

function toApiItem({
  answer,
  takes,
  photos,
  lateTakes,
  latePhotos,
  lateAnswers,
  acceptances,
  snapshot,
  ...item
}: SheetItem) {
  const received = <T extends { receivedAt: number }>({ receivedAt, ...rest }: T) => ({
    ...rest,
    receivedAt: formatSecond(receivedAt),
  });
  return {
    ...item,
    question: snapshot,
    answer: answer && { ...answer, savedAt: formatSecond(answer.savedAt) },
    takes: takes.map(received),
    photos: photos.map(toApiPhoto),
    lateTakes: lateTakes.map(received),
    latePhotos: latePhotos.map(received),
    lateAnswers: lateAnswers.map(received),
    acceptances: acceptances.map(({ acceptedAt, ...one }) => ({ ...one, acceptedAt: formatSecond(acceptedAt) })),
  };
}

function toApiPhoto({ receivedAt, removedAt: _removedAt, own, others, ...photo }: MarkedPhoto) {
  return {
    ...photo,
    receivedAt: formatSecond(receivedAt),
    marks: own.shapes,
    marksVersion: own.version,
    otherMarks: others,
  };
}

function toApiScore({ updatedAt, finalisedAt, ...score }: ScoreView) {
  return { ...score, updatedAt: formatSecond(updatedAt), finalisedAt: time(finalisedAt) };
}
