import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { openFile } from '~/domain/file/file.queries.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { formatDate, formatMinute } from '~/lib/time';
import { zipStream, type ZipPart } from '~/lib/zip-stream.server';
import { storage } from '~/storage/storage.server';
import { ownDataIndex } from './own-data-index.rules';
import { collectOwnData, listOwnFiles } from './own-data.queries.server';

/** How long a student waits between two exports. */
export const EXPORT_EVERY_MS = 10 * 60_000;

/** When the student may export next; null: now. */
export async function findNextExportTime(actor: Actor, now: number): Promise<number | null> {
  const row = await db()
    .selectFrom('audit_entries')
    .select('at')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(actor.id))
    .where('action', '=', 'user.export')
    .where('at', '>', now - EXPORT_EVERY_MS)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? row.at + EXPORT_EVERY_MS : null;
}

/**
 * Begins an export of the student's own data: one archive with a page to read, the same as JSON, and the own recordings
 * and photos. It is read chunk by chunk; only the texts are in memory.
 * @throws AppError forbidden for teachers, too_many within ten minutes of the last one
 */
export async function exportOwnData(
  actor: Actor,
  now: number,
): Promise<{ name: string; chunks: AsyncGenerator<Uint8Array> }> {
  if (isTeacher(actor)) throw new AppError('forbidden', '这里只导出学生自己的数据。');
  await transaction(async () => {
    // Of two at once the second waits here, and then finds the entry of the first.
    await db()
      .updateTable('users')
      .set(({ ref }) => ({ updated_at: ref('updated_at') }))
      .where('id', '=', actor.id)
      .execute();
    if ((await findNextExportTime(actor, now)) !== null) {
      throw new AppError('too_many', '十分钟内只能导出一次，请稍后再试。');
    }
    await recordAudit(actor, { action: 'user.export', entity: 'user', entityId: actor.id }, now);
  });
  const school = await getSchool();
  const data = await collectOwnData(actor, school.timeZone, now);
  const own = await listOwnFiles(actor, now);
  const index = ownDataIndex(data, own, { school: school.name, madeAt: formatMinute(now, school.timeZone) });

  async function* parts(): AsyncGenerator<ZipPart> {
    yield { name: '打开看.html', modifiedAt: now, content: index };
    for (const [name, value] of Object.entries(JSON_NAMES)) {
      yield {
        name: `数据/${value}.json`,
        modifiedAt: now,
        content: `${JSON.stringify(data[name as keyof typeof data], null, 2)}\n`,
      };
    }
    for (const file of own.files) {
      // One whose bytes are gone costs nobody the others.
      if (await storage().exists(file.id))
        yield { name: file.path, modifiedAt: file.createdAt, content: openFile(file) };
    }
  }
  return { name: `我的数据 ${formatDate(now, school.timeZone)}.zip`, chunks: zipStream(parts()) };
}

const JSON_NAMES = {
  profile: '个人信息',
  exams: '考试和成绩',
  practices: '练习',
  wrong: '错题本',
  questions: '我的题目',
  directories: '我的目录',
  works: '作品',
  comments: '评论',
  threads: '师生互动',
  messages: '消息',
} as const;
