import { db } from '~/db/db.server';
import { listQuestionsInUse } from '~/domain/exam/closed-questions.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import { getReadableQuestion } from './question-access.server';
import { countExamUses } from './question.queries.server';
import type { Bank } from './question.schema';
import { listShares } from './share.queries.server';
import { sharedWithText } from './share.rules';

/** A question that the teacher may read, and what is known about it: of an own one also where it is and who has it. */
export async function getPreview<B extends Bank>(actor: Actor, bank: B, id: number, now: number) {
  const question = await getReadableQuestion(actor, bank, id);
  const inUse = (await listQuestionsInUse([id], now)).has(id);
  if (question.ownerId !== actor.id) {
    const { name } = await db()
      .selectFrom('users')
      .select('name')
      .where('id', '=', question.ownerId)
      .executeTakeFirstOrThrow();
    return {
      question,
      facts: [{ term: '来自', detail: `${name}的共享${inUse ? '，正在考试中使用' : ''}` }],
      isOwn: false,
    };
  }
  const uses = (await countExamUses([id])).get(id) ?? 0;
  const path = question.directoryId ? directoryPath(await listDirectories(actor, bank), question.directoryId) : [];
  const facts = [
    { term: '目录', detail: path.join(' › ') || '未归类' },
    { term: '共享给', detail: sharedWithText(await listShares([id]), 5) || '未共享' },
    { term: '用在', detail: uses === 0 ? '还没有考试用到' : `${uses} 场考试${inUse ? '，正在考试中使用' : ''}` },
  ];
  return { question, facts, isOwn: true };
}
