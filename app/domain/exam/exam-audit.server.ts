import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  asText,
  byId,
  idsOf,
  NOTHING,
  type AuditArea,
  type Entries,
  type Target,
} from '~/domain/audit/audit-areas.server';
import { toExamPreview } from '~/lib/addresses/results';
import { listExamItems } from './exam.queries.server';
import { numberEveryPart } from './paper-numbers.queries.server';
import { readSections } from './paper-sections.schema';
import { PART_LABELS, type Part } from './parts.rules';

const exams = () => db().selectFrom('exams');

/** Conditions on entries of exams and their items, for the exams that `pick` leaves. */
function ofExams(eb: Entries, pick: (query: ReturnType<typeof exams>) => ReturnType<typeof exams>) {
  return [
    eb.and([eb('entity', '=', 'exam'), eb('entity_id', 'in', pick(exams()).select(asText('exams.id').as('id')))]),
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
  ];
}

const readExams = (ids: number[]) =>
  exams().select(['id', 'name', 'owner_id', 'deleted_at']).where('id', 'in', ids).execute();

const readItems = (ids: number[]) =>
  db()
    .selectFrom('exam_items')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .select(['exam_items.id', 'exam_items.exam_id', 'exam_items.part'])
    .select(['exams.name', 'exams.owner_id', 'exams.deleted_at', 'exams.sections'])
    .where('exam_items.id', 'in', ids)
    .execute();

/** Under which number each of their exams' items is found on paper. */
async function numbersOf(items: Awaited<ReturnType<typeof readItems>>): Promise<Map<number, number>> {
  const exams = new Map(items.map(({ exam_id: id, sections }) => [id, { id, sections: readSections(sections) }]));
  const numbers = [...exams.values()].map(async (exam) => numberEveryPart(exam, await listExamItems(exam.id)));
  return new Map((await Promise.all(numbers)).flatMap((some) => [...some]));
}

function target(actor: Actor, id: number, exam: { name: string; owner_id: number; deleted_at: number | null }): Target {
  const isOwn = exam.owner_id === actor.id && exam.deleted_at === null;
  return { text: `《${exam.name}》`, href: isOwn ? toExamPreview({ id }) : null };
}

/** A teacher knows what was done to their exams and to what is asked in them. */
export const examAudit: AuditArea = {
  names: {
    exam: async (actor, entries) => {
      const rows = await byId(idsOf(entries), readExams);
      return entries.map((entry) => {
        const exam = rows.get(Number(entry.entity_id));
        return exam ? target(actor, exam.id, exam) : NOTHING;
      });
    },
    exam_item: async (actor, entries) => {
      const rows = await byId(idsOf(entries), readItems);
      const numbers = await numbersOf([...rows.values()]);
      return entries.map((entry) => {
        const item = rows.get(Number(entry.entity_id));
        if (!item) return NOTHING;
        const { text, href } = target(actor, item.exam_id, item);
        return { text: `${text}${PART_LABELS[item.part as Part]}第 ${numbers.get(item.id) ?? 0} 题`, href };
      });
    },
  },
  known: (eb, actor) => ofExams(eb, (query) => query.where('exams.owner_id', '=', actor.id)),
  ofExam: (eb, examId) => ofExams(eb, (query) => query.where('exams.id', '=', examId)),
};
