import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, type AppErrorCode } from '~/lib/errors';
import { refusalOf } from './refusal.rules';

export type RefusedKind = 'take' | 'photo';

/** What was to be handed in, and where. */
export type Offered = {
  attemptId: number;
  itemId: number;
  kind: RefusedKind;
  /** What its sender calls the file. */
  name?: string;
};

/** Refusals of the content itself: the same sent again is refused again. */
const OF_CONTENT: AppErrorCode[] = ['unsupported_type', 'too_large', 'invalid'];
/** Refusals by the state of the paper: the takes are used up, the photos too many. */
const OF_STATE: AppErrorCode[] = ['conflict'];

/** Does the work of keeping a file; when its content is refused, the paper's receipt will name it with the reason. */
export function notingRefusedFile<T>(actor: Actor, offered: Offered, now: number, work: () => Promise<T>): Promise<T> {
  return noting(actor, offered, now, OF_CONTENT, work);
}

/** The same for putting a stored file to its item. */
export function notingRefusal<T>(actor: Actor, offered: Offered, now: number, work: () => Promise<T>): Promise<T> {
  return noting(actor, offered, now, [...OF_CONTENT, ...OF_STATE], work);
}

async function noting<T>(
  actor: Actor,
  { attemptId, itemId, kind, name }: Offered,
  now: number,
  codes: AppErrorCode[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) {
      const own = await db()
        .selectFrom('attempts')
        .select('id')
        .where('id', '=', attemptId)
        .where('student_id', '=', actor.id)
        .executeTakeFirst();
      const row = {
        attempt_id: attemptId,
        item_id: itemId,
        kind,
        reason: refusalOf(name, error.message),
        refused_at: now,
      };
      if (own) await db().insertInto('refused_files').values(row).execute();
    }
    throw error;
  }
}
