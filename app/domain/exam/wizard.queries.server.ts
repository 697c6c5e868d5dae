import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { listReadableQuestions } from '~/domain/question-bank/question-access.server';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { findKeysPutRight } from './correction.queries.server';
import { findSharedWithStudents, listWizardDraws, type WizardDraw } from './draw-pool.queries.server';
import { getOwnExam, listExamItems, type ExamItemView, type ExamView } from './exam.queries.server';
import { numbersOfGroups } from './paper-numbers.rules';
import { groupPaper, inSections, withKind, type SectionGroup } from './paper-sections.rules';
import type { ExamDraft, WizardExam } from './wizard.rules';
import { oralItem, writtenItems } from './wizard-steps.rules';

/** An item as the wizard lists it. */
export type WizardItem = ExamItemView & {
  /** The question was deleted or is shared no longer: the paper keeps the text it was put in with. */
  isGone: boolean;
  /** The question is also shared with students, who may have seen it. */
  isSharedWithStudents: boolean;
  /** The owner put its key right in an exam; the bank still has the other one. */
  isKeyOld: boolean;
  /** On every student's paper, from 1. */
  number: number;
};

/** A rule that draws, with the number of the first question that it draws. */
export type NumberedDraw = WizardDraw & { first: number };

/** A section of the paper with what stands in it. */
export type WizardGroup = SectionGroup<WizardItem, NumberedDraw>;

/**
 * An own exam with its fixed items and draw rules in the order of its sections, each knowing its own, and the drafts of
 * its steps. Where the paper has no sections `groups` is one without a name.
 */
export type WizardView = ExamView &
  Omit<WizardExam, 'items' | 'draws'> & { items: WizardItem[]; draws: NumberedDraw[]; groups: WizardGroup[] };

/** An own exam as the wizard needs it; until publication its items and pools are what their questions are now. */
export async function getWizardExam(actor: Actor, id: number): Promise<WizardView> {
  const exam = await getOwnExam(actor, id);
  const { draft } = await db().selectFrom('exams').select('draft').where('id', '=', id).executeTakeFirstOrThrow();
  const items = await listExamItems(id, undefined, 'fixed');
  const questionIds = items.flatMap((item) => item.questionId ?? []);
  const [current, shared] = [await readSnapshots(actor, questionIds), await findSharedWithStudents(questionIds)];
  // Of what is gone the paper keeps its own text.
  const asked = new Map([...items.map((item) => [item.questionId ?? 0, item.snapshot] as const), ...current]);
  const old =
    exam.status === 'draft' ? await findKeysPutRight(actor.id, questionIds, () => Promise.resolve(asked)) : new Set();
  const all = items.map((item): WizardItem => {
    const snapshot = current.get(item.questionId ?? 0);
    return {
      ...item,
      snapshot: exam.status === 'draft' ? inExam(snapshot ?? item.snapshot, exam) : item.snapshot,
      isGone: snapshot === undefined,
      isSharedWithStudents: shared.has(item.questionId ?? 0),
      isKeyOld: old.has(item.questionId ?? 0),
      number: item.position,
    };
  });
  const groups = groupWritten(exam, all, await listWizardDraws(actor, exam, new Set(questionIds)));
  return {
    ...exam,
    draft: draft === null ? {} : fromJson<ExamDraft>(draft),
    items: [oralItem({ items: all }) ?? [], inSections(groups)].flat(),
    draws: groups.flatMap((group) => group.draws),
    groups,
  };
}

function groupWritten(exam: ExamView, items: WizardItem[], draws: WizardDraw[]): WizardGroup[] {
  let position = 0;
  const groups = groupPaper(writtenItems({ items }).map(withKind), exam.sections, draws);
  const numbers = numbersOfGroups(groups);
  return groups.map((group) => {
    const section = group.name === '' ? null : group.key;
    return {
      ...group,
      items: group.items.map((item) => {
        return { ...item, section, position: (position += 1), number: numbers.items.get(item.id) ?? 0 };
      }),
      draws: group.draws.map((draw) => ({ ...draw, section, first: numbers.draws.get(draw.id) ?? 0 })),
    };
  });
}

/** Those of these questions whose key the actor put right in an own exam, and the bank has not. */
export async function findOldKeys(actor: Actor, questionIds: number[]): Promise<Set<number>> {
  return findKeysPutRight(actor.id, questionIds, (ids) => readSnapshots(actor, ids));
}

/** The questions as they are now, without those deleted and those that the actor may not read any more. */
export async function readSnapshots(actor: Actor, ids: number[]): Promise<Map<number, QuestionSnapshot>> {
  return new Map((await listReadableQuestions(actor, ids)).map((question) => [question.id, toSnapshot(question)]));
}

/** A question as this exam shows it: the oral one carries the exam's own key points, pictures, audio and times. */
function inExam(
  snapshot: QuestionSnapshot,
  exam: Pick<ExamView, 'keyPoints' | 'imageIds' | 'musicFileId' | 'settings'>,
): QuestionSnapshot {
  if (snapshot.bank !== 'oral') return snapshot;
  const { prepSeconds, recordSeconds } = exam.settings;
  return {
    ...snapshot,
    keyPoints: exam.keyPoints,
    imageIds: exam.imageIds,
    body: {
      ...snapshot.body,
      musicUrl: exam.musicFileId,
      prepSeconds: prepSeconds || snapshot.body.prepSeconds,
      answerSeconds: recordSeconds || snapshot.body.answerSeconds,
    },
  };
}

/** The names of the actor's exam categories, for suggestions. */
export async function listExamCategories(actor: Actor): Promise<string[]> {
  const rows = await db()
    .selectFrom('directories')
    .select('name')
    .where('bank', '=', 'exam')
    .where('owner_id', '=', actor.id)
    .orderBy('position')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
