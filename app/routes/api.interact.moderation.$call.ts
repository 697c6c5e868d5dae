import { z } from 'zod';
import { openQueue } from '~/domain/work/moderation-page.server';
import { findQueueRows, listHistory, type QueueRow } from '~/domain/work/moderation.queries.server';
import type { TextPart } from '~/domain/work/words.rules';
import { decisionRow, moderated } from '~/http/answers/works';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { notFound } from '~/lib/errors';
import { formatSecond, secondOrNull } from '~/lib/time';
import { checkbox, idField, optionalId, optionalText } from '~/lib/zod';

const KINDS = ['work', 'comment'] as const;
const kindMessage = { errorMap: () => ({ message: 'kind 应为 work 或 comment' }) };

const filters = {
  kind: z.enum(['', ...KINDS], kindMessage).default(''),
  classId: optionalId('班级'),
  keyword: optionalText('关键词', 100),
};
const listInput = apiList({
  ...filters,
  tab: z
    .enum(['', 'approved', 'rejected'], { errorMap: () => ({ message: 'tab 应为空、approved 或 rejected' }) })
    .default('')
    .describe('空为待审核的'),
  flagged: checkbox().describe('只要有敏感词的'),
});
const getInput = z.object({ kind: z.enum(KINDS, kindMessage), id: idField('内容') });

/** Works and comments of the own classes' students: what waits for a decision, and what was decided. */
const { loader, action } = defineApi('interact/moderation', {
  list: call('GET', 'teacher', listInput, pageOf(moderated), async ({ actor, input }) => {
    const page = await openQueue(actor, { ...input, flagged: input.flagged ? '1' : '' });
    return paged({ ...page, rows: page.rows.map(toApiModerated) });
  }),
  get: call('GET', 'teacher', getInput, moderated, async ({ actor, input }) => {
    const [row] = await findQueueRows(actor, [input]);
    if (!row) throw notFound('内容');
    return toApiModerated(row);
  }),
  history: call('GET', 'teacher', apiList(filters), pageOf(decisionRow), async ({ actor, input }) => {
    const page = await listHistory(actor, { ...input, tab: 'history', flagged: '' });
    return paged({
      ...page,
      rows: page.rows.map(({ decidedAt, ...row }) => ({ ...row, decideTime: formatSecond(decidedAt) })),
    });
  }),
});

export { loader, action };

const plain = (parts: TextPart[]) => parts.map(({ text }) => text).join('');

function toApiModerated(row: QueueRow) {
  const { score, title, text, photos, recordings, decidedAt, createdAt, ...rest } = row;
  return {
    ...{ ...rest, title: plain(title), text: plain(text) },
    ...{ score: score?.percent ?? null, grade: score?.grade?.word ?? null },
    photos: photos.map(({ url }) => ({ url })),
    recordings: recordings.map(({ url, durationMs }) => ({ url, durationMs })),
    decideTime: secondOrNull(decidedAt),
    createTime: formatSecond(createdAt),
  };
}
