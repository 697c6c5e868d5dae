import { db } from '~/db/db.server';
import { FIRST_STEPS_CHOICES, showsFirstSteps, type FirstStepCounts, type FirstStepsChoice } from './first-steps.rules';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';

/** What the school has of each of the first steps; null where the home page does not lead through them. */
export async function findFirstSteps(actor: Pick<Actor, 'id'>): Promise<FirstStepCounts | null> {
  const choice = await choiceOf(actor);
  if (choice === 'closed') return null;
  const counts = await countFirstSteps();
  return showsFirstSteps(choice, counts) ? counts : null;
}

/** Whether the teacher's home page leads through the first steps now. */
export async function hasFirstSteps(actor: Pick<Actor, 'id'>): Promise<boolean> {
  return (await findFirstSteps(actor)) !== null;
}

async function choiceOf(actor: Pick<Actor, 'id'>): Promise<FirstStepsChoice> {
  const row = await db().selectFrom('users').select('first_steps').where('id', '=', actor.id).executeTakeFirst();
  return FIRST_STEPS_CHOICES.find((choice) => choice === row?.first_steps) ?? '';
}

/** What there is of each step in the whole school: a colleague who comes to one that is at work already has nothing to begin. */
export async function countFirstSteps(): Promise<FirstStepCounts> {
  const row = await db()
    .selectNoFrom((select) => [
      select
        .selectFrom('classrooms')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('deleted_at', 'is', null)
        .as('class'),
      select
        .selectFrom('users')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('user_type', '=', STUDENT)
        .where('deleted_at', 'is', null)
        .as('student'),
      select
        .selectFrom('questions')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('deleted_at', 'is', null)
        .as('question'),
      select
        .selectFrom('exams')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('status', '!=', 'draft')
        .where('deleted_at', 'is', null)
        .as('exam'),
      select
        .selectFrom('exams')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('status', '=', 'released')
        .where('deleted_at', 'is', null)
        .as('release'),
    ])
    .executeTakeFirstOrThrow();
  const count = (value: number | null) => Number(value ?? 0);
  return {
    class: count(row.class),
    student: count(row.student),
    question: count(row.question),
    exam: count(row.exam),
    release: count(row.release),
  };
}
