import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { forgetMarking } from '~/domain/exam/ask-examiners.commands.server';
import { PARTS } from '~/domain/exam/parts.rules';
import { passOnMessages, sendMessages } from '~/domain/message/message.commands.server';
import { freeName } from '~/domain/question-bank/directory.rules';
import { describeMarking, listOpenExaminerParts } from '~/domain/scoring/sharing-out/hand-over.queries.server';
import { handOverScoring } from '~/domain/scoring/sharing-out/hand-over.commands.server';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { disableColleague } from '~/domain/user/colleague.commands.server';
import { getColleague } from '~/domain/user/colleague.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { AppError, invalid } from '~/lib/errors';
import { previewHandOver, type HandOverCounts } from './handover.queries.server';
import type { HandOverInput } from './handover.schema';

/**
 * 移交: hands a teacher's questions with their directories, exams, scoring still to do, classes and resources to
 * another teacher, all or nothing. Scores given, quick comments and messages stay with who they are.
 * @throws AppError conflict when there is more or less to hand over than was shown
 */
export async function handOver(
  actor: Actor,
  input: HandOverInput,
  now: number,
): Promise<{ from: string; to: string; counts: HandOverCounts }> {
  assertAdministrator(actor);
  if (input.fromId === input.toId) throw invalid({ toId: '请选择另一位教师' });
  return transaction(async () => {
    await holdUsers([input.fromId, input.toId]);
    const [{ from, counts, mark }, to] = [await previewHandOver(input.fromId), await getColleague(input.toId)];
    if (to.isDisabled) throw invalid({ toId: `${to.name}的账号已停用，请选择另一位教师` });
    if (input.mark !== mark) {
      throw new AppError('conflict', `${from.name}的内容刚刚有了变化，请看过新的清单再移交。`);
    }
    await moveDirectories(from.id, to.id);
    await db().updateTable('questions').set({ owner_id: to.id }).where('owner_id', '=', from.id).execute();
    for (const table of ['shares', 'directory_shares'] as const) {
      await db().updateTable(table).set({ created_by: to.id }).where('created_by', '=', from.id).execute();
    }
    await takeOverGroups(from.id, to.id, now);
    const exams = await db()
      .updateTable('exams')
      .set({ owner_id: to.id })
      .where('owner_id', '=', from.id)
      .returning('id')
      .execute();
    for (const { id } of exams) for (const part of PARTS) await forgetMarking(id, part, from.id);
    await db().updateTable('resources').set({ owner_id: to.id }).where('owner_id', '=', from.id).execute();
    await moveClassrooms(from.id, to.id);
    await passOnMessages(from.id, to.id, { kind: 'password', title: '学生%忘记了密码' });
    const marking = await listOpenExaminerParts(from.id);
    await handOverScoring(from, to, now);
    const detail = { to: to.id, counts, disables: input.disables };
    await recordAudit(actor, { action: 'user.hand_over', entity: 'user', entityId: from.id, detail }, now);
    if (input.disables) await disableColleague(actor, { userId: from.id }, now);
    const body = describeCounts(counts);
    await tellHeir(actor, { from, toId: to.id, counts, marking }, now);
    const title = `您的${titleOf(counts, [...BELONGINGS, MARKING])}已移交给${to.name}`;
    await sendMessages([from.id], { kind: 'system', title, body: `由${actor.name}移交：${body}。` }, now);
    return { from: from.name, to: to.name, counts };
  });
}

type Kind = { name: string; counts: (counts: HandOverCounts) => [number, string][] };

const BANKS: Kind = {
  name: '题库',
  counts: (counts) => [
    [counts.oral + counts.written + counts.theory, '道题'],
    [counts.directories, '个目录'],
  ],
};
const EXAMS: Kind = { name: '考试', counts: (counts) => [[counts.exams, '场考试']] };
const MARKING: Kind = { name: '阅卷', counts: (counts) => [[counts.examinerParts, '项阅卷']] };
const CLASSES: Kind = { name: '班级', counts: (counts) => [[counts.classes, '个班级']] };
const RESOURCES: Kind = { name: '资源', counts: (counts) => [[counts.resources, '个资源']] };
/** All but the marking, of which its heir hears apart. */
const BELONGINGS = [BANKS, EXAMS, CLASSES, RESOURCES];

const isThere = (counts: HandOverCounts, kind: Kind) => kind.counts(counts).some(([count]) => count > 0);

const titleOf = (counts: HandOverCounts, kinds: Kind[]) =>
  kinds
    .filter((kind) => isThere(counts, kind))
    .map(({ name }) => name)
    .join('、') || '账号';

