import { sql, type ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { STUDENT, type Actor } from '~/domain/user/user.rules';
import { likePattern } from '~/lib/text';

type Entries = ExpressionBuilder<Database, 'audit_entries'>;

/** An id as audit entries keep it. */
const asText = (column: string) => sql<string>`cast(${sql.ref(column)} as text)`;

/** Conditions on entries of exams and what belongs to them, for the exams that `pick` leaves. */
function ofExams(eb: Entries, pick: (query: ReturnType<typeof exams>) => ReturnType<typeof exams>) {
  const attempts = () => pick(exams()).innerJoin('attempts', 'attempts.exam_id', 'exams.id');
  return [
    eb.and([eb('entity', '=', 'exam'), eb('entity_id', 'in', pick(exams()).select(asText('exams.id').as('id')))]),
    eb.and([eb('entity', '=', 'attempt'), eb('entity_id', 'in', attempts().select(asText('attempts.id').as('id')))]),
    eb.and([
      eb('entity', '=', 'take'),
      eb(
        'entity_id',
        'in',
        attempts().innerJoin('takes', 'takes.attempt_id', 'attempts.id').select(asText('takes.id').as('id')),
      ),
    ]),
    eb.and([
      eb('entity', '=', 'exam_item'),
      eb(
        'entity_id',
        'in',
        pick(exams())
          .innerJoin('exam_items', 'exam_items.exam_id', 'exams.id')
          .select(asText('exam_items.id').as('id')),
      ),
    ]),
    eb.and([
      eb('action', '=', 'file.read'),
      eb(
        'entity_id',
        'in',
        attempts()
          .innerJoin('file_uses', (join) =>
            join.onRef('file_uses.ref_id', '=', 'attempts.id').on('file_uses.use', '=', 'attempt'),
          )
          .select('file_uses.file_id as id'),
      ),
    ]),
  ];
}

const exams = () => db().selectFrom('exams');

/** Classes the teacher created or teaches. */
const ownClasses = (actor: Actor) =>
  db().selectFrom('classrooms').select('classrooms.id').where(isOwnClassroom(actor.id));

/**
 * Condition: what a teacher may know of: their own doing and account, their exams with everything that belongs to
 * them, their classes and the classes' students (signing in apart), who read those students' files, and the works
 * and comments of those classes. An administrator knows of everything.
 */
export function mayKnow(actor: Actor) {
  return (eb: Entries) => {
    if (actor.isAdmin) return eb.lit(true);
    const students = () =>
      db()
        .selectFrom('users')
        .where('users.user_type', '=', STUDENT)
        .where('users.classroom_id', 'in', ownClasses(actor));
    const works = () => db().selectFrom('works').where('works.classroom_id', 'in', ownClasses(actor));
    return eb.or([
      eb('actor_id', '=', actor.id),
      eb.and([eb('entity', '=', 'user'), eb('entity_id', '=', String(actor.id))]),
      ...ofExams(eb, (query) => query.where('exams.owner_id', '=', actor.id)),
      eb.and([
        eb('entity', '=', 'classroom'),
        eb('entity_id', 'in', ownClasses(actor).clearSelect().select(asText('classrooms.id').as('id'))),
      ]),
      eb.and([
        eb('entity', '=', 'user'),
        eb('action', '!=', 'user.sign_in'),
        eb('entity_id', 'in', students().select(asText('users.id').as('id'))),
      ]),
      eb.and([
        eb('action', '=', 'file.read'),
        eb('entity_id', 'in', students().innerJoin('files', 'files.owner_id', 'users.id').select('files.id')),
      ]),
      eb.and([eb('entity', '=', 'work'), eb('entity_id', 'in', works().select(asText('works.id').as('id')))]),
      eb.and([
        eb('entity', '=', 'comment'),
        eb(
          'entity_id',
          'in',
          works().innerJoin('comments', 'comments.work_id', 'works.id').select(asText('comments.id').as('id')),
        ),
      ]),
    ]);
  };
}

/** Condition: it was done to the exam or to something of it. */
export function isAboutExam(examId: number) {
  return (eb: Entries) => eb.or(ofExams(eb, (query) => query.where('exams.id', '=', examId)));
}

/**
 * Condition: a person of that name or account did it, or it was done to them. Papers whose marking is blind are found
 * by who marked them alone: a name would say whose they are.
 */
export function isAboutPerson(text: string) {
  return (eb: Entries) => {
    const pattern = likePattern(text.toLowerCase());
    const named = () =>
      db()
        .selectFrom('users')
        .where(
          sql<boolean>`(lower(users.name) like ${pattern} escape '\\' or lower(users.account) like ${pattern} escape '\\')`,
        );
    const papers = () =>
      named()
        .innerJoin('attempts', 'attempts.student_id', 'users.id')
        .innerJoin('exams', 'exams.id', 'attempts.exam_id')
        .where((where) =>
          where.or([where('exams.status', '=', 'released'), where('exams.settings', 'not like', '%"isBlind":true%')]),
        );
    return eb.or([
      eb('actor_id', 'in', named().select('users.id')),
      eb.and([eb('entity', '=', 'user'), eb('entity_id', 'in', named().select(asText('users.id').as('id')))]),
      eb.and([eb('entity', '=', 'attempt'), eb('entity_id', 'in', papers().select(asText('attempts.id').as('id')))]),
      eb.and([
        eb('action', '=', 'file.read'),
        eb(
          'entity_id',
          'in',
          papers()
            .innerJoin('file_uses', (join) =>
              join.onRef('file_uses.ref_id', '=', 'attempts.id').on('file_uses.use', '=', 'attempt'),
            )
            .select('file_uses.file_id as id'),
        ),
      ]),
    ]);
  };
}
