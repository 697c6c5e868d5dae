import { db } from '~/db/db.server';
import { titled, type AuditArea } from '~/domain/audit/audit-areas.server';

/** A resource is called by its title. */
export const resourceAudit: AuditArea = {
  names: {
    resource: titled((ids) => db().selectFrom('resources').select(['id', 'title']).where('id', 'in', ids).execute()),
  },
};
