import { db } from '~/db/db.server';
import { titled, type AuditArea } from '~/domain/audit/audit-areas.server';

/** A question is called by its title. */
export const questionAudit: AuditArea = {
  names: {
    question: titled((ids) => db().selectFrom('questions').select(['id', 'title']).where('id', 'in', ids).execute()),
  },
};
