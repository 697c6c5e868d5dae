import { db } from '~/db/db.server';
import { asText, byId, idsOf, NOTHING, type AuditArea } from '~/domain/audit/audit-areas.server';
import { isOwnClassroom } from './classroom.queries.server';

const readClassrooms = (ids: number[]) =>
  db().selectFrom('classrooms').select(['id', 'name']).where('id', 'in', ids).execute();

/** A teacher knows what was done to the classes they created or teach. */
export const classroomAudit: AuditArea = {
  names: {
    classroom: async (_actor, entries) => {
      const rows = await byId(idsOf(entries), readClassrooms);
      return entries.map((entry) => {
        const row = rows.get(Number(entry.entity_id));
        return row ? { text: row.name, href: null } : NOTHING;
      });
    },
  },
  known: (eb, actor) => [
    eb.and([
      eb('entity', '=', 'classroom'),
      eb(
        'entity_id',
        'in',
        db().selectFrom('classrooms').where(isOwnClassroom(actor.id)).select(asText('classrooms.id').as('id')),
      ),
    ]),
  ],
};
