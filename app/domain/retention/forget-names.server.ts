import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { forgetFailuresOf } from '~/domain/user/sign-in.commands.server';
import { toThread } from '~/lib/addresses/interaction';
import { toWork } from '~/lib/addresses/works';

/** Who is forgotten, by all names and accounts they ever had, and the words that stand in a name's place. */
export type Forgotten = {
  id: number;
  names: string[];
  accounts: string[];
  phone: string;
  email: string;
  called: string;
};

type Replace = (text: string) => string;

/** From this many characters on a name in running text is taken for the person; shorter ones are ordinary words too. */
const FULL_NAME = 3;

/**
 * The person with the names and accounts they had before: what their own audit tells of changes, and what exams called
 * them on their day. Read it before anything of them is changed.
 */
export async function findForgotten(
  person: { id: number; name: string; account: string; phone: string; email: string },
  called: string,
): Promise<Forgotten> {
  const names = new Set([person.name]);
  const accounts = new Set([person.account]);
  const take = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { name, account } = value as { name?: unknown; account?: unknown };
    if (typeof name === 'string') names.add(name);
    if (typeof account === 'string') accounts.add(account);
  };
  const entries = db().selectFrom('audit_entries').select('detail').where('entity', '=', 'user');
  for (const { detail } of await entries.where('entity_id', '=', String(person.id)).execute()) {
    const told = fromJson<{ was?: unknown; is?: unknown } | null>(detail);
    [told, told?.was, told?.is].forEach(take);
  }
  const then = db().selectFrom('exam_student_names').select('name').where('student_id', '=', person.id);
  for (const { name } of await then.execute()) names.add(name);
  const { id, phone, email } = person;
  return { id, phone, email, called, names: known(names), accounts: known(accounts) };
}

/** The longest first: a name that stands in another one is replaced after it. */
const known = (words: Set<string>) =>
  [...words].filter((word) => word.trim() !== '').sort((a, b) => b.length - a.length);

