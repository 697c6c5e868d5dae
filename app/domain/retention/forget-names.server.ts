import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { forgetFailuresOf } from '~/domain/user/sign-in.commands.server';

/** Who is forgotten, and the words that stand in the name's place. */
export type Forgotten = { id: number; name: string; account: string; phone: string; email: string; called: string };

type Replace = (text: string) => string;

/**
 * Name, account, telephone and address of an erased student where others were told of them or wrote them: in the audit,
 * in messages, in remarks on the student's papers, works and questions, in what an exam was called on its day. What is
 * the student's own is searched for the name alone; elsewhere a text counts as about the student when it holds the
 * account too, or when nobody else is called so.
 */
export async function forgetNames(who: Forgotten): Promise<void> {
  const replace = replacer(who);
  await db().deleteFrom('exam_student_names').where('student_id', '=', who.id).execute();
  // Of what was sat the class stays with the marks: without it those of two classes would change.
  await db()
    .deleteFrom('exam_memberships')
    .where('student_id', '=', who.id)
    .where('exam_id', 'not in', (sat) =>
      sat.selectFrom('attempts').select('attempts.exam_id').where('attempts.student_id', '=', who.id),
    )
    .execute();
  await forgetFailuresOf(who.account);
  await db()
    .deleteFrom('sign_in_failures')
    .where('key', 'in', [`forget:${who.account}`, `password:${who.id}`])
    .execute();
  await db().deleteFrom('account_links').where('user_id', '=', who.id).execute();
  await db().updateTable('audit_entries').set({ address: '' }).where('actor_id', '=', who.id).execute();
  await db().updateTable('files').set({ name: '' }).where('owner_id', '=', who.id).execute();
  await inOwnThings(who.id, replace);
  await elsewhere(who, replace);
}

/** Replaces whole words: an account such as "20" stands in many numbers. */
function replacer({ id, name, account, phone, email, called }: Forgotten): Replace {
  const whole = [account, phone, email].filter((word) => word !== '').map(escaped);
  const words = new RegExp(`(?<![\\w@.-])(?:${whole.join('|')})(?![\\w@-])`, 'g');
  return (text) => text.split(name).join(called).replace(words, `#${id}`);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The texts of a stored value, each replaced by itself: a number that looks like an account stays a number. */
function inJson(json: string, replace: Replace): string {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return replace(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]));
  };
  return toJson(walk(fromJson<unknown>(json)));
}

