import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { asText, byId, idsOf, NOTHING, type AuditArea } from '~/domain/audit/audit-areas.server';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { toWork } from '~/lib/addresses/works';
import { clip } from '~/lib/text';

const readWorks = (ids: number[]) => db().selectFrom('works').select(['id', 'title']).where('id', 'in', ids).execute();

const readComments = (ids: number[]) =>
  db()
    .selectFrom('comments')
    .leftJoin('works', 'works.id', 'comments.work_id')
    .select(['comments.id', 'comments.work_id', 'comments.text', 'works.title'])
    .where('comments.id', 'in', ids)
    .execute();

/** Works of the classes that the teacher created or teaches. */
const ownWorks = (actor: Actor) =>
  db()
    .selectFrom('works')
    .where(
      'works.classroom_id',
      'in',
      db().selectFrom('classrooms').select('classrooms.id').where(isOwnClassroom(actor.id)),
    );

/** A teacher knows what was done to the works of their classes and to what is said of them. */
export const workAudit: AuditArea = {
  names: {
    work: async (_actor, entries) => {
      const rows = await byId(idsOf(entries), readWorks);
      return entries.map((entry) => {
        const row = rows.get(Number(entry.entity_id));
        return row ? { text: `《${row.title}》`, href: toWork(row.id) } : NOTHING;
      });
    },
    comment: async (_actor, entries) => {
      const rows = await byId(idsOf(entries), readComments);
      return entries.map((entry) => {
        const row = rows.get(Number(entry.entity_id));
        if (!row) return NOTHING;
        const text = `《${row.title ?? ''}》下的“${clip(row.text, 20)}”`;
        return { text, href: toWork(row.work_id, {}, 'comments') };
      });
    },
  },
  known: (eb, actor) => [
    eb.and([eb('entity', '=', 'work'), eb('entity_id', 'in', ownWorks(actor).select(asText('works.id').as('id')))]),
    eb.and([
      eb('entity', '=', 'comment'),
      eb(
        'entity_id',
        'in',
        ownWorks(actor).innerJoin('comments', 'comments.work_id', 'works.id').select(asText('comments.id').as('id')),
      ),
    ]),
  ],
};
