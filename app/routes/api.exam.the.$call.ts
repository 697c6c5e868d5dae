import { z } from 'zod';
import { listScoreExams } from '~/domain/scoring/marking/score-exams.queries.server';
import { SCORE_EXAM_STATUSES } from '~/domain/scoring/paper/scoring.rules';
import { scoreExam } from '~/http/answers/score';
import { apiList } from '~/http/api-list';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { secondOrNull } from '~/lib/time';
import { optionalText } from '~/lib/zod';

const listInput = apiList({
  status: z
    .enum(['', ...SCORE_EXAM_STATUSES], { errorMap: () => ({ message: '评分状态应为 todo、done 或 released' }) })
    .default(''),
  keyword: optionalText('关键词', 100),
});
const { loader, action } = defineApi('exam/the', {
  scoreExamList: call('GET', 'teacher', listInput, pageOf(scoreExam), async ({ actor, input, now }) => {
    const { counts: _counts, ...page } = await listScoreExams(actor, { ...input, status: input.status || null }, now);
    return paged({
      ...page,
      rows: page.rows.map(({ endsAt, releasedAt, markingDueAt, dueAt: _dueAt, parts, ...row }) => ({
        ...row,
        parts: parts.map(({ endsAt: _endsAt, ...part }) => part),
        endTime: secondOrNull(endsAt),
        releasedAt: secondOrNull(releasedAt),
        markingDueAt: secondOrNull(markingDueAt),
      })),
    });
  }),
});

export { loader, action };
