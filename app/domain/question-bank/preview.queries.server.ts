import { listQuestionsInUse } from './closed-questions.server';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { formatMinute } from '~/lib/time';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import { plainFormulas } from './formula-text.rules';
import { getReadableQuestion, listEditableIds } from './question-access.server';
import { listQuestionEdits } from './question-edits.server';
import { countExamUses, getOwnerName } from './question.queries.server';
import type { Bank } from './question.schema';
import { listShares } from './share.queries.server';
import { RIGHT_LABELS, sharedWithText } from './share.rules';

/** A question that the teacher may read, by its name in a line too, and what is known about it: of an own one also where it is and who has it. */
export async function getPreview<B extends Bank>(actor: Actor, bank: B, id: number, now: number) {
  const question = await getReadableQuestion(actor, bank, id);
  const inUse = (await listQuestionsInUse([id], now)).has(id);
  const name = plainFormulas(question.title);
  if (question.ownerId !== actor.id) {
    const canEdit = (await listEditableIds(actor, [id])).has(id);
    const from = `${await getOwnerName(id)}的共享（${RIGHT_LABELS[canEdit ? 'edit' : 'view']}）`;
    return {
      question,
      name,
      facts: [{ term: '来自', detail: `${from}${inUse ? '，正在考试中使用' : ''}` }],
      isOwn: false,
      canEdit,
      edits: canEdit ? await latestEdits(actor, bank, id) : null,
    };
  }
  const uses = (await countExamUses([id])).get(id) ?? 0;
  const path = question.directoryId ? directoryPath(await listDirectories(actor, bank), question.directoryId) : [];
  const facts = [
    { term: '目录', detail: path.join(' › ') || '未归类' },
    { term: '共享给', detail: sharedWithText(await listShares([id]), 5) || '未共享' },
    { term: '用在', detail: uses === 0 ? '还没有考试用到' : `${uses} 场考试${inUse ? '，正在考试中使用' : ''}` },
  ];
  return { question, name, facts, isOwn: true, canEdit: true, edits: await latestEdits(actor, bank, id) };
}

const LATEST = 5;

/** The last changes, and whether there are more of them on their own page. */
async function latestEdits(actor: Actor, bank: Bank, id: number) {
  const { page } = await listQuestionEdits(actor, { bank, id, currentPage: 1, pageSize: LATEST });
  const { timeZone } = await getSchool();
  return { rows: page.rows.map((row) => ({ ...row, when: formatMinute(row.at, timeZone) })), total: page.totalCount };
}
