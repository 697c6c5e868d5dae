import { db } from '~/db/db.server';
import { isTeacher, STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { asText, byId, idsOf, NOTHING, type AuditArea } from '~/domain/audit/audit-areas.server';
import { peopleLike } from '~/domain/audit/audit-scope.server';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { toStudents } from '~/lib/addresses/members';

const readUsers = (ids: number[]) =>
  db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select([
      'users.id',
      'users.name',
      'users.account',
      'users.user_type',
      'users.deleted_at',
      'classrooms.name as class_name',
    ])
    .where('users.id', 'in', ids)
    .execute();

/** Students of the classes that the teacher created or teaches. */
const ownStudents = (actor: Actor) =>
  db()
    .selectFrom('users')
    .where('users.user_type', '=', STUDENT)
    .where(
      'users.classroom_id',
      'in',
      db().selectFrom('classrooms').select('classrooms.id').where(isOwnClassroom(actor.id)),
    );

/** A teacher knows what was done to their own account and to their classes' students (signing in apart), and who read those students' files. */
export const userAudit: AuditArea = {
  names: {
    user: async (_actor, entries) => {
      const rows = await byId(idsOf(entries), readUsers);
      return entries.map((entry) => {
        const user = rows.get(Number(entry.entity_id));
        if (!user) return NOTHING;
        const isStudent = !isTeacher({ userType: user.user_type });
        const hasPage = isStudent && user.deleted_at === null;
        const href = hasPage ? toStudents({ keyword: user.account, tab: 'all' }) : null;
        return { text: `${user.name}${user.class_name === null ? '' : `（${user.class_name}）`}`, href };
      });
    },
  },
  known: (eb, actor) => [
    eb.and([eb('entity', '=', 'user'), eb('entity_id', '=', String(actor.id))]),
    eb.and([
      eb('entity', '=', 'user'),
      eb('action', '!=', 'user.sign_in'),
      eb('entity_id', 'in', ownStudents(actor).select(asText('users.id').as('id'))),
    ]),
    eb.and([
      eb('action', '=', 'file.read'),
      eb('entity_id', 'in', ownStudents(actor).innerJoin('files', 'files.owner_id', 'users.id').select('files.id')),
    ]),
  ],
  ofPeople: (eb, pattern) => [
    eb.and([eb('entity', '=', 'user'), eb('entity_id', 'in', peopleLike(pattern).select(asText('users.id').as('id')))]),
  ],
};
