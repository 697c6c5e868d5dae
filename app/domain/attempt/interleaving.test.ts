import fc from 'fast-check';
import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { saveAnswers } from './answer.commands.server';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';

useDatabase();

const CLIENTS = 3;
/** A client saves a text on top of what it last knew, of all of it or of only what it saw a while ago. */
const step = fc.record({
  client: fc.nat(CLIENTS - 1),
  item: fc.nat(1),
  text: fc.stringMatching(/^[甲乙丙]{1,3}$/),
  /** The client looks at the stored answer first, as after a conflict or a reload. */
  looks: fc.boolean(),
  /** Sent together with the next one. */
  atOnce: fc.boolean(),
});

type Sent = { itemId: number; text: string; outcome: string; revision: number };

test('whatever several clients save in whatever order: every version is in the journal, the last one taken counts', async () => {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const written = [
    await makeTheoryQuestion({ owner: teacher, kind: 'short' }),
    await makeTheoryQuestion({ owner: teacher, kind: 'short' }),
  ];
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], written });
  const now = Date.now();

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), async (steps) => {
      const student = await makeStudent({ classroom_id: classroom.id });
      const attempt = await makeAttempt({ exam, student, part: 'written' });
      const actor = actorOf(student);
      const known = Array.from({ length: CLIENTS }, () => new Map<number, number>());
      const sent: Sent[] = [];
      const stored = new Map<number, { revision: number; text: string }>();

      const save = async ({ client, item, text, looks }: (typeof steps)[number]) => {
        const itemId = exam.items[item]?.id ?? 0;
        const mine = known[client] ?? new Map<number, number>();
        if (looks) mine.set(itemId, stored.get(itemId)?.revision ?? 0);
        const answer = { itemId, value: { text }, revision: mine.get(itemId) ?? 0 };
        const [saved] = await saveAnswers(actor, { attemptId: attempt.id, answers: [answer] }, now);
        if (!saved) throw new Error('nothing was said');
        sent.push({ itemId, text, outcome: saved.outcome, revision: saved.revision });
        if (saved.outcome !== 'conflict') mine.set(itemId, saved.revision);
        return { itemId, text, saved };
      };
      // Of those that are sent together nobody knows whose answer is read first: they are judged when all have come.
      const saveTogether = async (ones: typeof steps) => {
        const results = await Promise.all(ones.map(save));
        for (const itemId of new Set(results.map((one) => one.itemId))) {
          const own = results.filter((one) => one.itemId === itemId);
          const before = stored.get(itemId);
          const taken = own.filter(({ saved }) => saved.outcome === 'saved');
          taken.sort((one, other) => one.saved.revision - other.saved.revision);
          const first = (before?.revision ?? 0) + 1;
          expect(taken.map(({ saved }) => saved.revision)).toEqual(taken.map((_, index) => first + index));
          const seen = [before?.text, ...taken.map(({ text }) => text)];
          for (const { saved, text } of own) {
            if (saved.outcome !== 'conflict') continue;
            expect(saved.yours).toEqual({ text });
            expect(seen).toContain((saved.stored as AnswerValue | null)?.text);
          }
          const last = taken[taken.length - 1];
          if (last) stored.set(itemId, { revision: last.saved.revision, text: last.text });
        }
      };
      let together: (typeof steps)[number][] = [];
      for (const one of steps) {
        together.push(one);
        if (one.atOnce) continue;
        await saveTogether(together);
        together = [];
      }
      await saveTogether(together);

      const journal = (
        await db().selectFrom('answer_journal').selectAll().where('attempt_id', '=', attempt.id).orderBy('id').execute()
      ).map((row) => ({ ...row, text: fromJson<AnswerValue>(row.value).text }));
      const answers = await db().selectFrom('answers').selectAll().where('attempt_id', '=', attempt.id).execute();
      for (const { id: itemId } of exam.items) {
        const ofItem = journal.filter((row) => row.item_id === itemId);
        const kept = ofItem.filter((row) => row.outcome === 'saved');
        // Revisions rise by one, none twice, none back.
        expect(kept.map((row) => row.revision)).toEqual(kept.map((_, index) => index + 1));
        const last = kept[kept.length - 1];
        const answer = answers.find((row) => row.item_id === itemId);
        expect(answer?.revision).toBe(last?.revision);
        expect(answer && fromJson<AnswerValue>(answer.value).text).toBe(last?.text);
        // Each value that was sent can be read back with what became of it.
        for (const outcome of ['saved', 'conflict']) {
          const said = sent.filter((one) => one.itemId === itemId && one.outcome === outcome).map((one) => one.text);
          const read = ofItem.filter((row) => row.outcome === outcome).map((row) => row.text);
          expect(read.sort()).toEqual(said.sort());
        }
        for (const one of sent.filter((each) => each.itemId === itemId && each.outcome === 'unchanged')) {
          expect(kept.some((row) => row.text === one.text)).toBe(true);
        }
      }
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 20) },
  );
});
