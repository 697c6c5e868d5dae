import { db } from '~/db/db.server';
import { titled, type AuditArea } from '~/domain/audit/audit-areas.server';

/** What a student asked is called by its title. */
export const interactionAudit: AuditArea = {
  names: {
    thread: titled((ids) => db().selectFrom('threads').select(['id', 'title']).where('id', 'in', ids).execute()),
  },
};
