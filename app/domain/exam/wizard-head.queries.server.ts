import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import type { TestType } from './parts.rules';
import type { ExamStatus } from './states.rules';
import { currentTestType, type ExamDraft } from './wizard.rules';

export type WizardHead = { id: number; status: ExamStatus; testType: TestType };

/** What the way through the wizard depends on, of an own exam; null for one that is not the actor's. */
export async function findWizardHead(actor: Actor, id: number): Promise<WizardHead | null> {
  const row = await db()
    .selectFrom('exams')
    .select(['id', 'status', 'test_type', 'draft'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const draft = row.draft === null ? {} : fromJson<ExamDraft>(row.draft);
  const testType = currentTestType({ draft, testType: row.test_type as TestType });
  return { id: row.id, status: row.status as ExamStatus, testType };
}
