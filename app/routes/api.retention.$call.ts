import { z } from 'zod';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { holdRecordings } from '~/domain/retention/hold.commands.server';
import { removeExpired, setAutomatic } from '~/domain/retention/retention.commands.server';
import { getRetentionPage } from '~/domain/retention/retention.queries.server';
import type { RecordingSum } from '~/domain/retention/retention.rules';
import { automaticSchema, holdSchema, removeSchema, unholdSchema } from '~/domain/retention/retention.schema';
import { count } from '~/http/answers/common';
import { retention } from '~/http/answers/school';
import { call, defineApi } from '~/http/api.server';
import { formatSecond, secondOrNull } from '~/lib/time';

const sumOf = ({ count: number, bytes, oldest }: RecordingSum) => ({
  count: number,
  bytes,
  oldest: secondOrNull(oldest),
});
const done = z.null();

const { loader, action } = defineApi('retention', {
  list: call('GET', 'teacher', z.object({}), retention, async ({ actor, now }) => {
    const { expired, isAutomatic, runs } = await getRetentionPage(actor, now);
    const { retentionDays, before, exams, practice, interact, total, kept } = expired;
    return {
      retentionDays,
      before,
      isAutomatic,
      exams: exams.map((exam) => ({
        ...{ examId: exam.examId, name: exam.name, ownerName: exam.ownerName, kept: exam.kept },
        releasedAt: secondOrNull(exam.releasedAt),
        hold: exam.hold && { ...exam.hold, at: formatSecond(exam.hold.at) },
        ...sumOf(exam),
      })),
      ...{ practice: sumOf(practice), interact: sumOf(interact), total: sumOf(total), kept: sumOf(kept) },
      runs: runs.map((run) => ({ ...run, at: formatSecond(run.at) })),
    };
  }),
  hold: call('POST', 'teacher', holdSchema, done, async ({ actor, input, now }) => {
    await holdRecordings(actor, { ...input, isHeld: true }, now);
    return null;
  }),
  unhold: call('POST', 'teacher', unholdSchema, done, async ({ actor, input, now }) => {
    await holdRecordings(actor, { ...input, isHeld: false }, now);
    return null;
  }),
  delete: call('POST', 'teacher', removeSchema, count, async ({ actor, input, now }) => {
    return (await removeExpired(actor, input, now)).count;
  }),
  automatic: call('POST', 'teacher', automaticSchema, done, async ({ actor, input, now }) => {
    assertAdministrator(actor);
    await setAutomatic(actor, input.isOn, now);
    return null;
  }),
});

export { loader, action };
