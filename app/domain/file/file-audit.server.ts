import { db } from '~/db/db.server';
import type { AuditEntity } from '~/db/tables/school';
import type { Actor } from '~/domain/actor/actor.rules';
import { byId, NOTHING, numberIn, type AuditArea, type NamedEntry } from '~/domain/audit/audit-areas.server';
import { nameTargets } from '~/domain/audit/audit-targets.queries.server';

const FILE_WORDS: Record<string, string> = { audio: '录音', image: '图片', resource: '资源文件', xlsx: '表格' };

const readFiles = (ids: string[]) =>
  db()
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.owner_id')
    .select(['files.id', 'files.kind', 'users.name as owner_name'])
    .where('files.id', 'in', ids)
    .execute();

/** What a file was read in, as its own area calls it. */
async function namePlaces(actor: Actor, entries: NamedEntry[], entity: AuditEntity, name: string) {
  const placed = entries.flatMap((entry) => {
    const id = numberIn(entry.detail, name);
    return id === null ? [] : [{ entry, place: { ...entry, entity, entity_id: String(id) } }];
  });
  const targets = await nameTargets(
    actor,
    placed.map(({ place }) => place),
  );
  return new Map(placed.map(({ entry }, index) => [entry, targets[index] ?? NOTHING]));
}

/** A file is called after the paper or work that it is part of. */
export const fileAudit: AuditArea = {
  names: {
    file: async (actor, entries) => {
      const [papers, works, files] = await Promise.all([
        namePlaces(actor, entries, 'attempt', 'attemptId'),
        namePlaces(actor, entries, 'work', 'workId'),
        byId(
          entries.map((entry) => entry.entity_id),
          readFiles,
        ),
      ]);
      return entries.map((entry) => {
        const paper = papers.get(entry);
        if (paper) return paper;
        const file = files.get(entry.entity_id);
        if (!file) return NOTHING;
        const work = works.get(entry);
        return {
          text: [FILE_WORDS[file.kind], file.owner_name, work?.text].filter((part) => part).join(' '),
          href: work?.href ?? null,
        };
      });
    },
  },
};
