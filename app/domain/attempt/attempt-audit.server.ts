import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';
import {
  asText,
  byId,
  idsOf,
  NOTHING,
  type AuditArea,
  type Entries,
  type NamedEntry,
  type Target,
} from '~/domain/audit/audit-areas.server';
import { peopleLike } from '~/domain/audit/audit-scope.server';
import { blindName, seesNames } from '~/domain/exam/blind.rules';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { toPaper } from '~/lib/addresses/scoring';

const papers = () => db().selectFrom('attempts').innerJoin('exams', 'exams.id', 'attempts.exam_id');

/** Conditions on entries of papers, their recordings and who read their files, for the papers that `pick` leaves. */
function ofPapers(eb: Entries, pick: (query: ReturnType<typeof papers>) => ReturnType<typeof papers>) {
  return [
    eb.and([
      eb('entity', '=', 'attempt'),
      eb('entity_id', 'in', pick(papers()).select(asText('attempts.id').as('id'))),
    ]),
    eb.and([
      eb('entity', '=', 'take'),
      eb(
        'entity_id',
        'in',
        pick(papers()).innerJoin('takes', 'takes.attempt_id', 'attempts.id').select(asText('takes.id').as('id')),
      ),
    ]),
    eb.and([eb('action', '=', 'file.read'), eb('entity_id', 'in', filesOf(pick(papers())))]),
  ];
}

const filesOf = (query: ReturnType<typeof papers>) =>
  query
    .innerJoin('file_uses', (join) =>
      join.onRef('file_uses.ref_id', '=', 'attempts.id').on('file_uses.use', '=', 'attempt'),
    )
    .select('file_uses.file_id as id');

/** Papers of people like the pattern; where the marking is blind none: a name would say whose they are. */
const papersOfPeople = (pattern: string) =>
  papers()
    .where('attempts.student_id', 'in', peopleLike(pattern).select('users.id'))
    .where((where) =>
      where.or([
        where.and([where('exams.status', '=', 'released'), isOutForAttempt()]),
        where('exams.settings', 'not like', '%"isBlind":true%'),
      ]),
    );

/**
 * What students did on papers that the reader may meet by their codes, as owner or examiner: when each was begun and
 * handed in and how much was sent stands by the code too, and together they would say whose it is.
 */
function actsOnBlindPapers(eb: Entries, actor: Actor) {
  const isBlind = (query: ReturnType<typeof papers>) =>
    query
      .where('exams.settings', 'like', '%"isBlind":true%')
      .where((where) => where.not(where.and([where('exams.status', '=', 'released'), isOutForAttempt()])))
      .where((where) =>
        where.or([
          where('exams.owner_id', '=', actor.id),
          where.exists(
            where
              .selectFrom('exam_examiners')
              .select('exam_examiners.exam_id')
              .whereRef('exam_examiners.exam_id', '=', 'attempts.exam_id')
              .where('exam_examiners.teacher_id', '=', actor.id),
          ),
        ]),
      );
  const byStudent = eb(
    'actor_id',
    'in',
    db().selectFrom('users').select('users.id').where('users.user_type', '=', STUDENT),
  );
  return [eb.and([byStudent, eb('actor_id', '!=', actor.id), eb.or(ofPapers(eb, isBlind))])];
}

const readPapers = (ids: number[]) =>
  papers()
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['attempts.id', 'attempts.student_id', 'attempts.part', 'attempts.state', 'users.name as student_name'])
    .select(['exams.name', 'exams.owner_id', 'exams.status', 'exams.settings', 'exams.deleted_at'])
    .select((select) => select.case().when(isOutForAttempt()).then(1).else(0).end().as('is_out'))
    .where('attempts.id', 'in', ids)
    .execute();

const readTakes = (ids: number[]) =>
  db().selectFrom('takes').select(['id', 'attempt_id']).where('id', 'in', ids).execute();

type Paper = Awaited<ReturnType<typeof readPapers>>[number];

function target(actor: Actor, paper: Paper | undefined, entry: NamedEntry): Target {
  if (!paper) return NOTHING;
  const isOwner = paper.owner_id === actor.id;
  const place = `《${paper.name}》${PART_LABELS[paper.part as Part]}`;
  const isNamed = seesNames(
    { status: paper.status as ExamStatus, settings: fromJson<{ isBlind: boolean }>(paper.settings) },
    { isOwner, view: 'marking', isOut: paper.is_out === 1 },
  );
  // Who did it names nobody else where it is marking: what students do, and what is done for one of them by name, would
  // say beside the paper's code whose it is.
  if (!isNamed) {
    return { text: entry.action.startsWith('score.') ? `${place} ${blindName(paper.id)}` : place, href: null };
  }
  const hasPage = isOwner && paper.deleted_at === null && paper.state !== 'in_progress';
  return {
    text: `${place} ${paper.student_name}`,
    href: hasPage ? toPaper({ attemptId: paper.id }) : null,
  };
}

async function namePapers(actor: Actor, entries: NamedEntry[], idOf: (entry: NamedEntry) => number | undefined) {
  const rows = await byId(entries.map(idOf), readPapers);
  return entries.map((entry) => target(actor, rows.get(idOf(entry) ?? 0), entry));
}

/** A teacher knows what was done to the papers of their exams. */
export const attemptAudit: AuditArea = {
  names: {
    attempt: (actor, entries) => namePapers(actor, entries, (entry) => Number(entry.entity_id)),
    take: async (actor, entries) => {
      const takes = await byId(idsOf(entries), readTakes);
      return namePapers(actor, entries, (entry) => takes.get(Number(entry.entity_id))?.attempt_id);
    },
  },
  untold: actsOnBlindPapers,
  known: (eb, actor) => ofPapers(eb, (query) => query.where('exams.owner_id', '=', actor.id)),
  ofExam: (eb, examId) => ofPapers(eb, (query) => query.where('exams.id', '=', examId)),
  ofPeople: (eb, pattern) => [
    eb.and([
      eb('entity', '=', 'attempt'),
      eb('entity_id', 'in', papersOfPeople(pattern).select(asText('attempts.id').as('id'))),
    ]),
    eb.and([eb('action', '=', 'file.read'), eb('entity_id', 'in', filesOf(papersOfPeople(pattern)))]),
  ],
};
