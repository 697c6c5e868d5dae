import type { Actor } from '~/domain/actor/actor.rules';
import { timesOf } from '~/domain/exam/exam-api.queries.server';
import { grantOf } from '~/domain/exam/grants.queries.server';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { formatSecond } from '~/lib/time';
import { listAttemptsOf } from './attempt.queries.server';
import { ownPartOf, type OwnPart } from './own-part.rules';
import { getExamToSit } from './sitting.commands.server';

const text = (time: number | null | undefined) => (time === null || time === undefined ? '' : formatSecond(time));

/**
 * An exam as the API answers it to a student, whoever may know of it by its pages: name, instructions and the own
 * times, extra minutes and a re-sit's own window included (items come with the own attempt).
 * @throws AppError not_found
 */
export async function studentExamOf(actor: Actor, id: number, now: number) {
  const exam = await getExamToSit(actor, id);
  const own: Partial<Record<Part, OwnPart>> = {};
  for (const part of partsOf(exam.testType)) {
    const attempts = await listAttemptsOf(id, actor.id, part);
    const found = ownPartOf(exam, part, { attempts, grant: await grantOf(id, actor.id, part) }, now);
    if (found) own[part] = found;
  }
  const each = <T>(of: (part: OwnPart) => T) =>
    Object.fromEntries(Object.entries(own).map(([part, one]) => [part, of(one)])) as Partial<Record<Part, T>>;
  return {
    view: 'student' as const,
    ...timesOf(exam, now),
    phases: each((part) => part.phase),
    oralBeginTime: text(own.oral?.beginsAt),
    oralEndTime: text(own.oral?.endsAt),
    beginTime: text(own.written?.beginsAt),
    endTime: text(own.written?.endsAt),
    uploadEndTime: text(own.written?.photosAt),
    deadlines: each(({ answersAt, photosAt, extraMinutes, isResit }) => ({
      ...{ answersAt: text(answersAt), photosAt: text(photosAt), extraMinutes, isResit },
    })),
  };
}