async function inOwnThings(id: number, replace: Replace): Promise<void> {
  const attempts = db().selectFrom('attempts').select('id').where('student_id', '=', id);
  const works = db().selectFrom('works').select('id').where('student_id', '=', id);
  const threads = db().selectFrom('threads').select('id').where('student_id', '=', id);
  const scores = db().selectFrom('scores').select('id').where('attempt_id', 'in', attempts);

  for (const row of await db()
    .selectFrom('attempts')
    .select(['id', 'receipt'])
    .where('student_id', '=', id)
    .execute()) {
    if (row.receipt === null) continue;
    const receipt = inJson(row.receipt, replace);
    await db().updateTable('attempts').set({ receipt }).where('id', '=', row.id).execute();
  }
  for (const row of await scores.select('comment').execute()) {
    await db()
      .updateTable('scores')
      .set({ comment: replace(row.comment) })
      .where('id', '=', row.id)
      .execute();
  }
  const marks = db().selectFrom('score_marks').select(['score_id', 'item_id', 'comment']);
  for (const row of await marks.where('score_id', 'in', scores).where('comment', '!=', '').execute()) {
    const update = db()
      .updateTable('score_marks')
      .set({ comment: replace(row.comment) });
    await update.where('score_id', '=', row.score_id).where('item_id', '=', row.item_id).execute();
  }
  const notes = db().selectFrom('score_notes').select(['score_id', 'position', 'item_id', 'text']);
  for (const row of await notes.where('score_id', 'in', scores).execute()) {
    const update = db()
      .updateTable('score_notes')
      .set({ text: replace(row.text) });
    const place = update.where('score_id', '=', row.score_id).where('position', '=', row.position);
    await place.where('item_id', '=', row.item_id).execute();
  }
  for (const table of ['late_acceptances', 'refused_files'] as const) {
    const rows = await db().selectFrom(table).select(['id', 'reason']).where('attempt_id', 'in', attempts).execute();
    for (const row of rows) {
      await db()
        .updateTable(table)
        .set({ reason: replace(row.reason) })
        .where('id', '=', row.id)
        .execute();
    }
  }
  const decisions = db().selectFrom('score_decisions').select(['attempt_id', 'reason']);
  for (const row of await decisions.where('attempt_id', 'in', attempts).execute()) {
    const update = db()
      .updateTable('score_decisions')
      .set({ reason: replace(row.reason) });
    await update.where('attempt_id', '=', row.attempt_id).execute();
  }
  const resits = db().selectFrom('exam_resits').select(['exam_id', 'part', 'reason']);
  for (const row of await resits.where('student_id', '=', id).execute()) {
    const update = db()
      .updateTable('exam_resits')
      .set({ reason: replace(row.reason) });
    const place = update.where('student_id', '=', id).where('exam_id', '=', row.exam_id);
    await place.where('part', '=', row.part).execute();
  }
  for (const row of await works.select('reason').execute()) {
    await db()
      .updateTable('works')
      .set({ reason: replace(row.reason) })
      .where('id', '=', row.id)
      .execute();
  }
  const comments = db().selectFrom('comments').select(['id', 'text', 'reason']).where('work_id', 'in', works);
  for (const row of await comments.execute()) {
    const told = { text: replace(row.text), reason: replace(row.reason) };
    await db().updateTable('comments').set(told).where('id', '=', row.id).execute();
  }
  const moderations = db().selectFrom('moderations').select(['id', 'reason']).where('work_id', 'in', works);
  for (const row of await moderations.execute()) {
    await db()
      .updateTable('moderations')
      .set({ reason: replace(row.reason) })
      .where('id', '=', row.id)
      .execute();
  }
  const posts = db().selectFrom('posts').select(['id', 'text']).where('thread_id', 'in', threads);
  for (const row of await posts.execute()) {
    await db()
      .updateTable('posts')
      .set({ text: replace(row.text) })
      .where('id', '=', row.id)
      .execute();
  }
}

async function elsewhere(who: Forgotten, replace: Replace): Promise<void> {
  const { id, name, account } = who;
  // Finds at least all that hold the name; each is looked at again.
  const pattern = `%${name.replace(/[\\"]/g, '%')}%`;
  const others = await db()
    .selectFrom('users')
    .select('id')
    .where('id', '!=', id)
    .where('name', 'like', pattern)
    .limit(1)
    .execute();
  const isOnlyOne = others.length === 0;
  const isMeant = (text: string) => (isOnlyOne || text.includes(account)) && text.includes(name);

  const entries = await db()
    .selectFrom('audit_entries')
    .select(['id', 'entity', 'entity_id', 'detail'])
    .where((where) =>
      where.or([
        where.and([where('entity', '=', 'user'), where('entity_id', '=', String(id))]),
        where('detail', 'like', pattern),
      ]),
    )
    .execute();
  for (const entry of entries) {
    const isOwn = entry.entity === 'user' && entry.entity_id === String(id);
    if (!isOwn && !isMeant(entry.detail)) continue;
    const detail = inJson(entry.detail, replace);
    await db().updateTable('audit_entries').set({ detail }).where('id', '=', entry.id).execute();
  }
  const messages = await db()
    .selectFrom('messages')
    .select(['id', 'title', 'body'])
    .where((where) => where.or([where('title', 'like', pattern), where('body', 'like', pattern)]))
    .execute();
  for (const { id: messageId, title, body } of messages) {
    if (!isMeant(`${title}\n${body}`)) continue;
    const told = { title: replace(title), body: replace(body), link: '' };
    await db().updateTable('messages').set(told).where('id', '=', messageId).execute();
  }
  const answers = await db()
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'response'])
    .where('response', 'like', pattern)
    .execute();
  for (const { user_id, key, response } of answers) {
    // Kept only to answer a repeat, and not for long.
    if (!isMeant(response)) continue;
    await db().deleteFrom('idempotency_keys').where('user_id', '=', user_id).where('key', '=', key).execute();
  }
}
