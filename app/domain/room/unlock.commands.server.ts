import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { forgetFailuresOf } from '~/domain/user/sign-in.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { findSeats } from './board.queries.server';
import type { UnlockInput } from './board.schema';

/**
 * 解除登录锁定: whoever watches the part lets students try their passwords again at once, wherever they were tried.
 * Returns how many were locked.
 * @throws AppError not_found when one of them is not to sit the part; forbidden for an examiner of the other part
 */
export async function unlockSignIns(actor: Actor, input: UnlockInput, now: number): Promise<number> {
  return transaction(async () => {
    const ids = [...new Set(input.studentIds)];
    const seats = await findSeats(actor, { examId: input.id, part: input.part, view: '' }, ids, now);
    if (seats.length < ids.length) throw notFound('学生');
    const locked = seats.filter((seat) => seat.lockedUntil !== null);
    for (const { studentId, account } of locked) {
      await forgetFailuresOf(account);
      const detail = { examId: input.id, part: input.part };
      await recordAudit(actor, { action: 'user.unlock', entity: 'user', entityId: studentId, detail }, now);
    }
    return locked.length;
  });
}
