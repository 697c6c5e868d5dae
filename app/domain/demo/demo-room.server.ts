import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { listAttemptItems } from '~/domain/attempt/attempt.queries.server';
import { reportLeave, reportMicCheck } from '~/domain/room/presence.commands.server';
import { beginSession } from '~/domain/user/session.commands.server';
import { answerOf, MINUTE, type Sitter } from './demo-sitting.server';

const MACHINE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (Linux; Android 12; JLN-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 Mobile Safari/537.36';

/** A room in the middle of its written part: most write, some are at the door, a few need looking after. */
export async function fillRoom(examId: number, students: Sitter[], now: number): Promise<void> {
  const at = (minutes: number) => now - minutes * MINUTE;
  for (const [seat, sitter] of students.slice(0, 22).entries()) {
    const address = `192.168.3.${20 + seat}`;
    await beginSession(sitter.actor.id, { address, userAgent: MACHINE }, at(24 - (seat % 5)));
    if (seat === 6) await beginSession(sitter.actor.id, { address: '192.168.3.200', userAgent: PHONE }, at(8));
    if (seat === 3) await reportMicCheck(sitter.actor, { examId, isOk: false, reason: '没有找到麦克风' }, at(22));
    else if (seat > 12 && seat < 19) await reportMicCheck(sitter.actor, { examId, isOk: true, reason: '' }, at(20));
    if (seat < 16 && seat !== 3) await write(examId, sitter, seat, now);
  }
}

async function write(examId: number, { actor, index, skillShift = 0 }: Sitter, seat: number, now: number) {
  const begun = now - (22 - (seat % 7)) * MINUTE;
  const attempt = await startAttempt(actor, { examId, part: 'written' }, begun);
  const items = (await listAttemptItems(attempt)).filter((item) => item.snapshot.bank === 'theory');
  const quiet = seat === 2 ? 9 : seat % 4;
  const done = items.slice(0, 2 + (seat % (items.length - 1)));
  const answers = done.map((item) => ({ itemId: item.id, value: answerOf(item, index, skillShift), revision: 0 }));
  await saveAnswers(actor, { attemptId: attempt.id, answers }, now - quiet * MINUTE - seat * 1000);
  const leaves = seat === 9 ? 4 : seat === 4 ? 1 : 0;
  for (let turn = 0; turn < leaves; turn += 1) await reportLeave(actor, attempt.id, begun + (turn + 2) * MINUTE);
}