function wordsOf(counts: HandOverCounts, kinds: Kind[]): string {
  const words = kinds
    .flatMap((kind) => kind.counts(counts))
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`);
  return words.length === 0 ? '账号' : words.join('、');
}

/** What there is to hand over, in words. */
export function describeCounts(counts: HandOverCounts): string {
  return wordsOf(counts, [BANKS, EXAMS, MARKING, CLASSES, RESOURCES]);
}

/** So many exams to mark are named in one message. */
const MOST_NAMED = 10;

/** Who has it now reads what came, and where it is: what is theirs, and what they are to mark. */
async function tellHeir(
  actor: Actor,
  handed: {
    from: { name: string; account: string };
    toId: number;
    counts: HandOverCounts;
    marking: Awaited<ReturnType<typeof listOpenExaminerParts>>;
  },
  now: number,
): Promise<void> {
  const { from, toId, counts, marking } = handed;
  const who = `${actor.name}把${from.name}（${from.account}）的`;
  if (BELONGINGS.some((kind) => isThere(counts, kind)) || marking.length === 0) {
    const where = counts.directories > 0 ? '目录放在您各题库的最上一级。' : '';
    const message = {
      kind: 'system' as const,
      title: `${from.name}的${titleOf(counts, BELONGINGS)}移交给您了`,
      body: `${who}${wordsOf(counts, BELONGINGS)}移交给您。${where}`,
      link: counts.exams > 0 ? toExams() : '',
    };
    await sendMessages([toId], message, now);
  }
  if (marking.length === 0) return;
  const lines = await describeMarking(marking.slice(0, MOST_NAMED), toId);
  const more = marking.length > lines.length ? [`等共 ${marking.length} 项`] : [];
  const body = [`${who}阅卷移交给您，他提交的评分照样计入。`, ...lines, ...more].join('\n');
  await sendMessages([toId], { kind: 'system', title: `${from.name}的阅卷移交给您了`, body, link: toScoring() }, now);
}

/** Groups go with their members; what had been shared with the new owner is now their own. */
async function takeOverGroups(fromId: number, toId: number, now: number): Promise<void> {
  const own = db().selectFrom('questions').select('id').where('owner_id', '=', toId);
  await db().deleteFrom('shares').where('teacher_id', '=', toId).where('question_id', 'in', own).execute();
  const directories = db().selectFrom('directories').select('id').where('owner_id', '=', toId);
  await db()
    .deleteFrom('directory_shares')
    .where('teacher_id', '=', toId)
    .where('directory_id', 'in', directories)
    .execute();
  const groups = await db()
    .updateTable('teaching_groups')
    .set({ created_by: toId, updated_at: now })
    .where('created_by', '=', fromId)
    .returning('id')
    .execute();
  if (groups.length === 0) return;
  await db()
    .insertInto('teaching_group_members')
    .values(groups.map(({ id }) => ({ group_id: id, teacher_id: toId, joined_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// In one order: two hand-overs at once wait for each other instead of blocking both.
async function holdUsers(ids: number[]): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) {
    await db()
      .updateTable('users')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('id', '=', id)
      .execute();
  }
}

/** Trees move as they are: only a name that stands at the top of the other's already gets a number. */
async function moveDirectories(fromId: number, toId: number): Promise<void> {
  const tops = (ownerId: number) =>
    db()
      .selectFrom('directories')
      .select(['id', 'bank', 'name', 'position'])
      .where('owner_id', '=', ownerId)
      .where('parent_id', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute();
  const taken = await tops(toId);
  for (const top of await tops(fromId)) {
    const beside = taken.filter((one) => one.bank === top.bank);
    const name = freeName(
      top.name,
      beside.map((one) => one.name),
    );
    const position = Math.max(-1, ...beside.map((one) => one.position)) + 1;
    await db().updateTable('directories').set({ name, position }).where('id', '=', top.id).execute();
    taken.push({ ...top, name, position });
  }
  await db().updateTable('directories').set({ owner_id: toId }).where('owner_id', '=', fromId).execute();
}

async function moveClassrooms(fromId: number, toId: number): Promise<void> {
  await db().updateTable('classrooms').set({ created_by: toId }).where('created_by', '=', fromId).execute();
  const taught = await db()
    .selectFrom('classroom_teachers')
    .select('classroom_id')
    .where('teacher_id', '=', fromId)
    .execute();
  if (taught.length > 0) {
    await db()
      .insertInto('classroom_teachers')
      .values(taught.map((row) => ({ classroom_id: row.classroom_id, teacher_id: toId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await db().deleteFrom('classroom_teachers').where('teacher_id', '=', fromId).execute();
}