/**
 * Names, accounts, telephone and address of an erased student where others were told of them or wrote them. What is
 * the student's own, or about it (remarks on papers and works, answers to questions, messages of those), is searched
 * for every name; in other texts of people, and in the audit, a full name counts when nobody else is called so or the
 * account stands beside it. Others' answers in exams, questions, and names of classes stay as they are.
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
  for (const account of who.accounts) {
    await forgetFailuresOf(account);
    await db().deleteFrom('sign_in_failures').where('key', '=', `forget:${account}`).execute();
  }
  await db().deleteFrom('sign_in_failures').where('key', '=', `password:${who.id}`).execute();
  await db().deleteFrom('account_links').where('user_id', '=', who.id).execute();
  await db().updateTable('audit_entries').set({ address: '' }).where('actor_id', '=', who.id).execute();
  await db().updateTable('files').set({ name: '' }).where('owner_id', '=', who.id).execute();
  await inOwnThings(who.id, replace);
  await elsewhere(who, replace);
}

/** Replaces every name, and the rest as whole words: an account such as "20" stands in many numbers. */
export function replacer({ id, names, accounts, phone, email, called }: Forgotten): Replace {
  const whole = [...accounts, phone, email].filter((word) => word !== '').map(escaped);
  const words = new RegExp(`(?<![\\w@.-])(?:${whole.join('|')})(?![\\w@-])`, 'g');
  const spelt = new RegExp(names.map(spelling).join('|'), 'g');
  return (text) => text.replace(spelt, called).replace(words, `#${id}`);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const lettersOf = (name: string) => [...name].filter((letter) => letter.trim() !== '');
/** Matches a name also where it is spelt with spaces, or without its own. */
const spelling = (name: string) => lettersOf(name).map(escaped).join('\\s*');
/** Finds at least all that hold the name in any spelling; each is looked at again. */
const patternOf = (name: string) =>
  `%${lettersOf(name)
    .join('%')
    .replace(/[\\"_]/g, '%')}%`;

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

/** Texts that people write about anything: table, key, columns. */
const FREE_TEXTS = [
  ['threads', ['id'], ['title']],
  ['posts', ['id'], ['text']],
  ['works', ['id'], ['title', 'description', 'reason']],
  ['comments', ['id'], ['text', 'reason']],
  ['moderations', ['id'], ['reason']],
  ['scores', ['id'], ['comment']],
  ['score_marks', ['score_id', 'item_id'], ['comment']],
  ['score_notes', ['score_id', 'item_id', 'position'], ['text']],
  ['score_decisions', ['attempt_id'], ['reason']],
  ['late_acceptances', ['id'], ['reason']],
  ['item_corrections', ['id'], ['reason']],
  ['exam_resits', ['exam_id', 'student_id', 'part'], ['reason']],
  ['quick_comments', ['id'], ['text']],
] as const;

async function elsewhere(who: Forgotten, replace: Replace): Promise<void> {
  const meant: { name: string; same: RegExp; isOnlyOne: boolean; isFull: boolean }[] = [];
  for (const name of who.names) {
    const others = db()
      .selectFrom('users')
      .select('name')
      .where('id', '!=', who.id)
      .where('name', 'like', patternOf(name));
    const same = new RegExp(spelling(name));
    const isOnlyOne = !(await others.execute()).some((other) => same.test(other.name));
    meant.push({ name, same, isOnlyOne, isFull: lettersOf(name).length >= FULL_NAME });
  }
  const account = new RegExp(`(?<![\\w@.-])(?:${who.accounts.map(escaped).join('|')})(?![\\w@-])`);
  const isMeant = (text: string) =>
    meant.some(({ same, isOnlyOne, isFull }) => same.test(text) && (account.test(text) || (isOnlyOne && isFull)));
  // A short name counts where it is all that a stored value says.
  const isNamed = (detail: string) =>
    isMeant(detail) || meant.some(({ name, isOnlyOne }) => isOnlyOne && detail.includes(JSON.stringify(name)));
  const shorts = meant.filter(({ isFull }) => !isFull).map(({ name }) => name);
  const inValues = (detail: string): Replace =>
    account.test(detail)
      ? replace
      : (text) => (isMeant(text) ? replace(text) : shorts.includes(text) ? who.called : text);
  const patterns = who.names.map(patternOf);

  for (const [table, keys, columns] of FREE_TEXTS) {
    const holds = sql.join(
      columns.flatMap((column) => patterns.map((pattern) => sql`${sql.ref(column)} like ${pattern}`)),
      sql` or `,
    );
    const { rows } = await sql<Record<string, string | number>>`
      select ${sql.join([...keys, ...columns].map((column) => sql.ref(column)))}
      from ${sql.table(table)} where ${holds}`.execute(db());
    for (const row of rows) {
      const texts = columns.map((column) => [column, String(row[column])] as const);
      if (!texts.some(([, text]) => isMeant(text))) continue;
      const told = texts.map(([column, text]) => sql`${sql.ref(column)} = ${isMeant(text) ? replace(text) : text}`);
      const place = keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`);
      await sql`update ${sql.table(table)} set ${sql.join(told)} where ${sql.join(place, sql` and `)}`.execute(db());
    }
  }
  const entries = await db()
    .selectFrom('audit_entries')
    .select(['id', 'entity', 'entity_id', 'detail'])
    .where((where) =>
      where.or([
        where.and([where('entity', '=', 'user'), where('entity_id', '=', String(who.id))]),
        ...patterns.map((pattern) => where('detail', 'like', pattern)),
      ]),
    )
    .execute();
  for (const entry of entries) {
    const isOwn = entry.entity === 'user' && entry.entity_id === String(who.id);
    if (!isOwn && !isNamed(entry.detail)) continue;
    const detail = inJson(entry.detail, isOwn ? replace : inValues(entry.detail));
    await db().updateTable('audit_entries').set({ detail }).where('id', '=', entry.id).execute();
  }
  const own = await ownLinks(who.id);
  const messages = await db()
    .selectFrom('messages')
    .select(['id', 'title', 'body', 'link'])
    .where((where) =>
      where.or(patterns.flatMap((pattern) => [where('title', 'like', pattern), where('body', 'like', pattern)])),
    )
    .execute();
  for (const { id, title, body, link } of messages) {
    if (!own.has(link) && !isMeant(`${title}\n${body}`)) continue;
    const told = { title: replace(title), body: replace(body), link: '' };
    await db().updateTable('messages').set(told).where('id', '=', id).execute();
  }
  const answers = await db()
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'response'])
    .where((where) => where.or(patterns.map((pattern) => where('response', 'like', pattern))))
    .execute();
  for (const { user_id, key, response } of answers) {
    // Kept only to answer a repeat, and not for long.
    if (!isNamed(response)) continue;
    await db().deleteFrom('idempotency_keys').where('user_id', '=', user_id).where('key', '=', key).execute();
  }
}

/** Where messages about the student's own questions and works lead. */
async function ownLinks(id: number): Promise<ReadonlySet<string>> {
  const threads = await db().selectFrom('threads').select('id').where('student_id', '=', id).execute();
  const works = await db().selectFrom('works').select('id').where('student_id', '=', id).execute();
  return new Set([...threads.map((row) => toThread(row.id)), ...works.map((row) => toWork(row.id))]);
}
